package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;

/** Checks on whole matrices. */
public final class Matrices {
  private Matrices() {}

  /** What a cell should be. */
  @FunctionalInterface
  public interface Cell {
    double at(int row, int col);
  }

  /** Shape, every cell (0 equals -0, NaN equals NaN), and {@link #assertSound}. */
  public static void assertCells(
      int rows, int cols, Cell expected, double tolerance, Matrix actual, String message) {
    assertEquals(rows + "x" + cols, actual.shape(), message);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        double e = expected.at(i, j);
        double x = actual.get(i, j);
        if (!Agreement.close(e, x, tolerance)) {
          assertEquals(e, x, message + ", cell " + i + "," + j + " of " + actual);
        }
      }
    }
    assertSound(actual, message);
  }

  /** Shape, and cells no farther apart than the distance. */
  public static void assertWithin(Matrix expected, Matrix actual, double distance, String message) {
    assertEquals(expected.shape(), actual.shape(), message);
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.cols(); j++) {
        if (!Agreement.within(expected.get(i, j), actual.get(i, j), distance)) {
          assertEquals(expected.get(i, j), actual.get(i, j), message + ", cell " + i + "," + j);
        }
      }
    }
  }

  /** The same bits everywhere, but for the sign of zeros that a representation does not store. */
  public static void assertSameBits(Matrix expected, Matrix actual, String message) {
    assertEquals(expected.shape(), actual.shape(), message);
    assertEquals(expected.getClass(), actual.getClass(), message);
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.cols(); j++) {
        long e = Double.doubleToLongBits(expected.get(i, j));
        if (e != Double.doubleToLongBits(actual.get(i, j))) {
          assertEquals(expected.get(i, j), actual.get(i, j), message + ", cell " + i + "," + j);
        }
      }
    }
  }

  /**
   * The non-zero count is exact; sparse rows have ascending columns inside the matrix and no zeros.
   */
  public static void assertSound(Matrix a, String message) {
    long nnz = 0;
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.cols(); j++) {
        nnz += a.get(i, j) != 0 ? 1 : 0;
      }
    }
    assertEquals(nnz, a.nnz(), message + ": non-zeros of " + a);
    if (a instanceof Sparse sparse) {
      for (int i = 0; i < a.rows(); i++) {
        int previous = -1;
        for (int p = sparse.start(i); p < sparse.end(i); p++) {
          int column = sparse.columns(i)[p];
          assertTrue(
              column > previous && column < a.cols(),
              message + ": columns of row " + i + " of " + a);
          assertNotEquals(
              0.0, sparse.values(i)[p], message + ": stored zero in row " + i + " of " + a);
          previous = column;
        }
      }
    }
  }
}
