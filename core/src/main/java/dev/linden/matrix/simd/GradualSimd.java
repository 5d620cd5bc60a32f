package dev.linden.matrix.simd;

/**
 * The vector form, but each operation whose plain form gives the same bits begins in that form: see
 * {@link Passage}.
 */
final class GradualSimd implements Simd {
  private final VectorSimd vector = new VectorSimd();
  private final LaneSums laneSums = new LaneSums(VectorSimd.LANES);
  private final Passage abs = new Passage();
  private final Passage negate = new Passage();
  private final Passage sqrt = new Passage();
  private final Passage exp = new Passage();
  private final Passage log = new Passage();
  private final Passage tanh = new Passage();
  private final Passage sigmoid = new Passage();
  private final Passage add = new Passage();
  private final Passage addScalar = new Passage();
  private final Passage subtract = new Passage();
  private final Passage subtractScalar = new Passage();
  private final Passage subtractFromScalar = new Passage();
  private final Passage multiply = new Passage();
  private final Passage multiplyScalar = new Passage();
  private final Passage divide = new Passage();
  private final Passage divideScalar = new Passage();
  private final Passage divideFromScalar = new Passage();
  private final Passage min = new Passage();
  private final Passage minScalar = new Passage();
  private final Passage max = new Passage();
  private final Passage maxScalar = new Passage();
  private final Passage less = new Passage();
  private final Passage lessScalar = new Passage();
  private final Passage lessEqual = new Passage();
  private final Passage lessEqualScalar = new Passage();
  private final Passage greater = new Passage();
  private final Passage greaterScalar = new Passage();
  private final Passage greaterEqual = new Passage();
  private final Passage greaterEqualScalar = new Passage();
  private final Passage equal = new Passage();
  private final Passage equalScalar = new Passage();
  private final Passage notEqual = new Passage();
  private final Passage notEqualScalar = new Passage();
  private final Passage sumOf = new Passage();
  private final Passage sumOfSquares = new Passage();
  private final Passage sumOfProducts = new Passage();
  private final Passage sumOfTripleProducts = new Passage();
  private final Passage smallest = new Passage();
  private final Passage largest = new Passage();
  private final Passage nonZeros = new Passage();

  private Simd form(boolean isVector) {
    return isVector ? vector : ScalarSimd.INSTANCE;
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
    return vector.dot(a, ai, b, bi, n);
  }

  @Override
  public void axpy(double x, double[] a, int ai, double[] c, int ci, int n) {
    vector.axpy(x, a, ai, c, ci, n);
  }

  @Override
  public void addToRows(
      double[] a, int ai, int[] rows, double[] factors, int from, int end, double[] c) {
    vector.addToRows(a, ai, rows, factors, from, end, c);
  }

  @Override
  public void addTo(
      double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n) {
    vector.addTo(sums, compensations, a, ai, stride, rows, n);
  }

  @Override
  public void addSquaresTo(
      double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n) {
    vector.addSquaresTo(sums, compensations, a, ai, stride, rows, n);
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
    vector.runningSums(sums, compensations, a, ai, c, ci, stride, rows, n);
  }

  @Override
  public void deviations(double[] a, int ai, int n, double center, double[] into) {
    vector.deviations(a, ai, n, center, into);
  }

  @Override
  public void sum(double[] a, int ai, int n, CompensatedSum into) {
    if (sumOf.isOver()) {
      vector.sum(a, ai, n, into);
    } else {
      sumOf.run(
          n,
          () -> laneSums.sum(a, ai, n, into),
          count -> vector.sum(a, ai, count, new CompensatedSum()));
    }
  }

  @Override
  public void sumOfSquares(double[] a, int ai, int n, CompensatedSum into) {
    if (sumOfSquares.isOver()) {
      vector.sumOfSquares(a, ai, n, into);
    } else {
      sumOfSquares.run(
          n,
          () -> laneSums.sumOfSquares(a, ai, n, into),
          count -> vector.sumOfSquares(a, ai, count, new CompensatedSum()));
    }
  }

  @Override
  public void sumOfProducts(double[] a, int ai, double[] b, int bi, int n, CompensatedSum into) {
    if (sumOfProducts.isOver()) {
      vector.sumOfProducts(a, ai, b, bi, n, into);
    } else {
      sumOfProducts.run(
          n,
          () -> laneSums.sumOfProducts(a, ai, b, bi, n, into),
          count -> vector.sumOfProducts(a, ai, b, bi, count, new CompensatedSum()));
    }
  }

  @Override
  public void sumOfProducts(
      double[] a, int ai, double[] b, int bi, double[] c, int ci, int n, CompensatedSum into) {
    if (sumOfTripleProducts.isOver()) {
      vector.sumOfProducts(a, ai, b, bi, c, ci, n, into);
    } else {
      sumOfTripleProducts.run(
          n,
          () -> laneSums.sumOfProducts(a, ai, b, bi, c, ci, n, into),
          count -> vector.sumOfProducts(a, ai, b, bi, c, ci, count, new CompensatedSum()));
    }
  }

  @Override
  public double min(double[] a, int ai, int n) {
    if (smallest.isOver()) {
      return vector.min(a, ai, n);
    }
    double[] extreme = {Double.POSITIVE_INFINITY};
    smallest.run(
        n,
        (isVector, at, count) ->
            extreme[0] = Math.min(extreme[0], form(isVector).min(a, ai + at, count)));
    return extreme[0];
  }

  @Override
  public double max(double[] a, int ai, int n) {
    if (largest.isOver()) {
      return vector.max(a, ai, n);
    }
    double[] extreme = {Double.NEGATIVE_INFINITY};
    largest.run(
        n,
        (isVector, at, count) ->
            extreme[0] = Math.max(extreme[0], form(isVector).max(a, ai + at, count)));
    return extreme[0];
  }

  @Override
  public int countNonZeros(double[] a, int ai, int n) {
    if (nonZeros.isOver()) {
      return vector.countNonZeros(a, ai, n);
    }
    int[] total = {0};
    nonZeros.run(
        n, (isVector, at, count) -> total[0] += form(isVector).countNonZeros(a, ai + at, count));
    return total[0];
  }

  @Override
  public void abs(double[] a, int ai, double[] c, int ci, int n) {
    if (abs.isOver()) {
      vector.abs(a, ai, c, ci, n);
    } else {
      abs.run(n, (isVector, at, count) -> form(isVector).abs(a, ai + at, c, ci + at, count));
    }
  }

  @Override
  public void negate(double[] a, int ai, double[] c, int ci, int n) {
    if (negate.isOver()) {
      vector.negate(a, ai, c, ci, n);
    } else {
      negate.run(n, (isVector, at, count) -> form(isVector).negate(a, ai + at, c, ci + at, count));
    }
  }

  @Override
  public void sqrt(double[] a, int ai, double[] c, int ci, int n) {
    if (sqrt.isOver()) {
      vector.sqrt(a, ai, c, ci, n);
    } else {
      sqrt.run(n, (isVector, at, count) -> form(isVector).sqrt(a, ai + at, c, ci + at, count));
    }
  }

  @Override
  public void exp(double[] a, int ai, double[] c, int ci, int n) {
    if (exp.isOver()) {
      vector.exp(a, ai, c, ci, n);
    } else {
      exp.run(n, (isVector, at, count) -> form(isVector).exp(a, ai + at, c, ci + at, count));
    }
  }

  @Override
  public void log(double[] a, int ai, double[] c, int ci, int n) {
    if (log.isOver()) {
      vector.log(a, ai, c, ci, n);
    } else {
      log.run(n, (isVector, at, count) -> form(isVector).log(a, ai + at, c, ci + at, count));
    }
  }

  @Override
  public void tanh(double[] a, int ai, double[] c, int ci, int n) {
    if (tanh.isOver()) {
      vector.tanh(a, ai, c, ci, n);
    } else {
      tanh.run(n, (isVector, at, count) -> form(isVector).tanh(a, ai + at, c, ci + at, count));
    }
  }

  @Override
  public void sigmoid(double[] a, int ai, double[] c, int ci, int n) {
    if (sigmoid.isOver()) {
      vector.sigmoid(a, ai, c, ci, n);
    } else {
      sigmoid.run(
          n, (isVector, at, count) -> form(isVector).sigmoid(a, ai + at, c, ci + at, count));
    }
  }

  @Override
  public void add(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (add.isOver()) {
      vector.add(a, ai, b, bi, c, ci, n);
    } else {
      add.run(
          n,
          (isVector, at, count) -> form(isVector).add(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void add(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (addScalar.isOver()) {
      vector.add(a, ai, y, c, ci, n);
    } else {
      addScalar.run(
          n, (isVector, at, count) -> form(isVector).add(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void subtract(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (subtract.isOver()) {
      vector.subtract(a, ai, b, bi, c, ci, n);
    } else {
      subtract.run(
          n,
          (isVector, at, count) ->
              form(isVector).subtract(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void subtract(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (subtractScalar.isOver()) {
      vector.subtract(a, ai, y, c, ci, n);
    } else {
      subtractScalar.run(
          n, (isVector, at, count) -> form(isVector).subtract(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void subtract(double x, double[] b, int bi, double[] c, int ci, int n) {
    if (subtractFromScalar.isOver()) {
      vector.subtract(x, b, bi, c, ci, n);
    } else {
      subtractFromScalar.run(
          n, (isVector, at, count) -> form(isVector).subtract(x, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void multiply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (multiply.isOver()) {
      vector.multiply(a, ai, b, bi, c, ci, n);
    } else {
      multiply.run(
          n,
          (isVector, at, count) ->
              form(isVector).multiply(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void multiply(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (multiplyScalar.isOver()) {
      vector.multiply(a, ai, y, c, ci, n);
    } else {
      multiplyScalar.run(
          n, (isVector, at, count) -> form(isVector).multiply(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void divide(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (divide.isOver()) {
      vector.divide(a, ai, b, bi, c, ci, n);
    } else {
      divide.run(
          n,
          (isVector, at, count) ->
              form(isVector).divide(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void divide(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (divideScalar.isOver()) {
      vector.divide(a, ai, y, c, ci, n);
    } else {
      divideScalar.run(
          n, (isVector, at, count) -> form(isVector).divide(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void divide(double x, double[] b, int bi, double[] c, int ci, int n) {
    if (divideFromScalar.isOver()) {
      vector.divide(x, b, bi, c, ci, n);
    } else {
      divideFromScalar.run(
          n, (isVector, at, count) -> form(isVector).divide(x, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void min(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (min.isOver()) {
      vector.min(a, ai, b, bi, c, ci, n);
    } else {
      min.run(
          n,
          (isVector, at, count) -> form(isVector).min(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void min(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (minScalar.isOver()) {
      vector.min(a, ai, y, c, ci, n);
    } else {
      minScalar.run(
          n, (isVector, at, count) -> form(isVector).min(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void max(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (max.isOver()) {
      vector.max(a, ai, b, bi, c, ci, n);
    } else {
      max.run(
          n,
          (isVector, at, count) -> form(isVector).max(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void max(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (maxScalar.isOver()) {
      vector.max(a, ai, y, c, ci, n);
    } else {
      maxScalar.run(
          n, (isVector, at, count) -> form(isVector).max(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void less(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (less.isOver()) {
      vector.less(a, ai, b, bi, c, ci, n);
    } else {
      less.run(
          n,
          (isVector, at, count) -> form(isVector).less(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void less(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (lessScalar.isOver()) {
      vector.less(a, ai, y, c, ci, n);
    } else {
      lessScalar.run(
          n, (isVector, at, count) -> form(isVector).less(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void lessEqual(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (lessEqual.isOver()) {
      vector.lessEqual(a, ai, b, bi, c, ci, n);
    } else {
      lessEqual.run(
          n,
          (isVector, at, count) ->
              form(isVector).lessEqual(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void lessEqual(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (lessEqualScalar.isOver()) {
      vector.lessEqual(a, ai, y, c, ci, n);
    } else {
      lessEqualScalar.run(
          n, (isVector, at, count) -> form(isVector).lessEqual(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void greater(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (greater.isOver()) {
      vector.greater(a, ai, b, bi, c, ci, n);
    } else {
      greater.run(
          n,
          (isVector, at, count) ->
              form(isVector).greater(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void greater(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (greaterScalar.isOver()) {
      vector.greater(a, ai, y, c, ci, n);
    } else {
      greaterScalar.run(
          n, (isVector, at, count) -> form(isVector).greater(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void greaterEqual(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (greaterEqual.isOver()) {
      vector.greaterEqual(a, ai, b, bi, c, ci, n);
    } else {
      greaterEqual.run(
          n,
          (isVector, at, count) ->
              form(isVector).greaterEqual(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void greaterEqual(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (greaterEqualScalar.isOver()) {
      vector.greaterEqual(a, ai, y, c, ci, n);
    } else {
      greaterEqualScalar.run(
          n,
          (isVector, at, count) -> form(isVector).greaterEqual(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void equal(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (equal.isOver()) {
      vector.equal(a, ai, b, bi, c, ci, n);
    } else {
      equal.run(
          n,
          (isVector, at, count) -> form(isVector).equal(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void equal(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (equalScalar.isOver()) {
      vector.equal(a, ai, y, c, ci, n);
    } else {
      equalScalar.run(
          n, (isVector, at, count) -> form(isVector).equal(a, ai + at, y, c, ci + at, count));
    }
  }

  @Override
  public void notEqual(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    if (notEqual.isOver()) {
      vector.notEqual(a, ai, b, bi, c, ci, n);
    } else {
      notEqual.run(
          n,
          (isVector, at, count) ->
              form(isVector).notEqual(a, ai + at, b, bi + at, c, ci + at, count));
    }
  }

  @Override
  public void notEqual(double[] a, int ai, double y, double[] c, int ci, int n) {
    if (notEqualScalar.isOver()) {
      vector.notEqual(a, ai, y, c, ci, n);
    } else {
      notEqualScalar.run(
          n, (isVector, at, count) -> form(isVector).notEqual(a, ai + at, y, c, ci + at, count));
    }
  }
}
