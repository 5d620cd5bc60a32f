package dev.linden.matrix.kernel.group;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Grain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The common refinement of two partitions of the cells of each row. */
public final class RowClasses {
  private RowClasses() {}

  /** Two class numbers, compared as IEEE 754 says except that NaN equals itself. */
  private record Pair(double x, double y) {}

  /**
   * Cells of a row are in the same class of the result if they are in the same class of both
   * operands; a cell that is 0 in one of them is in none. The class numbers, from 1 on in the order
   * of first occurrence, and the sizes of the classes.
   */
  public static List<Matrix> meet(Matrix left, Matrix right, Workers workers) {
    Plain x = left.plain(workers);
    Plain y = right.plain(workers);
    Dense classes = Dense.zeros(x.rows(), x.cols());
    Dense sizes = Dense.zeros(x.rows(), x.cols());
    workers.forRanges(
        x.rows(),
        Grain.rows(x.cols()),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            meetRow(x, y, i, classes, sizes);
          }
        });
    return List.of(Formats.adapt(classes, workers), Formats.adapt(sizes, workers));
  }

  private static void meetRow(Matrix x, Matrix y, int row, Dense classes, Dense sizes) {
    int cols = x.cols();
    Map<Pair, Integer> ids = new HashMap<>();
    int[] counts = new int[cols + 1];
    double[] target = classes.panelOf(row);
    int offset = classes.offset(row);
    for (int j = 0; j < cols; j++) {
      Pair pair = new Pair(x.get(row, j), y.get(row, j));
      if (pair.x != 0 && pair.y != 0) {
        int id = ids.computeIfAbsent(pair, p -> ids.size() + 1);
        counts[id]++;
        target[offset + j] = id;
      }
    }
    double[] sizeRow = sizes.panelOf(row);
    int sizeOffset = sizes.offset(row);
    for (int j = 0; j < cols; j++) {
      sizeRow[sizeOffset + j] = counts[(int) target[offset + j]];
    }
  }
}
