package dev.linden.matrix.kernel.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Panels;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.lapack.Blas;
import dev.linden.matrix.simd.GemmKernel;
import dev.linden.matrix.simd.Simd;
import dev.linden.testkit.RandomTests;
import java.lang.reflect.Proxy;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The packed product and the calls of a library, on sizes around all their borders. */
class PackedGemmTest {
  private static final int[] AWKWARD = {1, 5, 6, 7, 15, 16, 17, 31, 33, 63, 65, 127, 129, 255, 257};

  private final Random random = new Random(RandomTests.SEED);

  /** Any way to compute op(A) * op(B) into C, or the upper half of it. */
  private interface Product {
    void multiply(Dense a, boolean transposeA, Dense b, boolean transposeB, Dense c, boolean upper);
  }

  private static Product packed(GemmKernel kernel, Workers workers) {
    return (a, ta, b, tb, c, upper) ->
        PackedGemm.multiply(kernel, a, ta, b, tb, c, upper, 0, ta ? a.rows() : a.cols(), workers);
  }

  private static Product library(Workers workers) {
    return (a, ta, b, tb, c, upper) ->
        NativeGemm.multiply(
            PLAIN_LIBRARY, a, ta, b, tb, c, upper, 0, ta ? a.rows() : a.cols(), workers);
  }

  /** Tiles of 3 x 5, so that borders lie elsewhere than those of vectors. */
  private static final class PlainKernel implements GemmKernel {
    @Override
    public int rows() {
      return 3;
    }

    @Override
    public int cols() {
      return 5;
    }

    @Override
    public void multiply(
        int depth,
        double[] a,
        int ai,
        double[] b,
        int bi,
        double[] c,
        int ci,
        int stride,
        boolean add) {
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 5; j++) {
          double sum = add ? c[ci + i * stride + j] : 0;
          for (int k = 0; k < depth; k++) {
            sum += a[ai + 3 * k + i] * b[bi + 5 * k + j];
          }
          c[ci + i * stride + j] = sum;
        }
      }
    }
  }

  /** Products by their definition; the products need nothing else of a library. */
  private static final Blas PLAIN_LIBRARY =
      (Blas)
          Proxy.newProxyInstance(
              Blas.class.getClassLoader(),
              new Class<?>[] {Blas.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("gemm")) {
                  plainGemm(arguments);
                } else if (method.getName().equals("syrk")) {
                  plainSyrk(arguments);
                } else {
                  throw new AssertionError("products do not call " + method);
                }
                return null;
              });

  private static void plainGemm(Object[] arguments) {
    boolean transposeA = (boolean) arguments[0];
    boolean transposeB = (boolean) arguments[1];
    int inner = (int) arguments[4];
    DoubleBuffer a = (DoubleBuffer) arguments[6];
    int lda = (int) arguments[7];
    DoubleBuffer b = (DoubleBuffer) arguments[8];
    int ldb = (int) arguments[9];
    DoubleBuffer c = (DoubleBuffer) arguments[11];
    for (int i = 0; i < (int) arguments[2]; i++) {
      for (int j = 0; j < (int) arguments[3]; j++) {
        int at = c.position() + i * (int) arguments[12] + j;
        double sum = 0;
        for (int k = 0; k < inner; k++) {
          sum +=
              a.get(a.position() + (transposeA ? k * lda + i : i * lda + k))
                  * b.get(b.position() + (transposeB ? j * ldb + k : k * ldb + j));
        }
        double beta = (double) arguments[10];
        c.put(at, (double) arguments[5] * sum + (beta == 0 ? 0 : beta * c.get(at)));
      }
    }
  }

  private static void plainSyrk(Object[] arguments) {
    boolean transposeFirst = (boolean) arguments[0];
    int n = (int) arguments[1];
    DoubleBuffer a = (DoubleBuffer) arguments[3];
    int lda = (int) arguments[4];
    double beta = (double) arguments[5];
    DoubleBuffer c = (DoubleBuffer) arguments[6];
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < (int) arguments[2]; k++) {
          sum +=
              transposeFirst
                  ? a.get(k * lda + i) * a.get(k * lda + j)
                  : a.get(i * lda + k) * a.get(j * lda + k);
        }
        int at = i * (int) arguments[7] + j;
        c.put(at, sum + (beta == 0 ? 0 : beta * c.get(at)));
      }
    }
  }

  private static double[][] transposed(double[][] a, int cols) {
    double[][] t = new double[cols][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < cols; j++) {
        t[j][i] = a[i][j];
      }
    }
    return t;
  }

  private static Dense dirty(Dense c) {
    for (int p = 0; p < c.panelCount(); p++) {
      Arrays.fill(c.panel(p), Double.NaN);
    }
    return c;
  }

  private void check(Product product, int m, int n, int inner, int panelRows) {
    double[][] a = Forms.whole(random, m, inner, 0.9);
    double[][] b = Forms.whole(random, inner, n, 0.9);
    double[][] expected = MatMultTest.naive(a, b, n);
    for (boolean ta : new boolean[] {false, true}) {
      for (boolean tb : new boolean[] {false, true}) {
        double[][] left = ta ? transposed(a, inner) : a;
        double[][] right = tb ? transposed(b, n) : b;
        Dense denseLeft = matrix(left, ta ? m : inner, panelRows);
        Dense denseRight = matrix(right, tb ? inner : n, panelRows);
        Dense c = dirty(panelRows == 0 ? Dense.zeros(m, n) : Panels.zeros(m, n, panelRows));
        product.multiply(denseLeft, ta, denseRight, tb, c, false);
        String what = m + "x" + inner + " " + ta + " " + inner + "x" + n + " " + tb;
        Forms.assertCells(expected, n, c, what);
      }
    }
  }

  private static Dense matrix(double[][] cells, int cols, int panelRows) {
    return panelRows == 0 ? Forms.dense(cells, cols) : Forms.panels(cells, cols);
  }

  @Test
  void thisTestSeesTheVectorKernel() {
    assertNotNull(Simd.current().gemmKernel(), "run with --add-modules jdk.incubator.vector");
    assertEquals(6, Simd.current().gemmKernel().rows());
    assertNull(Simd.forLength(1).gemmKernel());
  }

  @Test
  void awkwardSizes() {
    Product product = packed(Simd.current().gemmKernel(), Forms.TWO);
    for (int size : AWKWARD) {
      check(product, size, 17, 7, 0);
      check(product, 7, size, 33, 0);
      check(product, 13, 31, size, 0);
      check(product, size, size, 5, 0);
    }
    check(product, 257, 130, 200, 0);
    check(product, 4, 4150, 3, 0);
    check(product, 300, 5, 1, 0);
  }

  @Test
  void severalPanels() {
    check(packed(Simd.current().gemmKernel(), Forms.TWO), 40, 33, 20, 3);
    check(packed(new PlainKernel(), Forms.TWO), 20, 23, 200, 7);
    check(library(Forms.TWO), 20, 23, 31, 4);
  }

  @Test
  void otherTileSizesAndALibrary() {
    for (int size : new int[] {1, 2, 3, 4, 5, 6, 49, 129, 257}) {
      check(packed(new PlainKernel(), Forms.TWO), size, 11, 9, 0);
      check(packed(new PlainKernel(), Forms.TWO), 8, size, 195, 0);
      check(library(Forms.TWO), size, 11, 9, 0);
    }
    check(library(Forms.TWO), 3, 1030, 5, 0);
  }

  @Test
  void theUpperHalfIsThatOfTheWhole() {
    for (int n : new int[] {1, 5, 17, 64, 130, 300}) {
      double[][] x = Forms.whole(random, 9, n, 1);
      double[][] expected = MatMultTest.naive(transposed(x, n), x, n);
      for (Product product :
          new Product[] {packed(Simd.current().gemmKernel(), Forms.TWO), library(Forms.TWO)}) {
        Dense dense = Forms.dense(x, n);
        Dense c = dirty(Dense.zeros(n, n));
        product.multiply(dense, true, dense, false, c, true);
        Symmetry.mirrorUpper(c, Forms.TWO);
        Forms.assertCells(expected, n, c, "upper half of " + n);
      }
    }
  }

  @Test
  void nanAndInfinitiesStayWhereTheyBelong() {
    int n = 37;
    double[][] a = Forms.whole(random, n, n, 1);
    double[][] b = Forms.whole(random, n, n, 1);
    a[36][5] = Double.NaN;
    b[3][36] = Double.POSITIVE_INFINITY;
    a[1][3] = 0;
    double[][] expected = MatMultTest.naive(a, b, n);
    Dense c = Dense.zeros(n, n);
    packed(Simd.current().gemmKernel(), Forms.TWO)
        .multiply(Forms.dense(a, n), false, Forms.dense(b, n), false, c, false);
    Forms.assertCells(expected, n, c, "with NaN and infinities");
  }
}
