package dev.linden.testkit;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.Random;

/**
 * A seeded source of matrices, in any representation. Failure messages should mention {@link
 * #toString()}.
 */
public final class RandomMatrices {
  /** The representations a matrix can be put into. */
  public enum Form {
    DENSE,
    CSR,
    MCSR,
    COO;

    /**
     * The same cells in this representation, independent of {@code a}; sparse ones lose the sign of
     * -0.
     */
    public Matrix of(Dense a) {
      return switch (this) {
        case DENSE -> a.copy();
        case CSR -> Formats.toCsr(a);
        case MCSR -> Formats.toMcsr(a);
        case COO -> Formats.toCoo(a, Workers.serial());
      };
    }
  }

  private static final double[] SPECIAL = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    -0.0,
    1,
    -1,
    0.5,
    Double.MIN_VALUE,
    1e300
  };

  private final long seed;
  private final Random random;

  public RandomMatrices(long seed) {
    this.seed = seed;
    random = new Random(seed);
  }

  /**
   * Cells in (-4, 4), some of them integers so that ties and equal cells occur; each is non-zero
   * with probability {@code density}.
   */
  public Dense dense(int rows, int cols, double density) {
    double[] cells = new double[rows * cols];
    for (int k = 0; k < cells.length; k++) {
      if (random.nextDouble() < density) {
        double x = random.nextDouble() * 8 - 4;
        cells[k] = random.nextInt(3) == 0 ? Math.rint(x) : x;
      }
    }
    return Dense.wrap(rows, cols, cells);
  }

  /**
   * The same with NaN, infinities, -0 and other awkward values in about one of ten non-zero cells.
   */
  public Dense withSpecials(int rows, int cols, double density) {
    Dense a = dense(rows, cols, density);
    double[] cells = a.panel(0);
    for (int k = 0; k < cells.length; k++) {
      if (cells[k] != 0 && random.nextInt(10) == 0) {
        cells[k] = SPECIAL[random.nextInt(SPECIAL.length)];
      }
    }
    return a;
  }

  @Override
  public String toString() {
    return "seed " + seed;
  }
}
