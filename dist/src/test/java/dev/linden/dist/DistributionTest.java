package dev.linden.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.linden.testkit.Installation;
import dev.linden.testkit.Markdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
  private static Installation archive;
  private static Path home;
  private static Set<String> unpacked;

  @BeforeAll
  static void unpack() throws Exception {
    archive = Installation.unpack(folder, VERSION);
    home = archive.home();
    try (Stream<Path> files = Files.walk(home)) {
      unpacked =
          files
              .filter(Files::isRegularFile)
              .map(file -> folder.relativize(file).toString())
              .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Markdown page(String name) {
    return Markdown.read(home.resolve(name));
  }

  @Test
  void runsAScript() throws Exception {
    assertEquals("hello\n", archive.require("bin/linden -s 'print(\"hello\")'"));
    assertEquals("Linden " + VERSION + "\n", archive.require("bin/linden version"));
    Path link = Files.createSymbolicLink(folder.resolve("linked"), home.resolve("bin/linden"));
    String expected = Files.readString(home.resolve("examples/quickstart.out"));
    assertEquals(expected, archive.require(link + " examples/quickstart.dml"));
  }

  @Test
  void theReadmeCanBeFollowed() throws Exception {
    String printed = archive.follow(page("README.md").blocks("sh"));
    assertTrue(printed.contains("Linden " + VERSION + "\n"), printed);
    assertTrue(Files.exists(home.resolve("prices.csv")));
    List<String> broken =
        Markdown.pages(home).stream().flatMap(page -> page.brokenLinks().stream()).toList();
    assertEquals(List.of(), broken, "links that lead nowhere");
  }

  /** {@code pip install ./python}, then the program of the page, in a folder of the user's. */
  @Test
  void thePageOnPythonCanBeFollowed() throws Exception {
    String python = System.getenv().getOrDefault("PYTHON", "/usr/bin/python3");
    Installation.Ended ready =
        archive.run(folder, python + " -c 'import numpy, venv, ensurepip, setuptools'");
    assumeTrue(ready.exitCode() == 0, "Python, NumPy, venv or setuptools are missing");
    List<Markdown.Block> commands = page("docs/python.md").blocks("sh");
    assertTrue(commands.get(0).text().startsWith("pip install ./python"), "the page has changed");
    Path tools = folder.resolve("tools");
    archive.require(python + " -m venv --system-site-packages '" + tools + "'");
    // The build tools that are there serve: nothing is fetched.
    archive.require(
        "'"
            + tools
            + "/bin/python' -m pip -q --disable-pip-version-check install"
            + " --no-build-isolation --no-index ./python");
    StringBuilder program = new StringBuilder();
    for (Markdown.Block block : page("docs/python.md").blocks("python")) {
      program.append(block.is("fragment") ? "" : block.text());
    }
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("page.py"), program + "print(linden.run('print(1)'))\n");
    Installation.Ended ended = archive.run(elsewhere, "'" + tools + "/bin/python' page.py");
    assertEquals(0, ended.exitCode(), ended.err());
    assertTrue(ended.out().endsWith("1\n{}\n"), ended.out());
  }

  @Test
  void thePageOnEmbeddingCanBeFollowed() throws Exception {
    Markdown page = page("docs/embedding.md");
    assertEquals(
        Files.readString(home.resolve("examples/embedding/Score.out")),
        archive.follow(page.blocks("sh")));
    String pom = page.blocks("xml").get(0).text();
    assertTrue(pom.contains("<version>" + VERSION + "</version>"), pom);
  }

  @Test
  void withoutSparkItSaysWhatToDo() throws Exception {
    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("SPARK_HOME", home.toString()))) {
      Installation there = archive.with(environment);
      Installation.Ended ended = there.run(home, "bin/linden -exec spark -s 'print(1)'");
      assertEquals(3, ended.exitCode(), ended.err());
      assertTrue(ended.err().contains("set SPARK_HOME to an installation of Spark"), ended.err());
      String doctor = there.require("bin/linden doctor");
      assertTrue(doctor.contains("none (set SPARK_HOME to"), doctor);
    }
  }

  @Test
  void bothArchivesHoldTheSame() throws IOException {
    Set<String> inZip = new TreeSet<>();
    try (JarFile zip = new JarFile("target/linden-" + VERSION + ".zip")) {
      zip.stream().filter(e -> !e.isDirectory()).forEach(e -> inZip.add(e.getName()));
    }
    assertEquals(inZip, unpacked);
    for (String name :
        List.of(
            "bin/linden",
            "lib/linden-core.jar",
            "spark/linden-submit.jar",
            "spark/linden-mlcontext.jar",
            "docs/builtins.md")) {
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
              "jline-reader",
              "jline-terminal",
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
    String printed =
        archive.require("java --add-modules jdk.incubator.vector -cp 'lib/*' '" + file + "'");
    String expected = Files.readString(Path.of(file.toString().replace(".java", ".out")));
    assertEquals(expected, printed);
  }
}
