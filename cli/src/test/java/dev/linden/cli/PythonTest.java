package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A4: runs the tests of the Python package against this build, with the interpreter that the system
 * property or environment variable PYTHON names, or Debian's.
 */
class PythonTest {
  private static final String PYTHON = System.getenv().getOrDefault("PYTHON", "/usr/bin/python3");

  @Test
  void thePackageWorks(@TempDir Path folder) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of(PYTHON)), PYTHON + " is not there");
    Path launcher = folder.resolve("linden");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '%s' --add-modules jdk.incubator.vector -Xmx1g -cp '%s' dev.linden.cli.Main \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path"))));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    ProcessBuilder tests =
        new ProcessBuilder(PYTHON, "-B", "-m", "unittest", "discover", "-s", "tests");
    tests.directory(Path.of("../python").toFile());
    tests.environment().put("LINDEN", launcher.toString());
    tests.redirectErrorStream(true);
    Process process = tests.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
  }
}
