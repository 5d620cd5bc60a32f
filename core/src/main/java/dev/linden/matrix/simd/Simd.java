package dev.linden.matrix.simd;

/**
 * The primitives that hot kernels are made of, on stretches of arrays: {@code n} cells of {@code a}
 * from {@code ai}, and so on. Outputs may be an input at the same offset. There is a plain form and
 * one on the Vector API; both compute cell-wise functions to the same bits, and each reduction in
 * an order that depends on {@code n} only.
 */
public interface Simd extends Sums {
  /**
   * Below this many cells the plain form wins: Vector API code is slow until compiled, and costs
   * start-up time to load.
   */
  int SHORTEST_VECTOR_LOOP = 256;

  /** The same for each of many calls in a row: two vectors of the widest kind. */
  int SHORTEST_OF_MANY = 16;

  /**
   * Cells in all from which many short calls pay for vectors: 16 MB, which plain loops go through
   * in a few milliseconds, while the compiler takes longer to get to a vector loop.
   */
  int MANY_CELLS = 1 << 21;

  /** The form for large data on this JVM. */
  static Simd current() {
    return SimdProvider.CURRENT;
  }

  /** The form for loops over {@code n} cells; depends on {@code n} only. */
  static Simd forLength(int n) {
    return n < SHORTEST_VECTOR_LOOP ? ScalarSimd.INSTANCE : SimdProvider.CURRENT;
  }

  /**
   * The form for many calls with {@code n} cells each, {@code total} in all: the vector form gets
   * compiled then, and pays for shorter stretches. Depends on the two numbers only.
   */
  static Simd forManyOf(int n, long total) {
    return n < SHORTEST_OF_MANY || total < MANY_CELLS ? forLength(n) : SimdProvider.CURRENT;
  }

  /** {@code scalar} or {@code vector-} and the bits of a vector. */
  String name();

  /** The register kernel of dense products; null where plain loops are as good. */
  default GemmKernel gemmKernel() {
    return null;
  }

  /** Sum of {@code a[ai+k] * b[bi+k]}. */
  double dot(double[] a, int ai, double[] b, int bi, int n);

  /** {@code c[ci+k] += x * a[ai+k]}. */
  void axpy(double x, double[] a, int ai, double[] c, int ci, int n);

  /** Cells of the rows that {@link #addToRows} adds to. */
  int ROW_CELLS = 16;

  /**
   * For all p in {@code [from, end)}: the {@link #ROW_CELLS} cells of row {@code rows[p]} of c get
   * {@code factors[p]} times those of {@code a} from {@code ai} added.
   */
  void addToRows(double[] a, int ai, int[] rows, double[] factors, int from, int end, double[] c);

  /**
   * For all i below {@code n}: row i of c, which begins at {@code ci}, gets row {@code codes[g *
   * stride + i]} of each {@code tables[g]} added, in this order; rows have {@code width} cells.
   */
  default void addTuples(
      double[][] tables, int[] codes, int stride, int n, int width, double[] c, int ci) {
    for (int i = 0; i < n; i++) {
      int to = ci + i * width;
      for (int g = 0; g < tables.length; g++) {
        double[] table = tables[g];
        int from = codes[g * stride + i] * width;
        for (int k = 0; k < width; k++) {
          c[to + k] += table[from + k];
        }
      }
    }
  }

  /**
   * The other way round: row {@code codes[g * stride + i]} of each {@code tables[g]} gets row i of
   * a, which begins at {@code ai}, added.
   */
  default void addToTuples(
      double[] a, int ai, int[] codes, int stride, int n, int width, double[][] tables) {
    for (int i = 0; i < n; i++) {
      int from = ai + i * width;
      for (int g = 0; g < tables.length; g++) {
        double[] table = tables[g];
        int to = codes[g * stride + i] * width;
        for (int k = 0; k < width; k++) {
          table[to + k] += a[from + k];
        }
      }
    }
  }

  /**
   * A row of non-zeros times a matrix b of {@code cols} columns, whose rows lie {@code width}
   * apart, a multiple of four, with zeros behind the last column: the first {@code cols} cells of c
   * become the products; those up to {@code width} may change. Of the non-zeros the first, third
   * and so on have a sum, the others have one, so that additions overlap; then the two are added.
   */
  void timesRow(
      int[] columns,
      double[] values,
      int from,
      int end,
      double[] b,
      int cols,
      int width,
      double[] c);

  /**
   * A compensated sum per column: adds the cells {@code a[ai + i*stride + k]} of some rows, in
   * order, to {@code sums[k]}, and the rounding errors to {@code compensations[k]}.
   */
  void addTo(
      double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n);

  /** {@link #addTo} with the squares of the cells. */
  void addSquaresTo(
      double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n);

  /** {@link #addTo}, and {@code c[ci + i*stride + k]} becomes the value of the sum so far. */
  void runningSums(
      double[] sums,
      double[] compensations,
      double[] a,
      int ai,
      double[] c,
      int ci,
      int stride,
      int rows,
      int n);

  /** With d = a[ai+k] - center: {@code into[0]} = sum of d, {@code into[1]} = sum of d*d. */
  void deviations(double[] a, int ai, int n, double center, double[] into);

  /** Smallest cell, NaN if there is one; +Inf for none. */
  double min(double[] a, int ai, int n);

  /** Largest cell, NaN if there is one; -Inf for none. */
  double max(double[] a, int ai, int n);

  /** Number of cells that are not zero; NaN is not. */
  int countNonZeros(double[] a, int ai, int n);

  /** |a| of each cell. */
  void abs(double[] a, int ai, double[] c, int ci, int n);

  /** -a of each cell. */
  void negate(double[] a, int ai, double[] c, int ci, int n);

  /** square root of each cell. */
  void sqrt(double[] a, int ai, double[] c, int ci, int n);

  /** {@link Elementary#exp} of each cell. */
  void exp(double[] a, int ai, double[] c, int ci, int n);

  /** {@link Elementary#log} of each cell. */
  void log(double[] a, int ai, double[] c, int ci, int n);

  /** {@link Elementary#tanh} of each cell. */
  void tanh(double[] a, int ai, double[] c, int ci, int n);

  /** {@link Elementary#sigmoid} of each cell. */
  void sigmoid(double[] a, int ai, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] + b[bi+k]}. */
  void add(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] + y}. */
  void add(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] - b[bi+k]}. */
  void subtract(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] - y}. */
  void subtract(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = x - b[bi+k]}. */
  void subtract(double x, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] * b[bi+k]}. */
  void multiply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] * y}. */
  void multiply(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] / b[bi+k]}. */
  void divide(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] / y}. */
  void divide(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = x / b[bi+k]}. */
  void divide(double x, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = Math.min(a[ai+k], b[bi+k])}. */
  void min(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = Math.min(a[ai+k], y)}. */
  void min(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = Math.max(a[ai+k], b[bi+k])}. */
  void max(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = Math.max(a[ai+k], y)}. */
  void max(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] < b[bi+k] ? 1 : 0}. */
  void less(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] < y ? 1 : 0}. */
  void less(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] <= b[bi+k] ? 1 : 0}. */
  void lessEqual(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] <= y ? 1 : 0}. */
  void lessEqual(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] > b[bi+k] ? 1 : 0}. */
  void greater(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] > y ? 1 : 0}. */
  void greater(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] >= b[bi+k] ? 1 : 0}. */
  void greaterEqual(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] >= y ? 1 : 0}. */
  void greaterEqual(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] == b[bi+k] ? 1 : 0}. */
  void equal(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] == y ? 1 : 0}. */
  void equal(double[] a, int ai, double y, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] != b[bi+k] ? 1 : 0}. */
  void notEqual(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n);

  /** {@code c[ci+k] = a[ai+k] != y ? 1 : 0}. */
  void notEqual(double[] a, int ai, double y, double[] c, int ci, int n);
}
