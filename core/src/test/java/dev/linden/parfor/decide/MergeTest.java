package dev.linden.parfor.decide;

import static dev.linden.parfor.decide.Trees.MB;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.lang.ParforOptions.MergeMethod;
import dev.linden.op.Info;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Merge of results. */
class MergeTest {
  private static PlanNode.Loop loop(Info result, String options) {
    return Trees.of(
        "parfor (i in 1:10" + options + ") { R[i,1] = i }\nprint(sum(R))", Map.of("R", result));
  }

  @Test
  void inMemoryIfThreeOfThemFit() {
    PlanNode.Loop loop = loop(Info.matrix(1000, 1000), "");
    assertEquals(MergeMethod.LOCAL_MEM, Merge.of(loop, 24 * MB, true));
    assertEquals(MergeMethod.LOCAL_FILE, Merge.of(loop, 22 * MB, true));
    assertEquals(MergeMethod.REMOTE_SPARK, Merge.of(loop, 22 * MB, false));
  }

  @Test
  void decidedLaterIfTheSizeIsNotKnown() {
    assertEquals(MergeMethod.LOCAL_AUTOMATIC, Merge.of(loop(Info.matrix(), ""), MB, true));
  }

  @Test
  void theScriptMaySay() {
    PlanNode.Loop loop = loop(Info.matrix(10, 10), ", resultmerge=REMOTE_MR");
    assertEquals(MergeMethod.REMOTE_SPARK, Merge.of(loop, MB, true));
  }
}
