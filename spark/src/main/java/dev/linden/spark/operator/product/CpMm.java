package dev.linden.spark.operator.product;

import dev.linden.matrix.Matrix;
import dev.linden.op.Invocation;
import dev.linden.op.Op;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.operator.Operator;
import dev.linden.spark.operator.Session;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * cpmm: columns of blocks on the left meet rows of blocks on the right, by the common dimension.
 *
 * <pre>{@code
 * A11 A12   B11 B12     (A11 A21 | B11 B12) --> A11 B11  A11 B12  A21 B11  A21 B12 \
 * A21 A22 x B21 B22 ==>                                                             +==> C
 *                       (A12 A22 | B21 B22) --> A12 B21  A12 B22  A22 B21  A22 B22 /
 * }</pre>
 *
 * <p>Both factors move once; partial products move to the sum of their block, as many of the whole
 * result as there are tasks.
 */
final class CpMm implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    Product product = Product.of(op, call, session);
    Distributed a = session.distributed(product.left.value());
    Distributed b = session.distributed(product.right.value());
    boolean complete = product.left.grid().colBlocks() == 1;
    product.finish(call, partials(product.left, product.right, session), complete, a, b);
  }

  /** Products of blocks, by their places in the result. */
  static JavaPairRDD<BlockIndex, Matrix> partials(
      Product.Factor left, Product.Factor right, Session session) {
    boolean aTransposed = left.transposed();
    boolean bTransposed = right.transposed();
    Grid common = session.grid(left.grid().cols(), 1);
    JavaPairRDD<Long, Tuple2<Long, Matrix>> byColumn =
        session
            .distributed(left.value())
            .blocks()
            .mapToPair(
                block -> {
                  BlockIndex at = Product.at(block._1(), aTransposed);
                  return new Tuple2<>(at.col(), new Tuple2<>(at.row(), block._2()));
                });
    JavaPairRDD<Long, Tuple2<Long, Matrix>> byRow =
        session
            .distributed(right.value())
            .blocks()
            .mapToPair(
                block -> {
                  BlockIndex at = Product.at(block._1(), bTransposed);
                  return new Tuple2<>(at.row(), new Tuple2<>(at.col(), block._2()));
                });
    return byColumn
        .join(byRow, session.hashed(common))
        .mapToPair(
            met -> {
              Tuple2<Long, Matrix> x = met._2()._1();
              Tuple2<Long, Matrix> y = met._2()._2();
              return new Tuple2<>(
                  new BlockIndex(x._1(), y._1()),
                  Product.multiply(x._2(), aTransposed, y._2(), bTransposed));
            });
  }
}
