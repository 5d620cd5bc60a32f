package dev.linden.matrix.kernel.solve;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.Flat;
import dev.linden.matrix.kernel.rows.Grain;
import dev.linden.matrix.lapack.Lapack;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Matrix decompositions. Signs of vectors are arbitrary. */
public final class Decompose {
  private Decompose() {}

  /** The lower triangular L with L t(L) = A for a symmetric positive definite A. */
  public static Matrix cholesky(Matrix a, Workers workers) {
    int n = Flat.order(a, "cholesky");
    double[] cells = Flat.cells(a, "cholesky", workers);
    double largest = Flat.largestFinite(cells, n, "cholesky", workers);
    int p = MirrorImages.of(n, cells, largest, workers).asymmetry();
    if (p >= 0) {
      int row = p / n;
      int col = p % n;
      throw new InputError(
          String.format(
              "cholesky needs a symmetric matrix, but the cells [%d, %d] and [%d, %d] differ:"
                  + " %s and %s",
              row + 1, col + 1, col + 1, row + 1, cells[p], cells[col * n + row]));
    }
    int failed = Lapack.forWork(n / 3.0 * n * n, workers).cholesky(n, cells);
    if (failed > 0) {
      throw new InputError(
          "cholesky needs a positive definite matrix, but pivot "
              + failed
              + " of the "
              + a.shape()
              + " matrix is not positive");
    }
    for (int i = 0; i < n; i++) {
      Arrays.fill(cells, i * n + i + 1, (i + 1) * n, 0);
    }
    return Flat.matrix(n, n, cells, workers);
  }

  /**
   * Eigenvalues as a column in ascending order, and unit eigenvectors as columns. Meant for
   * symmetric matrices; others must have real eigenvalues.
   */
  public static List<Matrix> eigen(Matrix a, Workers workers) {
    int n = Flat.order(a, "eigen");
    double[] cells = Flat.cells(a, "eigen", workers);
    double largest = Flat.largestFinite(cells, n, "eigen", workers);
    double[] values = new double[n];
    double[] vectors;
    MirrorImages images = MirrorImages.of(n, cells, largest, workers);
    if (images.symmetric()) {
      // Both halves count the same.
      images.equalize();
      Lapack.forWork(9.0 * n * n * n, workers).symmetricEigen(n, cells, values);
      vectors = cells;
    } else {
      double[] unordered = new double[n];
      vectors = new double[n * n];
      if (!Lapack.forWork(25.0 * n * n * n, workers).eigen(n, cells, unordered, vectors)) {
        throw new InputError(
            "eigen: the "
                + a.shape()
                + " matrix is not symmetric and has eigenvalues that are not real");
      }
      vectors = ascending(n, unordered, vectors, values);
    }
    return List.of(Flat.matrix(n, 1, values, workers), Flat.matrix(n, n, vectors, workers));
  }

  /** Puts the eigenvalues in order into {@code values}, and gives the columns in that order. */
  private static double[] ascending(int n, double[] unordered, double[] vectors, double[] values) {
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted((i, j) -> Double.compare(unordered[i], unordered[j]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] result = new double[n * n];
    for (int k = 0; k < n; k++) {
      values[k] = unordered[order[k]];
      for (int i = 0; i < n; i++) {
        result[i * n + k] = vectors[i * n + order[k]];
      }
    }
    return result;
  }

  /**
   * H and R, both of the size of A: R is upper triangular, and A = Q R where Q is the product of I
   * - h_k t(h_k) / h_kk over the columns h_k of H, k up to the smaller dimension.
   */
  public static List<Matrix> qr(Matrix a, Workers workers) {
    int m = a.rows();
    int n = a.cols();
    int count = Math.min(m, n);
    double[] r = Flat.cells(a, "qr", workers);
    double[] tau = new double[count];
    Lapack.forWork(2.0 * m * n * count, workers).qr(m, n, r, tau);
    double[] h = workers.arrays().uncleared(r.length);
    workers.forRanges(
        m,
        Grain.rows(n),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            splitRow(i, n, Math.min(i, count), tau, r, h);
          }
        });
    for (int k = 0; k < count; k++) {
      // Nothing to reflect, which the form of H can't express: turn the sign of row k instead.
      boolean turns = tau[k] == 0;
      h[k * n + k] = turns ? 2 : tau[k];
      for (int j = k; turns && j < n; j++) {
        r[k * n + j] = -r[k * n + j];
      }
    }
    return List.of(Flat.matrix(m, n, h, workers), Flat.matrix(m, n, r, workers));
  }

  /** Moves the part of a row left of the diagonal, or of all reflectors, from r to h. */
  private static void splitRow(int row, int n, int left, double[] tau, double[] r, double[] h) {
    int at = row * n;
    for (int k = 0; k < left; k++) {
      // 0 where v_k holds nothing to reflect
      h[at + k] = tau[k] * r[at + k];
    }
    Arrays.fill(r, at, at + left, 0);
    Arrays.fill(h, at + left, at + n, 0);
  }

  /** P, L and U with P A = L U for a square A. */
  public static List<Matrix> lu(Matrix a, Workers workers) {
    int n = Flat.order(a, "lu");
    double[] u = Flat.cells(a, "lu", workers);
    int[] pivots = new int[n];
    Lapack.forWork(2.0 / 3 * n * n * n, workers).lu(n, u, pivots);
    double[] l = workers.arrays().cleared(n * n);
    for (int i = 0; i < n; i++) {
      System.arraycopy(u, i * n, l, i * n, i);
      Arrays.fill(u, i * n, i * n + i, 0);
      l[i * n + i] = 1;
    }
    int[] source = IntStream.range(0, n).toArray();
    for (int k = 0; k < n; k++) {
      int row = source[k];
      source[k] = source[pivots[k]];
      source[pivots[k]] = row;
    }
    double[] p = workers.arrays().cleared(n * n);
    for (int i = 0; i < n; i++) {
      p[i * n + source[i]] = 1;
    }
    return List.of(
        Flat.matrix(n, n, p, workers),
        Flat.matrix(n, n, l, workers),
        Flat.matrix(n, n, u, workers));
  }

  /**
   * U, D and V with A = U D t(V): for an m x n matrix and k = min(m, n), U is m x k, D a k x k
   * diagonal matrix with descending cells, V is n x k.
   */
  public static List<Matrix> svd(Matrix a, Workers workers) {
    int m = a.rows();
    int n = a.cols();
    int k = Math.min(m, n);
    double[] cells = Flat.cells(a, "svd", workers);
    Flat.largestFinite(cells, n, "svd", workers);
    double[] u = workers.arrays().uncleared(m * k);
    double[] s = new double[k];
    double[] v = workers.arrays().uncleared(n * k);
    Lapack.forWork(6.0 * m * n * k + 16.0 * k * k * k, workers).svd(m, n, cells, u, s, v);
    workers.arrays().recycle(cells);
    return List.of(
        Flat.matrix(m, k, u, workers),
        k == 1 ? Flat.matrix(1, 1, s, workers) : Reorg.diag(Flat.matrix(k, 1, s, workers), workers),
        Flat.matrix(n, k, v, workers));
  }
}
