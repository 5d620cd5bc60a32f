package dev.linden.matrix.simd;

/** Plain loops for everything. */
class ScalarSimd extends PlainLoops {
  static final ScalarSimd INSTANCE = new ScalarSimd();

  /** Cells of a row that are taken together, so that their sums are in registers. */
  private static final int FEW = 4;

  ScalarSimd() {}

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public double dot(double[] a, int ai, double[] b, int bi, int n) {
    // independent sums, so that the additions overlap
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int k = 0;
    for (; k < n - 7; k += 8) {
      s0 += a[ai + k] * b[bi + k];
      s1 += a[ai + k + 1] * b[bi + k + 1];
      s2 += a[ai + k + 2] * b[bi + k + 2];
      s3 += a[ai + k + 3] * b[bi + k + 3];
      s4 += a[ai + k + 4] * b[bi + k + 4];
      s5 += a[ai + k + 5] * b[bi + k + 5];
      s6 += a[ai + k + 6] * b[bi + k + 6];
      s7 += a[ai + k + 7] * b[bi + k + 7];
    }
    double sum = ((s0 + s4) + (s1 + s5)) + ((s2 + s6) + (s3 + s7));
    for (; k < n; k++) {
      sum += a[ai + k] * b[bi + k];
    }
    return sum;
  }

  @Override
  public void axpy(double x, double[] a, int ai, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] += x * a[ai + k];
    }
  }

  @Override
  public void addToRows(
      double[] a, int ai, int[] rows, double[] factors, int from, int end, double[] c) {
    for (int p = from; p < end; p++) {
      axpy(factors[p], a, ai, c, rows[p] * ROW_CELLS, ROW_CELLS);
    }
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
    int k = 0;
    for (; k < cols - 1; k += FEW) {
      timesFew(columns, values, from, end, b, k, width, c);
    }
    if (k < cols) {
      timesOne(columns, values, from, end, b, k, width, c);
    }
  }

  private static void timesFew(
      int[] columns, double[] values, int from, int end, double[] b, int k, int width, double[] c) {
    double even0 = 0;
    double even1 = 0;
    double even2 = 0;
    double even3 = 0;
    double odd0 = 0;
    double odd1 = 0;
    double odd2 = 0;
    double odd3 = 0;
    int p = from;
    for (; p < end - 1; p += 2) {
      double x = values[p];
      int i = columns[p] * width + k;
      even0 += b[i] * x;
      even1 += b[i + 1] * x;
      even2 += b[i + 2] * x;
      even3 += b[i + 3] * x;
      double y = values[p + 1];
      int j = columns[p + 1] * width + k;
      odd0 += b[j] * y;
      odd1 += b[j + 1] * y;
      odd2 += b[j + 2] * y;
      odd3 += b[j + 3] * y;
    }
    if (p < end) {
      double x = values[p];
      int i = columns[p] * width + k;
      even0 += b[i] * x;
      even1 += b[i + 1] * x;
      even2 += b[i + 2] * x;
      even3 += b[i + 3] * x;
    }
    c[k] = even0 + odd0;
    c[k + 1] = even1 + odd1;
    c[k + 2] = even2 + odd2;
    c[k + 3] = even3 + odd3;
  }

  /** A single column that is left. */
  private static void timesOne(
      int[] columns, double[] values, int from, int end, double[] b, int k, int width, double[] c) {
    double even = 0;
    double odd = 0;
    int p = from;
    for (; p < end - 1; p += 2) {
      even += b[columns[p] * width + k] * values[p];
      odd += b[columns[p + 1] * width + k] * values[p + 1];
    }
    if (p < end) {
      even += b[columns[p] * width + k] * values[p];
    }
    c[k] = even + odd;
  }

  @Override
  public void sum(double[] a, int ai, int n, CompensatedSum into) {
    double sum = 0;
    double compensation = 0;
    for (int k = 0; k < n; k++) {
      double x = a[ai + k];
      double next = sum + x;
      double taken = next - sum;
      compensation += (sum - (next - taken)) + (x - taken);
      sum = next;
    }
    into.add(sum, compensation);
  }

  @Override
  public void sumOfSquares(double[] a, int ai, int n, CompensatedSum into) {
    double sum = 0;
    double compensation = 0;
    for (int k = 0; k < n; k++) {
      double x = a[ai + k] * a[ai + k];
      double next = sum + x;
      double taken = next - sum;
      compensation += (sum - (next - taken)) + (x - taken);
      sum = next;
    }
    into.add(sum, compensation);
  }

  @Override
  public void sumOfProducts(double[] a, int ai, double[] b, int bi, int n, CompensatedSum into) {
    double sum = 0;
    double compensation = 0;
    for (int k = 0; k < n; k++) {
      double x = a[ai + k] * b[bi + k];
      double next = sum + x;
      double taken = next - sum;
      compensation += (sum - (next - taken)) + (x - taken);
      sum = next;
    }
    into.add(sum, compensation);
  }

  @Override
  public void sumOfProducts(
      double[] a, int ai, double[] b, int bi, double[] c, int ci, int n, CompensatedSum into) {
    double sum = 0;
    double compensation = 0;
    for (int k = 0; k < n; k++) {
      double x = a[ai + k] * b[bi + k] * c[ci + k];
      double next = sum + x;
      double taken = next - sum;
      compensation += (sum - (next - taken)) + (x - taken);
      sum = next;
    }
    into.add(sum, compensation);
  }

  @Override
  public void addTo(
      double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n) {
    for (int i = 0; i < rows; i++) {
      int from = ai + i * stride;
      for (int k = 0; k < n; k++) {
        double x = a[from + k];
        double sum = sums[k];
        double next = sum + x;
        double taken = next - sum;
        compensations[k] += (sum - (next - taken)) + (x - taken);
        sums[k] = next;
      }
    }
  }

  @Override
  public void addSquaresTo(
      double[] sums, double[] compensations, double[] a, int ai, int stride, int rows, int n) {
    for (int i = 0; i < rows; i++) {
      int from = ai + i * stride;
      for (int k = 0; k < n; k++) {
        double x = a[from + k] * a[from + k];
        double sum = sums[k];
        double next = sum + x;
        double taken = next - sum;
        compensations[k] += (sum - (next - taken)) + (x - taken);
        sums[k] = next;
      }
    }
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
    for (int i = 0; i < rows; i++) {
      int from = ai + i * stride;
      int to = ci + i * stride;
      for (int k = 0; k < n; k++) {
        double x = a[from + k];
        double sum = sums[k];
        double next = sum + x;
        double taken = next - sum;
        compensations[k] += (sum - (next - taken)) + (x - taken);
        sums[k] = next;
        c[to + k] = CompensatedSum.value(next, compensations[k]);
      }
    }
  }

  @Override
  public void deviations(double[] a, int ai, int n, double center, double[] into) {
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < n; k++) {
      double d = a[ai + k] - center;
      sum += d;
      squares += d * d;
    }
    into[0] = sum;
    into[1] = squares;
  }

  @Override
  public double min(double[] a, int ai, int n) {
    double min = Double.POSITIVE_INFINITY;
    for (int k = 0; k < n; k++) {
      min = Math.min(min, a[ai + k]);
    }
    return min;
  }

  @Override
  public double max(double[] a, int ai, int n) {
    double max = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < n; k++) {
      max = Math.max(max, a[ai + k]);
    }
    return max;
  }

  @Override
  public int countNonZeros(double[] a, int ai, int n) {
    int count = 0;
    for (int k = 0; k < n; k++) {
      count += a[ai + k] != 0 ? 1 : 0;
    }
    return count;
  }

  @Override
  public void sqrt(double[] a, int ai, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = Math.sqrt(a[ai + k]);
    }
  }

  @Override
  public void exp(double[] a, int ai, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = Elementary.exp(a[ai + k]);
    }
  }

  @Override
  public void log(double[] a, int ai, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = Elementary.log(a[ai + k]);
    }
  }

  @Override
  public void tanh(double[] a, int ai, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = Elementary.tanh(a[ai + k]);
    }
  }

  @Override
  public void sigmoid(double[] a, int ai, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = Elementary.sigmoid(a[ai + k]);
    }
  }
}
