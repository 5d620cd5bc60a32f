package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Settings;
import dev.linden.cli.Command.Action;
import dev.linden.engine.View;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {
  @Test
  void takesAScriptAndNamedArguments() {
    Command command = CommandLine.parse("a.dml", "X=in.csv", "k=3", "k=4");
    assertEquals(Action.RUN, command.action());
    assertEquals("a.dml", command.get(Option.FILE));
    assertEquals(Map.of("X", Scalar.of("in.csv"), "k", Scalar.of(4L)), command.arguments());
  }

  @Test
  void takesScriptTextWithArguments() {
    Command command = CommandLine.parse("-s", "print($a)", "a=1");
    assertEquals("print($a)", command.get(Option.TEXT));
    assertNull(command.get(Option.FILE));
    assertEquals(Map.of("a", Scalar.of(1L)), command.arguments());
  }

  @Test
  void namedArgumentsReachToTheNextOption() {
    Command command =
        CommandLine.parse("-nvargs", "p=a=b", "q=-1", "r=", "-f", "x.dml", "-stats", "5");
    assertEquals("x.dml", command.get(Option.FILE));
    assertEquals(5, command.get(Option.STATS));
    assertEquals(
        Map.of("p", Scalar.of("a=b"), "q", Scalar.of(-1L), "r", Scalar.of("")),
        command.arguments());
  }

  @Test
  void positionalArgumentsMayLookLikeOptions() {
    Command command = CommandLine.parse("-f", "x.dml", "-args", "-5", "", "-q", "-exec", "LOCAL");
    assertEquals(Map.of("1", Scalar.of(-5L), "3", Scalar.of("-q")), command.arguments());
    assertEquals(Settings.Exec.LOCAL, command.settings().get(Settings.EXEC));
  }

  @Test
  void namesOfArgumentsAreIdentifiers() {
    assertTrue(usage("-f", "x.dml", "-nvargs", "1a=2").contains("\"1a\" is not a name"));
    assertTrue(usage("-f", "x.dml", "-nvargs", "=2").contains("is not a name"));
    assertTrue(usage("-f", "x.dml", "-nvargs", "abc").contains("expected name=value"));
    assertTrue(usage("x.dml", "a.b=2").contains("\"a.b\" is not a name"));
    assertTrue(usage("x.dml", "abc").contains("unexpected word \"abc\""));
  }

  @Test
  void namedAndPositionalArgumentsExcludeEachOther() {
    assertTrue(usage("-f", "x.dml", "-args", "1", "-nvargs", "a=2").contains("-args"));
  }

  @Test
  void explainTakesViewsIfAny() {
    assertEquals(Set.of(View.RUNTIME), CommandLine.parse("-explain", "x.dml").get(Option.EXPLAIN));
    assertEquals(
        Set.of(View.HOPS_BEFORE, View.HOPS),
        CommandLine.parse("-explain", "hops", "x.dml").get(Option.EXPLAIN));
    Set<View> both = Set.of(View.HOPS_BEFORE, View.HOPS, View.RUNTIME);
    assertEquals(
        Set.of(View.values()), CommandLine.parse("-explain", "all", "x.dml").get(Option.EXPLAIN));
    assertEquals(
        both, CommandLine.parse("-explain", "hops", "runtime", "x.dml").get(Option.EXPLAIN));
    assertEquals(Set.of(), CommandLine.parse("x.dml").get(Option.EXPLAIN));
  }

  /** Plans for data and clusters that are not there. */
  @Test
  void explainTakesAssumptions() {
    Command command =
        CommandLine.parse(
            "explain",
            "x.dml",
            "--assume",
            "X=1e8x500",
            "--assume=d/y.csv=1e3x2,0.5",
            "--cluster",
            "c.json");
    assertEquals(
        Map.of("X", Size.of(100_000_000, 500), "d/y.csv", Size.of(1000, 2, 1000)),
        command.get(Option.ASSUME));
    assertEquals("c.json", command.get(Option.CLUSTER));
    assertTrue(usage("x.dml", "--assume", "X=3x4").contains("--assume is for linden explain"));
    assertTrue(usage("explain", "x.dml", "--assume", "X=3").contains("expected a size such as"));
    assertTrue(usage("explain", "x.dml", "--assume", "X").contains("expected NAME=ROWSxCOLS"));
  }

  @Test
  void explainIsAlsoACommand() {
    Command command = CommandLine.parse("explain", "x.dml", "a=1");
    assertEquals(Action.EXPLAIN, command.action());
    assertEquals("x.dml", command.get(Option.FILE));
    assertEquals(Set.of(View.HOPS_BEFORE, View.HOPS, View.RUNTIME), command.get(Option.EXPLAIN));
  }

  @Test
  void statisticsHaveADefaultLength() {
    assertEquals(10, CommandLine.parse("-stats", "x.dml").get(Option.STATS));
    assertEquals(3, CommandLine.parse("-stats", "3", "x.dml").get(Option.STATS));
    assertEquals(0, CommandLine.parse("x.dml").get(Option.STATS));
  }

  @Test
  void settingsComeFromOptions() {
    Settings settings =
        CommandLine.parse("x.dml", "--threads", "3", "--mem=2g", "-seed", "-7").settings();
    assertSettings(3, 2L << 30, -7L, settings);
    assertSettings(
        4,
        1024L,
        5L,
        CommandLine.parse("x.dml", "--set", "threads=4", "--set", "memory=1k", "--set=seed=5")
            .settings());
  }

  @Test
  void theCommandLineWinsOverTheConfigurationFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("config.xml");
    Files.writeString(
        file,
        "<root><linden.threads>2</linden.threads><linden.seed> 9 </linden.seed>"
            + "<sysds.optlevel>2</sysds.optlevel></root>");
    Settings settings =
        CommandLine.parse("--threads", "5", "-config", file.toString(), "x.dml").settings();
    assertSettings(5, Settings.MEMORY.defaultValue(), 9L, settings);
  }

  /** Where the classes of external functions are. */
  @Test
  void jars() {
    for (Command command :
        List.of(
            CommandLine.parse("x.dml", "--jars", "a.jar,lib/b.jar"),
            CommandLine.parse("x.dml", "--jars=a.jar,lib/b.jar"),
            CommandLine.parse("x.dml", "--set", "jars=a.jar,lib/b.jar"))) {
      assertEquals(List.of("a.jar", "lib/b.jar"), command.settings().get(Settings.JARS));
    }
  }

  private static void assertSettings(int threads, long memory, long seed, Settings settings) {
    assertEquals(threads, settings.get(Settings.THREADS));
    assertEquals(memory, settings.get(Settings.MEMORY));
    assertEquals(seed, settings.get(Settings.SEED));
  }

  @Test
  void aBadConfigurationFileIsWrongUsage(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("config.xml");
    assertTrue(usage("x.dml", "-config", file.toString()).contains("there is no file"));
    Files.writeString(file, "<root><linden.thread>2</linden.thread></root>");
    assertTrue(usage("x.dml", "-config", file.toString()).contains("did you mean threads?"));
    Files.writeString(file, "<root>");
    assertTrue(usage("x.dml", "-config", file.toString()).contains("not a readable XML file"));
  }

  @Test
  void badValuesAreNamed() {
    assertTrue(usage("x.dml", "--threads", "0").contains("--threads"));
    assertTrue(usage("x.dml", "--threads", "two").contains("\"two\""));
    assertTrue(usage("x.dml", "--mem", "lots").contains("8g"));
    assertTrue(usage("x.dml", "--mem", "0").contains("not a possible size"));
    assertTrue(usage("x.dml", "--set", "colour=red").contains("no setting colour"));
    assertTrue(usage("x.dml", "-exec", "spork").contains("did you mean spark?"));
    assertTrue(usage("x.dml", "-stats", "0").contains("at least 1"));
    assertTrue(usage("x.dml", "--json=1").contains("takes no value"));
  }

  @Test
  void misspelledOptionsGetASuggestion() {
    assertEquals("unknown option --thread; did you mean --threads?", usage("x", "--thread", "2"));
    assertEquals("unknown option -nvarg; did you mean -nvargs?", usage("x", "-nvarg", "a=2"));
    assertEquals("unknown option -xyzzy", usage("x", "-xyzzy"));
  }

  @Test
  void aScriptIsNeededOnce() {
    assertEquals("no script given", usage());
    assertEquals("no script given", usage("explain", "-stats"));
    assertEquals("-s: a script was given already", usage("-f", "x.dml", "-s", "print(1)"));
    assertEquals("-f needs a value", usage("-f"));
    assertEquals("-f needs a value", usage("-f", "-stats"));
  }

  @Test
  void commandsWithoutScript() {
    assertEquals(Action.VERSION, CommandLine.parse("version").action());
    assertEquals(Action.DOCTOR, CommandLine.parse("doctor", "--json").action());
    assertEquals(Action.DOCTOR, CommandLine.parse("--mem", "1g", "doctor").action());
    assertEquals(Action.HELP, CommandLine.parse("--help").action());
    assertEquals(Action.VERSION, CommandLine.parse("--version").action());
    Command script = CommandLine.parse("-f", "doctor");
    assertEquals(Action.RUN, script.action());
    assertEquals("doctor", script.get(Option.FILE));
  }

  private static String usage(String... words) {
    return assertThrows(UsageError.class, () -> CommandLine.parse(words)).getMessage();
  }

  @Test
  void wordsThatAreNoViewsAndOptionsWithEqualsSigns() {
    UsageError error =
        assertThrows(
            UsageError.class, () -> CommandLine.parse("-explain", "foo", "-s", "print(1)"));
    assertTrue(
        error.getMessage().startsWith("-explain: expected one of program, compression, hops"));
    assertTrue(error.getMessage().contains("found foo"));
  }

  @Test
  void aValueMayFollowAnEqualsSign() {
    for (String exec : List.of("--exec=local", "-exec=LOCAL", "-exec=singlenode")) {
      Settings settings = CommandLine.parse(exec, "x.dml").settings();
      assertEquals(Settings.Exec.LOCAL, settings.get(Settings.EXEC), exec);
    }
    assertEquals(5, CommandLine.parse("-stats=5", "-f=x.dml").get(Option.STATS));
    assertEquals(
        Set.of(View.FUSION), CommandLine.parse("-explain=fusion", "x").get(Option.EXPLAIN));
    Command one = CommandLine.parse("-args=1", "x.dml"); // and no word behind it
    assertEquals("x.dml", one.get(Option.FILE));
    assertEquals(Map.of("1", Scalar.of(1L)), one.arguments());
    assertTrue(usage("-explain=x.dml", "x.dml").contains("expected one of program"));
    assertEquals("-stats: expected [N], found \"x\"", usage("-stats=x", "x.dml"));
    assertEquals("-debug takes no value after =", usage("-debug=1", "x.dml"));
    assertEquals("unknown option -sats; did you mean -stats?", usage("-sats=1", "x.dml"));
  }
}
