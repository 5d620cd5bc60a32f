package dev.linden.matrix.kernel.fold;

import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.matrix.simd.Simd;

/**
 * One aggregate over a growing set of cells: stretches of arrays, zeros that nobody stores, other
 * folds.
 */
public abstract class Fold {
  /** Cells from which stretches are folded in vectors. */
  private int shortestVectorLoop = Simd.SHORTEST_VECTOR_LOOP;

  /** For many stretches of {@code n} cells, {@code total} in all. */
  public static Fold ofMany(Aggregate.Kind kind, int n, long total) {
    Fold fold = of(kind);
    if (Simd.forManyOf(n, total) == Simd.current()) {
      fold.shortestVectorLoop = Simd.SHORTEST_OF_MANY;
    }
    return fold;
  }

  /** The form for a stretch. */
  final Simd simd(int n) {
    return n < shortestVectorLoop ? Simd.forLength(0) : Simd.current();
  }

  public static Fold of(Aggregate.Kind kind) {
    return switch (kind) {
      case SUM -> new Sum(false, false);
      case SUM_OF_SQUARES -> new Sum(true, false);
      case MEAN -> new Sum(false, true);
      case MIN -> new Extreme(false);
      case MAX -> new Extreme(true);
      case PROD -> new Product();
      case VAR -> new Variance(false);
      case SD -> new Variance(true);
    };
  }

  public abstract void reset();

  public abstract void add(double[] a, int ai, int n);

  public abstract void addZeros(long n);

  /** Adds {@code n} cells with the same value. */
  public abstract void addRepeated(double x, long n);

  /**
   * Adds the cells {@code a[ai], a[ai+stride], ...}, one for each of the counts, as often as they
   * say.
   */
  public void addCounted(double[] a, int ai, int stride, int[] counts) {
    for (int k = 0; k < counts.length; k++) {
      if (counts[k] > 0) {
        addRepeated(a[ai + k * stride], counts[k]);
      }
    }
  }

  /** Adds the products {@code a[ai+k] * b[bi+k]}; for sums only. */
  public void addProducts(double[] a, int ai, double[] b, int bi, int n) {
    throw new IllegalStateException("no sum");
  }

  /** Adds the products {@code a[ai+k] * b[bi+k] * c[ci+k]}; for sums only. */
  public void addProducts(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    throw new IllegalStateException("no sum");
  }

  /**
   * Adds what another fold of the same kind has seen; the order of such calls shows in the last
   * bits.
   */
  public abstract void add(Fold other);

  public abstract double result();

  private static final class Sum extends Fold {
    private static final int PRODUCTS = 256;

    private final boolean squares;
    private final boolean mean;
    private final CompensatedSum sum = new CompensatedSum();
    private long count;

    Sum(boolean squares, boolean mean) {
      this.squares = squares;
      this.mean = mean;
    }

    @Override
    public void reset() {
      sum.reset();
      count = 0;
    }

    @Override
    public void add(double[] a, int ai, int n) {
      if (squares) {
        simd(n).sumOfSquares(a, ai, n, sum);
      } else {
        simd(n).sum(a, ai, n, sum);
      }
      count += n;
    }

    @Override
    public void addProducts(double[] a, int ai, double[] b, int bi, int n) {
      if (a == b && ai == bi) {
        simd(n).sumOfSquares(a, ai, n, sum);
      } else {
        simd(n).sumOfProducts(a, ai, b, bi, n, sum);
      }
      count += n;
    }

    @Override
    public void addProducts(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
      simd(n).sumOfProducts(a, ai, b, bi, c, ci, n, sum);
      count += n;
    }

    @Override
    public void addZeros(long n) {
      count += n;
    }

    /** The product is exact: what its rounding lost is added, too. */
    @Override
    public void addRepeated(double x, long n) {
      double term = squares ? x * x : x;
      double product = term * n;
      sum.add(product);
      if (Double.isFinite(product)) {
        sum.add(Math.fma(term, (double) n, -product));
      }
      count += n;
    }

    /** The same products and what they lost, some at a time, so that they are added in vectors. */
    @Override
    public void addCounted(double[] a, int ai, int stride, int[] counts) {
      double[] products = new double[Math.min(counts.length, PRODUCTS)];
      double[] losses = new double[products.length];
      for (int start = 0; start < counts.length; start += PRODUCTS) {
        int n = Math.min(PRODUCTS, counts.length - start);
        for (int k = 0; k < n; k++) {
          double x = a[ai + (start + k) * stride];
          double term = squares ? x * x : x;
          double often = counts[start + k];
          // codes of no row count for nothing, whatever they stand for
          double product = often == 0 ? 0 : term * often;
          products[k] = product;
          losses[k] = often == 0 || !Double.isFinite(product) ? 0 : Math.fma(term, often, -product);
          count += counts[start + k];
        }
        simd(n).sum(products, 0, n, sum);
        simd(n).sum(losses, 0, n, sum);
      }
    }

    @Override
    public void add(Fold other) {
      sum.add(((Sum) other).sum);
      count += ((Sum) other).count;
    }

    @Override
    public double result() {
      return mean ? sum.value() / count : sum.value();
    }
  }

  private static final class Extreme extends Fold {
    private final boolean largest;
    private double extreme;

    Extreme(boolean largest) {
      this.largest = largest;
      reset();
    }

    @Override
    public void reset() {
      extreme = largest ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }

    @Override
    public void add(double[] a, int ai, int n) {
      Simd simd = simd(n);
      add(largest ? simd.max(a, ai, n) : simd.min(a, ai, n));
    }

    private void add(double x) {
      extreme = largest ? Math.max(extreme, x) : Math.min(extreme, x);
    }

    @Override
    public void addZeros(long n) {
      addRepeated(0, n);
    }

    @Override
    public void addRepeated(double x, long n) {
      if (n > 0) {
        add(x);
      }
    }

    @Override
    public void add(Fold other) {
      add(((Extreme) other).extreme);
    }

    @Override
    public double result() {
      return extreme;
    }
  }

  /**
   * Zeros that are not stored make the product zero even when the others overflow; only a stored
   * NaN or infinity makes it NaN, as it would in a dense matrix.
   */
  private static final class Product extends Fold {
    private double product = 1;
    private boolean special;
    private boolean zeros;

    @Override
    public void reset() {
      product = 1;
      special = false;
      zeros = false;
    }

    @Override
    public void add(double[] a, int ai, int n) {
      for (int k = 0; k < n; k++) {
        product *= a[ai + k];
      }
      if (!Double.isFinite(product)) {
        for (int k = 0; k < n; k++) {
          special |= !Double.isFinite(a[ai + k]);
        }
      }
    }

    @Override
    public void addZeros(long n) {
      zeros |= n > 0;
    }

    @Override
    public void addRepeated(double x, long n) {
      throw new IllegalStateException("products depend on the order of their cells");
    }

    @Override
    public void add(Fold other) {
      Product p = (Product) other;
      product *= p.product;
      special |= p.special;
      zeros |= p.zeros;
    }

    @Override
    public double result() {
      return zeros ? (special ? Double.NaN : 0) : product;
    }
  }

  /**
   * Count, mean and sum of squared deviations, merged by the formula of Chan, Golub and LeVeque. A
   * stretch is read twice while in cache: the second pass measures from its mean, corrected by what
   * is left of the deviations. The first measures from the first cell, so that equal cells have
   * variance 0 exactly.
   */
  private static final class Variance extends Fold {
    private final boolean root;
    private final double[] deviations = new double[2];
    private long count;
    private double mean;
    private double squares;

    Variance(boolean root) {
      this.root = root;
    }

    @Override
    public void reset() {
      count = 0;
      mean = 0;
      squares = 0;
    }

    @Override
    public void add(double[] a, int ai, int n) {
      for (int k = 0; k < n; k += Grain.CELLS) {
        addPart(a, ai + k, Math.min(Grain.CELLS, n - k));
      }
    }

    private void addPart(double[] a, int ai, int n) {
      Simd simd = simd(n);
      simd.deviations(a, ai, n, a[ai], deviations);
      double center = a[ai] + deviations[0] / n;
      simd.deviations(a, ai, n, center, deviations);
      double rest = deviations[0] / n;
      double sum = Math.max(0, deviations[1] - deviations[0] * rest);
      if (Double.isNaN(sum) && areFinite(a, ai, n)) {
        add(n, a[ai], Double.POSITIVE_INFINITY); // the deviations are too large for a double
      } else {
        add(n, center + rest, sum);
      }
    }

    private static boolean areFinite(double[] a, int ai, int n) {
      for (int k = ai; k < ai + n; k++) {
        if (!Double.isFinite(a[k])) {
          return false;
        }
      }
      return true;
    }

    private void add(long otherCount, double otherMean, double otherSquares) {
      if (count == 0) {
        count = otherCount;
        mean = otherMean;
        squares = otherSquares;
        return;
      }
      if (Double.isInfinite(squares + otherSquares)) { // whatever the means are
        squares = Double.POSITIVE_INFINITY;
        count += otherCount;
        return;
      }
      double delta = otherMean - mean;
      double total = (double) count + otherCount;
      mean += delta * (otherCount / total);
      squares += otherSquares + delta * delta * (count * (otherCount / total));
      count += otherCount;
    }

    @Override
    public void addZeros(long n) {
      addRepeated(0, n);
    }

    @Override
    public void addRepeated(double x, long n) {
      if (n > 0) {
        add(n, x, Double.isFinite(x) ? 0 : Double.NaN);
      }
    }

    @Override
    public void add(Fold other) {
      Variance v = (Variance) other;
      if (v.count > 0) {
        add(v.count, v.mean, v.squares);
      }
    }

    @Override
    public double result() {
      double variance = count == 0 ? Double.NaN : squares / Math.max(1, count - 1);
      return root ? Math.sqrt(variance) : variance;
    }
  }
}
