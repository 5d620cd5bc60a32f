package dev.linden.matrix.compress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.linden.base.Settings;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.group.Grouping;
import dev.linden.matrix.kernel.group.UnitRowsForm;
import dev.linden.matrix.kernel.reorg.Append;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;

/** Compressed matrices on top of each other, and unit vectors as codes. */
class StackingTest {
  private static final Workers ONE = Workers.serial();

  private static Dense fill(int rows, int cols, IntBinaryOperator cell) {
    Dense matrix = Dense.zeros(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        matrix.set(i, j, cell.applyAsInt(i, j));
      }
    }
    return matrix;
  }

  private static Plain numbers(int rows, int most, long seed) {
    Random random = new Random(seed);
    Dense matrix = fill(rows, 9, (i, j) -> random.nextInt(most + j));
    for (int i = 0; i < rows; i++) {
      matrix.set(i, 0, random.nextBoolean() ? -0.0 : Double.longBitsToDouble(0x7ff80000000000aaL));
    }
    return matrix;
  }

  /** Groups that do not depend on the number of rows. */
  private static CompressedMatrix compressed(Plain matrix) {
    return AlwaysCompressed.compress(matrix, 2, ONE);
  }

  private static void assertSameBits(Matrix expected, Matrix found) {
    assertEquals(expected.shape(), found.shape());
    assertEquals(expected.nnz(), found.nnz());
    assertEquals(expected.isSparse(), found.isSparse());
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.cols(); j++) {
        long bits = Double.doubleToRawLongBits(expected.get(i, j));
        assertEquals(bits, Double.doubleToRawLongBits(found.get(i, j)), i + "," + j);
      }
    }
  }

  @Test
  void sameColumnsInGroupsStayGroups() {
    List<Plain> plain = List.of(numbers(2000, 3, 1), numbers(3000, 5, 2), numbers(1500, 2, 3));
    List<Matrix> parts = plain.stream().map(part -> (Matrix) compressed(part)).toList();
    Matrix expected = Append.rbind(List.copyOf(plain), ONE);
    for (Workers workers : List.of(ONE, Forms.TWO)) {
      Matrix found = Append.rbind(parts, workers);
      CompressedMatrix groups = assertInstanceOf(CompressedMatrix.class, found);
      assertSameBits(expected, groups);
      assertEquals(((CompressedMatrix) parts.get(0)).groups().size(), groups.groups().size());
    }
  }

  @Test
  void slicesShareTheirDictionaries() {
    CompressedMatrix whole = compressed(fill(6000, 6, (i, j) -> i * (j + 1) % 7));
    Matrix top = whole.slice(0, 2500, 0, 6, ONE);
    Matrix bottom = whole.slice(2500, 6000, 0, 6, ONE);
    CompressedMatrix again =
        assertInstanceOf(CompressedMatrix.class, Append.rbind(List.of(top, bottom), Forms.TWO));
    assertSameBits(whole, again);
    for (int g = 0; g < whole.groups().size(); g++) {
      if (whole.groups().get(g) instanceof CodedGroup coded) {
        assertSame(coded.dictionary(), ((CodedGroup) again.groups().get(g)).dictionary());
      }
    }
  }

  @Test
  void otherGroupsAreUnpacked() {
    Plain plain = numbers(800, 3, 4);
    CompressedMatrix other = AlwaysCompressed.compress(numbers(800, 3, 5), 1, ONE);
    assertNull(compressed(plain).append(List.of(compressed(plain), other), true, ONE));
    assertNull(compressed(plain).append(List.of(compressed(plain), plain), true, ONE));
    assertSameBits(
        Append.rbind(List.of(plain, plain), ONE),
        Append.rbind(List.of(compressed(plain), plain), ONE));
  }

  private static Csr oneOf(int rows, int cols, boolean empty) {
    return Formats.toCsr(
        fill(rows, cols, (i, j) -> (empty && i % 5 == 2 ? -1 : i * 7 % cols) == j ? 1 : 0), ONE);
  }

  @Test
  void unitVectorsOfSeveralMatrices() {
    Csr full = oneOf(3000, 8, false);
    Csr gaps = oneOf(2000, 8, true);
    Matrix found =
        Append.rbind(List.of(UnitRows.of(full, ONE), UnitRows.of(gaps, Forms.TWO)), Forms.TWO);
    CompressedMatrix groups = assertInstanceOf(CompressedMatrix.class, found);
    assertSameBits(Append.rbind(List.of(full, gaps), ONE), groups);
    CodedGroup group = (CodedGroup) groups.groups().get(0);
    assertInstanceOf(Indicator.class, group.dictionary());
  }

  @Test
  void rowsThatAreUnitVectorsBecomeCodes() {
    for (boolean empty : new boolean[] {false, true}) {
      for (int cols : new int[] {3, 8, 300}) {
        Csr matrix = oneOf(40_000, cols, empty);
        CompressedMatrix groups = UnitRows.of(matrix, Forms.TWO);
        assertSameBits(matrix, groups.unpack(100, 5000, Forms.TWO), matrix, 100);
        assertSameBits(matrix, groups.plain(Forms.TWO));
        assertEquals(groups.groups().toString(), UnitRows.of(matrix, ONE).groups().toString());
      }
    }
  }

  private static void assertSameBits(Matrix whole, Matrix rows, Matrix source, int start) {
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < whole.cols(); j++) {
        assertEquals(source.get(start + i, j), rows.get(i, j));
      }
    }
  }

  @Test
  void tablesOfUnitVectorsAreCodesAtOnce() {
    int rows = 40_000;
    UnitRowsForm form = Compression.unitRowsForm(Settings.Compression.ON);
    Dense sequence = fill(rows, 1, (i, j) -> i + 1);
    for (int cols : new int[] {30, 300}) {
      Dense places = fill(rows, 1, (i, j) -> i * 7 % cols + 1);
      Matrix found = Grouping.table(sequence, places, 0, null, 1, rows, cols, form, Forms.TWO);
      CompressedMatrix groups = assertInstanceOf(CompressedMatrix.class, found);
      Csr plain = oneOf(rows, cols, false);
      assertSameBits(plain, groups);
      assertEquals(UnitRows.of(plain, ONE).groups().toString(), groups.groups().toString());
      places.panel(0)[rows / 2] = Double.NaN;
      Matrix gap = Grouping.table(sequence, places, 0, null, 1, rows, cols, form, Forms.TWO);
      assertInstanceOf(Csr.class, gap);
      assertEquals(rows - 1, gap.nnz());
      assertEquals(0, gap.get(rows / 2, rows / 2 * 7 % cols));
    }
    Dense few = fill(1000, 1, (i, j) -> i + 1);
    Matrix small =
        Grouping.table(few, fill(1000, 1, (i, j) -> i % 90 + 1), 0, null, 1, 1000, 90, form, ONE);
    assertInstanceOf(Csr.class, small);
  }

  @Test
  void otherRowsStayAsTheyAre() {
    Csr twice = Formats.toCsr(fill(100, 5, (i, j) -> i % 5 == j ? 2 : 0), ONE);
    assertNull(UnitRows.of(twice, ONE));
    Csr two = Formats.toCsr(fill(100, 5, (i, j) -> i % 4 == j || i == 7 && j == 4 ? 1 : 0), ONE);
    assertNull(UnitRows.of(two, ONE));
    assertNull(UnitRows.of(fill(10, 3, (i, j) -> i % 3 == j ? 1 : 0), ONE));
    Csr small = oneOf(1000, 8, false);
    assertSame(small, Compression.ofUnitRows(small, Settings.Compression.ON, ONE));
    assertSame(small, Compression.ofUnitRows(small, Settings.Compression.OFF, ONE));
    Matrix always = Compression.ofUnitRows(small, Settings.Compression.ALWAYS, ONE);
    assertInstanceOf(CompressedMatrix.class, always);
  }
}
