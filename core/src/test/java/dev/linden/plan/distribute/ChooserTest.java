package dev.linden.plan.distribute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Source;
import dev.linden.engine.Engine;
import dev.linden.engine.View;
import dev.linden.op.AggregateOps;
import dev.linden.op.CellwiseOps;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.op.Size;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Physical operators for data and clusters that are not there. */
class ChooserTest {
  private static final long GB = 1L << 30;

  /** Six executors with 24 cores and 55 GB, a driver with 20 GB. */
  private static final Cluster SIX_NODES = new Cluster(6, 24, 55 * GB, 0.6, 0.3, 20 * GB, 1000);

  private static final Cluster SMALL_DRIVER = new Cluster(6, 24, 55 * GB, 0.6, 0.3, 5 * GB, 1000);

  /** The lines of instructions on Spark. */
  private static List<String> onSpark(String script, Cluster cluster, Map<String, Size> assumed) {
    Engine.Builder builder = Engine.builder().cluster(cluster);
    assumed.forEach(builder::assume);
    try (Engine engine = builder.build()) {
      return engine
          .compile(new Source("<script>", script), Map.of())
          .explain(View.RUNTIME)
          .lines()
          .filter(line -> line.contains(" SPARK"))
          .map(String::strip)
          .toList();
    }
  }

  private static String only(String script, Cluster cluster, Map<String, Size> assumed) {
    List<String> lines = onSpark(script, cluster, assumed);
    assertEquals(1, lines.size(), lines::toString);
    return lines.get(0);
  }

  private static void endsWith(String end, String line) {
    assertTrue(line.endsWith(end), line);
  }

  @Test
  void aVectorGoesToAllExecutors() {
    endsWith(
        "SPARK mapmm",
        onSpark(
                "print(max(cumsum(X %*% v))); ",
                SIX_NODES, Map.of("X", Size.of(100_000_000, 1000), "v", Size.of(1000, 1)))
            .get(0));
  }

  /** The products of rows are summed where they are made. */
  @Test
  void aProductAndItsSumAreOneOperator() {
    String line =
        only(
            "print(sum(X %*% v))",
            SIX_NODES, Map.of("X", Size.of(100_000_000, 1000), "v", Size.of(1000, 1)));
    assertTrue(line.contains("Row{sum(a%*%b)}"), line);
  }

  @Test
  void theProductOfAMatrixWithItself() {
    endsWith(
        "SPARK tsmm",
        only("A = t(X) %*% X; print(max(A))", SIX_NODES, Map.of("X", Size.of(100_000_000, 1000))));
    assertTrue(
        onSpark("A = t(X) %*% X; print(max(A))", SIX_NODES, Map.of("X", Size.of(10_000_000, 3000)))
            .get(0)
            .endsWith("SPARK cpmm"));
  }

  @Test
  void aChainIsOnePassWhereItsVectorsFit() {
    Map<String, Size> assumed =
        Map.of(
            "X", Size.of(100_000_000, 1000),
            "v", Size.of(1000, 1),
            "w", Size.of(100_000_000, 1));
    endsWith(
        "SPARK mapmmchain",
        only("g = t(X) %*% (w * (X %*% v)); print(sum(g))", SIX_NODES, assumed));
  }

  /** The fallback of multi-class SVM with a small driver: no broadcast of vectors of rows. */
  @Test
  void blocksOfEqualRowsMeetWhenNoVectorFitsTheDriver() {
    Map<String, Size> assumed =
        Map.of("X", Size.of(1_000_000_000, 500), "y", Size.of(1_000_000_000, 1));
    endsWith("SPARK zipmm", only("g = t(X) %*% y; print(sum(g))", SMALL_DRIVER, assumed));
  }

  @Test
  void twoLargeMatricesAreShuffled() {
    Map<String, Size> assumed =
        Map.of("A", Size.of(1_000_000, 1_000_000), "B", Size.of(1_000_000, 100_000));
    String line = onSpark("C = A %*% B; print(max(C))", SIX_NODES, assumed).get(0);
    assertTrue(line.endsWith("SPARK cpmm") || line.endsWith("SPARK rmm"), line);
  }

  /** The aggregates of a column of 4 TB fit the driver after two levels. */
  @Test
  void levelsOfCumulativeAggregates() {
    Cluster tenNodes = new Cluster(10, 19, 60 * GB, 0.5, 0.3, 40 * GB, 1000);
    for (Map.Entry<Size, Integer> expected :
        Map.of(
                Size.of(5_000_000_000L, 1), 1,
                Size.of(500_000_000_000L, 1), 1,
                Size.of(5_000_000_000_000L, 1), 2)
            .entrySet()) {
      endsWith(
          "SPARK cascade " + expected.getValue(),
          onSpark("Y = cumsum(X); print(max(Y))", tenNodes, Map.of("X", expected.getKey())).stream()
              .filter(line -> line.contains("cumsum"))
              .findFirst()
              .orElse("no cumsum"));
    }
  }

  // ---- the chooser itself

  private static Method choose(Op op, Cluster cluster, Size... operands) {
    return new Chooser(cluster).choose(op, Stream.of(operands).map(Info::matrix).toList());
  }

  /** With blocks of 100 a row of 500 cells is not one block. */
  @Test
  void theSizeOfBlocksDecides() {
    Size x = Size.of(100_000_000, 500);
    assertEquals(Method.Product.TSMM, choose(ProductOps.TSMM_LEFT, SIX_NODES, x));
    Cluster smallBlocks = SIX_NODES.withBlocksOf(100);
    assertEquals(Method.Product.CPMM, choose(ProductOps.TSMM_LEFT, smallBlocks, x));
    Size v = Size.of(500, 1);
    assertEquals(Method.Product.MAPMMCHAIN, choose(ProductOps.CHAIN, SIX_NODES, x, v));
    assertEquals(Method.Product.TWO_PRODUCTS, choose(ProductOps.CHAIN, smallBlocks, x, v));
  }

  /** Both vectors of a chain are on an executor at once. */
  @Test
  void vectorsOfAChainShareTheBroadcast() {
    Size x = Size.of(300_000_000, 500);
    Size v = Size.of(500, 2);
    Size w = Size.of(300_000_000, 2);
    assertEquals(Method.Product.MAPMMCHAIN, choose(ProductOps.WEIGHTED_CHAIN, SIX_NODES, x, v, w));
    assertEquals(
        Method.Product.TWO_PRODUCTS, choose(ProductOps.WEIGHTED_CHAIN, SMALL_DRIVER, x, v, w));
  }

  @Test
  void whatHasNoDistributedFormRunsOnTheDriver() {
    Size x = Size.of(100_000_000, 500);
    assertNull(choose(ProductOps.WEIGHTED_CHAIN, SIX_NODES, x, Size.of(500, 1), Size.of(1, 1)));
    assertNull(choose(ProductOps.SELECTION, SIX_NODES, Size.of(1, 500), x));
  }

  @Test
  void unknownSizesDecideNothing() {
    assertEquals(
        Method.Plain.OPEN, choose(ProductOps.MATMULT, SIX_NODES, Size.UNKNOWN, Size.of(500, 1)));
    assertEquals(Method.Plain.ONLY, choose(CellwiseOps.EXP, SIX_NODES, Size.UNKNOWN));
  }

  /** Rows are cumulated like the columns of the transpose. */
  @Test
  void rowsAreCumulatedAlongRows() {
    Size wide = Size.of(1, 5_000_000_000_000L);
    assertEquals(
        choose(AggregateOps.CUMSUM, SIX_NODES, wide.transposed()),
        choose(AggregateOps.ROW_CUMSUM, SIX_NODES, wide));
    assertEquals(
        new Method.Cascade(0, false), choose(AggregateOps.CUMSUM, SIX_NODES, Size.of(1000, 5)));
  }
}
