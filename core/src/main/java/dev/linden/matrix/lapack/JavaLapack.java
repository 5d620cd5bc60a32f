package dev.linden.matrix.lapack;

import dev.linden.matrix.Workers;

/** Factorisations in plain Java, split over the workers. */
public final class JavaLapack implements Lapack {
  private final Workers workers;

  public JavaLapack(Workers workers) {
    this.workers = workers;
  }

  @Override
  public void lu(int n, double[] a, int[] pivots) {
    Lu.factor(n, a, pivots, workers);
  }

  @Override
  public void factor(int n, double[] a, int[] pivots) {
    Lu.factor(n, a, pivots, workers);
  }

  @Override
  public void solveFactored(int n, double[] factored, int[] pivots, int columns, double[] b) {
    Lu.solve(n, factored, pivots, columns, b, workers);
  }

  @Override
  public void solveTransposed(int n, double[] factored, int[] pivots, double[] b) {
    Lu.solveTransposed(n, factored, pivots, b);
  }

  @Override
  public void invertFactored(int n, double[] factored, int[] pivots) {
    double[] inverse = new double[n * n];
    for (int i = 0; i < n; i++) {
      inverse[i * n + i] = 1;
    }
    Lu.solve(n, factored, pivots, n, inverse, workers);
    System.arraycopy(inverse, 0, factored, 0, n * n);
  }

  @Override
  public int cholesky(int n, double[] a) {
    return Cholesky.factor(n, a, workers);
  }

  @Override
  public void qr(int m, int n, double[] a, double[] tau) {
    Reflectors reflectors = HouseholderQr.factor(m, n, a, workers);
    double[] vectors = reflectors.vectors();
    for (int k = 0; k < Math.min(m, n); k++) {
      tau[k] = reflectors.tau(k);
      int v = reflectors.start(k);
      for (int i = k + 1; i < m; i++) {
        a[i * n + k] = vectors[v + i - k];
      }
    }
  }

  @Override
  public void symmetricEigen(int n, double[] a, double[] values) {
    SymmetricEigen.compute(n, a, values, workers);
  }

  @Override
  public boolean eigen(int n, double[] a, double[] values, double[] vectors) {
    return GeneralEigen.compute(n, a, values, vectors, workers);
  }

  @Override
  public void svd(int m, int n, double[] a, double[] u, double[] s, double[] v) {
    Svd.compute(m, n, a, u, s, v, workers);
  }
}
