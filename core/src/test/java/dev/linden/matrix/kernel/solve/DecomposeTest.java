package dev.linden.matrix.kernel.solve;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.testkit.RandomTests;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** The kernels around the factorisations: forms of matrices, checks, documented formats. */
class DecomposeTest {
  private static final int N = 8;

  private static final List<BiFunction<Matrix, Workers, List<Matrix>>> ALL =
      List.of(
          Decompose::eigen,
          Decompose::qr,
          Decompose::lu,
          Decompose::svd,
          (a, workers) -> List.of(Decompose.cholesky(a, workers)),
          (a, workers) -> List.of(Solve.inverse(a, workers)));

  /*
   * The numbers below are from NumPy 2.4.6 and SciPy 1.17.1 (np, sl = numpy, scipy.linalg):
   *
   * i, j = np.indices((8, 8)); A = (i*7 + j*13 + i*j*5) % 17 - 8 + 30.0*(i == j)
   * np.linalg.det(A); sl.solve(A, np.arange(1, 9)); sl.inv(A)[0]; sl.eigvalsh(A + A.T)
   * sl.svdvals(A[:, :5]); np.diag(sl.cholesky(A.T @ A, lower=True))
   * np.abs(np.diag(sl.qr(A[:, :5])[1])); np.diag(sl.lu(A)[2])
   */
  private static final double DET = 432888170639.9989;
  private static final double[] SOLUTION = {
    0.10423251033469266,
    -0.10614352305369802,
    -0.007066445626078187,
    0.157741850000302,
    0.25681892742792184,
    0.2510387087716794,
    0.2939721089903147,
    0.28927479754150853
  };
  private static final double[] INVERSE = {
    0.042310998041182234,
    -0.010799159069393232,
    -0.0015667387838232843,
    0.008124203784087031,
    0.008700213407152851,
    -0.005585076248273432,
    0.0008091569688359457,
    0.005008565414930415
  };
  private static final double[] EIGENVALUES = {
    29.19898609330042,
    37.12720632171825,
    46.96753672281072,
    51.46219765684314,
    66.07948476446188,
    69.42110372997367,
    76.28417262739573,
    81.459312083496
  };
  private static final double[] SINGULAR_VALUES = {
    36.83444267530485, 33.908727239001834, 30.60156680907648, 27.853229151895007, 17.151203586696504
  };
  private static final double[] CHOLESKY = {
    25.37715508089904,
    32.90582742100356,
    29.720660602740992,
    23.35706250988734,
    31.498290109351398,
    26.082159097327683,
    30.32623779829523,
    29.97327739849457
  };
  private static final double[] QR = {
    25.377155080899044, 32.90582742100356, 29.72066060274099, 23.35706250988734, 31.498290109351405
  };
  private static final double[] LU = {
    22.0,
    30.227272727272727,
    30.94736842105263,
    23.725947521865887,
    29.8589333988695,
    26.97601567129782,
    32.45491380872732,
    33.91362603154532
  };

  @Test
  void agreesWithNumPy() {
    double[][] a = pattern();
    double[][] narrow = new double[N][5];
    double[][] sum = new double[N][N];
    double[][] right = new double[N][1];
    for (int i = 0; i < N; i++) {
      System.arraycopy(a[i], 0, narrow[i], 0, 5);
      right[i][0] = i + 1;
      for (int j = 0; j < N; j++) {
        sum[i][j] = a[i][j] + a[j][i];
      }
    }
    Matrix dense = Forms.dense(a, N);
    Matrix cross = MatMult.multiply(Reorg.transpose(dense, Forms.TWO), dense, Forms.TWO);
    assertWithin(1, Solve.determinant(dense, Forms.TWO) / DET, 1e-13);
    assertColumn(SOLUTION, Solve.solve(dense, Forms.dense(right, 1), Forms.TWO));
    assertArrayEquals(INVERSE, Forms.cells(Solve.inverse(dense, Forms.TWO))[0], 1e-14);
    assertColumn(EIGENVALUES, Decompose.eigen(Forms.dense(sum, N), Forms.TWO).get(0));
    assertDiagonal(SINGULAR_VALUES, Decompose.svd(Forms.dense(narrow, 5), Forms.TWO).get(1));
    assertDiagonal(CHOLESKY, Decompose.cholesky(cross, Forms.TWO));
    assertDiagonal(QR, Decompose.qr(Forms.dense(narrow, 5), Forms.TWO).get(1));
    assertDiagonal(LU, Decompose.lu(dense, Forms.TWO).get(2));
  }

  private static double[][] pattern() {
    double[][] a = new double[N][N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        a[i][j] = (i * 7 + j * 13 + i * j * 5) % 17 - 8 + (i == j ? 30 : 0);
      }
    }
    return a;
  }

  private static void assertColumn(double[] expected, Matrix actual) {
    for (int i = 0; i < expected.length; i++) {
      assertWithin(expected[i], actual.get(i, 0), 1e-13 * Math.max(1, Math.abs(expected[i])));
    }
  }

  /** Up to signs. */
  private static void assertDiagonal(double[] expected, Matrix actual) {
    for (int i = 0; i < expected.length; i++) {
      double found = Math.abs(actual.get(i, i));
      assertWithin(Math.abs(expected[i]), found, 1e-13 * Math.abs(expected[i]));
    }
  }

  @Test
  void allFormsOfAMatrixGiveTheSameBits() {
    Random random = new Random(RandomTests.SEED);
    int n = 40;
    double[][] cells = Forms.gaussian(random, n, n, 0.2);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        cells[i][j] = cells[j][i];
      }
      cells[i][i] = n;
    }
    Matrix first = Forms.dense(cells, n);
    for (Matrix a : Forms.all(cells, n)) {
      for (BiFunction<Matrix, Workers, List<Matrix>> decomposition : ALL) {
        List<Matrix> expected = decomposition.apply(first, Workers.serial());
        List<Matrix> found = decomposition.apply(a, Forms.TWO);
        for (int k = 0; k < expected.size(); k++) {
          Forms.assertSame(expected.get(k), found.get(k), "result " + k + " for " + a);
        }
      }
      Forms.assertCells(cells, n, a, "untouched matrix");
    }
  }

  @Test
  void smallestSizes() {
    Matrix none = Forms.matrix(0, 0);
    assertEquals(1, Solve.determinant(none, Forms.TWO));
    assertEquals("0x0", Decompose.cholesky(none, Forms.TWO).shape());
    assertShapes(Decompose.eigen(none, Forms.TWO), "0x1", "0x0");
    assertShapes(Decompose.svd(Forms.matrix(0, 3), Forms.TWO), "0x0", "0x0", "3x0");
    assertShapes(Decompose.svd(Forms.matrix(3, 1, 0, 3, 4), Forms.TWO), "3x1", "1x1", "1x1");
    assertShapes(Decompose.qr(Forms.matrix(2, 3, 1, 2, 3, 4, 5, 6), Forms.TWO), "2x3", "2x3");
    Matrix one = Forms.matrix(1, 1, -2);
    assertEquals(-2, Solve.determinant(one, Forms.TWO));
    assertEquals(-0.5, Solve.inverse(one, Forms.TWO).get(0, 0));
    assertEquals(-2, Decompose.eigen(one, Forms.TWO).get(0).get(0, 0));
    assertEquals(2, Decompose.svd(one, Forms.TWO).get(1).get(0, 0));
  }

  private static void assertShapes(List<Matrix> results, String... shapes) {
    assertEquals(List.of(shapes), results.stream().map(Matrix::shape).toList());
  }

  @Test
  void luPermutesRows() {
    Random random = new Random(RandomTests.SEED);
    for (int n : new int[] {2, 5, 40}) {
      Matrix a = Forms.dense(Forms.gaussian(random, n, n, 1), n);
      List<Matrix> plu = Decompose.lu(a, Forms.TWO);
      Matrix left = MatMult.multiply(plu.get(0), a, Forms.TWO);
      Matrix right = MatMult.multiply(plu.get(1), plu.get(2), Forms.TWO);
      Forms.assertCells(Forms.cells(left), n, right, 1e-13 * n, "P A = L U");
    }
  }

  @Test
  void diagnosesWhatIsSingularUpToRounding() {
    Random random = new Random(RandomTests.SEED);
    for (int n : new int[] {3, 20, 100}) {
      Matrix thin = Forms.dense(Forms.gaussian(random, n, n - 1, 1), n - 1);
      Matrix a = MatMult.multiply(thin, Reorg.transpose(thin, Forms.TWO), Forms.TWO);
      Matrix b = Forms.dense(Forms.gaussian(random, n, 1, 1), 1);
      InputError error = assertThrows(InputError.class, () -> Solve.solve(a, b, Forms.TWO));
      assertTrue(
          error.getMessage().startsWith("solve: the " + n + "x" + n + " matrix is singular"),
          error.getMessage());
    }
  }

  @Test
  void aConditionOf1e14IsNotSingular() {
    Random random = new Random(RandomTests.SEED);
    int n = 60;
    Matrix g = Forms.dense(Forms.gaussian(random, n, n, 1), n);
    List<Matrix> usv = Decompose.svd(g, Forms.TWO);
    double[][] d = new double[n][n];
    for (int i = 0; i < n; i++) {
      d[i][i] = Math.pow(1e-14, i / (n - 1.0));
    }
    Matrix ud = MatMult.multiply(usv.get(0), Forms.dense(d, n), Forms.TWO);
    Matrix a = MatMult.multiply(ud, Reorg.transpose(usv.get(2), Forms.TWO), Forms.TWO);
    Matrix x = Forms.dense(Forms.gaussian(random, n, 1, 1), 1);
    Matrix b = MatMult.multiply(a, x, Forms.TWO);
    Matrix found = Solve.solve(a, b, Forms.TWO);
    Matrix again = MatMult.multiply(a, found, Forms.TWO);
    Forms.assertCells(Forms.cells(b), 1, again, 1e-13, "A x = b");
  }

  @Test
  void notANumberGoesThroughOrIsNamed() {
    Matrix a = Forms.matrix(2, 2, 1, 2, Double.NaN, 4);
    Matrix b = Forms.matrix(2, 1, 1, 1);
    assertTrue(Double.isNaN(Solve.solve(a, b, Forms.TWO).get(0, 0)));
    assertTrue(Double.isNaN(Solve.determinant(a, Forms.TWO)));
    List<BiFunction<Matrix, Workers, List<Matrix>>> iterative =
        List.of(Decompose::eigen, Decompose::svd);
    for (BiFunction<Matrix, Workers, List<Matrix>> f : iterative) {
      InputError error = assertThrows(InputError.class, () -> f.apply(a, Forms.TWO));
      assertTrue(
          error.getMessage().endsWith("needs finite numbers, but the cell [2, 1] is NaN"),
          error.getMessage());
    }
  }

  @Test
  void roundingDoesNotMakeAMatrixAsymmetric() {
    Matrix a = Forms.matrix(2, 2, 2, 1, 1 + 4e-16, 2);
    Matrix values = Decompose.eigen(a, Forms.TWO).get(0);
    Forms.assertCells(new double[][] {{1}, {3}}, 1, values, 1e-15, "eigenvalues");
    assertWithin(Math.sqrt(2), Decompose.cholesky(a, Forms.TWO).get(0, 0), 1e-15);
  }
}
