package dev.linden.spark.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.group.Grouping;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scala.Tuple2;

/**
 * What the pairs of one block of positions add to a contingency table.
 *
 * @param target the table
 * @param weights the operand with a weight for each pair; none if that has no block
 * @param weight of all pairs otherwise
 * @param second position of all pairs if the second operand has no block
 */
record TablePart(Grid target, int weights, double weight, double second) implements Serializable {
  /** By block of the table that a pair counts in; operands by argument. */
  List<Tuple2<BlockIndex, Matrix>> of(Matrix[] operands) {
    Pairs all = new Pairs(operands);
    if (target.isSingleBlock()) {
      BlockIndex only = new BlockIndex(0, 0);
      return List.of(new Tuple2<>(only, all.table(only)));
    }
    Map<BlockIndex, Pairs> byBlock = new LinkedHashMap<>();
    for (int k = 0; k < all.count; k++) {
      double row = all.rows[k];
      double col = all.cols[k];
      // What is no position is left to the local operator and its messages.
      if (!Double.isNaN(row) && !Double.isNaN(col) && row < target.rows() + 1.0) {
        if (col < target.cols() + 1.0) {
          BlockIndex at = new BlockIndex(block(row), block(col));
          byBlock.computeIfAbsent(at, any -> new Pairs(all.weights != null)).add(all, k);
        }
      }
    }
    List<Tuple2<BlockIndex, Matrix>> tables = new ArrayList<>();
    byBlock.forEach((at, pairs) -> tables.add(new Tuple2<>(at, pairs.table(at))));
    return tables;
  }

  /** The block of the table of which the pairs are, one in each row: its rows in turn. */
  Matrix at(BlockIndex index, Matrix[] operands) {
    return new Pairs(operands).table(index);
  }

  private long block(double position) {
    return (Math.max(1, (long) position) - 1) / target.side();
  }

  /** Pairs in the order of the cells. */
  private final class Pairs {
    private double[] rows;
    private double[] cols;

    /** Null if all have the same. */
    private double[] weights;

    private int count;

    Pairs(boolean weighted) {
      rows = new double[16];
      cols = new double[16];
      weights = weighted ? new double[16] : null;
    }

    Pairs(Matrix[] operands) {
      rows = cells(operands[0]);
      count = rows.length;
      if (operands.length > 1 && operands[1] != null) {
        cols = cells(operands[1]);
      } else {
        cols = new double[count];
        Arrays.fill(cols, second);
      }
      int place = TablePart.this.weights;
      weights = place >= 0 && operands[place] != null ? cells(operands[place]) : null;
    }

    private static double[] cells(Matrix block) {
      Matrix dense = Formats.toDense(block, Workers.serial());
      return ((Dense) dense).panel(0).clone();
    }

    void add(Pairs from, int k) {
      if (count == rows.length) {
        rows = Arrays.copyOf(rows, 2 * count);
        cols = Arrays.copyOf(cols, 2 * count);
        weights = weights == null ? null : Arrays.copyOf(weights, 2 * count);
      }
      rows[count] = from.rows[k];
      cols[count] = from.cols[k];
      if (weights != null) {
        weights[count] = from.weights[k];
      }
      count++;
    }

    /** The table of these pairs, all of which are in one block. */
    Matrix table(BlockIndex at) {
      return Grouping.table(
          positions(rows, target.firstRow(at)),
          positions(cols, target.firstCol(at)),
          0,
          weights == null ? null : Dense.wrap(count, 1, Arrays.copyOf(weights, count)),
          weight,
          target.height(at),
          target.width(at),
          Workers.serial());
    }

    private Matrix positions(double[] from, long before) {
      double[] cells = new double[count];
      for (int k = 0; k < count; k++) {
        cells[k] = before == 0 ? from[k] : from[k] - before;
      }
      return Dense.wrap(count, 1, cells);
    }
  }
}
