package dev.linden.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the golden files are: {@code golden/} beside the modules, or what {@code -Dgolden.folder}
 * says.
 */
final class GoldenFolder {
  private GoldenFolder() {}

  static Path root() {
    String given = System.getProperty("golden.folder");
    for (String candidate : given != null ? List.of(given) : List.of("../golden", "golden")) {
      if (Files.isDirectory(Path.of(candidate))) {
        return Path.of(candidate);
      }
    }
    throw new IllegalStateException("no folder golden beside " + Path.of("").toAbsolutePath());
  }

  /** All files whose path holds the text given by {@code -Dgolden}, sorted. */
  static List<GoldenFile> files() throws IOException {
    String filter = System.getProperty("golden", "");
    List<Path> paths;
    try (Stream<Path> all = Files.walk(root())) {
      paths = all.filter(path -> path.toString().endsWith(".dmlt")).sorted().toList();
    }
    List<GoldenFile> files = new ArrayList<>();
    for (Path path : paths) {
      if (path.toString().replace('\\', '/').contains(filter)) {
        files.add(GoldenFile.read(path));
      }
    }
    return files;
  }

  /** All configurations, or those that {@code -Dgolden.configs=default,fuse-all} names. */
  static List<RunConfig> configs() {
    List<RunConfig> all = RunConfig.all(root().resolve("configs"));
    String wanted = System.getProperty("golden.configs");
    return wanted == null
        ? all
        : all.stream().filter(c -> List.of(wanted.split(",")).contains(c.name())).toList();
  }

  /** Path below the root. */
  static String name(GoldenFile file) {
    return root().relativize(file.path()).toString();
  }
}
