package dev.linden.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.linden.matrix.Formats.Format;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import org.junit.jupiter.api.Test;

class FormatsTest {
  private static final Workers WORKERS = new Workers(2, ArrayPool.none());

  @Test
  void formatFollowsFromTheNonZeros() {
    assertEquals(Format.DENSE, Formats.choose(1000, 100, 40_000));
    assertEquals(Format.CSR, Formats.choose(1000, 100, 39_999));
    assertEquals(Format.CSR, Formats.choose(1000, 100, 250));
    assertEquals(Format.COO, Formats.choose(1000, 100, 249));
    assertEquals(Format.COO, Formats.choose(1000, 100, 0));
    assertEquals(Format.COO, Formats.choose(1, 10_000, 0));
    assertEquals(Format.CSR, Formats.choose(1, 10_000, 1));
    assertEquals(Format.DENSE, Formats.choose(1_000_000, 1, 0), "columns stay dense");
    assertEquals(Format.DENSE, Formats.choose(10, 10, 0), "small ones stay dense");
    assertEquals(Format.DENSE, Formats.choose(0, 10, 0));
  }

  @Test
  void conversionsKeepEveryCell() {
    RandomMatrices random = new RandomMatrices(11);
    int[][] shapes = {{0, 0}, {0, 5}, {5, 0}, {1, 1}, {1, 50}, {50, 1}, {37, 41}, {300, 220}};
    for (int[] shape : shapes) {
      for (double density : new double[] {0, 0.001, 0.1, 1}) {
        Dense a = random.withSpecials(shape[0], shape[1], density);
        for (Form form : Form.values()) {
          Matrix b = form.of(a);
          String message = form + " " + a.shape() + " density " + density + " " + random;
          check(a, b, message);
          check(a, Formats.toCsr(b, WORKERS), message + " to CSR");
          check(a, Formats.toCoo(b, WORKERS), message + " to COO");
          check(a, Formats.toMcsr(b), message + " to MCSR");
          check(a, Formats.toDense(b, WORKERS), message + " to dense");
          check(a, Formats.adapt(b, WORKERS), message + " adapted");
        }
      }
    }
  }

  private static void check(Dense expected, Matrix actual, String message) {
    Matrices.assertCells(expected.rows(), expected.cols(), expected::get, 0, actual, message);
  }

  @Test
  void adaptGivesTheChosenFormat() {
    RandomMatrices random = new RandomMatrices(12);
    for (Form form : Form.values()) {
      assertInstanceOf(Csr.class, Formats.adapt(form.of(random.dense(100, 50, 0.1))), form + "");
      assertInstanceOf(Coo.class, Formats.adapt(form.of(random.dense(100, 50, 0.001))), form + "");
      assertInstanceOf(Coo.class, Formats.adapt(form.of(random.dense(100, 50, 0))), form + "");
      assertFalse(Formats.adapt(form.of(random.dense(100, 50, 0.7))).isSparse(), form + "");
      assertFalse(Formats.adapt(form.of(random.dense(100, 1, 0.1))).isSparse(), form + "");
    }
    Dense full = random.dense(100, 50, 1);
    assertSame(full, Formats.adapt(full));
  }

  @Test
  void zerosTakeNoSpaceWhereThatPays() {
    assertEquals(0, Formats.zeros(100_000, 100_000).nnz());
    Matrices.assertCells(3, 4, (i, j) -> 0, 0, Formats.zeros(3, 4), "small zeros");
  }
}
