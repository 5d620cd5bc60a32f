package dev.linden.matrix.lapack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Workers;
import org.junit.jupiter.api.Test;

class JavaLapackTest extends LapackContract {
  private static final Workers TWO = new Workers(2, ArrayPool.none());

  @Override
  protected Lapack lapack() {
    return new JavaLapack(TWO);
  }

  @Test
  void givesTheSameBitsForAnyNumberOfThreads() {
    int n = 150;
    TestMatrices matrices = new TestMatrices();
    double[] a = matrices.symmetric(n).get("random");
    double[][] one = results(new JavaLapack(Workers.serial()), n, a);
    double[][] two = results(new JavaLapack(TWO), n, a);
    for (int i = 0; i < one.length; i++) {
      assertArrayEquals(one[i], two[i], "result " + i);
    }
  }

  private static double[][] results(Lapack lapack, int n, double[] a) {
    double[] vectors = a.clone();
    double[] values = new double[n];
    lapack.symmetricEigen(n, vectors, values);
    double[] u = new double[n * n];
    double[] s = new double[n];
    double[] v = new double[n * n];
    lapack.svd(n, n, a.clone(), u, s, v);
    double[] qr = a.clone();
    lapack.qr(n, n, qr, new double[n]);
    double[] inverse = a.clone();
    int[] pivots = new int[n];
    lapack.factor(n, inverse, pivots);
    lapack.invertFactored(n, inverse, pivots);
    return new double[][] {vectors, values, u, s, v, qr, inverse};
  }
}
