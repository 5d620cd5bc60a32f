package dev.linden.spark.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Workers;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * {@code order}: the columns to sort by are sorted by Spark together with their row numbers, which
 * makes the sort stable; the place of each row then says where its cells go.
 */
final class OrderOperator implements Operator {
  /** A row in the order of its keys; equal ones keep their places. */
  private static final class Row implements Comparable<Row>, Serializable {
    private static final long serialVersionUID = 1L;

    private final double[] keys;
    private final long number;
    private final boolean decreasing;

    private Row(double[] keys, long number, boolean decreasing) {
      this.keys = keys;
      this.number = number;
      this.decreasing = decreasing;
    }

    /** NaN is largest, and the two zeros are equal. */
    @Override
    public int compareTo(Row other) {
      for (int k = 0; k < keys.length; k++) {
        int order = Double.compare(keys[k] + 0.0, other.keys[k] + 0.0);
        if (order != 0) {
          return decreasing ? -order : order;
        }
      }
      return Long.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Row row && row.number == number;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }
  }

  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    if (call.dataType(1) == DataType.SCALAR) {
      return call.valueType(1) != ValueType.STRING && inside(call, call.integer(1));
    }
    MatrixValue by = (MatrixValue) call.value(1);
    if (by.size().rows() != 1 || by.size().cols() > session.cluster().blockSize()) {
      return false;
    }
    Matrix columns = by.matrix();
    for (int k = 0; k < columns.cols(); k++) {
      if (!inside(call, Scalar.truncate(columns.get(0, k)))) {
        return false;
      }
    }
    return true;
  }

  private static boolean inside(Invocation call, long column) {
    return column >= 1 && column <= ((MatrixValue) call.value(0)).size().cols();
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    Distributed x = session.distributed((MatrixValue) call.value(0));
    Grid grid = x.grid();
    boolean decreasing = call.flag(2);
    JavaPairRDD<BlockIndex, Matrix> data = x.blocks();
    JavaPairRDD<Long, double[][]> keys = null;
    for (long column : columns(call)) {
      keys = with(keys, column(data, column - 1, grid));
    }
    int side = grid.side();
    JavaPairRDD<Long, Long> placeOfRow =
        keys.flatMap(
                block -> {
                  List<Row> rows = new ArrayList<>();
                  double[][] values = block._2();
                  for (int i = 0; i < values[0].length; i++) {
                    double[] row = new double[values.length];
                    for (int k = 0; k < row.length; k++) {
                      row[k] = values[k][i];
                    }
                    rows.add(new Row(row, block._1() * side + i, decreasing));
                  }
                  return rows.iterator();
                })
            .sortBy(row -> row, true, session.hashed(grid.with(grid.rows(), 1)).numPartitions())
            .zipWithIndex()
            .mapToPair(placed -> new Tuple2<>(placed._1().number, placed._2()));
    if (call.flag(3)) {
      Grid target = grid.with(grid.rows(), 1);
      call.result(session.result(target, numbers(placeOfRow, target, session), List.of(x)));
      return;
    }
    call.result(session.result(grid, moved(data, placeOfRow, grid, session), List.of(x)));
  }

  private static List<Long> columns(Invocation call) {
    List<Long> columns = new ArrayList<>();
    if (call.dataType(1) == DataType.SCALAR) {
      columns.add(call.integer(1));
    } else {
      Matrix by = call.matrix(1);
      for (int k = 0; k < by.cols(); k++) {
        columns.add(Scalar.truncate(by.get(0, k)));
      }
    }
    return columns;
  }

  private static JavaPairRDD<Long, double[]> column(
      JavaPairRDD<BlockIndex, Matrix> data, long column, Grid grid) {
    long block = column / grid.side();
    int within = (int) (column % grid.side());
    return data.filter(entry -> entry._1().col() == block)
        .mapToPair(
            entry -> {
              double[] values = new double[entry._2().rows()];
              for (int i = 0; i < values.length; i++) {
                values[i] = entry._2().get(i, within);
              }
              return new Tuple2<>(entry._1().row(), values);
            });
  }

  private static JavaPairRDD<Long, double[][]> with(
      JavaPairRDD<Long, double[][]> keys, JavaPairRDD<Long, double[]> next) {
    if (keys == null) {
      return next.mapValues(values -> new double[][] {values});
    }
    return keys.join(next)
        .mapValues(
            pair -> {
              double[][] all = java.util.Arrays.copyOf(pair._1(), pair._1().length + 1);
              all[all.length - 1] = pair._2();
              return all;
            });
  }

  /** For each place the number of the row that comes there, from 1. */
  private static JavaPairRDD<BlockIndex, Matrix> numbers(
      JavaPairRDD<Long, Long> placeOfRow, Grid target, Session session) {
    int side = target.side();
    return placeOfRow
        .mapToPair(
            entry ->
                new Tuple2<>(
                    new BlockIndex(entry._2() / side, 0),
                    new Tuple2<>((int) (entry._2() % side), entry._1() + 1.0)))
        .groupByKey(session.partitioner(target))
        .mapPartitionsToPair(
            blocks ->
                Lazily.map(
                    blocks,
                    block -> {
                      double[] cells = new double[target.height(block._1())];
                      block._2().forEach(cell -> cells[cell._1()] = cell._2());
                      return new Tuple2<>(block._1(), (Matrix) Dense.wrap(cells.length, 1, cells));
                    }),
            true);
  }

  private static JavaPairRDD<BlockIndex, Matrix> moved(
      JavaPairRDD<BlockIndex, Matrix> data,
      JavaPairRDD<Long, Long> placeOfRow,
      Grid grid,
      Session session) {
    int side = grid.side();
    JavaPairRDD<Long, long[]> places =
        placeOfRow
            .mapToPair(
                entry ->
                    new Tuple2<>(
                        entry._1() / side, new Tuple2<>((int) (entry._1() % side), entry._2())))
            .groupByKey()
            .mapToPair(
                block -> {
                  long[] all = new long[grid.height(new BlockIndex(block._1(), 0))];
                  block._2().forEach(row -> all[row._1()] = row._2());
                  return new Tuple2<>(block._1(), all);
                });
    JavaPairRDD<BlockIndex, Matrix> partials =
        data.mapToPair(block -> new Tuple2<>(block._1().row(), block))
            .join(places)
            .flatMapToPair(
                met ->
                    spread(met._2()._1()._1(), met._2()._1()._2(), met._2()._2(), grid).iterator());
    return Assembly.ofSums(partials, grid, session)
        .mapValues(block -> Formats.adapt(block, Workers.serial()));
  }

  /** The rows of a block in the blocks where they belong. */
  private static List<Tuple2<BlockIndex, Matrix>> spread(
      BlockIndex index, Matrix block, long[] places, Grid grid) {
    int side = grid.side();
    Map<BlockIndex, Mcsr> targets = new HashMap<>();
    for (int i = 0; i < block.rows(); i++) {
      BlockIndex at = new BlockIndex(places[i] / side, index.col());
      Mcsr target = targets.computeIfAbsent(at, a -> new Mcsr(grid.height(a), grid.width(a)));
      int row = (int) (places[i] % side);
      for (int j = 0; j < block.cols(); j++) {
        target.append(row, j, block.get(i, j));
      }
    }
    List<Tuple2<BlockIndex, Matrix>> all = new ArrayList<>();
    targets.forEach(
        (at, cells) -> all.add(new Tuple2<>(at, Formats.toCsr(cells, Workers.serial()))));
    return all;
  }
}
