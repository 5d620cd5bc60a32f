package dev.linden.testkit;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.testkit.RandomMatrices.Form;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Input matrices of golden files: {@code 2x3 = 1 2 3 4 5 6} or {@code sparse 2x3 = 0 0 1 0 0 0}
 * (row-major), {@code dense 70x40 seed=2} or {@code sparse 70x40 seed=2 density=0.05} with random
 * cells in [-1, 1); with {@code step=0.25} they are multiples of a quarter in [-4, 4]. Sparse is
 * compressed rows; {@code mcsr} and {@code coo} ask for the other representations.
 */
final class GoldenInput {
  private static final Pattern CELLS =
      Pattern.compile("(?:(sparse|mcsr|coo) )?(\\d+)x(\\d+) =(.*)");
  private static final Pattern RANDOM =
      Pattern.compile(
          "(dense|sparse|mcsr|coo) (\\d+)x(\\d+) seed=(\\d+)( density=([0-9.]+))?( step=([0-9.]+))?");

  private static final int STEPS = 16;

  private GoldenInput() {}

  static Matrix parse(String text) {
    Matcher cells = CELLS.matcher(text);
    if (cells.matches()) {
      Dense dense = listed(size(cells.group(2)), size(cells.group(3)), cells.group(4).strip());
      return inForm(dense, form(text));
    }
    Matcher random = RANDOM.matcher(text);
    if (random.matches()) {
      double density = random.group(6) == null ? 1 : Double.parseDouble(random.group(6));
      double step = random.group(8) == null ? 0 : Double.parseDouble(random.group(8));
      int rows = size(random.group(2));
      Dense dense = random(rows, size(random.group(3)), size(random.group(4)), density, step);
      return inForm(dense, form(text));
    }
    throw new IllegalArgumentException(
        "expected [sparse] ROWSxCOLS = cells, or dense|sparse ROWSxCOLS seed=N [density=D], found: "
            + text);
  }

  /** The representation that the first word asks for. */
  static Form form(String text) {
    return switch (text.substring(0, text.indexOf(' '))) {
      case "sparse" -> Form.CSR;
      case "mcsr" -> Form.MCSR;
      case "coo" -> Form.COO;
      default -> Form.DENSE;
    };
  }

  /** The first word for a representation. */
  static String word(Form form, String dense) {
    return switch (form) {
      case DENSE -> dense;
      case CSR -> "sparse";
      case MCSR -> "mcsr";
      case COO -> "coo";
    };
  }

  private static Matrix inForm(Dense dense, Form form) {
    // Compressed rows are built here, by other code than the engine's.
    return form == Form.CSR ? sparse(dense) : form.of(dense);
  }

  private static int size(String digits) {
    return Integer.parseInt(digits);
  }

  private static Dense listed(int rows, int cols, String cells) {
    double[] values =
        cells.isEmpty()
            ? new double[0]
            : Arrays.stream(cells.split("\\s+")).mapToDouble(Double::parseDouble).toArray();
    if (values.length != rows * cols) {
      throw new IllegalArgumentException(values.length + " cells for " + rows + "x" + cols);
    }
    return Dense.of(rows, cols, values);
  }

  private static Dense random(int rows, int cols, long seed, double density, double step) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] cells = new double[rows * cols];
    for (int i = 0; i < cells.length; i++) {
      double cell = random.nextDouble() * 2 - 1;
      cell = step == 0 ? cell : Math.rint(cell * STEPS) * step;
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
