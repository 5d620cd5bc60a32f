package dev.linden.spark.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.matrix.kernel.random.Region;
import dev.linden.op.DataType;
import dev.linden.op.DatagenOps;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.ValueType;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * New matrices, made where their blocks will be. Random cells depend on seed and position only, so
 * they are those of a local matrix.
 */
final class GenerateOperator implements Operator {
  /** All whole numbers up to here are doubles. */
  private static final long LARGEST_NUMBER = 1L << 53;

  /** Makes one block. */
  private interface Maker extends Serializable {
    Matrix make(Grid grid, BlockIndex index);
  }

  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    if (op == DatagenOps.MATRIX) {
      boolean number =
          call.dataType(0) == DataType.SCALAR
              && (call.valueType(0) == ValueType.DOUBLE || call.valueType(0) == ValueType.INT);
      return number && areCounts(call, 1, 2);
    }
    if (op == DatagenOps.RAND) {
      return areCounts(call, 0, 1) && isPlainRand(call);
    }
    return op == DatagenOps.SEQ ? isPlainSeq(call) : isPlainSample(call);
  }

  private static boolean areCounts(Invocation call, int rows, int cols) {
    return isNumber(call, rows)
        && isNumber(call, cols)
        && call.number(rows) >= 1
        && call.number(cols) >= 1;
  }

  private static boolean isNumber(Invocation call, int i) {
    return call.valueType(i) != ValueType.STRING;
  }

  /** What is wrong or unusual is left to the local operator and its messages. */
  private static boolean isPlainRand(Invocation call) {
    for (int i : new int[] {2, 3, 5, 6, 7}) {
      if (!isNumber(call, i)) {
        return false;
      }
    }
    double sparsity = call.number(6);
    return switch (call.text(4).toLowerCase(Locale.ROOT)) {
      case "uniform" -> call.number(2) <= call.number(3) && sparsity >= 0 && sparsity <= 1;
      case "normal" -> sparsity >= 0 && sparsity <= 1;
      case "poisson" -> call.number(7) > 0 && sparsity >= 0 && sparsity <= 1;
      default -> false;
    };
  }

  /**
   * With replacement. Without it every number depends on those before it, and all of them must be
   * remembered in one place.
   */
  private static boolean isPlainSample(Invocation call) {
    boolean numbers = isNumber(call, 0) && isNumber(call, 1);
    return numbers
        && call.given(2)
        && call.valueType(2) == ValueType.BOOLEAN
        && call.flag(2)
        && (!call.given(3) || isNumber(call, 3))
        && call.integer(0) >= 1
        && call.integer(0) <= LARGEST_NUMBER
        && call.integer(1) >= 1;
  }

  private static boolean isPlainSeq(Invocation call) {
    boolean increment = call.given(2);
    if (!isNumber(call, 0) || !isNumber(call, 1) || (increment && !isNumber(call, 2))) {
      return false;
    }
    double from = call.number(0);
    double to = call.number(1);
    double by = increment ? call.number(2) : from <= to ? 1 : -1;
    return Double.isFinite(from)
        && Double.isFinite(to)
        && Double.isFinite(by)
        && by != 0
        && (by > 0 ? from <= to : from >= to);
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    if (op == DatagenOps.SEQ) {
      sequence(call, session);
      return;
    }
    if (op == DatagenOps.SAMPLE) {
      sample(call, session);
      return;
    }
    int rows = op == DatagenOps.MATRIX ? 1 : 0;
    Grid grid = session.grid(call.integer(rows), call.integer(rows + 1));
    if (op == DatagenOps.MATRIX) {
      give(call, grid, constant(call.number(0)), session);
    } else {
      double density = call.number(6);
      call.result(session.dearResult(grid, blocks(grid, random(call), density, session)));
    }
  }

  private static void give(Invocation call, Grid grid, Maker maker, Session session) {
    call.result(session.result(grid, blocks(grid, maker, 1, session), List.of()));
  }

  private static JavaPairRDD<BlockIndex, Matrix> blocks(
      Grid grid, Maker maker, double density, Session session) {
    return session
        .indexes(grid, density)
        .mapPartitionsToPair(
            indexes ->
                Lazily.map(
                    indexes, index -> new Tuple2<>(index._1(), maker.make(grid, index._1()))),
            true);
  }

  private static Maker constant(double value) {
    return (grid, index) ->
        Generate.constant(grid.height(index), grid.width(index), value, Workers.serial());
  }

  private static Maker random(Invocation call) {
    double min = call.number(2);
    double max = call.number(3);
    double sparsity = call.number(6);
    double lambda = call.number(7);
    long given = call.integer(5);
    long seed = given == -1 ? call.environment().nextSeed() : given;
    if (sparsity == 0) {
      return constant(0);
    }
    return switch (call.text(4).toLowerCase(Locale.ROOT)) {
      case "normal" ->
          (grid, index) -> Generate.normal(region(grid, index), sparsity, seed, Workers.serial());
      case "poisson" ->
          (grid, index) ->
              Generate.poisson(region(grid, index), lambda, sparsity, seed, Workers.serial());
      default ->
          (grid, index) ->
              Generate.uniform(region(grid, index), min, max, sparsity, seed, Workers.serial());
    };
  }

  private static Region region(Grid grid, BlockIndex index) {
    return new Region(
        grid.firstRow(index),
        grid.height(index),
        grid.firstCol(index),
        grid.width(index),
        grid.cols());
  }

  private static void sample(Invocation call, Session session) {
    long range = call.integer(0);
    long given = call.given(3) ? call.integer(3) : -1;
    long seed = given == -1 ? call.environment().nextSeed() : given;
    Grid grid = session.grid(call.integer(1), 1);
    Maker drawn =
        (of, index) -> Generate.sampleRows(range, of.firstRow(index), of.height(index), seed);
    call.result(session.dearResult(grid, blocks(grid, drawn, 1, session)));
  }

  /**
   * Numbers by repeated addition, as everywhere: the driver adds up to where each block starts, and
   * the executors go on from there.
   */
  private static void sequence(Invocation call, Session session) {
    double from = call.number(0);
    double to = call.number(1);
    boolean given = call.given(2);
    double increment = given ? call.number(2) : from <= to ? 1 : -1;
    Grid grid = session.grid(Generate.sequenceLength(from, to, increment), 1);
    double[] starts = new double[(int) grid.rowBlocks()];
    double value = from;
    for (int b = 0; b < starts.length; b++) {
      starts[b] = value;
      for (int k = 0; k < grid.side(); k++) {
        value += increment;
      }
    }
    Maker next =
        (of, index) -> {
          double[] cells = new double[of.height(index)];
          double cell = starts[(int) index.row()];
          for (int k = 0; k < cells.length; k++) {
            cells[k] = cell;
            cell += increment;
          }
          return Dense.wrap(cells.length, 1, cells);
        };
    MatrixValue numbers = session.result(grid, blocks(grid, next, 1, session), List.of());
    if (from == 1 && increment == 1) {
      ((Distributed) numbers.remote()).ofRowNumbers();
    }
    call.result(numbers);
  }
}
