package dev.linden.nativeblas;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.solve.Decompose;
import dev.linden.matrix.kernel.solve.Solve;
import dev.linden.matrix.lapack.TestMatrices;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomTests;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Kernels on matrices that are large enough for native code agree with Java. */
class LargeMatricesTest {
  private static final Workers NATIVE = new Workers(2, ArrayPool.none(), true);
  private static final Workers JAVA = new Workers(2, ArrayPool.none(), false);

  private final TestMatrices matrices = new TestMatrices();

  /** Well conditioned, without symmetry. */
  private Matrix regular(int n) {
    double[] a = matrices.gaussian(n, n);
    for (int i = 0; i < n; i++) {
      a[i * n + i] += 3 * Math.sqrt(n);
    }
    return Dense.wrap(n, n, a);
  }

  @Test
  void solve() {
    int n = 700;
    Matrix a = regular(n);
    Matrix b = Dense.wrap(n, 2, matrices.gaussian(n, 2));
    assertClose(Solve.solve(a, b, JAVA), Solve.solve(a, b, NATIVE), 1e-12);
  }

  @Test
  void inverse() {
    Matrix a = regular(480);
    assertClose(Solve.inverse(a, JAVA), Solve.inverse(a, NATIVE), 1e-12);
  }

  @Test
  void lu() {
    Matrix a = regular(680);
    List<Matrix> java = Decompose.lu(a, JAVA);
    List<Matrix> plu = Decompose.lu(a, NATIVE);
    for (int k = 0; k < 3; k++) {
      assertClose(java.get(k), plu.get(k), 1e-10);
    }
  }

  @Test
  void choleskyAndQr() {
    Matrix a = regular(860);
    Matrix squares = MatMult.multiply(Reorg.transpose(a, JAVA), a, JAVA);
    assertClose(Decompose.cholesky(squares, JAVA), Decompose.cholesky(squares, NATIVE), 1e-10);
    Matrix tall = Dense.wrap(1000, 350, matrices.gaussian(1000, 350));
    List<Matrix> java = Decompose.qr(tall, JAVA);
    List<Matrix> hr = Decompose.qr(tall, NATIVE);
    assertClose(java.get(0), hr.get(0), 1e-11);
    assertClose(java.get(1), hr.get(1), 1e-11);
  }

  @Test
  void eigenvaluesAndSingularValues() {
    int n = 290;
    Matrix a = regular(n);
    Matrix squares = MatMult.multiply(Reorg.transpose(a, JAVA), a, JAVA);
    assertClose(
        Decompose.eigen(squares, JAVA).get(0), Decompose.eigen(squares, NATIVE).get(0), 1e-9);
    List<Matrix> java = Decompose.svd(a, JAVA);
    List<Matrix> usv = Decompose.svd(a, NATIVE);
    assertClose(java.get(1), usv.get(1), 1e-11);
    Matrix ud = MatMult.multiply(usv.get(0), usv.get(1), JAVA);
    assertClose(a, MatMult.multiply(ud, Reorg.transpose(usv.get(2), JAVA), JAVA), 1e-11);
  }

  @Test
  void singularMatricesAreDiagnosed() {
    int n = 700;
    double[] cells = matrices.gaussian(n, n);
    System.arraycopy(cells, 0, cells, 5 * n, n);
    Matrix a = Dense.wrap(n, n, cells);
    Matrix b = Dense.wrap(n, 1, matrices.gaussian(n, 1));
    for (Workers workers : List.of(JAVA, NATIVE)) {
      InputError error = assertThrows(InputError.class, () -> Solve.solve(a, b, workers));
      assertTrue(
          error.getMessage().startsWith("solve: the 700x700 matrix is singular"),
          error.getMessage());
    }
  }

  @Test
  void products() {
    Dense a = Dense.wrap(700, 530, matrices.gaussian(700, 530));
    Dense b = Dense.wrap(530, 1100, matrices.gaussian(530, 1100));
    Matrix ta = Reorg.transpose(a, JAVA);
    Matrix tb = Reorg.transpose(b, JAVA);
    Matrix expected = MatMult.multiply(a, b, JAVA);
    assertClose(expected, MatMult.multiply(a, b, NATIVE), 1e-11);
    assertClose(expected, MatMult.multiply(ta, true, b, false, NATIVE), 1e-11);
    assertClose(expected, MatMult.multiply(a, false, tb, true, NATIVE), 1e-11);
    Matrix tall = Dense.wrap(20_000, 80, matrices.gaussian(20_000, 80));
    assertClose(MatMult.tsmm(tall, true, JAVA), MatMult.tsmm(tall, true, NATIVE), 1e-9);
    assertClose(MatMult.tsmm(b, true, JAVA), MatMult.tsmm(b, true, NATIVE), 1e-10);
    assertClose(MatMult.tsmm(b, false, JAVA), MatMult.tsmm(b, false, NATIVE), 1e-10);
  }

  @Test
  void theNumberOfThreadsDoesNotChangeABit() {
    Matrix a = regular(900);
    Matrix squares = MatMult.tsmm(a, true, JAVA);
    Matrix b = Dense.wrap(900, 5, matrices.gaussian(900, 5));
    for (Function<Workers, Matrix> operation :
        List.<Function<Workers, Matrix>>of(
            workers -> MatMult.multiply(a, squares, workers),
            workers -> MatMult.tsmm(a, true, workers),
            workers -> Solve.solve(a, b, workers),
            workers -> Solve.inverse(a, workers),
            workers -> Decompose.cholesky(squares, workers),
            workers -> Decompose.eigen(squares, workers).get(1),
            workers -> Decompose.svd(b, workers).get(0))) {
      Matrix expected = operation.apply(new Workers(1, ArrayPool.none()));
      for (int threads : new int[] {2, 8}) {
        assertClose(expected, operation.apply(new Workers(threads, ArrayPool.none())), 0);
      }
    }
  }

  private static void assertClose(Matrix expected, Matrix actual, double distance) {
    Matrices.assertWithin(expected, actual, distance, "seed " + RandomTests.SEED);
  }
}
