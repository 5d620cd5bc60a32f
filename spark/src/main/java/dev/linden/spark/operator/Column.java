package dev.linden.spark.operator;

import dev.linden.base.InputError;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.group.ValueOrder;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import java.io.Serializable;

/**
 * How to read the cells of a column that blocks hold.
 *
 * @param weights the argument that has them, or -1: all weigh 1
 */
record Column(Grid grid, int weights) implements Serializable {
  /** Takes the cells one by one. */
  interface Reader {
    void cell(long key, double weight);
  }

  /** The cells of a block in order; those without weight are not there. */
  void read(BlockIndex index, Matrix[] operands, Reader reader) {
    double[] cells = Formats.toDense(operands[0], Workers.serial()).toArray();
    double[] multiples =
        weights < 0 ? null : Formats.toDense(operands[weights], Workers.serial()).toArray();
    for (int i = 0; i < cells.length; i++) {
      double weight = multiples == null ? 1 : multiples[i];
      if (!(weight >= 0)) {
        throw new InputError(
            "weights must be at least 0, but row "
                + (grid.firstRow(index) + i + 1)
                + " has "
                + weight);
      }
      if (weight > 0) {
        reader.cell(ValueOrder.key(cells[i]), weight);
      }
    }
  }
}
