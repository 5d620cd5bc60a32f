package dev.linden.storage.store;

import dev.linden.base.InputError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Folders below which restricted scripts may read and write. What counts is where a path really
 * leads: links are followed and {@code ..} is resolved before the question is asked.
 */
public final class AllowedFolders {
  private final LocalFileStore local;
  private final List<Path> folders = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();
  private final String names;

  public AllowedFolders(LocalFileStore local, List<String> given) {
    this.local = local;
    names =
        given.isEmpty()
            ? "no folder is allowed"
            : "allowed is what is below " + String.join(", ", given);
    for (String folder : given) {
      if (FileStores.isLocal(folder)) {
        folders.add(existing(folder));
      } else {
        urls.add(FileStores.normalize(folder) + "/");
      }
    }
  }

  private Path existing(String folder) {
    try {
      Path real = local.path(folder).toRealPath();
      if (Files.isDirectory(real)) {
        return real;
      }
    } catch (IOException e) {
      throw new InputError("the folder " + folder + " of the restricted mode does not exist", e);
    }
    throw new InputError(folder + " of the restricted mode is not a folder");
  }

  /**
   * The path to use in place of {@code path}: without links and {@code ..}, so that nobody can
   * understand it in another way than it was checked.
   *
   * @throws InputError if the path leads elsewhere
   */
  String real(String path) throws IOException {
    if (FileStores.isLocal(path)) {
      return real(path, local.path(path)).toString();
    }
    if (!isUrlAllowed(path)) {
      throw outOfReach(path);
    }
    return path;
  }

  /** The same for a file of this machine; {@code path} is what the script calls it. */
  public Path real(String path, Path file) throws IOException {
    Path real = real(file.toAbsolutePath());
    if (real == null || folders.stream().noneMatch(real::startsWith)) {
      throw outOfReach(path);
    }
    return real;
  }

  private InputError outOfReach(String path) {
    return new InputError(path + " is out of reach in the restricted mode: " + names);
  }

  /** A URL is compared as a text, so that it must be a plain one. */
  private boolean isUrlAllowed(String url) {
    String path = url.substring(url.indexOf(":/") + 1);
    boolean plain =
        !path.contains("%")
            && !path.contains("\\")
            && Arrays.stream(path.split("/"))
                .noneMatch(name -> name.equals("..") || name.equals("."));
    return plain && urls.stream().anyMatch((url + "/")::startsWith);
  }

  /**
   * Where a path leads, of which the last names need not exist; null if nobody knows, as for a link
   * to something that is not there.
   */
  private static Path real(Path path) throws IOException {
    try {
      return path.toRealPath();
    } catch (NoSuchFileException e) {
      Path parent = path.getParent();
      if (parent == null || Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        return null;
      }
      String name = path.getFileName().toString();
      Path above = name.equals("..") ? null : real(parent);
      return above == null
          ? null
          : name.equals(".") || name.isEmpty() ? above : above.resolve(name);
    }
  }
}
