package dev.linden.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The archives, unpacked and used as their users do. */
class DistributionTest {
  private static final String VERSION = System.getProperty("linden.version");

  @TempDir static Path folder;
  private static Path home;

  @BeforeAll
  static void unpack() throws Exception {
    Path archive = Path.of("target", "linden-" + VERSION + ".tar.gz").toAbsolutePath();
    run(folder, "tar", "-xzf", archive.toString());
    home = folder.resolve("linden-" + VERSION);
  }

  @Test
  void runsAScript() throws Exception {
    assertEquals("hello\n", run(folder, home + "/bin/linden", "-s", "print(\"hello\")"));
    assertEquals("Linden " + VERSION + "\n", run(folder, home + "/bin/linden", "version"));
    Path link = Files.createSymbolicLink(folder.resolve("linked"), home.resolve("bin/linden"));
    String expected = Files.readString(home.resolve("examples/quickstart.out"));
    assertEquals(expected, run(home, link.toString(), "examples/quickstart.dml"));
  }

  @Test
  void bothArchivesHoldTheSame() throws IOException {
    Set<String> inZip = new TreeSet<>();
    try (JarFile zip = new JarFile("target/linden-" + VERSION + ".zip")) {
      zip.stream().filter(e -> !e.isDirectory()).forEach(e -> inZip.add(e.getName()));
    }
    Set<String> unpacked = new TreeSet<>();
    try (Stream<Path> files = Files.walk(home)) {
      files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .filter(name -> !name.endsWith(".jsa")) // made by the first run
          .forEach(unpacked::add);
    }
    assertEquals(inZip, unpacked);
    for (String name :
        List.of(
            "bin/linden", "lib/linden-core.jar", "spark/linden-submit.jar", "docs/builtins.md")) {
      assertTrue(inZip.contains("linden-" + VERSION + "/" + name), name);
    }
  }

  /** A library that comes or goes needs its line in NOTICE. */
  @Test
  void everyLibraryIsInTheNotice() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      Set<String> libraries =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".jar") && !name.startsWith("linden-"))
              .map(name -> name.replaceFirst("(-linux.*|-macosx.*|-windows.*)?\\.jar$", ""))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(
          Set.of(
              "antlr4-runtime",
              "commons-compiler",
              "fastdoubleparser",
              "jackson-core",
              "janino",
              "javacpp",
              "openblas"),
          libraries,
          "name new libraries in NOTICE and licenses/, then here");
    }
    for (String jar :
        List.of("lib/linden-core.jar", "lib/linden-cli.jar", "spark/linden-submit.jar")) {
      try (JarFile file = new JarFile(home.resolve(jar).toFile())) {
        String notice =
            new String(file.getInputStream(file.getEntry("META-INF/NOTICE")).readAllBytes(), UTF_8);
        assertEquals(Files.readString(home.resolve("NOTICE")), notice, jar);
        assertTrue(file.getEntry("META-INF/LICENSE") != null, jar);
      }
    }
    try (JarFile submit = new JarFile(home.resolve("spark/linden-submit.jar").toFile())) {
      assertTrue(submit.getEntry("META-INF/licenses/antlr4.txt") != null);
    }
  }

  /** Java examples run against the jars of the archive and print what the files beside them say. */
  @TestFactory
  List<DynamicTest> javaExamples() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("examples/embedding"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .map(
              file ->
                  DynamicTest.dynamicTest(file.getFileName().toString(), () -> checkExample(file)))
          .toList();
    }
  }

  private static void checkExample(Path file) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String printed =
        run(
            home,
            java,
            "--add-modules",
            "jdk.incubator.vector",
            "-cp",
            home + "/lib/*",
            file.toString());
    String expected = Files.readString(Path.of(file.toString().replace(".java", ".out")));
    assertEquals(expected, printed);
  }

  /** What a successful command prints on stdout. */
  private static String run(Path directory, String... command)
      throws IOException, InterruptedException {
    Path err = Files.createTempFile("linden-dist", ".err");
    try {
      Process process =
          new ProcessBuilder(new ArrayList<>(List.of(command)))
              .directory(directory.toFile())
              .redirectError(err.toFile())
              .start();
      process.getOutputStream().close();
      String out = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertEquals(0, process.waitFor(), Files.readString(err));
      return out;
    } finally {
      Files.delete(err);
    }
  }
}
