package dev.linden.matrix.simd;

/** Compensated sums over stretches of arrays, each in an order that depends on {@code n} only. */
interface Sums {
  /** Adds all cells to {@code into}. */
  void sum(double[] a, int ai, int n, CompensatedSum into);

  /** Adds the squares of all cells to {@code into}. */
  void sumOfSquares(double[] a, int ai, int n, CompensatedSum into);

  /** Adds the products {@code a[ai+k] * b[bi+k]} to {@code into}. */
  void sumOfProducts(double[] a, int ai, double[] b, int bi, int n, CompensatedSum into);

  /** Adds the products {@code a[ai+k] * b[bi+k] * c[ci+k]} to {@code into}. */
  void sumOfProducts(
      double[] a, int ai, double[] b, int bi, double[] c, int ci, int n, CompensatedSum into);
}
