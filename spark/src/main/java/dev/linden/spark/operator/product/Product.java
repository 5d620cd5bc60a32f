package dev.linden.spark.operator.product;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Rdds;
import dev.linden.spark.operator.Partials;
import dev.linden.spark.operator.Session;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** A call of {@code A %*% B}, {@code t(A) %*% B} or {@code A %*% t(B)}. */
final class Product {
  final Factor left;
  final Factor right;
  private final Session session;

  /** The blocks of the result. */
  final Grid target;

  private Product(Factor left, Factor right, Session session) {
    this.left = left;
    this.right = right;
    this.session = session;
    this.target = session.grid(left.grid().rows(), right.grid().cols());
  }

  static Product of(Op op, Invocation call, Session session) {
    boolean leftTransposed = op == ProductOps.TRANSPOSED_LEFT || op == ProductOps.TSMM_LEFT;
    boolean rightTransposed = op == ProductOps.TRANSPOSED_RIGHT || op == ProductOps.TSMM_RIGHT;
    MatrixValue a = (MatrixValue) call.value(0);
    MatrixValue b = call.count() > 1 ? (MatrixValue) call.value(1) : a;
    return new Product(
        Factor.of(a, leftTransposed, session), Factor.of(b, rightTransposed, session), session);
  }

  /**
   * An operand as it takes part in the product.
   *
   * @param grid of the factor; that of the operand if it is not transposed
   */
  record Factor(MatrixValue value, boolean transposed, Grid grid) {
    static Factor of(MatrixValue value, boolean transposed, Session session) {
      Grid grid = session.grid(value);
      return new Factor(value, transposed, transposed ? grid.transposed() : grid);
    }
  }

  /** Where a block of an operand is in the factor. */
  static BlockIndex at(BlockIndex index, boolean transposed) {
    return transposed ? index.transposed() : index;
  }

  static Matrix multiply(Matrix a, boolean aTransposed, Matrix b, boolean bTransposed) {
    return MatMult.multiply(a, aTransposed, b, bTransposed, Workers.serial());
  }

  /**
   * The result out of products of blocks.
   *
   * @param complete there is one product for each block; else they add up
   */
  void finish(
      Invocation call,
      JavaPairRDD<BlockIndex, Matrix> partials,
      boolean complete,
      Distributed... sources) {
    if (target.isSingleBlock()) {
      call.result(session.job("product", () -> Partials.sum(Rdds.map(partials, Tuple2::_2))));
      return;
    }
    JavaPairRDD<BlockIndex, Matrix> blocks =
        complete ? partials : partials.reduceByKey(session.partitioner(target), Partials::add);
    call.result(session.result(target, blocks, List.of(sources)));
  }
}
