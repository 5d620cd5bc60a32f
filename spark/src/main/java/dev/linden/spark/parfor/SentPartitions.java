package dev.linden.spark.parfor;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.op.MatrixValue;
import dev.linden.parfor.ParforPlan;
import dev.linden.parfor.Slices;
import dev.linden.parfor.Task;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Piece;
import dev.linden.spark.operator.Session;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * A matrix cut into partitions of rows (or columns), each a broadcast of its own: executors fetch
 * those that their tasks take something out of, and keep them where Spark keeps data. The driver
 * holds one partition at a time beside what Spark stores, in memory or on disk.
 *
 * @param lines rows (or columns) of each partition but the last
 */
record SentPartitions(
    long rows,
    long cols,
    long nnz,
    boolean byRow,
    int lines,
    ArrayList<Broadcast<PackedValue>> parts)
    implements Serializable {
  /** Bytes of a partition, as far as one slice has no more. */
  private static final long TARGET = 16 << 20;

  static SentPartitions of(
      Session session, MatrixValue value, ParforPlan.Partitioned wanted, int most) {
    long rows = value.size().rows();
    long cols = value.size().cols();
    long all = wanted.byRow() ? rows : cols;
    long across = wanted.byRow() ? cols : rows;
    int lines = lines(all, across, wanted.width(), most);
    Iterator<Matrix> matrices =
        value.resident() == null && session.isDistributed(value)
            ? there(session, value, wanted.byRow(), lines, all)
            : here(value.matrix(), wanted.byRow(), lines, (int) all);
    ArrayList<Broadcast<PackedValue>> parts = new ArrayList<>();
    long nnz = 0;
    while (matrices.hasNext()) {
      Matrix part = matrices.next();
      nnz += part.nnz();
      parts.add(session.context().broadcast(new PackedValue(new MatrixValue(part))));
    }
    return new SentPartitions(rows, cols, nnz, wanted.byRow(), lines, parts);
  }

  /** Whole slices, if these start with the matrix. */
  private static int lines(long all, long across, long width, int most) {
    long fitting = Math.max(1, TARGET / (8 * Math.max(1, across)) / width) * width;
    long fewest = (all + most - 1) / most;
    return (int) Math.min(all, Math.max(fitting, fewest));
  }

  private static Iterator<Matrix> here(Matrix matrix, boolean byRow, int lines, int all) {
    List<Integer> starts = new ArrayList<>();
    for (int start = 0; start < all; start += lines) {
      starts.add(start);
    }
    return starts.stream()
        .map(start -> part(matrix, byRow, start, Math.min(all, start + lines)))
        .iterator();
  }

  /** Some rows (or columns). */
  static Matrix part(Matrix matrix, boolean byRow, int from, int to) {
    return byRow
        ? Indexing.slice(matrix, from, to, 0, matrix.cols(), Workers.serial())
        : Indexing.slice(matrix, 0, matrix.rows(), from, to, Workers.serial());
  }

  /** By one shuffle, and from there one after the other. */
  private static Iterator<Matrix> there(
      Session session, MatrixValue value, boolean byRow, int lines, long all) {
    Distributed source = session.distributed(value);
    int count = (int) ((all + lines - 1) / lines);
    List<Task> tasks = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      tasks.add(Task.of(k, k, 1, 1));
    }
    SliceRoutes routes =
        new SliceRoutes(source.grid(), new Slices(byRow, lines, 1, lines, true), tasks, count);
    JavaPairRDD<Integer, Piece> pieces =
        source
            .blocks()
            .flatMapToPair(block -> routes.pieces(block._1(), block._2()).iterator())
            .partitionBy(new TaskPartitions(count, count));
    Iterator<PackedValue> parts =
        pieces
            .mapPartitionsWithIndex(
                (part, arrived) -> List.of(assembled(routes, part, arrived)).iterator(), false)
            .toLocalIterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return parts.hasNext();
      }

      @Override
      public Matrix next() {
        return ((MatrixValue) session.job("partition", parts::next).value()).matrix();
      }
    };
  }

  private static PackedValue assembled(
      SliceRoutes routes, int part, Iterator<Tuple2<Integer, Piece>> arrived) {
    List<Piece> pieces = new ArrayList<>();
    arrived.forEachRemaining(piece -> pieces.add(piece._2()));
    Task task = Task.of(part, part, 1, 1);
    return new PackedValue(
        new MatrixValue(routes.slice(routes.assembled(task, pieces), task, part)));
  }
}
