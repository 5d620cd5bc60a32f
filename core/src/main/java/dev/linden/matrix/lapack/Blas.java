package dev.linden.matrix.lapack;

/** Products of dense row-major matrices by native code. */
public interface Blas {
  /**
   * {@code C = alpha op(A) op(B) + beta C}, where op(A) is m x k, op(B) is k x n and op transposes
   * if asked. All arrays are used from their start; ld is the distance of rows. Runs on the calling
   * thread alone: split large products over rows of C.
   */
  void gemm(
      boolean transposeA,
      boolean transposeB,
      int m,
      int n,
      int k,
      double alpha,
      double[] a,
      int lda,
      double[] b,
      int ldb,
      double beta,
      double[] c,
      int ldc);
}
