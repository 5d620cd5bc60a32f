package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.LindenBug;
import dev.linden.base.Problem;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.engine.Compiled;
import dev.linden.engine.View;
import dev.linden.engine.WhatIf;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.run.ExecutionListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command around the engine: which stream, which exit code. The engine is a fake that prints,
 * or fails, as told.
 */
class CliTest {
  private final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
  private Throwable fault;

  @Test
  void successPrintsOnlyTheScriptsOutput() {
    assertEquals(0, run("-s", "hello"));
    assertEquals("hello {}\n", out());
    assertEquals("", err());
  }

  @Test
  void scriptsComeFromFiles(@TempDir Path folder) throws Exception {
    Path script = folder.resolve("a.dml");
    Files.writeString(script, "text");
    assertEquals(0, run(script.toString(), "p=a=b"));
    assertEquals("text {p=\"a=b\"}\n", out());
  }

  @Test
  void errorsInTheScriptAreExitCode1() {
    Source source = new Source("a.dml", "x = sum(y)\n");
    Problem problem = new Problem(new Span(source, 1, 9, 1, 9), "y is not defined");
    fault = ScriptError.beforeRun(List.of(problem));
    assertEquals(1, run("-s", "x"));
    assertEquals("a.dml:1:9: error: y is not defined\n  x = sum(y)\n          ^\n", err());
  }

  @Test
  void errorsInTheDataAreExitCode1() {
    fault = new InputError("no such file: X.csv");
    assertEquals(1, run("-s", "x"));
    assertEquals("linden: error: no such file: X.csv\n", err());
  }

  @Test
  void outputBeforeAnErrorStays() {
    fault = new InputError("stop");
    assertEquals(1, run("-s", "before"));
    assertEquals("before {}\n", out());
  }

  @Test
  void wrongUsageIsExitCode2() {
    assertEquals(2, run("-s", "x", "--thread", "2"));
    assertTrue(err().startsWith("linden: error: unknown option --thread; did you mean --threads?"));
    assertEquals("", out());
  }

  @Test
  void aMissingScriptFileIsExitCode2(@TempDir Path folder) {
    String missing = folder.resolve("missing.dml").toString();
    assertEquals(2, run(missing));
    assertTrue(err().contains("there is no script file " + missing));
    assertEquals(2, run(folder.toString()));
    assertTrue(err().contains("is a directory"));
  }

  @Test
  void missingResourcesAreExitCode3() {
    fault = new ResourceError("%*% needs 3 GB, the budget is 1 GB");
    assertEquals(3, run("-s", "x"));
    assertEquals("linden: error: %*% needs 3 GB, the budget is 1 GB\n", err());
  }

  @Test
  void missingMemoryIsExitCode3AndNamesTheOption() {
    fault = new OutOfMemoryError("Java heap space");
    assertEquals(3, run("-s", "x"));
    assertTrue(err().contains("--mem"), err());
  }

  @Test
  void missingMemoryAtAPlaceInTheScriptIsExitCode3() {
    Span span = new Span(new Source("a.dml", "X = Y %*% Z"), 1, 5, 1, 11);
    Problem problem = new Problem(span, "%*% failed");
    fault = ScriptError.duringRun(problem, new OutOfMemoryError("Java heap space"));
    assertEquals(3, run("-s", "x"));
    assertTrue(err().startsWith("a.dml:1:5: error: %*% failed"), err());
    assertTrue(err().contains("--mem"), err());
  }

  @Test
  void sparkIsExitCode3WhileThereIsNone() {
    assertEquals(3, run("-s", "x", "-exec", "spark"));
    assertTrue(err().contains("-exec spark needs Spark"));
  }

  @Test
  void bugsAreExitCode4() {
    for (Throwable bug : List.of(new IllegalStateException("boom"), new LindenBug("boom"))) {
      fault = bug;
      assertEquals(4, run("-s", "x"));
      assertTrue(err().contains("this is a bug in Linden"), err());
      assertTrue(err().contains("boom"), err());
      assertTrue(err().lines().count() < 12, "only the first lines of the trace");
    }
  }

  @Test
  void debugShowsTheWholeTrace() {
    fault = new InputError("bad", new IllegalStateException("the reason"));
    assertEquals(1, run("-s", "x", "-debug"));
    assertTrue(err().contains("Caused by: java.lang.IllegalStateException: the reason"), err());
  }

  @Test
  void failuresAsJson() {
    Problem problem = new Problem(new Span(new Source("a.dml", "\"x"), 1, 1, 1, 1), "say \"x\"");
    fault = ScriptError.beforeRun(List.of(problem));
    assertEquals(1, run("-s", "x", "--json"));
    assertTrue(err().startsWith("{\"error\":{\"kind\":\"script\",\"exitCode\":1,"), err());
    assertTrue(err().contains("\"line\":1,\"column\":1,\"message\":\"say \\\"x\\\"\""), err());
  }

  @Test
  void explainCompilesOnly() {
    fault = new IllegalStateException("must not run");
    assertEquals(0, run("explain", "-s", "x"));
    assertEquals("# hops before rewrites\nHOPS_BEFORE\n# hops\nHOPS\n# runtime\nRUNTIME\n", out());
    assertEquals("careful\n", err());
  }

  @Test
  void explainShowsTheLevelsAskedFor() {
    assertEquals(0, run("explain", "-s", "x", "-explain", "program", "recompile"));
    assertEquals("# program\nPROGRAM\n# recompile\nRECOMPILE\n", out());
    assertEquals(0, run("explain", "-s", "x", "-explain", "hops", "--json"));
    assertEquals(
        "{\"hopsBefore\":{\"level\":\"HOPS_BEFORE\"},\"hops\":{\"level\":\"HOPS\"}}\n", out());
  }

  @Test
  void statisticsAsJson() {
    assertEquals(0, run("-s", "x", "-stats", "3", "--json"));
    assertEquals("{\"statistics\":{\"heaviest\":3}}\n", err());
  }

  @Test
  void plansForSparkNeedNoSpark() {
    assertEquals(0, run("explain", "-s", "x", "-exec", "spark"));
  }

  @Test
  void plansAndStatisticsOfARunGoToStandardError() {
    assertEquals(0, run("-s", "x", "-explain", "-stats", "7"));
    assertEquals("x {}\n", out());
    assertEquals("careful\n# runtime\nRUNTIME\n7 heaviest\n", err());
  }

  @Test
  void translationsGoToStandardOutputOrAFile(@TempDir Path folder) throws Exception {
    assertEquals(0, run("translate", "-s", "x = A[1, ] %*% B # product"));
    assertEquals("x = A[0, :] @ B  # product\n", out());
    assertEquals(0, run("translate", "--python", "-s", "x = A[0, :] @ B"));
    assertEquals("x = A[1, ] %*% B\n", out());
    Path script = folder.resolve("a.pydml");
    Path written = folder.resolve("a.dml");
    Files.writeString(script, "print(len(X))\n");
    Files.writeString(written, "before");
    Path link = Files.createSymbolicLink(folder.resolve("link.dml"), written);
    assertEquals(0, run("translate", script.toString(), "-o", link.toString()));
    assertEquals("", out() + err());
    assertEquals("print(length(X))\n", Files.readString(written));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals(3, folder.toFile().list().length);
  }

  @Test
  void whatCanNotBeTranslatedWritesNothing(@TempDir Path folder) throws Exception {
    Path written = folder.resolve("a.pydml");
    Files.writeString(written, "before");
    String file = written.toString();
    assertEquals(1, run("translate", "-s", "and = 1", "-o", file));
    assertTrue(
        err().startsWith("<script>:1:1: error: this DML construct has no PyDML form"), err());
    assertEquals(1, run("translate", "-s", "x = 1 +", "-o", file));
    assertEquals(2, run("translate", "-s", "x = 1", "-o", folder.resolve("a.dml").toString()));
    assertTrue(err().contains("a translation of <script> ends with .pydml"), err());
    assertEquals(2, run("translate", "-s", "x = 1", "-o", folder.resolve("no/a").toString()));
    assertTrue(err().contains("there is no folder " + folder.resolve("no")), err());
    assertEquals(2, run("translate", "-s", "x = $a", "-nvargs", "a=1"));
    assertEquals(2, run("-s", "x = 1", "-o", file));
    assertEquals("before", Files.readString(written));
    assertEquals(1, folder.toFile().list().length);
  }

  @Test
  void versionHelpAndDoctor() {
    assertEquals(0, run("version"));
    assertTrue(out().matches("Linden [0-9]+\\.[0-9]+\\.[0-9]+.*\n"), out());
    assertEquals(0, run("help"));
    assertTrue(out().contains("-nvargs NAME=VALUE"));
    assertEquals(0, run("doctor"));
    for (String fact : List.of("Java", "SIMD", "Cores", "Heap", "Memory budget", "Spark")) {
      assertTrue(out().contains(fact), out());
    }
    assertEquals(0, run("doctor", "--json"));
    assertTrue(out().startsWith("{\"Linden\":\""), out());
    assertFalse(out().contains("${"), "the version is filled in by the build");
  }

  private int run(String... words) {
    outBytes.reset();
    errBytes.reset();
    PrintStream out = new PrintStream(outBytes, false, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(errBytes, false, StandardCharsets.UTF_8);
    return new Cli(out, err, FakeSession::new).run(words);
  }

  private String out() {
    return outBytes.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return errBytes.toString(StandardCharsets.UTF_8);
  }

  /** Running a script prints its text and arguments, then throws the fault if there is one. */
  private final class FakeSession implements Session {
    private final PrintStream output;

    FakeSession(Command command, PrintStream output, PrintStream diagnostics) {
      this.output = output;
    }

    @Override
    public Supplier<String> activity() {
      return () -> "";
    }

    @Override
    public Compiled compile(Source source, Map<String, Scalar> arguments) {
      return new Compiled() {
        @Override
        public String explain(View level) {
          return level + "\n";
        }

        @Override
        public Map<String, Object> explainData(View level) {
          return Map.of("level", level);
        }

        @Override
        public Map<String, Object> report() {
          return Map.of("script", "fake");
        }

        @Override
        public Map<String, Object> report(WhatIf change) {
          return report();
        }

        @Override
        public List<String> warnings() {
          return List.of("careful");
        }

        @Override
        public void run(Map<String, Value> inputs) {
          run();
        }

        @Override
        public void run(ExecutionListener listener) {
          run();
        }

        @Override
        public void run() {
          output.println(source.text() + " " + arguments);
          if (fault != null) {
            CliTest.<RuntimeException>throwAnything(fault);
          }
        }
      };
    }

    @Override
    public String statistics(int heaviest) {
      return heaviest + " heaviest";
    }

    @Override
    public Map<String, Object> statisticsData(int heaviest) {
      return Map.of("heaviest", heaviest);
    }

    @Override
    public void close() {}
  }

  /** Errors and exceptions alike, although the interface declares neither. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void throwAnything(Throwable anything) throws T {
    throw (T) anything;
  }
}
