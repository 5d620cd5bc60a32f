package dev.linden.matrix.compress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.ConstantCodes;
import dev.linden.matrix.compress.codes.RunCodes;
import dev.linden.matrix.compress.codes.SparseCodes;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.compress.plan.KnownPlans;
import dev.linden.matrix.compress.plan.Planner;
import dev.linden.matrix.kernel.Forms;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a sample finds in columns, and what it leaves alone. */
class PlannerTest {
  private static final int ROWS = 20_000;

  private interface Cell {
    double at(int i, int j);
  }

  private static Dense fill(int cols, Cell cell) {
    Dense matrix = Dense.zeros(ROWS, cols);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < cols; j++) {
        matrix.set(i, j, cell.at(i, j));
      }
    }
    return matrix;
  }

  private static List<Group> groups(Dense matrix) {
    Matrix packed = new CompressedPacking().pack(matrix, Forms.TWO);
    return assertInstanceOf(CompressedMatrix.class, packed).groups();
  }

  private static CodedGroup only(List<Group> groups) {
    assertEquals(1, groups.size(), groups::toString);
    return assertInstanceOf(CodedGroup.class, groups.get(0));
  }

  @Test
  void normalsStayPlain() {
    Random random = new Random(1);
    Dense normals = fill(20, (i, j) -> random.nextGaussian());
    assertNull(Planner.plan(normals, Forms.TWO));
    assertSame(normals, new CompressedPacking().pack(normals, Forms.TWO));
  }

  @Test
  void fewCellsOfManyColumnsStayPlain() {
    int n = 100;
    int[] places = IntStream.range(0, n).toArray();
    double[] values = new double[n];
    Arrays.fill(values, 3);
    Coo matrix = new Coo(1 << 30, 1 << 30, places, places, values);
    assertNull(Planner.plan(matrix, Forms.TWO));
  }

  @Test
  void emptyMatricesStayPlain() {
    assertNull(Planner.plan(Dense.zeros(0, 3), Forms.TWO));
    assertNull(Planner.plan(Dense.zeros(3, 0), Forms.TWO));
  }

  @Test
  void constantColumnsAreOneGroup() {
    CodedGroup group = only(groups(fill(5, (i, j) -> j)));
    assertInstanceOf(ConstantCodes.class, group.codes());
    assertArrayEquals(new int[] {0, 1, 2, 3, 4}, group.columns());
  }

  @Test
  void oneOfManyIsFoundAndTakesNoDictionary() {
    CodedGroup group = only(groups(fill(30, (i, j) -> (i * 7919 + i / 30) % 30 == j ? 1 : 0)));
    assertInstanceOf(Indicator.class, group.dictionary());
    assertTrue(group.bytes() < ROWS + 1000, () -> group + " " + group.bytes());
  }

  @Test
  void columnsThatDependOnEachOtherAreCodedTogether() {
    Random random = new Random(2);
    int[] hidden = random.ints(ROWS, 0, 50).toArray();
    CodedGroup group = only(groups(fill(4, (i, j) -> hidden[i] * (j + 1) % 50)));
    assertEquals(50, group.codes().size());
  }

  @Test
  void sortedColumnsAreRuns() {
    assertInstanceOf(RunCodes.class, only(groups(fill(1, (i, j) -> i / 1000))).codes());
  }

  @Test
  void rareValuesAreListed() {
    CodedGroup group = only(groups(fill(1, (i, j) -> i % 97 == 5 ? i % 5 : 8)));
    assertInstanceOf(SparseCodes.class, group.codes());
    assertEquals(8, group.dictionary().value(0, 0));
  }

  @Test
  void whatDoesNotPayIsLeftPlain() {
    Random random = new Random(3);
    List<Group> groups =
        groups(fill(6, (i, j) -> j == 2 ? random.nextGaussian() : random.nextInt(40)));
    PlainGroup rest =
        groups.stream()
            .filter(PlainGroup.class::isInstance)
            .map(PlainGroup.class::cast)
            .findFirst()
            .orElseThrow();
    assertArrayEquals(new int[] {2}, rest.columns());
  }

  /** More values than the sample lets expect: they come in stretches, as in sorted columns. */
  @Test
  void tooManyValuesAfterAllAreLeftPlain() {
    Dense matrix = fill(4, (i, j) -> j == 0 ? i : i % 9);
    List<int[]> coded = List.of(new int[] {0, 1}, new int[] {2}, new int[] {3});
    Scheme scheme = new Scheme(coded, new int[0], 1000, 0, 0, 0);
    CompressedMatrix compressed = CompressedMatrix.compress(matrix, scheme, Forms.TWO);
    Group last = compressed.groups().get(compressed.groups().size() - 1);
    assertInstanceOf(PlainGroup.class, last);
    assertArrayEquals(new int[] {0}, last.columns());
    Forms.assertSame(matrix, compressed, "cells");
  }

  @Test
  void threadsDoNotMatter() {
    Random random = new Random(4);
    Dense matrix = fill(40, (i, j) -> random.nextInt(2 + j));
    Scheme one = Planner.plan(matrix, Workers.serial());
    Scheme two = Planner.plan(matrix, Forms.TWO);
    assertNotNull(one);
    assertEquals(one.bytes(), two.bytes());
    assertEquals(
        CompressedMatrix.compress(matrix, one, Workers.serial()).groups().toString(),
        CompressedMatrix.compress(matrix, two, Forms.TWO).groups().toString());
  }

  @Test
  void predictionsAreNear() {
    Random random = new Random(5);
    Dense matrix = fill(12, (i, j) -> (int) Math.abs(random.nextGaussian() * (5 << j % 6)));
    Scheme scheme = Planner.plan(matrix, Forms.TWO);
    double found = CompressedMatrix.compress(matrix, scheme, Forms.TWO).bytes();
    assertTrue(scheme.bytes() > found / 1.5 && scheme.bytes() < found * 1.5, scheme + " " + found);
  }

  @Test
  void plansAreKnownUntilCellsChange() {
    Dense matrix = Dense.zeros(100_000, 20);
    SplittableRandom random = new SplittableRandom(3);
    double[] cells = matrix.panel(0);
    for (int k = 0; k < cells.length; k++) {
      cells[k] = random.nextDouble();
    }
    Planner.Planned refused = KnownPlans.decide(matrix, Forms.TWO);
    assertNull(refused.scheme());
    assertSame(refused, KnownPlans.decide(matrix, Forms.TWO));
    for (int k = 0; k < cells.length; k++) {
      cells[k] = Math.rint(4 * cells[k]);
    }
    matrix.forgetNnz();
    assertNotNull(KnownPlans.decide(matrix, Forms.TWO).scheme());
  }
}
