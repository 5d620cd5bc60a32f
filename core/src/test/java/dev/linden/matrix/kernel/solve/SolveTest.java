package dev.linden.matrix.kernel.solve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.testkit.RandomTests;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SolveTest {
  @Test
  void solvesTheDocumentedSystem() {
    Matrix s = Forms.matrix(2, 2, 4, 2, 2, 3);
    Forms.assertCells(
        new double[][] {{1}, {1}},
        1,
        Solve.solve(s, Forms.matrix(2, 1, 6, 5), Forms.TWO),
        1e-15,
        "x");
  }

  @Test
  void findsTheSolutionThatMadeTheRightHandSide() {
    Random random = new Random(RandomTests.SEED);
    for (int n : new int[] {0, 1, 2, 5, 31, 32, 33, 100, 150}) {
      for (int columns : new int[] {1, 4}) {
        double[][] a = Forms.gaussian(random, n, n, n < 6 ? 1 : 0.5);
        double[][] x = Forms.gaussian(random, n, columns, 1);
        for (Matrix left : Forms.all(a, n)) {
          Matrix b = MatMult.multiply(left, Forms.dense(x, columns), Forms.TWO);
          Matrix found = Solve.solve(left, b, Forms.TWO);
          Forms.assertCells(x, columns, found, 1e-8, "solution of " + left);
          Forms.assertCells(a, n, left, "untouched matrix");
        }
      }
    }
  }

  @Test
  void exchangesRowsForAPivot() {
    Matrix a = Forms.matrix(3, 3, 0, 1, 0, 0, 0, 2, 4, 0, 0);
    Forms.assertCells(
        new double[][] {{3}, {1}, {2}},
        1,
        Solve.solve(a, Forms.matrix(3, 1, 1, 4, 12), Forms.TWO),
        "permuted");
    Matrix tiny = Forms.matrix(2, 2, 1e-20, 1, 1, 1);
    Forms.assertCells(
        new double[][] {{1}, {1}},
        1,
        Solve.solve(tiny, Forms.matrix(2, 1, 1, 2), Forms.TWO),
        1e-12,
        "tiny pivot");
  }

  @Test
  void givesTheSameBitsForAnyNumberOfThreads() {
    Random random = new Random(RandomTests.SEED);
    Matrix a = Forms.dense(Forms.gaussian(random, 200, 200, 1), 200);
    Matrix b = Forms.dense(Forms.gaussian(random, 200, 3, 1), 3);
    Forms.assertSame(
        Solve.solve(a, b, Workers.serial()), Solve.solve(a, b, Forms.TWO), "solutions");
  }

  @Test
  void rejectsWhatHasNoSolution() {
    Matrix b = Forms.matrix(2, 1, 1, 1);
    InputError error =
        assertThrows(
            InputError.class, () -> Solve.solve(Forms.matrix(2, 2, 1, 2, 2, 4), b, Forms.TWO));
    assertEquals("solve: the 2x2 matrix is singular (pivot 2 is zero)", error.getMessage());
    assertThrows(InputError.class, () -> Solve.solve(Forms.matrix(1, 2, 1, 2), b, Forms.TWO));
    assertThrows(InputError.class, () -> Solve.solve(Forms.matrix(1, 1, 1), b, Forms.TWO));
  }
}
