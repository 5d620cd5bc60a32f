package dev.linden.testkit;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Input matrices of golden files: {@code 2x3 = 1 2 3 4 5 6} or {@code sparse 2x3 = 0 0 1 0 0 0}
 * (row-major), {@code dense 70x40 seed=2} or {@code sparse 70x40 seed=2 density=0.05} with random
 * cells in [-1, 1).
 */
final class GoldenInput {
  private static final Pattern CELLS = Pattern.compile("(sparse )?(\\d+)x(\\d+) =(.*)");
  private static final Pattern RANDOM =
      Pattern.compile("(dense|sparse) (\\d+)x(\\d+) seed=(\\d+)( density=([0-9.]+))?");

  private GoldenInput() {}

  static Matrix parse(String text) {
    Matcher cells = CELLS.matcher(text);
    if (cells.matches()) {
      Matrix dense = listed(size(cells.group(2)), size(cells.group(3)), cells.group(4).strip());
      return cells.group(1) == null ? dense : sparse(dense);
    }
    Matcher random = RANDOM.matcher(text);
    if (random.matches()) {
      double density = random.group(6) == null ? 1 : Double.parseDouble(random.group(6));
      Matrix dense =
          random(size(random.group(2)), size(random.group(3)), size(random.group(4)), density);
      return random.group(1).equals("sparse") ? sparse(dense) : dense;
    }
    throw new IllegalArgumentException(
        "expected [sparse] ROWSxCOLS = cells, or dense|sparse ROWSxCOLS seed=N [density=D], found: "
            + text);
  }

  private static int size(String digits) {
    return Integer.parseInt(digits);
  }

  private static Matrix listed(int rows, int cols, String cells) {
    double[] values =
        cells.isEmpty()
            ? new double[0]
            : Arrays.stream(cells.split("\\s+")).mapToDouble(Double::parseDouble).toArray();
    if (values.length != rows * cols) {
      throw new IllegalArgumentException(values.length + " cells for " + rows + "x" + cols);
    }
    return Dense.of(rows, cols, values);
  }

  private static Matrix random(int rows, int cols, long seed, double density) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] cells = new double[rows * cols];
    for (int i = 0; i < cells.length; i++) {
      double cell = random.nextDouble() * 2 - 1;
      cells[i] = random.nextDouble() < density ? cell : 0;
    }
    return Dense.of(rows, cols, cells);
  }

  /** The same cells, of which only the non-zero ones are stored. */
  static Csr sparse(Matrix matrix) {
    int nnz = 0;
    int[] starts = new int[matrix.rows() + 1];
    int[] columns = new int[matrix.rows() * matrix.cols()];
    double[] values = new double[columns.length];
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.cols(); j++) {
        if (matrix.get(i, j) != 0) {
          columns[nnz] = j;
          values[nnz++] = matrix.get(i, j);
        }
      }
      starts[i + 1] = nnz;
    }
    return new Csr(
        matrix.rows(),
        matrix.cols(),
        starts,
        Arrays.copyOf(columns, nnz),
        Arrays.copyOf(values, nnz));
  }
}
