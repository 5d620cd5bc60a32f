package dev.linden.spark.operator.product;

import dev.linden.matrix.Matrix;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Rdds;
import dev.linden.spark.operator.Form;
import dev.linden.spark.operator.Operator;
import dev.linden.spark.operator.Session;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * mapmm: one factor goes to all executors, each block of the other one is multiplied where it is.
 *
 * <pre>{@code
 * A11 A12      [B1]       A11 [B1] --> A11 B1 \
 * A21 A22  x   [B2]       A12 [B2] --> A12 B2  +=> C1
 *                         A21 [B1] --> A21 B1 \
 *                         A22 [B2] --> A22 B2  +=> C2
 * }</pre>
 *
 * <p>Only partial products move, to the sum of their block; none if a row of A is one block.
 * Factors of {@code t(X) %*% Y} whose blocks of equal rows are in the same place need not be sent.
 */
final class MapMm implements Operator {
  private final boolean leftEverywhere;

  MapMm(boolean leftEverywhere) {
    this.leftEverywhere = leftEverywhere;
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    if (op == ProductOps.TRANSPOSED_LEFT && isInPlace(call, session)) {
      session.used(Form.OPERAND_COPARTITIONED);
      new ZipMm().run(op, call, session);
      return;
    }
    Product product = Product.of(op, call, session);
    if (leftEverywhere) {
      withLeft(product, call, session);
    } else {
      withRight(product, call, session);
    }
  }

  /** The factor to be sent is not here either: it would be fetched first. */
  private boolean isInPlace(Invocation call, Session session) {
    MatrixValue x = (MatrixValue) call.value(0);
    MatrixValue y = (MatrixValue) call.value(1);
    return session.grid(x).colBlocks() == 1
        && session.grid(y).colBlocks() == 1
        && session.isOnlyThere(leftEverywhere ? x : y)
        && session.arePlacedAlike(x, y);
  }

  /** A factor out of a broadcast. */
  private record Everywhere(BroadcastBlocks blocks, boolean transposed) implements Serializable {
    static Everywhere of(Product.Factor factor, Session session) {
      return new Everywhere(session.broadcast(factor.value()), factor.transposed());
    }

    Matrix at(long row, long col) {
      return transposed ? blocks.block(col, row) : blocks.block(row, col);
    }
  }

  private static void withRight(Product product, Invocation call, Session session) {
    Distributed main = session.distributed(product.left.value());
    Everywhere other = Everywhere.of(product.right, session);
    boolean transposed = product.left.transposed();
    long columns = product.target.colBlocks();
    boolean wholeRows = product.left.grid().colBlocks() == 1;
    JavaPairRDD<BlockIndex, Matrix> partials;
    if (columns == 1 && !transposed && wholeRows) {
      // No position changes: the partitioning stays.
      partials =
          Rdds.mapValues(
              main.blocks(),
              block -> Product.multiply(block, false, other.at(0, 0), other.transposed()));
    } else {
      partials =
          Rdds.flatMapToPair(
              main.blocks(),
              block -> {
                BlockIndex at = Product.at(block._1(), transposed);
                List<Tuple2<BlockIndex, Matrix>> products = new ArrayList<>();
                for (long j = 0; j < columns; j++) {
                  products.add(
                      new Tuple2<>(
                          new BlockIndex(at.row(), j),
                          Product.multiply(
                              block._2(), transposed, other.at(at.col(), j), other.transposed())));
                }
                return products;
              });
    }
    product.finish(call, partials, wholeRows, main, session.source(product.right.value()));
  }

  private static void withLeft(Product product, Invocation call, Session session) {
    Distributed main = session.distributed(product.right.value());
    Everywhere other = Everywhere.of(product.left, session);
    boolean transposed = product.right.transposed();
    long rows = product.target.rowBlocks();
    JavaPairRDD<BlockIndex, Matrix> partials =
        Rdds.flatMapToPair(
            main.blocks(),
            block -> {
              BlockIndex at = Product.at(block._1(), transposed);
              List<Tuple2<BlockIndex, Matrix>> products = new ArrayList<>();
              for (long i = 0; i < rows; i++) {
                products.add(
                    new Tuple2<>(
                        new BlockIndex(i, at.col()),
                        Product.multiply(
                            other.at(i, at.row()), other.transposed(), block._2(), transposed)));
              }
              return products;
            });
    boolean wholeColumns = product.right.grid().rowBlocks() == 1;
    product.finish(call, partials, wholeColumns, main, session.source(product.left.value()));
  }
}
