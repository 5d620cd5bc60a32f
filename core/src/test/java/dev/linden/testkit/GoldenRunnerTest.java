package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenRunnerTest {
  @TempDir Path temporary;

  @Test
  void rightExpectationsPass() throws IOException {
    check("run", "print(1 + 1)", "2");
    check("error", "stop(\"no\")", "no");
    check("fails run", "print(as.double(\"abc\"))", "");
    check("fails compile", "x = = 1", "");
  }

  @Test
  void wrongExpectationsFail() {
    assertThrows(AssertionError.class, () -> check("run", "print(1 + 1)", "3"));
    assertThrows(AssertionError.class, () -> check("run", "stop(\"no\")", ""));
    assertThrows(AssertionError.class, () -> check("error", "print(1)", "1"));
    assertThrows(AssertionError.class, () -> check("error", "stop(\"no\")", "yes"));
    assertThrows(AssertionError.class, () -> check("error exit 3", "stop(\"no\")", "no"));
    assertThrows(AssertionError.class, () -> check("fails run", "print(1)", ""));
    assertThrows(AssertionError.class, () -> check("fails compile", "print(1)", ""));
  }

  @Test
  void updatingFillsInWhatTheRunnerDoes() throws IOException {
    Path file = temporary.resolve("sample.dmlt");
    Files.writeString(file, "run\nprint(2)\n----\n1\n\n# why\nerror\nstop(\"no\")\n----\n");
    runner().update(GoldenFile.read(file));
    assertEquals(
        "run\nprint(2)\n----\n2\n\n# why\nerror\nstop(\"no\")\n----\nno\n", Files.readString(file));
  }

  private GoldenRunner runner() {
    return new GoldenRunner(new OracleRunner(), temporary);
  }

  private void check(String keyword, String script, String expected) throws IOException {
    GoldenFile file = GoldenFile.of(keyword + "\n" + script + "\n----\n" + expected + "\n");
    runner().check(file.blocks().get(0), RunConfig.DEFAULT);
  }
}
