package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the Python package and its example, against this build. */
class PythonTest {
  /** How unittest says that it leaves out a test, or all of a class. */
  private static final Pattern SKIPPED = Pattern.compile("\\bskipped ['\"]");

  @TempDir Path folder;

  @Test
  void thePackageWorks() throws IOException, InterruptedException {
    TestLauncher.Ended tests =
        new TestLauncher(folder)
            .run(
                Path.of("../python"),
                TestLauncher.anyPython(),
                "-m",
                "unittest",
                "discover",
                "-v",
                "-s",
                "tests");
    assertEquals(0, tests.exitCode(), tests.out() + tests.err());
    tests
        .err()
        .lines()
        .filter(line -> SKIPPED.matcher(line).find())
        .forEach(line -> System.out.println("python: " + line));
  }

  @Test
  void theExampleRuns() throws IOException, InterruptedException {
    TestLauncher.Ended example =
        new TestLauncher(folder)
            .run(Path.of(".."), TestLauncher.python(), "examples/python/regression.py");
    assertEquals(
        "[[ 1.   1.   1. ]\n [-2.  -2.  -2. ]\n [ 0.5  0.5  0.5]]\n", example.out(), example.err());
  }
}
