package dev.linden.hop;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.op.AggregateOps;
import dev.linden.op.CellwiseOps;
import dev.linden.op.DatagenOps;
import dev.linden.op.GroupOps;
import dev.linden.op.Info;
import dev.linden.op.ProductOps;
import dev.linden.op.ReorgOps;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import org.junit.jupiter.api.Test;

/** Average shares of non-zeros for costs, upper bounds for memory, structure for both. */
class ExpectedSparsityTest {
  private static final Span HERE = new Span(new Source("<script>", "x"), 1, 1, 1, 1);
  private final HopFactory factory = new HopFactory(null);
  private final Hop a = matrix("A", 100, 100, 1000);
  private final Hop b = matrix("B", 100, 100, 500);

  private static Hop matrix(String name, long rows, long cols, long nnz) {
    return new Hop.Read(name, Info.matrix(Size.of(rows, cols, nnz)), HERE);
  }

  @Test
  void productsAreExpectedFullerThanSparseAndEmptierThanTheBound() {
    Hop product = factory.call(ProductOps.MATMULT, HERE, a, b);
    assertWithin(1 - Math.pow(1 - 0.1 * 0.05, 100), ExpectedSparsity.of(product), 1e-12);
    assertEquals(10_000, product.info().size().nnz());
  }

  @Test
  void cellwiseOperatorsMeetOrUnite() {
    Hop times = factory.call(CellwiseOps.TIMES, HERE, a, b);
    assertWithin(0.005, ExpectedSparsity.of(times), 1e-12);
    assertEquals(500, times.info().size().nnz());
    Hop plus = factory.call(CellwiseOps.PLUS, HERE, a, b);
    assertWithin(0.145, ExpectedSparsity.of(plus), 1e-12);
    assertEquals(1500, plus.info().size().nnz());
    Hop sums = factory.call(AggregateOps.ROW_SUMS, HERE, factory.call(ReorgOps.TRANSPOSE, HERE, b));
    assertWithin(1 - Math.pow(0.95, 100), ExpectedSparsity.of(sums), 1e-12);
    assertEquals(1, ExpectedSparsity.of(factory.call(CellwiseOps.EXP, HERE, b)));
  }

  @Test
  void diagonalsScaleAndTablesSelect() {
    Hop diagonal = factory.call(ReorgOps.DIAG, HERE, matrix("x", 100, 1, 100));
    Hop scaled = factory.call(ProductOps.MATMULT, HERE, diagonal, b);
    assertWithin(0.05, ExpectedSparsity.of(scaled), 1e-12);
    assertEquals(500, scaled.info().size().nnz());
    Hop rows =
        factory.call(
            DatagenOps.SEQ,
            HERE,
            new Hop.Literal(Scalar.of(1L), HERE),
            new Hop.Literal(Scalar.of(100L), HERE));
    Hop size = new Hop.Literal(Scalar.of(100L), HERE);
    Hop table = factory.call(GroupOps.TABLE, HERE, rows, matrix("v", 100, 1, 100), size, size);
    assertEquals(100, table.info().size().nnz());
    Hop selected = factory.call(ProductOps.MATMULT, HERE, table, b);
    assertWithin(0.05, ExpectedSparsity.of(selected), 1e-12);
  }
}
