package dev.linden.matrix.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Panels;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.testkit.Agreement;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomTests;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random cells, their representations, and comparison with plain arrays. */
public final class Forms {
  /** Two threads, and recycled arrays that show when a kernel leaves a cell unwritten. */
  public static final Workers TWO = new Workers(2, new DirtyPool());

  private static final class DirtyPool implements ArrayPool {
    @Override
    public double[] cleared(int length) {
      return new double[length];
    }

    @Override
    public double[] uncleared(int length) {
      double[] array = new double[length];
      Arrays.fill(array, 1e300);
      return array;
    }

    @Override
    public int[] ints(int length) {
      int[] array = new int[length];
      Arrays.fill(array, Integer.MIN_VALUE);
      return array;
    }

    @Override
    public int roomFor(int length) {
      return length + 2;
    }

    @Override
    public void recycle(double[] array) {
      // tests keep what they use
    }

    @Override
    public void recycle(int[] array) {
      // tests keep what they use
    }
  }

  private Forms() {}

  /** Whole numbers from -9 to 9 in a share of the cells: sums are exact in any order. */
  public static double[][] whole(Random random, int rows, int cols, double density) {
    double[][] cells = new double[rows][cols];
    for (double[] row : cells) {
      for (int j = 0; j < cols; j++) {
        row[j] = random.nextDouble() < density ? random.nextInt(19) - 9 : 0;
      }
    }
    return cells;
  }

  public static double[][] gaussian(Random random, int rows, int cols, double density) {
    double[][] cells = new double[rows][cols];
    for (double[] row : cells) {
      for (int j = 0; j < cols; j++) {
        row[j] = random.nextDouble() < density ? random.nextGaussian() : 0;
      }
    }
    return cells;
  }

  /** The same cells in all representations. */
  public static List<Matrix> all(double[][] cells, int cols) {
    return List.of(
        dense(cells, cols),
        panels(cells, cols),
        csr(cells, cols),
        mcsr(cells, cols),
        coo(cells, cols),
        packed(dense(cells, cols)),
        packed(csr(cells, cols)),
        compressed(dense(cells, cols)),
        compressed(csr(cells, cols)));
  }

  /** In groups of all kinds. */
  public static Matrix compressed(Plain matrix) {
    return Packing.named("compressed-always").pack(matrix, Workers.serial());
  }

  /** Neither dense nor sparse. */
  public static Matrix packed(Plain matrix) {
    return Packing.named("row-codes").pack(matrix, Workers.serial());
  }

  public static Dense dense(double[][] cells, int cols) {
    return fill(Dense.zeros(cells.length, cols), cells);
  }

  /** Three rows per panel. */
  public static Dense panels(double[][] cells, int cols) {
    return fill(Panels.zeros(cells.length, cols, 3), cells);
  }

  private static Dense fill(Dense matrix, double[][] cells) {
    for (int i = 0; i < cells.length; i++) {
      System.arraycopy(cells[i], 0, matrix.panelOf(i), matrix.offset(i), cells[i].length);
    }
    return matrix;
  }

  public static Mcsr mcsr(double[][] cells, int cols) {
    Mcsr result = new Mcsr(cells.length, cols);
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < cols; j++) {
        result.append(i, j, cells[i][j]);
      }
    }
    return result;
  }

  public static Csr csr(double[][] cells, int cols) {
    Coo triples = coo(cells, cols);
    int[] starts = new int[cells.length + 1];
    for (int row : triples.rowIndexes()) {
      starts[row + 1]++;
    }
    for (int i = 0; i < cells.length; i++) {
      starts[i + 1] += starts[i];
    }
    return new Csr(cells.length, cols, starts, triples.columns(), triples.values());
  }

  public static Coo coo(double[][] cells, int cols) {
    int nnz = 0;
    for (double[] row : cells) {
      for (double v : row) {
        nnz += v != 0 ? 1 : 0;
      }
    }
    int[] rows = new int[nnz];
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    int at = 0;
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < cols; j++) {
        if (cells[i][j] != 0) {
          rows[at] = i;
          columns[at] = j;
          values[at++] = cells[i][j];
        }
      }
    }
    return new Coo(cells.length, cols, rows, columns, values);
  }

  public static double[][] cells(Matrix a) {
    double[][] cells = new double[a.rows()][a.cols()];
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.cols(); j++) {
        cells[i][j] = a.get(i, j);
      }
    }
    return cells;
  }

  public static void assertCells(double[][] expected, int cols, Matrix actual, String what) {
    assertCells(expected, cols, actual, 0, what);
  }

  /** Also checks that the block is well-formed: exact nnz, ascending columns, no stored zeros. */
  public static void assertCells(
      double[][] expected, int cols, Matrix actual, double tolerance, String what) {
    String message = what + " seed " + RandomTests.SEED + " " + actual;
    assertEquals(expected.length + "x" + cols, actual.shape(), message);
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < cols; j++) {
        if (!Agreement.within(expected[i][j], actual.get(i, j), tolerance)) {
          assertEquals(expected[i][j], actual.get(i, j), message + " at " + i + "," + j);
        }
      }
    }
    Matrices.assertSound(actual, message);
  }

  /** Same bits. */
  public static void assertSame(Matrix expected, Matrix actual, String what) {
    assertEquals(expected.shape(), actual.shape(), what);
    assertTrue(Arrays.deepEquals(cells(expected), cells(actual)), what + " differ");
  }

  public static Matrix matrix(int rows, int cols, double... cells) {
    return Dense.of(rows, cols, cells);
  }
}
