package dev.linden.matrix.simd;

/**
 * Cell-wise functions as plain loops: the JIT compiler makes vector code of arithmetic by itself,
 * as fast as any written for the Vector API, and long before that would be compiled. Comparisons go
 * through an integer, which needs no jump; of doubles it would make one, mispredicted half of the
 * time.
 */
abstract class PlainLoops implements Simd {
  @Override
  public void abs(double[] a, int ai, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = Math.abs(a[ai + k]);
    }
  }

  @Override
  public void negate(double[] a, int ai, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = -a[ai + k];
    }
  }

  @Override
  public void add(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = a[ai + k] + b[bi + k];
    }
  }

  @Override
  public void add(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = a[ai + k] + y;
    }
  }

  @Override
  public void subtract(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = a[ai + k] - b[bi + k];
    }
  }

  @Override
  public void subtract(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = a[ai + k] - y;
    }
  }

  @Override
  public void subtract(double x, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = x - b[bi + k];
    }
  }

  @Override
  public void multiply(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = a[ai + k] * b[bi + k];
    }
  }

  @Override
  public void multiply(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = a[ai + k] * y;
    }
  }

  @Override
  public void divide(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = a[ai + k] / b[bi + k];
    }
  }

  @Override
  public void divide(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = a[ai + k] / y;
    }
  }

  @Override
  public void divide(double x, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = x / b[bi + k];
    }
  }

  @Override
  public void min(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = Math.min(a[ai + k], b[bi + k]);
    }
  }

  @Override
  public void min(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = Math.min(a[ai + k], y);
    }
  }

  @Override
  public void max(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = Math.max(a[ai + k], b[bi + k]);
    }
  }

  @Override
  public void max(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      c[ci + k] = Math.max(a[ai + k], y);
    }
  }

  @Override
  public void less(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] < b[bi + k] ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void less(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] < y ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void lessEqual(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] <= b[bi + k] ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void lessEqual(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] <= y ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void greater(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] > b[bi + k] ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void greater(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] > y ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void greaterEqual(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] >= b[bi + k] ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void greaterEqual(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] >= y ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void equal(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] == b[bi + k] ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void equal(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] == y ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void notEqual(double[] a, int ai, double[] b, int bi, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] != b[bi + k] ? 1 : 0;
      c[ci + k] = holds;
    }
  }

  @Override
  public void notEqual(double[] a, int ai, double y, double[] c, int ci, int n) {
    for (int k = 0; k < n; k++) {
      int holds = a[ai + k] != y ? 1 : 0;
      c[ci + k] = holds;
    }
  }
}
