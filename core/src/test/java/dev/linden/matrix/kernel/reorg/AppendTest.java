package dev.linden.matrix.kernel.reorg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.testkit.RandomTests;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AppendTest {
  @Test
  void joinsAnyMixOfForms() {
    Random random = new Random(RandomTests.SEED);
    for (int trial = 0; trial < 300; trial++) {
      boolean sideBySide = random.nextBoolean();
      int common = random.nextInt(50);
      int count = 1 + random.nextInt(4);
      double density = random.nextBoolean() ? 0.05 : 0.9;
      List<Matrix> parts = new ArrayList<>();
      double[][] joined = sideBySide ? new double[common][0] : new double[0][common];
      int width = sideBySide ? 0 : common;
      for (int part = 0; part < count; part++) {
        int size = random.nextInt(40);
        int rows = sideBySide ? common : size;
        int cols = sideBySide ? size : common;
        double[][] cells = Forms.whole(random, rows, cols, density);
        parts.add(Forms.all(cells, cols).get(random.nextInt(5)));
        joined = sideBySide ? beside(joined, cells) : below(joined, cells);
        width += sideBySide ? size : 0;
      }
      Matrix result = sideBySide ? Append.cbind(parts, Forms.TWO) : Append.rbind(parts, Forms.TWO);
      Forms.assertCells(joined, width, result, (sideBySide ? "cbind " : "rbind ") + parts);
    }
  }

  private static double[][] beside(double[][] a, double[][] b) {
    double[][] c = new double[a.length][];
    for (int i = 0; i < a.length; i++) {
      c[i] = new double[a[i].length + b[i].length];
      System.arraycopy(a[i], 0, c[i], 0, a[i].length);
      System.arraycopy(b[i], 0, c[i], a[i].length, b[i].length);
    }
    return c;
  }

  private static double[][] below(double[][] a, double[][] b) {
    double[][] c = new double[a.length + b.length][];
    System.arraycopy(a, 0, c, 0, a.length);
    System.arraycopy(b, 0, c, a.length, b.length);
    return c;
  }

  @Test
  void operandsWithoutCellsAreNeutral() {
    Matrix a = Forms.matrix(2, 3, 1, 2, 3, 4, 5, 6);
    assertSame(a, Append.rbind(List.of(Forms.matrix(0, 3), a), Forms.TWO));
    assertSame(a, Append.rbind(List.of(a, Forms.matrix(0, 1)), Forms.TWO));
    assertSame(a, Append.cbind(List.of(Forms.matrix(2, 0), a), Forms.TWO));
    assertEquals(
        "0x3", Append.rbind(List.of(Forms.matrix(0, 3), Forms.matrix(0, 3)), Forms.TWO).shape());
    assertEquals(
        "0x5", Append.cbind(List.of(Forms.matrix(0, 3), Forms.matrix(0, 2)), Forms.TWO).shape());
  }

  @Test
  void thinResultsAreSparse() {
    Matrix thin = Forms.csr(Forms.whole(new Random(RandomTests.SEED), 50, 50, 0.02), 50);
    Matrix full = Generate.constant(50, 2, 1, Forms.TWO);
    assertTrue(Append.cbind(List.of(thin, full), Forms.TWO).isSparse());
    assertTrue(Append.rbind(List.of(thin, thin), Forms.TWO).isSparse());
    assertTrue(!Append.cbind(List.of(full, full), Forms.TWO).isSparse());
  }

  @Test
  void rejectsOperandsThatDoNotFit() {
    Matrix a = Forms.matrix(2, 1, 1, 2);
    Matrix b = Forms.matrix(1, 2, 1, 2);
    assertThrows(InputError.class, () -> Append.cbind(List.of(a, b), Forms.TWO));
    assertThrows(InputError.class, () -> Append.rbind(List.of(a, b), Forms.TWO));
  }
}
