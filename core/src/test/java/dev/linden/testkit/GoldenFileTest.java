package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoldenFileTest {
  private static final String SAMPLE =
      """
      # about this file
      args a=5 e="x y"
      input A 2x3 = 1 2 3  4 5 6
      file lib.dml
      one = function() return (int x) { x = 1 }

      ----

      run
      # a comment of the script

      run
      print("x")
      ----
      x

      # FRAME: nrow = 1, ncol = 1
      # C1
      1

      # about the next block
      error exit 3
      stop("no")
      ----

      fails compile
      x = = 1
      ----
      """;

  @Test
  void scriptsEndAtTheRuleAndExpectationsAtTheNextBlock() {
    List<GoldenFile.Block> blocks = GoldenFile.of(SAMPLE).blocks();
    assertEquals(3, blocks.size());
    GoldenFile.Block run = blocks.get(0);
    assertEquals(9, run.line());
    assertEquals("# a comment of the script\n\nrun\nprint(\"x\")\n", run.script());
    assertEquals("x\n\n# FRAME: nrow = 1, ncol = 1\n# C1\n1\n", run.expected());
    assertEquals(Map.of("a", "5", "e", "\"x y\""), run.args());
    assertEquals(6, run.inputs().get("A").get(1, 2));
    assertEquals("one = function() return (int x) { x = 1 }\n\n", run.files().get("lib.dml"));
    assertEquals(GoldenFile.Kind.ERROR, blocks.get(1).kind());
    assertEquals(3, blocks.get(1).exitCode());
    assertEquals("", blocks.get(1).expected());
    assertEquals(GoldenFile.Kind.FAILS_COMPILE, blocks.get(2).kind());
  }

  @Test
  void rewritingWithTheSameExpectationsChangesNothing() {
    GoldenFile file = GoldenFile.of(SAMPLE);
    GoldenFile.Block run = file.blocks().get(0);
    assertEquals(SAMPLE, file.rewritten(Map.of(run, run.expected())));
  }

  @Test
  void expectationsThatLookLikeKeywordsSurvive() {
    GoldenFile file = GoldenFile.of(SAMPLE);
    String tricky = "run\n\\back\n\n# comment\nerror\n\n\ninput A 1x1 = 3\nrun";
    String text = file.rewritten(Map.of(file.blocks().get(0), tricky));
    GoldenFile again = GoldenFile.of(text);
    assertEquals(3, again.blocks().size());
    assertEquals(tricky + "\n", again.blocks().get(0).expected());
  }

  @Test
  void mistakesAreReportedWithTheirLine() {
    Exception unknown =
        assertThrows(IllegalArgumentException.class, () -> GoldenFile.of("# x\nruns\n----\n"));
    assertTrue(unknown.getMessage().contains(":2:"), unknown.getMessage());
    assertThrows(IllegalArgumentException.class, () -> GoldenFile.of("run\nprint(1)\n"));
    assertThrows(IllegalArgumentException.class, () -> GoldenFile.of("input A 2x2 = 1 2 3\n"));
  }

  @Test
  void allGoldenFilesAreWellFormed() throws IOException {
    for (GoldenFile file : GoldenFolder.files()) {
      assertFalse(file.blocks().isEmpty(), () -> GoldenFolder.name(file));
      for (GoldenFile.Block block : file.blocks()) {
        assertFalse(block.script().isBlank(), GoldenFolder.name(file) + ":" + block.line());
      }
    }
  }
}
