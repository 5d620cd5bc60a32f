package dev.linden.spark.operator.product;

import dev.linden.matrix.Matrix;
import dev.linden.op.Invocation;
import dev.linden.op.Op;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.operator.Operator;
import dev.linden.spark.operator.Partials;
import dev.linden.spark.operator.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * rmm: for each block of the result, its row of blocks and its column of blocks meet.
 *
 * <pre>{@code
 * A11 A12   B11 B12     (A11 A12 | B11 B21) --> C11
 * A21 A22 x B21 B22 ==> (A11 A12 | B12 B22) --> C12
 *                       (A21 A22 | B11 B21) --> C21
 *                       (A21 A22 | B12 B22) --> C22
 * }</pre>
 *
 * <p>A moves as often as B has columns of blocks, and B as often as A has rows of blocks; no
 * partial products move.
 */
final class Rmm implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    Product product = Product.of(op, call, session);
    Distributed a = session.distributed(product.left.value());
    Distributed b = session.distributed(product.right.value());
    boolean aTransposed = product.left.transposed();
    boolean bTransposed = product.right.transposed();
    long columns = product.target.colBlocks();
    long rows = product.target.rowBlocks();
    JavaPairRDD<BlockIndex, Tuple2<Long, Matrix>> lefts =
        a.blocks()
            .flatMapToPair(
                block -> {
                  BlockIndex at = Product.at(block._1(), aTransposed);
                  List<Tuple2<BlockIndex, Tuple2<Long, Matrix>>> copies = new ArrayList<>();
                  for (long j = 0; j < columns; j++) {
                    copies.add(
                        new Tuple2<>(
                            new BlockIndex(at.row(), j), new Tuple2<>(at.col(), block._2())));
                  }
                  return copies.iterator();
                });
    JavaPairRDD<BlockIndex, Tuple2<Long, Matrix>> rights =
        b.blocks()
            .flatMapToPair(
                block -> {
                  BlockIndex at = Product.at(block._1(), bTransposed);
                  List<Tuple2<BlockIndex, Tuple2<Long, Matrix>>> copies = new ArrayList<>();
                  for (long i = 0; i < rows; i++) {
                    copies.add(
                        new Tuple2<>(
                            new BlockIndex(i, at.col()), new Tuple2<>(at.row(), block._2())));
                  }
                  return copies.iterator();
                });
    JavaPairRDD<BlockIndex, Matrix> blocks =
        lefts
            .cogroup(rights, session.partitioner(product.target))
            .mapValues(met -> dot(met._1(), aTransposed, met._2(), bTransposed));
    product.finish(call, blocks, true, a, b);
  }

  private static Matrix dot(
      Iterable<Tuple2<Long, Matrix>> row,
      boolean aTransposed,
      Iterable<Tuple2<Long, Matrix>> column,
      boolean bTransposed) {
    TreeMap<Long, Matrix> lefts = new TreeMap<>();
    row.forEach(block -> lefts.put(block._1(), block._2()));
    Map<Long, Matrix> rights = new HashMap<>();
    column.forEach(block -> rights.put(block._1(), block._2()));
    Matrix sum = null;
    for (Map.Entry<Long, Matrix> block : lefts.entrySet()) {
      Matrix product =
          Product.multiply(block.getValue(), aTransposed, rights.get(block.getKey()), bTransposed);
      sum = sum == null ? product : Partials.add(sum, product);
    }
    return sum;
  }
}
