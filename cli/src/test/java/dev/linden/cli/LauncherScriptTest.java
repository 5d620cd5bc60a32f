package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code ./linden} asks of Java, on this system and others: it runs in an unpacked archive
 * with stand-ins for Java and for programs of the system.
 */
class LauncherScriptTest {
  private static final Path LAUNCHER = Path.of("../linden").toAbsolutePath().normalize();

  @TempDir Path folder;
  private Path home;
  private Path calls;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void install() throws IOException {
    assumeTrue(File.separatorChar == '/', "a script for Unix");
    home = folder.resolve("place");
    Files.createDirectories(home.resolve("lib"));
    Files.createDirectories(home.resolve("bin"));
    Files.copy(LAUNCHER, home.resolve("bin/linden"));
    Files.writeString(home.resolve("lib/linden-cli.jar"), "cli");
    Files.writeString(home.resolve("lib/linden-core.jar"), "core");
    calls = folder.resolve("calls");
    environment.put("JAVA_HOME", java("jdk", "17.0.1").toString());
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    environment.put("PATH", folder.resolve("programs") + ":" + System.getenv("PATH"));
    environment.put("OSTYPE", "linux-gnu");
  }

  /**
   * A Java that writes its arguments down, one call a line, and makes the archive it is told to.
   */
  private Path java(String name, String version) throws IOException {
    Path jdk = Files.createDirectories(folder.resolve(name).resolve("bin")).getParent();
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    program(
        jdk.resolve("bin/java"),
        """
        echo "$@" >> '%s'
        for word in "$@"; do
          case $word in -XX:ArchiveClassesAtExit=*) echo archive > "${word#*=}" ;; esac
        done
        """
            .formatted(calls));
    return jdk;
  }

  private static void program(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/usr/bin/env bash\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The calls of Java that one start makes. */
  private List<String> start(String... words) throws IOException, InterruptedException {
    Files.deleteIfExists(calls);
    List<String> command = new ArrayList<>(List.of("bash", home + "/bin/linden"));
    command.addAll(List.of(words));
    assertEquals("", printed(command));
    return Files.readAllLines(calls);
  }

  private String printed(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("SPARK_HOME");
    builder.environment().remove("LINDEN_OPTS");
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return printed;
  }

  private static void assertMakesArchive(boolean expected, List<String> calls) {
    boolean made = calls.get(0).contains("-XX:ArchiveClassesAtExit=");
    assertEquals(expected, made, String.join("\n", calls));
    assertEquals(expected ? 2 : 1, calls.size(), String.join("\n", calls));
    assertTrue(calls.get(calls.size() - 1).contains("-XX:SharedArchiveFile="), calls.toString());
  }

  private List<String> archives(Path where) throws IOException {
    try (Stream<Path> files = Files.list(where)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("classes"))
          .sorted()
          .toList();
    }
  }

  @Test
  void flagsOfLinuxStayThere() throws Exception {
    assertTrue(start("version").get(0).contains("-XX:+UseTransparentHugePages"));
    environment.put("OSTYPE", "darwin23");
    // As BSD and macOS have them: other options, and none of GNU's.
    program(folder.resolve("programs/uname"), "echo Darwin\n");
    program(
        folder.resolve("programs/stat"),
        """
        [[ $1 == -L && $2 == -f ]] || { echo "stat: illegal option" >&2; exit 1; }
        shift 3
        for file in "$@"; do echo "$file 1 2"; done
        """);
    program(
        folder.resolve("programs/readlink"),
        "[[ $1 != -* ]] || { echo \"readlink: illegal option\" >&2; exit 1; }\n"
            + "exec /usr/bin/readlink \"$@\"\n");
    List<String> mac = start("a.dml");
    for (String call : mac) {
      assertFalse(call.contains("TransparentHugePages"), call);
      assertTrue(call.contains("-XX:+UseG1GC"), call);
    }
    assertMakesArchive(true, mac); // the stamps look different
    assertMakesArchive(false, start("version"));
    environment.put("OSTYPE", "darwin23");
    Path link = Files.createSymbolicLink(folder.resolve("link"), home.resolve("bin/linden"));
    assertEquals("", printed(List.of("bash", link.toString(), "version")));
  }

  @Test
  void whatRunsNoScriptNeedsNoOptimizingCompiler() throws Exception {
    start("version"); // makes the archive
    List<List<String>> brief =
        List.of(
            List.of("explain", "a.dml"),
            List.of("version"),
            List.of("--version"),
            List.of("doctor"),
            List.of("translate", "a.dml"),
            List.of("help", "sum"),
            List.of("a.dml", "--help"),
            List.of("completion", "bash"));
    for (List<String> words : brief) {
      String call = start(words.toArray(String[]::new)).get(0);
      assertTrue(call.contains("-XX:+UseSerialGC "), call);
      assertTrue(call.contains("-XX:TieredStopAtLevel=1 "), call);
      assertFalse(call.contains("-XX:+UseG1GC"), call);
    }
    List<List<String>> scripts =
        List.of(List.of("a.dml"), List.of("-s", "--help"), List.of("-f", "explain"), List.of());
    for (List<String> words : scripts) {
      String call = start(words.toArray(String[]::new)).get(0);
      assertFalse(call.contains("TieredStopAtLevel"), call);
      assertTrue(call.contains("-XX:+UseG1GC"), call);
    }
  }

  @Test
  void anArchiveServesOnlyWhatItWasMadeOf() throws Exception {
    assertMakesArchive(true, start("version"));
    assertMakesArchive(false, start("version"));

    Path jar = home.resolve("lib/linden-core.jar");
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000_000_000L)); // long ago
    assertMakesArchive(true, start("version"));
    Files.writeString(jar, "a longer core");
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000_000_000L));
    assertMakesArchive(true, start("version"));
    assertMakesArchive(false, start("version"));

    Path moved = folder.resolve("elsewhere");
    Files.move(home, moved);
    home = moved;
    assertMakesArchive(true, start("version"));
    assertMakesArchive(false, start("version"));

    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.2\"\n");
    assertMakesArchive(true, start("version"));
  }

  @Test
  void archivesThatNobodyUsesAreRemoved() throws Exception {
    Files.writeString(home.resolve("classes-of-an-earlier-version.jsa"), "old");
    start("version");
    assertEquals(2, archives(home).size(), archives(home).toString());
    Path first = Path.of(environment.get("JAVA_HOME"));
    environment.put("JAVA_HOME", java("jdk21", "21.0.1").toString());
    start("version");
    assertEquals(4, archives(home).size(), archives(home).toString());
    Files.delete(first.resolve("bin/java"));
    environment.put("JAVA_HOME", java("jdk22", "22.0.1").toString());
    start("version");
    List<String> left = archives(home);
    assertEquals(4, left.size(), left.toString());
    assertTrue(left.stream().noneMatch(name -> name.contains("jdk-bin-java")), left.toString());
  }

  @Test
  void theFirstStartSaysWhyItTakesLong() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no terminal to try");
    List<String> onTerminal =
        List.of("script", "-qec", "bash " + home + "/bin/linden version", "/dev/null");
    String first = printed(onTerminal);
    assertEquals(1, first.lines().count(), first);
    assertTrue(first.startsWith("linden: this start takes some seconds longer"), first);
    assertEquals("", printed(onTerminal));
  }

  @Test
  void whatOthersMustNotReadIsInPrivateFolders() throws Exception {
    String call = start("version").get(0);
    Path crashes = folder.resolve("cache/linden/crashes");
    assertTrue(call.contains("-XX:ErrorFile=" + crashes + "/crash-%p.log"), call);
    assertEquals(
        PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(crashes));
    environment.put("XDG_CACHE_HOME", "/dev/null/nowhere");
    call = start("version").get(0);
    assertFalse(call.contains("-XX:ErrorFile="), call);
    assertTrue(call.contains("-XX:+ErrorFileToStderr"), call);
  }

  /** Java decodes names as the locale says. */
  @Test
  void javaAlwaysGetsALocaleOfUtf8() throws Exception {
    Path shown = folder.resolve("charmap");
    program(folder.resolve("jdk/bin/java"), "locale charmap > '" + shown + "' 2>/dev/null\n");
    assumeTrue(
        printed(List.of("locale", "-a")).matches("(?is).*\\b(C|en_US)\\.utf-?8\\b.*"),
        "no locale of UTF-8");
    for (String given : List.of("C", "POSIX", "xx_XX.UTF-8", "")) {
      environment.put("LC_ALL", given);
      environment.put("LC_CTYPE", "");
      environment.put("LANG", "");
      printed(List.of("bash", home + "/bin/linden", "version"));
      assertEquals("UTF-8\n", Files.readString(shown), "LC_ALL=" + given);
    }
  }
}
