package dev.linden.matrix.simd;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The vector form, but each operation whose plain form gives the same bits begins in that form: see
 * {@link Passage}.
 */
final class GradualSimd extends PlainLoops {
  /** Several vectors and a rest. */
  private static final int SAMPLE = 37;

  /** Rows of a sample of several rows. */
  private static final int ROWS = 4;

  /** Four vectors, two, one and half a one of the widest kind. */
  private static final int ROW_WIDTH = 60;

  /**
   * Nanoseconds to save for which a vector loop is worth its compilation. That takes more, 50 ms
   * and with elementary functions 200, but beside the work, and where so much has come more is to
   * be expected.
   */
  private static final double PAYS = 1e7;

  /** The vector loops of elementary functions take this many times as long to compile. */
  private static final double ELEMENTARY = 5;

  private final VectorSimd vector = new VectorSimd();
  private final LaneSimd plain = new LaneSimd(VectorSimd.LANES);
  private final double pays;
  private final WarmUp.Way warmUp;

  private final Passage dot;
  private final Passage axpy;
  private final Passage timesRow;
  private final Passage addTo;
  private final Passage addSquaresTo;
  private final Passage runningSums;
  private final Passage sqrt;
  private final Passage exp;
  private final Passage log;
  private final Passage tanh;
  private final Passage sigmoid;
  private final Passage sum;
  private final Passage sumOfSquares;
  private final Passage sumOfProducts;
  private final Passage sumOfTripleProducts;
  private final Passage min;
  private final Passage max;
  private final Passage nonZeros;

  GradualSimd() {
    this(PAYS, WarmUp::behind);
  }

  /**
   * @param pays nanoseconds to save for which a vector loop is worth its compilation
   * @param warmUp until it is compiled
   */
  GradualSimd(double pays, WarmUp.Way warmUp) {
    this.pays = pays;
    this.warmUp = warmUp;
    double[] a = new double[ROWS * SAMPLE];
    double[] c = new double[ROWS * SAMPLE];
    double[] sums = new double[SAMPLE];
    double[] compensations = new double[SAMPLE];
    CompensatedSum into = new CompensatedSum();
    Arrays.setAll(a, i -> i * 7 % 16 * 0.25);
    int n = SAMPLE;
    dot = passage(0.25, simd -> simd.dot(a, 0, a, 1, n));
    axpy = passage(0.05, simd -> simd.axpy(0.5, a, 0, c, 0, n));
    int[] columns = IntStream.range(0, n).map(p -> p * 7 % ROWS).toArray();
    double[] row = new double[ROW_WIDTH];
    double[] b = new double[ROWS * ROW_WIDTH];
    timesRow = passage(1, simd -> simd.timesRow(columns, a, 0, n, b, ROW_WIDTH, ROW_WIDTH, row));
    addTo = passage(0.75, simd -> simd.addTo(sums, compensations, a, 0, n, ROWS, n));
    addSquaresTo = passage(0.75, simd -> simd.addSquaresTo(sums, compensations, a, 0, n, ROWS, n));
    runningSums = passage(1, simd -> simd.runningSums(sums, compensations, a, 0, c, 0, n, ROWS, n));
    sum = passage(1, simd -> simd.sum(a, 0, n, into));
    sumOfSquares = passage(1, simd -> simd.sumOfSquares(a, 0, n, into));
    sumOfProducts = passage(1, simd -> simd.sumOfProducts(a, 0, a, 1, n, into));
    sumOfTripleProducts = passage(1, simd -> simd.sumOfProducts(a, 0, a, 1, a, 2, n, into));
    min = passage(0.4, simd -> simd.min(a, 0, n));
    max = passage(0.4, simd -> simd.max(a, 0, n));
    nonZeros = passage(0.4, simd -> simd.countNonZeros(a, 0, n));
    sqrt = passage(1, simd -> simd.sqrt(a, 0, c, 0, n));
    exp = elementary(9, simd -> simd.exp(a, 0, c, 0, n));
    log = elementary(9, simd -> simd.log(a, 0, c, 0, n));
    tanh = elementary(12, simd -> simd.tanh(a, 0, c, 0, n));
    sigmoid = elementary(12, simd -> simd.sigmoid(a, 0, c, 0, n));
  }

  private Passage elementary(double saved, Consumer<Simd> sample) {
    return passage(saved / ELEMENTARY, sample);
  }

  /**
   * @param saved nanoseconds that the vector form saves per cell
   */
  private Passage passage(double saved, Consumer<Simd> sample) {
    return new Passage(plain, vector, sample, (long) (pays / saved), warmUp);
  }

  @Override
  public String name() {
    return vector.name();
  }

  @Override
  public GemmKernel gemmKernel() {
    return vector.gemmKernel();
  }

  @Override
  public double dot(double[] a, int ai, double[] b, int bi, int n) {
    return dot.form(ai, n).dot(a, ai, b, bi, n);
  }

  @Override
  public void axpy(double x, double[] a, int ai, double[] c, int ci, int n) {
    axpy.form(ai, n).axpy(x, a, ai, c, ci, n);
  }

  @Override
  public void addToRows(
      double[] a, int ai, int[] rows, double[] factors, int from, int end, double[] c) {
    vector.addToRows(a, ai, rows, factors, from, end, c);
  }

  @Override
  public void addTuples(
      double[][] tables, int[] codes, int stride, int n, int width, double[] c, int ci) {
    vector.addTuples(tables, codes, stride, n, width, c, ci);
  }

  @Override
  public void addToTuples(
      double[] a, int ai, int[] codes, int stride, int n, int width, double[][] tables) {
    vector.addToTuples(a, ai, codes, stride, n, width, tables);
  }

  @Override
  public void timesRow(
      int[] columns,
      double[] values,
      int from,
      int end,
      double[] b,
      int cols,
      int width,
      double[] c) {
    timesRow.form(from, end - from).timesRow(columns, values, from, end, b, cols, width, c);
  }

  @Override
  public void addTo(
      double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n) {
    addTo.form(ai, rows * n).addTo(sums, compensations, a, ai, stride, rows, n);
  }

  @Override
  public void addSquaresTo(
      double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n) {
    addSquaresTo.form(ai, rows * n).addSquaresTo(sums, compensations, a, ai, stride, rows, n);
  }

  @Override
  public void runningSums(
      double[] sums,
      double[] compensations,
      double[] a,
      int ai,
      double[] c,
      int ci,
      int stride,
      int rows,
      int n) {
    Simd form = runningSums.form(ai, rows * n);
    form.runningSums(sums, compensations, a, ai, c, ci, stride, rows, n);
  }

  @Override
  public void deviations(double[] a, int ai, int n, double center, double[] into) {
    vector.deviations(a, ai, n, center, into);
  }

  @Override
  public void sum(double[] a, int ai, int n, CompensatedSum into) {
    sum.form(ai, n).sum(a, ai, n, into);
  }

  @Override
  public void sumOfSquares(double[] a, int ai, int n, CompensatedSum into) {
    sumOfSquares.form(ai, n).sumOfSquares(a, ai, n, into);
  }

  @Override
  public void sumOfProducts(double[] a, int ai, double[] b, int bi, int n, CompensatedSum into) {
    sumOfProducts.form(ai, n).sumOfProducts(a, ai, b, bi, n, into);
  }

  @Override
  public void sumOfProducts(
      double[] a, int ai, double[] b, int bi, double[] c, int ci, int n, CompensatedSum into) {
    sumOfTripleProducts.form(ai, n).sumOfProducts(a, ai, b, bi, c, ci, n, into);
  }

  @Override
  public double min(double[] a, int ai, int n) {
    return min.form(ai, n).min(a, ai, n);
  }

  @Override
  public double max(double[] a, int ai, int n) {
    return max.form(ai, n).max(a, ai, n);
  }

  @Override
  public int countNonZeros(double[] a, int ai, int n) {
    return nonZeros.form(ai, n).countNonZeros(a, ai, n);
  }

  @Override
  public void sqrt(double[] a, int ai, double[] c, int ci, int n) {
    sqrt.form(ai, n).sqrt(a, ai, c, ci, n);
  }

  @Override
  public void exp(double[] a, int ai, double[] c, int ci, int n) {
    exp.form(ai, n).exp(a, ai, c, ci, n);
  }

  @Override
  public void log(double[] a, int ai, double[] c, int ci, int n) {
    log.form(ai, n).log(a, ai, c, ci, n);
  }

  @Override
  public void tanh(double[] a, int ai, double[] c, int ci, int n) {
    tanh.form(ai, n).tanh(a, ai, c, ci, n);
  }

  @Override
  public void sigmoid(double[] a, int ai, double[] c, int ci, int n) {
    sigmoid.form(ai, n).sigmoid(a, ai, c, ci, n);
  }
}
