package dev.linden.nativeblas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.matrix.lapack.JavaLapack;
import dev.linden.matrix.lapack.Lapack;
import dev.linden.matrix.lapack.LapackContract;
import dev.linden.matrix.lapack.NativeLibrary;
import dev.linden.matrix.lapack.Residual;
import dev.linden.matrix.lapack.TestMatrices;
import dev.linden.matrix.lapack.Transpose;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenBlasTest extends LapackContract {
  private static final NativeLibrary LIBRARY = NativeLibrary.find();

  @Override
  protected Lapack lapack() {
    assertNotNull(LIBRARY, "the native library does not load here");
    return LIBRARY;
  }

  @Test
  void isTheOneThatLargeOperationsUse() {
    assertTrue(LIBRARY.description().startsWith("OpenBLAS 0."), LIBRARY.description());
    Workers allowed = new Workers(1, ArrayPool.none());
    Workers javaOnly = new Workers(1, ArrayPool.none(), false);
    assertSame(LIBRARY, Lapack.forWork(Lapack.NATIVE_WORK, allowed));
    assertEquals(JavaLapack.class, Lapack.forWork(Lapack.NATIVE_WORK, javaOnly).getClass());
    assertEquals(JavaLapack.class, Lapack.forWork(1000, allowed).getClass());
  }

  @Test
  void multiplies() {
    TestMatrices matrices = new TestMatrices();
    int m = 33;
    int k = 20;
    int n = 47;
    double[] a = matrices.gaussian(m, k);
    double[] b = matrices.gaussian(k, n);
    double[] expected = Residual.product(m, k, n, a, b);
    for (boolean ta : new boolean[] {false, true}) {
      for (boolean tb : new boolean[] {false, true}) {
        double[] left = ta ? Transpose.of(m, k, a) : a;
        double[] right = tb ? Transpose.of(k, n, b) : b;
        double[] c = new double[m * n];
        LIBRARY.gemm(ta, tb, m, n, k, 1, left, ta ? m : k, right, tb ? k : n, 0, c, n);
        assertArrayEquals(expected, c, 1e-12);
        LIBRARY.gemm(ta, tb, m, n, k, -1, left, ta ? m : k, right, tb ? k : n, 1, c, n);
        assertArrayEquals(new double[m * n], c, 1e-12);
      }
    }
  }

  @Test
  void concurrentCallsGiveTheSameBits() {
    TestMatrices matrices = new TestMatrices();
    int n = 300;
    double[] a = matrices.gaussian(n, n);
    double[] b = matrices.gaussian(n, n);
    double[] expected = new double[n * n];
    LIBRARY.gemm(false, false, n, n, n, 1, a, n, b, n, 0, expected, n);
    IntStream.range(0, 40)
        .parallel()
        .forEach(
            i -> {
              double[] c = new double[n * n];
              LIBRARY.gemm(false, false, n, n, n, 1, a, n, b, n, 0, c, n);
              assertArrayEquals(expected, c);
            });
  }
}
