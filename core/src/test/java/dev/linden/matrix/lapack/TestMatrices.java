package dev.linden.matrix.lapack;

import dev.linden.testkit.RandomTests;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Row-major matrices that are hard on factorisations in different ways. */
public final class TestMatrices {
  public static final int[] SIZES = {0, 1, 2, 5, 31, 64, 65, 200};

  private final Random random = new Random(RandomTests.SEED);

  /** By name, for messages. */
  public Map<String, double[]> general(int m, int n) {
    int k = Math.min(m, n);
    Map<String, double[]> all = new LinkedHashMap<>();
    all.put("random", gaussian(m, n));
    all.put("graded", graded(m, n));
    all.put("condition 1e14", spectrum(m, n, geometric(k, 1e-14)));
    all.put("singular", spectrum(m, n, withZeros(k)));
    all.put("huge", scaled(gaussian(m, n), 1e300));
    all.put("tiny", scaled(gaussian(m, n), 1e-300));
    all.put("zero", new double[m * n]);
    all.put("identity", identity(m, n));
    all.put("mostly zeros", thinned(gaussian(m, n)));
    return all;
  }

  /** Symmetric ones, by name. */
  public Map<String, double[]> symmetric(int n) {
    Map<String, double[]> all = new LinkedHashMap<>();
    all.put("random", mirrored(n, gaussian(n, n)));
    all.put("graded", mirrored(n, graded(n, n)));
    all.put("condition 1e14", mirrored(n, similar(n, geometric(n, 1e-14))));
    all.put("singular", mirrored(n, similar(n, withZeros(n))));
    all.put("equal eigenvalues", mirrored(n, similar(n, pairs(n))));
    all.put("huge", scaled(mirrored(n, gaussian(n, n)), 1e300));
    all.put("tiny", scaled(mirrored(n, gaussian(n, n)), 1e-300));
    all.put("zero", new double[n * n]);
    all.put("identity", identity(n, n));
    all.put("ones", mirrored(n, filled(n * n)));
    all.put("mostly zeros", mirrored(n, thinned(gaussian(n, n))));
    return all;
  }

  /** Symmetric positive definite ones, by name. */
  public Map<String, double[]> positiveDefinite(int n) {
    Map<String, double[]> all = new LinkedHashMap<>();
    double[] g = gaussian(n, n);
    double[] squares = Residual.product(n, n, n, Transpose.of(n, n, g), g);
    for (int i = 0; i < n; i++) {
      squares[i * n + i] += n;
    }
    all.put("cross product", squares);
    all.put("condition 1e10", mirrored(n, similar(n, geometric(n, 1e-10))));
    all.put("identity", identity(n, n));
    all.put("tiny", scaled(squares, 1e-250));
    return all;
  }

  /** Nonsymmetric ones with real eigenvalues: S diag(1, 2, ...) inv(S), and triangular. */
  public Map<String, double[]> realSpectrum(int n) {
    Map<String, double[]> all = new LinkedHashMap<>();
    double[] triangular = gaussian(n, n);
    double[] symmetric = mirrored(n, gaussian(n, n));
    double[] similar = symmetric.clone();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (j < i) {
          triangular[i * n + j] = 0;
        }
        // D A inv(D) has the eigenvalues of A.
        similar[i * n + j] *= (1.0 + i) / (1.0 + j);
      }
      triangular[i * n + i] = i + 1;
    }
    all.put("triangular", triangular);
    all.put("lower triangular", Transpose.of(n, n, triangular));
    all.put("similar to symmetric", similar);
    all.put("symmetric", symmetric);
    all.put("identity", identity(n, n));
    all.put("zero", new double[n * n]);
    return all;
  }

  public double[] gaussian(int m, int n) {
    double[] a = new double[m * n];
    for (int p = 0; p < a.length; p++) {
      a[p] = random.nextGaussian();
    }
    return a;
  }

  private double[] graded(int m, int n) {
    double[] a = gaussian(m, n);
    for (int p = 0; p < a.length; p++) {
      a[p] *= Math.pow(10, -12.0 * (p / n + p % n) / (m + n));
    }
    return a;
  }

  private double[] thinned(double[] a) {
    for (int p = 0; p < a.length; p++) {
      a[p] = random.nextDouble() < 0.1 ? a[p] : 0;
    }
    return a;
  }

  /** U diag(s) t(V) with random orthogonal U and V. */
  private double[] spectrum(int m, int n, double[] s) {
    int k = s.length;
    double[] u = orthonormal(m, k);
    double[] v = orthonormal(n, k);
    for (int p = 0; p < u.length; p++) {
      u[p] *= s[p % k];
    }
    return Residual.product(m, k, n, u, Transpose.of(n, k, v));
  }

  /** U diag(s) t(U). */
  private double[] similar(int n, double[] s) {
    double[] u = orthonormal(n, n);
    double[] us = u.clone();
    for (int p = 0; p < us.length; p++) {
      us[p] *= s[p % n];
    }
    return Residual.product(n, n, n, us, Transpose.of(n, n, u));
  }

  /** Gram-Schmidt, twice. */
  private double[] orthonormal(int m, int k) {
    double[] columns = gaussian(k, m);
    for (int c = 0; c < k; c++) {
      for (int twice = 0; twice < 2; twice++) {
        for (int other = 0; other < c; other++) {
          double product = 0;
          for (int i = 0; i < m; i++) {
            product += columns[c * m + i] * columns[other * m + i];
          }
          for (int i = 0; i < m; i++) {
            columns[c * m + i] -= product * columns[other * m + i];
          }
        }
        double squares = 0;
        for (int i = 0; i < m; i++) {
          squares += columns[c * m + i] * columns[c * m + i];
        }
        for (int i = 0; i < m; i++) {
          columns[c * m + i] /= Math.sqrt(squares);
        }
      }
    }
    return Transpose.of(k, m, columns);
  }

  private static double[] geometric(int k, double last) {
    double[] s = new double[k];
    for (int i = 0; i < k; i++) {
      s[i] = k == 1 ? 1 : Math.pow(last, i / (k - 1.0));
    }
    return s;
  }

  private static double[] withZeros(int k) {
    double[] s = new double[k];
    for (int i = 0; i < (k + 1) / 2; i++) {
      s[i] = 1 + i;
    }
    return s;
  }

  private static double[] pairs(int n) {
    double[] s = new double[n];
    for (int i = 0; i < n; i++) {
      s[i] = 1 + i % 3;
    }
    return s;
  }

  public static double[] identity(int m, int n) {
    double[] a = new double[m * n];
    for (int i = 0; i < Math.min(m, n); i++) {
      a[i * n + i] = 1;
    }
    return a;
  }

  private static double[] filled(int cells) {
    double[] a = new double[cells];
    Arrays.fill(a, 1);
    return a;
  }

  private static double[] scaled(double[] a, double factor) {
    double[] b = a.clone();
    for (int p = 0; p < b.length; p++) {
      b[p] *= factor;
    }
    return b;
  }

  private static double[] mirrored(int n, double[] a) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        a[i * n + j] = a[j * n + i];
      }
    }
    return a;
  }
}
