package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the Python package and its example, against this build. */
class PythonTest {
  @TempDir Path folder;

  @Test
  void thePackageWorks() throws IOException, InterruptedException {
    TestLauncher.Ended tests =
        new TestLauncher(folder)
            .run(
                Path.of("../python"),
                TestLauncher.python(),
                "-m",
                "unittest",
                "discover",
                "-s",
                "tests");
    assertEquals(0, tests.exitCode(), tests.out() + tests.err());
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
