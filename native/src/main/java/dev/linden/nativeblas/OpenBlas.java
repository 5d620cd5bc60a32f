package dev.linden.nativeblas;

import static org.bytedeco.openblas.global.openblas.CblasLower;
import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas.CblasRight;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.CblasUnit;
import static org.bytedeco.openblas.global.openblas.CblasUpper;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgeev;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgelqf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgesdd;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgetrf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgetri;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgetrs;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dlaswp;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotrf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dsyevd;
import static org.bytedeco.openblas.global.openblas.LAPACKE_set_nancheck;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;
import static org.bytedeco.openblas.global.openblas.cblas_dgemm;
import static org.bytedeco.openblas.global.openblas.cblas_dsyrk;
import static org.bytedeco.openblas.global.openblas.cblas_dtrsm;

import dev.linden.base.ResourceError;
import dev.linden.base.UserCache;
import dev.linden.matrix.lapack.NativeLibrary;
import dev.linden.matrix.lapack.NoConvergence;
import dev.linden.matrix.lapack.Transpose;
import java.io.IOException;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.file.Path;
import org.bytedeco.openblas.global.openblas;

/**
 * LAPACK works on columns. A row-major matrix is the column-major form of its transpose, and where
 * possible the routine is chosen such that this transpose is what it needs: an LQ factorisation of
 * t(A) is a QR factorisation of A, for example. Arrays are copied to native memory and back, so
 * that a long call does not hold up the garbage collector; blocks of {@link
 * dev.linden.matrix.lapack.Blas} are there already.
 *
 * <p>Every call runs on one thread: concurrent calls into an OpenBLAS with threads of its own have
 * produced wrong products.
 */
public final class OpenBlas implements NativeLibrary {
  /** Where JavaCPP unpacks libraries to load them. */
  private static final String UNPACKED = "org.bytedeco.javacpp.cachedir";

  /** Loads the library; fails with a LinkageError where that is not possible. */
  public OpenBlas() {
    unpackPrivately();
    openblas.blas_set_num_threads(1);
    // Cells that are not finite are the callers' business.
    LAPACKE_set_nancheck(0);
    double[] check = {4, 0, 2, 2};
    if (cholesky(2, check) != 0 || check[0] != 2 || check[2] != 1 || check[3] != 1) {
      throw new UnsatisfiedLinkError("OpenBLAS loads, but does not work");
    }
  }

  /** JavaCPP's own choice may be a folder below /tmp with a name that others can guess. */
  private static void unpackPrivately() {
    if (System.getProperty(UNPACKED) == null) {
      try {
        Path folder = UserCache.privateFolder(UserCache.folder(), "native");
        System.setProperty(UNPACKED, folder.toString());
      } catch (IOException e) {
        throw (UnsatisfiedLinkError)
            new UnsatisfiedLinkError("no folder to unpack OpenBLAS in: " + e).initCause(e);
      }
    }
  }

  @Override
  public String description() {
    return "OpenBLAS " + OpenBlas.version();
  }

  private static String version() {
    // OPENBLAS_VERSION reads " OpenBLAS 0.3.31 ".
    return openblas.OPENBLAS_VERSION.replace("OpenBLAS", "").strip();
  }

  @Override
  public void gemm(
      boolean transposeA,
      boolean transposeB,
      int m,
      int n,
      int k,
      double alpha,
      DoubleBuffer a,
      int lda,
      DoubleBuffer b,
      int ldb,
      double beta,
      DoubleBuffer c,
      int ldc) {
    int opA = transposeA ? CblasTrans : CblasNoTrans;
    int opB = transposeB ? CblasTrans : CblasNoTrans;
    cblas_dgemm(CblasRowMajor, opA, opB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  }

  @Override
  public void syrk(
      boolean transposeFirst,
      int n,
      int k,
      DoubleBuffer a,
      int lda,
      double beta,
      DoubleBuffer c,
      int ldc) {
    int op = transposeFirst ? CblasTrans : CblasNoTrans;
    cblas_dsyrk(CblasRowMajor, CblasUpper, op, n, k, 1, a, lda, beta, c, ldc);
  }

  @Override
  public void solveByLowerTransposed(
      int m, int n, DoubleBuffer l, int ldl, DoubleBuffer b, int ldb) {
    cblas_dtrsm(
        CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, m, n, 1, l, ldl, b, ldb);
  }

  @Override
  public void solveByUnitUpper(int m, int n, DoubleBuffer u, int ldu, DoubleBuffer b, int ldb) {
    cblas_dtrsm(
        CblasRowMajor, CblasRight, CblasUpper, CblasNoTrans, CblasUnit, m, n, 1, u, ldu, b, ldb);
  }

  @Override
  public int cholesky(int n, DoubleBuffer a, int lda) {
    return check("dpotrf", LAPACKE_dpotrf(LAPACK_COL_MAJOR, (byte) 'U', n, a, lda));
  }

  @Override
  public void factorRows(int m, int n, DoubleBuffer a, int lda, IntBuffer pivots) {
    check("dgetrf", Math.min(0, LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, m, a, lda, pivots)));
  }

  @Override
  public void exchangeColumns(int m, DoubleBuffer a, int lda, int k, IntBuffer pivots) {
    check("dlaswp", LAPACKE_dlaswp(LAPACK_COL_MAJOR, m, a, lda, 1, k, pivots, 1));
  }

  @Override
  public void solveFactored(
      boolean transposed,
      int n,
      int columns,
      DoubleBuffer factors,
      IntBuffer pivots,
      DoubleBuffer b) {
    byte form = (byte) (transposed ? 'N' : 'T');
    check(
        "dgetrs",
        LAPACKE_dgetrs(LAPACK_COL_MAJOR, form, n, columns, factors, ld(n), pivots, b, ld(n)));
  }

  @Override
  public void qr(int m, int n, DoubleBuffer a, DoubleBuffer tau) {
    check("dgelqf", LAPACKE_dgelqf(LAPACK_COL_MAJOR, n, m, a, ld(n), tau));
  }

  @Override
  public void symmetricEigen(int n, DoubleBuffer a, DoubleBuffer values) {
    int info = LAPACKE_dsyevd(LAPACK_COL_MAJOR, (byte) 'V', (byte) 'L', n, a, ld(n), values);
    if (check("dsyevd", info) > 0) {
      throw NoConvergence.of("eigen", n, n);
    }
  }

  /** t(A) = V diag(s) t(U). */
  @Override
  public void svd(
      int m, int n, DoubleBuffer a, DoubleBuffer u, DoubleBuffer s, DoubleBuffer transposedV) {
    int k = Math.min(m, n);
    int info =
        LAPACKE_dgesdd(
            LAPACK_COL_MAJOR, (byte) 'S', n, m, a, ld(n), s, transposedV, ld(n), u, ld(k));
    if (check("dgesdd", info) > 0) {
      throw NoConvergence.of("svd", m, n);
    }
  }

  @Override
  public void lu(int n, double[] a, int[] pivots) {
    double[] byColumn = Transpose.of(n, n, a);
    factor(n, byColumn, pivots);
    Transpose.into(n, n, byColumn, a);
  }

  /** Factors t(A). */
  @Override
  public void factor(int n, double[] a, int[] pivots) {
    check("dgetrf", Math.min(0, LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, a, ld(n), pivots)));
    for (int k = 0; k < n; k++) {
      pivots[k]--;
    }
  }

  @Override
  public void solveFactored(int n, double[] factored, int[] pivots, int columns, double[] b) {
    if (columns == 1) {
      solve('T', n, factored, pivots, 1, b);
    } else {
      double[] byColumn = Transpose.of(n, columns, b);
      solve('T', n, factored, pivots, columns, byColumn);
      Transpose.into(columns, n, byColumn, b);
    }
  }

  @Override
  public void solveTransposed(int n, double[] factored, int[] pivots, double[] b) {
    solve('N', n, factored, pivots, 1, b);
  }

  private static void solve(
      char form, int n, double[] factored, int[] pivots, int columns, double[] b) {
    check(
        "dgetrs",
        LAPACKE_dgetrs(
            LAPACK_COL_MAJOR, (byte) form, n, columns, factored, ld(n), fromOne(pivots), b, ld(n)));
  }

  @Override
  public void invertFactored(int n, double[] factored, int[] pivots) {
    check("dgetri", LAPACKE_dgetri(LAPACK_COL_MAJOR, n, factored, ld(n), fromOne(pivots)));
  }

  @Override
  public int cholesky(int n, double[] a) {
    return check("dpotrf", LAPACKE_dpotrf(LAPACK_COL_MAJOR, (byte) 'U', n, a, ld(n)));
  }

  @Override
  public void qr(int m, int n, double[] a, double[] tau) {
    check("dgelqf", LAPACKE_dgelqf(LAPACK_COL_MAJOR, n, m, a, ld(n), tau));
  }

  @Override
  public void symmetricEigen(int n, double[] a, double[] values) {
    int info = LAPACKE_dsyevd(LAPACK_COL_MAJOR, (byte) 'V', (byte) 'U', n, a, ld(n), values);
    if (check("dsyevd", info) > 0) {
      throw NoConvergence.of("eigen", n, n);
    }
    double[] byRow = a.clone();
    Transpose.into(n, n, byRow, a);
  }

  @Override
  public boolean eigen(int n, double[] a, double[] values, double[] vectors) {
    double[] imaginary = new double[n];
    double[] byColumn = Transpose.of(n, n, a);
    double[] byRow = new double[n * n];
    int info =
        LAPACKE_dgeev(
            LAPACK_COL_MAJOR,
            (byte) 'N',
            (byte) 'V',
            n,
            byColumn,
            ld(n),
            values,
            imaginary,
            new double[1],
            1,
            byRow,
            ld(n));
    if (check("dgeev", info) > 0) {
      throw NoConvergence.of("eigen", n, n);
    }
    for (double x : imaginary) {
      if (x != 0) {
        return false;
      }
    }
    Transpose.into(n, n, byRow, vectors);
    return true;
  }

  /** t(A) = V diag(s) t(U). */
  @Override
  public void svd(int m, int n, double[] a, double[] u, double[] s, double[] v) {
    int k = Math.min(m, n);
    double[] rightByRow = new double[v.length];
    int info =
        LAPACKE_dgesdd(
            LAPACK_COL_MAJOR, (byte) 'S', n, m, a, ld(n), s, rightByRow, ld(n), u, ld(k));
    if (check("dgesdd", info) > 0) {
      throw NoConvergence.of("svd", m, n);
    }
    Transpose.into(k, n, rightByRow, v);
  }

  /** LAPACK wants a leading dimension of 1 also for no rows. */
  private static int ld(int n) {
    return Math.max(1, n);
  }

  private static int[] fromOne(int[] pivots) {
    int[] result = new int[pivots.length];
    for (int k = 0; k < pivots.length; k++) {
      result[k] = pivots[k] + 1;
    }
    return result;
  }

  private static int check(String routine, int info) {
    if (info < 0) {
      // LAPACKE reports work space that it can't allocate in the same way as a wrong argument.
      throw new ResourceError(
          "native memory for " + routine + " can't be allocated (code " + info + ")");
    }
    return info;
  }
}
