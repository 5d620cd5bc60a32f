package dev.linden.base;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Implementations of interfaces that other modules supply, found through {@link ServiceLoader}: on
 * the class path, or in a folder of jars beside it. The jars of the distributed backend are many;
 * an installation keeps them in such a folder, so that scripts that do not need it do not pay for
 * it.
 */
public final class Extensions {
  /** Names the folder, or several as in a class path. */
  public static final String FOLDER_PROPERTY = "linden.backend";

  /**
   * One for the whole process: two loaders would be two modules that know nothing of each other.
   */
  private static ClassLoader ofFolder;

  private Extensions() {}

  /** Those on the class path, or if there are none those in the folder. */
  public static <T> List<T> find(Class<T> type) {
    List<T> found = new ArrayList<>();
    ServiceLoader.load(type).forEach(found::add);
    ClassLoader loader = found.isEmpty() ? loaderOfFolder() : null;
    if (loader != null) {
      ServiceLoader.load(type, loader).forEach(found::add);
    }
    return found;
  }

  private static synchronized ClassLoader loaderOfFolder() {
    String folders = System.getProperty(FOLDER_PROPERTY, "");
    if (ofFolder == null) {
      List<URL> jars = new ArrayList<>();
      for (String folder : folders.split(File.pathSeparator)) {
        if (!folder.isEmpty() && Files.isDirectory(Path.of(folder))) {
          addJars(Path.of(folder), jars);
        }
      }
      if (!jars.isEmpty()) {
        ofFolder = new URLClassLoader(jars.toArray(new URL[0]), Extensions.class.getClassLoader());
      }
    }
    return ofFolder;
  }

  private static void addJars(Path folder, List<URL> jars) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
      for (Path file : files) {
        jars.add(file.toUri().toURL());
      }
    } catch (MalformedURLException e) {
      throw new LindenBug("no URL for a file", e);
    } catch (IOException e) {
      throw new ResourceError("the folder " + folder + " can't be read", e);
    }
  }
}
