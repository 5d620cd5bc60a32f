package dev.linden.matrix.lapack;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every implementation must do: residuals in the sense of LAPACK's own tests, for matrices of
 * all kinds and sizes.
 */
public abstract class LapackContract {
  private static final int[][] SHAPES = {
    {0, 0},
    {0, 3},
    {3, 0},
    {1, 1},
    {1, 4},
    {4, 1},
    {2, 2},
    {5, 5},
    {5, 3},
    {3, 5},
    {31, 31},
    {64, 64},
    {65, 65},
    {65, 33},
    {33, 65},
    {200, 200},
    {200, 40},
    {40, 200}
  };

  private final TestMatrices matrices = new TestMatrices();

  protected abstract Lapack lapack();

  @Test
  void luReproducesTheMatrix() {
    for (int n : TestMatrices.SIZES) {
      matrices
          .general(n, n)
          .forEach(
              (kind, a) -> {
                double[] lu = a.clone();
                int[] pivots = new int[n];
                lapack().lu(n, lu, pivots);
                double[] l = new double[n * n];
                double[] u = new double[n * n];
                for (int i = 0; i < n; i++) {
                  for (int j = 0; j < n; j++) {
                    (j < i ? l : u)[i * n + j] = lu[i * n + j];
                    assertTrue(j >= i || Math.abs(lu[i * n + j]) <= 1, kind + " multipliers");
                  }
                  l[i * n + i] = 1;
                }
                double[] permuted = a.clone();
                for (int k = 0; k < n; k++) {
                  assertTrue(pivots[k] >= k && pivots[k] < n, kind + " pivots");
                  Rows.swap(permuted, k * n, pivots[k] * n, k == pivots[k] ? 0 : n);
                }
                Residual.assertClose(
                    n,
                    n,
                    permuted,
                    Residual.product(n, n, n, l, u),
                    Math.max(Residual.norm(n, n, a), Rows.maxAbs(u, 0, n * n)),
                    "lu of " + kind + " " + n);
              });
    }
  }

  @Test
  void solutionsHaveSmallResiduals() {
    for (int n : TestMatrices.SIZES) {
      matrices
          .general(n, n)
          .forEach(
              (kind, a) -> {
                if (kind.equals("zero") || kind.equals("singular") || kind.equals("mostly zeros")) {
                  return;
                }
                double[] factored = a.clone();
                int[] pivots = new int[n];
                lapack().factor(n, factored, pivots);
                for (int columns : new int[] {1, 3, 70}) {
                  double[] b = matrices.gaussian(n, columns);
                  double[] x = b.clone();
                  lapack().solveFactored(n, factored, pivots, columns, x);
                  assertSolves(n, a, columns, x, b, "solve " + kind + " " + n);
                }
                double[] b = matrices.gaussian(n, 1);
                double[] x = b.clone();
                lapack().solveTransposed(n, factored, pivots, x);
                assertSolves(n, Transpose.of(n, n, a), 1, x, b, "transposed " + kind + " " + n);
              });
    }
  }

  private static void assertSolves(
      int n, double[] a, int columns, double[] x, double[] b, String what) {
    for (int c = 0; c < columns; c++) {
      double[] column = new double[n];
      double[] right = new double[n];
      for (int i = 0; i < n; i++) {
        column[i] = x[i * columns + c];
        right[i] = b[i * columns + c];
      }
      double scale = Residual.norm(n, n, a) * Residual.norm(n, 1, column);
      Residual.assertClose(n, 1, Residual.product(n, n, 1, a, column), right, scale, what);
    }
  }

  @Test
  void inversesHaveSmallResiduals() {
    for (int n : TestMatrices.SIZES) {
      Map<String, double[]> all = matrices.general(n, n);
      for (String kind : List.of("random", "graded", "condition 1e14", "identity")) {
        double[] a = all.get(kind);
        double[] inverse = a.clone();
        int[] pivots = new int[n];
        lapack().factor(n, inverse, pivots);
        lapack().invertFactored(n, inverse, pivots);
        double[] identity = TestMatrices.identity(n, n);
        double scale = Residual.norm(n, n, a) * Residual.norm(n, n, inverse);
        double[] product = Residual.product(n, n, n, a, inverse);
        Residual.assertClose(n, n, product, identity, scale, "inverse of " + kind + " " + n);
      }
    }
  }

  @Test
  void theDiagonalOfTheFactorsGivesTheDeterminant() {
    double[] a = {0, 2, 1, 3, 0, 1, 1, 1, 5};
    int[] pivots = new int[3];
    lapack().factor(3, a, pivots);
    double product = 1;
    for (int k = 0; k < 3; k++) {
      product *= pivots[k] == k ? a[k * 4] : -a[k * 4];
    }
    assertWithin(-25, product, 1e-13);
  }

  @Test
  void exactlySingularMatricesHaveAZeroPivot() {
    double[] a = {1, 2, 2, 4};
    lapack().factor(2, a, new int[2]);
    assertEquals(0, a[3]);
    double[] zeroColumn = {1, 0, 3, 4, 0, 6, 7, 0, 10};
    lapack().factor(3, zeroColumn, new int[3]);
    assertTrue(IntStream.range(0, 3).anyMatch(k -> zeroColumn[k * 4] == 0));
  }

  @Test
  void choleskyReproducesTheMatrix() {
    for (int n : TestMatrices.SIZES) {
      matrices
          .positiveDefinite(n)
          .forEach(
              (kind, a) -> {
                double[] l = a.clone();
                // The upper triangle must not be read.
                for (int i = 0; i < n; i++) {
                  Arrays.fill(l, i * n + i + 1, (i + 1) * n, Double.NaN);
                }
                assertEquals(0, lapack().cholesky(n, l), kind);
                for (int i = 0; i < n; i++) {
                  Arrays.fill(l, i * n + i + 1, (i + 1) * n, 0);
                }
                double[] product = Residual.product(n, n, n, l, Transpose.of(n, n, l));
                double scale = Residual.norm(n, n, a);
                Residual.assertClose(n, n, product, a, scale, "cholesky of " + kind + " " + n);
              });
    }
  }

  @Test
  void choleskyNamesThePivotThatFails() {
    for (int n : new int[] {1, 2, 5, 65, 200}) {
      for (int failing : new int[] {1, n / 2 + 1, n}) {
        double[] a = TestMatrices.identity(n, n);
        a[(failing - 1) * (n + 1)] = -1;
        assertEquals(failing, lapack().cholesky(n, a), "order " + n);
      }
    }
    assertEquals(1, lapack().cholesky(2, new double[4]));
    assertEquals(2, lapack().cholesky(2, new double[] {1, 1, 1, 1}));
  }

  @Test
  void qrReproducesTheMatrix() {
    for (int[] shape : SHAPES) {
      int m = shape[0];
      int n = shape[1];
      int count = Math.min(m, n);
      matrices
          .general(m, n)
          .forEach(
              (kind, a) -> {
                double[] r = a.clone();
                double[] tau = new double[count];
                lapack().qr(m, n, r, tau);
                double[] vectors = r.clone();
                double[] q = TestMatrices.identity(m, m);
                for (int i = 0; i < m; i++) {
                  Arrays.fill(r, i * n, i * n + Math.min(i, n), 0);
                }
                for (int k = count - 1; k >= 0; k--) {
                  double[] v = new double[m];
                  v[k] = 1;
                  for (int i = k + 1; i < m; i++) {
                    v[i] = vectors[i * n + k];
                  }
                  double[] w = Residual.product(1, m, m, v, q);
                  for (int i = 0; i < m; i++) {
                    Rows.addScaled(-tau[k] * v[i], w, 0, q, i * m, m);
                  }
                }
                String what = "qr of " + kind + " " + m + "x" + n;
                Residual.assertOrthonormal(m, m, q, what);
                double[] product = Residual.product(m, m, n, q, r);
                Residual.assertClose(m, n, product, a, Residual.norm(m, n, a), what);
              });
    }
  }

  @Test
  void symmetricEigenvectorsReproduceTheMatrix() {
    for (int n : TestMatrices.SIZES) {
      matrices
          .symmetric(n)
          .forEach(
              (kind, a) -> {
                double[] vectors = a.clone();
                double[] values = new double[n];
                lapack().symmetricEigen(n, vectors, values);
                String what = "eigen of " + kind + " " + n;
                for (int i = 1; i < n; i++) {
                  assertTrue(values[i - 1] <= values[i], what);
                }
                Residual.assertOrthonormal(n, n, vectors, what);
                double[] scaled = vectors.clone();
                for (int p = 0; p < scaled.length; p++) {
                  scaled[p] *= values[p % n];
                }
                double[] product = Residual.product(n, n, n, scaled, Transpose.of(n, n, vectors));
                Residual.assertClose(n, n, product, a, Residual.norm(n, n, a), what);
              });
    }
  }

  @Test
  void eigenvectorsOfOtherMatricesHaveSmallResiduals() {
    for (int n : TestMatrices.SIZES) {
      matrices
          .realSpectrum(n)
          .forEach(
              (kind, a) -> {
                double[] values = new double[n];
                double[] vectors = new double[n * n];
                String what = "eigen of " + kind + " " + n;
                assertTrue(lapack().eigen(n, a.clone(), values, vectors), what);
                double[] scaled = vectors.clone();
                double[] lengths = new double[n];
                for (int p = 0; p < scaled.length; p++) {
                  scaled[p] *= values[p % n];
                  lengths[p % n] += vectors[p] * vectors[p];
                }
                for (double length : lengths) {
                  assertWithin(1, length, 1e-13, what);
                }
                double[] product = Residual.product(n, n, n, a, vectors);
                Residual.assertClose(n, n, product, scaled, Residual.norm(n, n, a), what);
              });
    }
  }

  @Test
  void saysThatEigenvaluesAreNotReal() {
    assertFalse(lapack().eigen(2, new double[] {0, -1, 1, 0}, new double[2], new double[4]));
    double[] cycle = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    assertFalse(lapack().eigen(3, cycle, new double[3], new double[9]));
  }

  @Test
  void singularVectorsReproduceTheMatrix() {
    for (int[] shape : SHAPES) {
      int m = shape[0];
      int n = shape[1];
      int k = Math.min(m, n);
      matrices
          .general(m, n)
          .forEach(
              (kind, a) -> {
                double[] u = new double[m * k];
                double[] s = new double[k];
                double[] v = new double[n * k];
                lapack().svd(m, n, a.clone(), u, s, v);
                String what = "svd of " + kind + " " + m + "x" + n;
                for (int i = 0; i < k; i++) {
                  assertTrue(s[i] >= 0 && (i == 0 || s[i - 1] >= s[i]), what);
                }
                Residual.assertOrthonormal(m, k, u, what);
                Residual.assertOrthonormal(n, k, v, what);
                double[] scaled = u.clone();
                for (int p = 0; p < scaled.length; p++) {
                  scaled[p] *= s[p % k];
                }
                double[] product = Residual.product(m, k, n, scaled, Transpose.of(n, k, v));
                Residual.assertClose(m, n, product, a, Residual.norm(m, n, a), what);
              });
    }
  }
}
