package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The oracle itself is held to the golden files, as far as it knows the functions they use. */
class OracleGoldenTest {
  private static final int AT_LEAST_KNOWN = 150;

  @Test
  void oraclePrintsWhatTheGoldenFilesExpect() throws IOException {
    OracleRunner oracle = new OracleRunner();
    List<String> wrong = new ArrayList<>();
    Map<String, Integer> unknown = new TreeMap<>();
    int known = 0;
    for (GoldenFile file : GoldenFolder.files()) {
      for (GoldenFile.Block block : file.blocks()) {
        if (block.kind() != GoldenFile.Kind.RUN) {
          continue;
        }
        try {
          RunResult result =
              oracle.run(
                  block.script(),
                  block.args(),
                  RunConfig.DEFAULT.writtenIn(block.syntax()),
                  block.inputs());
          String shown = result.error() == null ? result.stdout() : result.error();
          boolean agrees =
              GoldenRunner.trimmed(shown).equals(GoldenRunner.trimmed(block.expected()));
          if (!agrees
              && result.error() == null
              && Oracle.leavesZerosOpen(
                  block.script(), block.args(), OracleRunner.grids(block.inputs()))) {
            throw new OracleError.Unsupported("what zeros are that meet NaN or infinities");
          }
          known++;
          if (!agrees) {
            wrong.add(GoldenFolder.name(file) + ":" + block.line() + "\n" + block.script() + shown);
          }
        } catch (OracleError.Unsupported e) {
          unknown.merge(e.getMessage(), 1, Integer::sum);
        }
      }
    }
    assertEquals(List.of(), wrong, () -> String.join("\n\n", wrong));
    int count = known;
    if (System.getProperty("golden") == null) {
      assertTrue(known >= AT_LEAST_KNOWN, () -> "only " + count + " are known; not: " + unknown);
    }
  }
}
