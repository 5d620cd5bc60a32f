package dev.linden.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.hop.Dag;
import dev.linden.op.Info;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import dev.linden.testkit.Hops;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a DAG depends on that is compiled again when it runs. */
class RecompilePointTest {
  private final Slots slots = new Slots();

  private RecompilePoint point(String dml, String... outputs) {
    Dag dag =
        Hops.dag(
            dml,
            Map.of(
                "A", Info.matrix(Size.UNKNOWN),
                "B", Info.matrix(5, 5),
                "n", Info.scalar(ValueType.INT),
                "m", Info.scalar(ValueType.INT)),
            outputs);
    return new RecompilePoint("BLOCK (line 1)", "size of A", dag, null, slots, new int[0], null);
  }

  @Test
  void matricesThatAreRead() {
    RecompilePoint point = point("C = A %*% A + n; print(sum(B))", "C");
    assertArrayEquals(new String[] {"A", "B"}, point.matrices());
    assertArrayEquals(new int[] {slots.variable("A"), slots.variable("B")}, point.matrixSlots());
    assertArrayEquals(new String[0], point.scalars(), "no size depends on n");
    assertArrayEquals(new int[0], point.generatingSlots());
  }

  @Test
  void scalarsThatSizesDependOn() {
    RecompilePoint point = point("C = A[1:n,] + m", "C");
    assertArrayEquals(new String[] {"n"}, point.scalars());
    assertArrayEquals(new int[] {slots.variable("n")}, point.scalarSlots());
    assertArrayEquals(new int[0], point.generatingSlots(), "a part is never larger than A");
    RecompilePoint generating = point("C = matrix(0, m, 3)", "C");
    assertArrayEquals(new String[] {"m"}, generating.scalars());
    assertArrayEquals(new int[] {slots.variable("m")}, generating.generatingSlots());
  }

  @Test
  void depth() {
    assertFalse(point("C = A + 1", "C").isDeep());
    assertTrue(point("C = A" + " + exp(A) * 2".repeat(200), "C").isDeep());
    assertEquals("BLOCK (line 1)", point("C = A + 1", "C").place());
  }
}
