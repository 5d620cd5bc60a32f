package dev.linden.matrix.kernel.fold;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.kernel.rows.RowTiles;
import dev.linden.matrix.kernel.rows.RowView;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;

/**
 * {@code sum(A * B)} and {@code sum(A * B * C)} of matrices of one shape, without their product as
 * a matrix. Products are rounded as they would be there, and zeros that a sparse operand does not
 * store absorb NaN and infinities. Sums are compensated; the same bits for any number of threads.
 */
public final class SumOfProducts {
  /**
   * Rows of sparse operands are unpacked into arrays of this length at most: 64 KB, which leaves
   * room for two of them in the second-level cache.
   */
  private static final int WIDEST_UNPACKED = 1 << 13;

  private SumOfProducts() {}

  /** {@code c} may be null. */
  public static double sum(Matrix a, Matrix b, Matrix c, Workers workers) {
    requireShape(a, b);
    requireShape(a, c == null ? a : c);
    Packed packed = firstPacked(a, b, c);
    if (packed == null) {
      return sumOfPlain((Plain) a, (Plain) b, (Plain) c, workers).value();
    }
    CompensatedSum total = new CompensatedSum();
    RowTiles.forEach(
        packed,
        workers,
        (tile, start, end) -> {
          Plain x = a == packed ? tile : Indexing.rows(a, start, end, workers);
          Plain y = b == packed ? tile : Indexing.rows(b, start, end, workers);
          Plain z = c == null ? null : c == packed ? tile : Indexing.rows(c, start, end, workers);
          total.add(sumOfPlain(x, y, z, workers));
        });
    return total.value();
  }

  private static Packed firstPacked(Matrix... factors) {
    for (Matrix factor : factors) {
      if (factor instanceof Packed packed) {
        return packed;
      }
    }
    return null;
  }

  private static CompensatedSum sumOfPlain(Plain a, Plain b, Plain c, Workers workers) {
    if (a instanceof Dense x && b instanceof Dense y && (c == null || c instanceof Dense)) {
      return dense(x, y, (Dense) c, workers);
    }
    if (a.cols() > WIDEST_UNPACKED) {
      Matrix product = Elementwise.binary(Cells.TIMES, a, b, false, false, workers);
      CompensatedSum sum = new CompensatedSum();
      sum.add(
          c == null
              ? Aggregate.all(Aggregate.Kind.SUM, product, workers)
              : sum(product, c, null, workers));
      return sum;
    }
    return sparse(byRow(a), byRow(b), c == null ? null : byRow(c), workers);
  }

  private static void requireShape(Matrix a, Matrix b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) {
      throw new IllegalArgumentException(a.shape() + " times " + b.shape());
    }
  }

  private static Plain byRow(Plain a) {
    return a instanceof Sparse sparse ? RowView.byRow(sparse) : a;
  }

  private static CompensatedSum dense(Dense a, Dense b, Dense c, Workers workers) {
    int cols = a.cols();
    int grain = Grain.rows(cols);
    CompensatedSum[] partials = new CompensatedSum[Workers.rangeCount(a.rows(), grain)];
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> {
          CompensatedSum sum = new CompensatedSum();
          int next;
          for (int i = start; i < end; i = next) {
            next = Math.min(end, Math.min(a.panelEnd(i), b.panelEnd(i)));
            next = c == null ? next : Math.min(next, c.panelEnd(i));
            add(a, b, c, i, (next - i) * cols, sum);
          }
          partials[start / grain] = sum;
        });
    return total(partials);
  }

  private static void add(Dense a, Dense b, Dense c, int row, int n, CompensatedSum sum) {
    Simd simd = Simd.forLength(n);
    double[] x = a.panelOf(row);
    double[] y = b.panelOf(row);
    if (c == null) {
      simd.sumOfProducts(x, a.offset(row), y, b.offset(row), n, sum);
    } else {
      double[] z = c.panelOf(row);
      simd.sumOfProducts(x, a.offset(row), y, b.offset(row), z, c.offset(row), n, sum);
    }
  }

  private static CompensatedSum total(CompensatedSum[] partials) {
    CompensatedSum total = new CompensatedSum();
    for (CompensatedSum partial : partials) {
      total.add(partial);
    }
    return total;
  }

  /**
   * Walks over the non-zeros of the operand that has the fewest. The others are dense, or unpacked
   * row by row: looking a column up needs no branch, while merging lists of columns is all
   * mispredicted ones.
   */
  private static CompensatedSum sparse(Plain a, Plain b, Plain c, Workers workers) {
    Plain[] factors = c == null ? new Plain[] {a, b} : new Plain[] {a, b, c};
    int driver = -1;
    double work = 0;
    for (int k = 0; k < factors.length; k++) {
      if (factors[k].isSparse()) {
        work += factors[k].nnz();
        driver = driver < 0 || factors[k].nnz() < factors[driver].nnz() ? k : driver;
      }
    }
    int first = driver;
    int grain = Grain.sparseRows(a, (long) work);
    CompensatedSum[] partials = new CompensatedSum[Workers.rangeCount(a.rows(), grain)];
    workers.forRanges(
        a.rows(),
        grain,
        (start, end) -> {
          SparseRow row = new SparseRow(factors, first);
          for (int i = start; i < end; i++) {
            row.add(i);
          }
          partials[start / grain] = row.sum;
        });
    return total(partials);
  }

  /** Adds up rows; one per range, since it holds scratch. */
  private static final class SparseRow {
    private final Sparse driver;

    /** The other factors; the second is null if there are two in all. */
    private final Plain y;

    private final Plain z;

    /** The driver is the last of three factors: it is multiplied by the product of the others. */
    private final boolean driverLast;

    private final double[] unpackedY;
    private final double[] unpackedZ;
    final CompensatedSum sum = new CompensatedSum();

    SparseRow(Plain[] factors, int first) {
      driver = (Sparse) factors[first];
      y = factors[first == 0 ? 1 : 0];
      z = factors.length < 3 ? null : factors[first == 2 ? 1 : 2];
      driverLast = first == 2;
      unpackedY = y.isSparse() ? new double[y.cols()] : null;
      unpackedZ = z != null && z.isSparse() ? new double[y.cols()] : null;
    }

    void add(int row) {
      int start = driver.start(row);
      int end = driver.end(row);
      if (start == end) {
        return;
      }
      double[] ys = load(y, row, unpackedY);
      int yi = y instanceof Dense dense ? dense.offset(row) : 0;
      if (z == null) {
        addPairs(driver.columns(row), driver.values(row), start, end, ys, yi);
      } else {
        double[] zs = load(z, row, unpackedZ);
        int zi = z instanceof Dense dense ? dense.offset(row) : 0;
        addTriples(driver.columns(row), driver.values(row), start, end, ys, yi, zs, zi);
        clear(z, row, unpackedZ);
      }
      clear(y, row, unpackedY);
    }

    private static double[] load(Plain a, int row, double[] unpacked) {
      if (a instanceof Dense dense) {
        return dense.panelOf(row);
      }
      Sparse sparse = (Sparse) a;
      RowView.scatter(sparse, row, sparse.start(row), sparse.end(row), unpacked, 0);
      return unpacked;
    }

    private static void clear(Plain a, int row, double[] unpacked) {
      if (unpacked != null) {
        Sparse sparse = (Sparse) a;
        int[] columns = sparse.columns(row);
        for (int p = sparse.start(row), end = sparse.end(row); p < end; p++) {
          unpacked[columns[p]] = 0;
        }
      }
    }

    private void addPairs(int[] columns, double[] xs, int start, int end, double[] ys, int yi) {
      for (int p = start; p < end; p++) {
        double product = xs[p] * ys[yi + columns[p]];
        // NaN where a zero that is not stored met an infinity or NaN
        if (!Double.isNaN(product) || unpackedY == null || ys[yi + columns[p]] != 0) {
          sum.add(product);
        }
      }
    }

    private void addTriples(
        int[] columns, double[] xs, int start, int end, double[] ys, int yi, double[] zs, int zi) {
      for (int p = start; p < end; p++) {
        double x = xs[p];
        double yCell = ys[yi + columns[p]];
        double zCell = zs[zi + columns[p]];
        double product = driverLast ? yCell * zCell * x : x * yCell * zCell;
        boolean absorbed =
            Double.isNaN(product)
                && (unpackedY != null && yCell == 0 || unpackedZ != null && zCell == 0);
        if (!absorbed) {
          sum.add(product);
        }
      }
    }
  }
}
