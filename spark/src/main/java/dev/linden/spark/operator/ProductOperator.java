package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.op.RemoteMatrix;
import dev.linden.op.Size;
import dev.linden.plan.ProductMethod;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** {@code A %*% B} with transposed operands or without; see {@link ProductMethod} for the forms. */
final class ProductOperator implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    boolean leftTransposed = op == ProductOps.TRANSPOSED_LEFT || op == ProductOps.TSMM_LEFT;
    boolean rightTransposed = op == ProductOps.TRANSPOSED_RIGHT || op == ProductOps.TSMM_RIGHT;
    MatrixValue left = (MatrixValue) call.value(0);
    MatrixValue right = call.count() > 1 ? (MatrixValue) call.value(1) : left;
    if (left == right && leftTransposed && left.size().cols() <= session.side()) {
      call.result(selfProduct(left, true, session));
      return;
    }
    if (left == right && rightTransposed && left.size().rows() <= session.side()) {
      call.result(selfProduct(left, false, session));
      return;
    }
    new Product(new Factor(left, leftTransposed), new Factor(right, rightTransposed), session)
        .compute(call);
  }

  /** tsmm: every block by itself, then the sum. */
  private static Matrix selfProduct(MatrixValue x, boolean left, Session session) {
    session.used(Form.TSMM);
    Distributed operand = session.distributed(x);
    return session.job(
        "tsmm",
        () ->
            Partials.sum(
                operand
                    .blocks()
                    .values()
                    .map(block -> MatMult.tsmm(block, left, Workers.serial()))));
  }

  /** An operand as it takes part in the product. */
  record Factor(MatrixValue value, boolean transposed) {
    Size size() {
      RemoteMatrix remote = value.remote();
      Matrix block = value.resident();
      long nnz =
          block != null && block.isSparse() ? block.nnz() : remote == null ? -1 : remote.nnz();
      Size size = nnz < 0 ? value.size() : value.size().withNnz(nnz);
      return transposed ? size.transposed() : size;
    }

    Grid grid(Session session) {
      Grid grid = session.grid(value);
      return transposed ? grid.transposed() : grid;
    }
  }

  /** A block of a factor out of a broadcast. */
  record BroadcastFactor(BroadcastBlocks blocks, boolean transposed)
      implements java.io.Serializable {
    Matrix at(long row, long col) {
      return transposed ? blocks.block(col, row) : blocks.block(row, col);
    }
  }

  /** One product of two factors. */
  private static final class Product {
    private final Factor left;
    private final Factor right;
    private final Session session;
    private final Grid leftGrid;
    private final Grid rightGrid;
    private final Grid target;

    private Product(Factor left, Factor right, Session session) {
      this.left = left;
      this.right = right;
      this.session = session;
      this.leftGrid = left.grid(session);
      this.rightGrid = right.grid(session);
      this.target = session.grid(leftGrid.rows(), rightGrid.cols());
    }

    void compute(Invocation call) {
      ProductMethod method =
          session.forced() != null
              ? session.forced()
              : ProductMethod.choose(
                  left.size(), right.size(), left.transposed(), session.productLimits());
      session.used(Form.valueOf(method.name()));
      switch (method) {
        case MAPMM_LEFT -> mapLeft(call);
        case ZIPMM -> zip(call);
        case CPMM -> cross(call);
        case RMM -> replicate(call);
        default -> mapRight(call);
      }
    }

    // ---- one factor on every executor

    private void mapRight(Invocation call) {
      Distributed main = session.distributed(left.value());
      BroadcastFactor other =
          new BroadcastFactor(session.broadcast(right.value()), right.transposed());
      boolean transposed = left.transposed();
      boolean otherTransposed = right.transposed();
      long columns = target.colBlocks();
      JavaPairRDD<BlockIndex, Matrix> partials;
      if (columns == 1 && !transposed && leftGrid.colBlocks() == 1) {
        // No position changes: the partitioning stays.
        partials =
            main.blocks()
                .mapValues(
                    block ->
                        MatMult.multiply(
                            block, false, other.at(0, 0), otherTransposed, Workers.serial()));
      } else {
        partials =
            main.blocks()
                .flatMapToPair(
                    block -> {
                      BlockIndex at = transposed ? block._1().transposed() : block._1();
                      List<Tuple2<BlockIndex, Matrix>> products = new ArrayList<>();
                      for (long j = 0; j < columns; j++) {
                        products.add(
                            new Tuple2<>(
                                new BlockIndex(at.row(), j),
                                MatMult.multiply(
                                    block._2(),
                                    transposed,
                                    other.at(at.col(), j),
                                    otherTransposed,
                                    Workers.serial())));
                      }
                      return products.iterator();
                    });
      }
      finish(call, partials, leftGrid.colBlocks() == 1, main, session.source(right.value()));
    }

    private void mapLeft(Invocation call) {
      Distributed main = session.distributed(right.value());
      BroadcastFactor other =
          new BroadcastFactor(session.broadcast(left.value()), left.transposed());
      boolean transposed = right.transposed();
      boolean otherTransposed = left.transposed();
      long rows = target.rowBlocks();
      JavaPairRDD<BlockIndex, Matrix> partials =
          main.blocks()
              .flatMapToPair(
                  block -> {
                    BlockIndex at = transposed ? block._1().transposed() : block._1();
                    List<Tuple2<BlockIndex, Matrix>> products = new ArrayList<>();
                    for (long i = 0; i < rows; i++) {
                      products.add(
                          new Tuple2<>(
                              new BlockIndex(i, at.col()),
                              MatMult.multiply(
                                  other.at(i, at.row()),
                                  otherTransposed,
                                  block._2(),
                                  transposed,
                                  Workers.serial())));
                    }
                    return products.iterator();
                  });
      finish(call, partials, rightGrid.rowBlocks() == 1, main, session.source(left.value()));
    }

    // ---- both factors in blocks

    /** zipmm: t(X) %*% Y; the positions of blocks are those of X and Y, so partitioning is used. */
    private void zip(Invocation call) {
      Distributed x = session.distributed(left.value());
      Distributed y = session.distributed(right.value());
      JavaPairRDD<BlockIndex, Matrix> other =
          right.transposed() ? Blocks.transposed(y.blocks()) : y.blocks();
      Grid shared = session.grid(left.value());
      JavaPairRDD<BlockIndex, Matrix> main = x.blocks();
      call.result(
          session.job(
              "zipmm",
              () ->
                  Partials.sum(
                      main.join(other, session.meeting(shared, main, other))
                          .values()
                          .map(
                              pair ->
                                  MatMult.multiply(
                                      pair._1(), true, pair._2(), false, Workers.serial())))));
    }

    /** cpmm: by the common dimension. */
    private void cross(Invocation call) {
      Distributed a = session.distributed(left.value());
      Distributed b = session.distributed(right.value());
      boolean aTransposed = left.transposed();
      boolean bTransposed = right.transposed();
      Grid common = session.grid(leftGrid.cols(), 1);
      JavaPairRDD<Long, Tuple2<Long, Matrix>> byColumn =
          a.blocks()
              .mapToPair(
                  block -> {
                    BlockIndex at = aTransposed ? block._1().transposed() : block._1();
                    return new Tuple2<>(at.col(), new Tuple2<>(at.row(), block._2()));
                  });
      JavaPairRDD<Long, Tuple2<Long, Matrix>> byRow =
          b.blocks()
              .mapToPair(
                  block -> {
                    BlockIndex at = bTransposed ? block._1().transposed() : block._1();
                    return new Tuple2<>(at.row(), new Tuple2<>(at.col(), block._2()));
                  });
      JavaPairRDD<BlockIndex, Matrix> partials =
          byColumn
              .join(byRow, session.partitioner(common))
              .mapToPair(
                  met -> {
                    Tuple2<Long, Matrix> x = met._2()._1();
                    Tuple2<Long, Matrix> y = met._2()._2();
                    return new Tuple2<>(
                        new BlockIndex(x._1(), y._1()),
                        MatMult.multiply(
                            x._2(), aTransposed, y._2(), bTransposed, Workers.serial()));
                  });
      finish(call, partials, leftGrid.colBlocks() == 1, a, b);
    }

    /** rmm: every block of the result gets its row and its column. */
    private void replicate(Invocation call) {
      Distributed a = session.distributed(left.value());
      Distributed b = session.distributed(right.value());
      boolean aTransposed = left.transposed();
      boolean bTransposed = right.transposed();
      long columns = target.colBlocks();
      long rows = target.rowBlocks();
      JavaPairRDD<BlockIndex, Tuple2<Long, Matrix>> lefts =
          a.blocks()
              .flatMapToPair(
                  block -> {
                    BlockIndex at = aTransposed ? block._1().transposed() : block._1();
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
                    BlockIndex at = bTransposed ? block._1().transposed() : block._1();
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
              .cogroup(rights, session.partitioner(target))
              .mapValues(met -> dot(met._1(), aTransposed, met._2(), bTransposed));
      finish(call, blocks, true, a, b);
    }

    private static Matrix dot(
        Iterable<Tuple2<Long, Matrix>> row,
        boolean aTransposed,
        Iterable<Tuple2<Long, Matrix>> column,
        boolean bTransposed) {
      java.util.TreeMap<Long, Matrix> lefts = new java.util.TreeMap<>();
      row.forEach(block -> lefts.put(block._1(), block._2()));
      java.util.Map<Long, Matrix> rights = new java.util.HashMap<>();
      column.forEach(block -> rights.put(block._1(), block._2()));
      Matrix sum = null;
      for (java.util.Map.Entry<Long, Matrix> block : lefts.entrySet()) {
        Matrix product =
            MatMult.multiply(
                block.getValue(),
                aTransposed,
                rights.get(block.getKey()),
                bTransposed,
                Workers.serial());
        sum = sum == null ? product : Partials.add(sum, product);
      }
      return sum;
    }

    // ---- results

    /** {@code complete}: there is one product for each block. */
    private void finish(
        Invocation call,
        JavaPairRDD<BlockIndex, Matrix> partials,
        boolean complete,
        Distributed... sources) {
      if (target.isSingleBlock()) {
        call.result(session.job("product", () -> Partials.sum(partials.values())));
        return;
      }
      JavaPairRDD<BlockIndex, Matrix> blocks =
          complete ? partials : partials.reduceByKey(session.partitioner(target), Partials::add);
      call.result(session.result(target, blocks, List.of(sources)));
    }
  }
}
