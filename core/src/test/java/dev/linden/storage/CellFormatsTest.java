package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.MatrixValue;
import dev.linden.op.Size;
import dev.linden.storage.store.FileStores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Formats that list cells: text, MatrixMarket, libsvm. */
class CellFormatsTest extends FileTest {
  @Test
  void textNeedsItsSize() {
    String file = file("x", "1 1 5.5\n2 3 7\n");
    Matrix matrix = read(file, "rows", 3, "cols", 4);
    assertMatrix(matrix, 3, 4, 5.5, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0);
    assertEquals(2, matrix.nnz());
    String message =
        "DIR/x: a file of format \"text\" needs rows= and cols= in the call or in DIR/x.mtd";
    assertError(message, () -> read(file));
    assertError(message, () -> describe(file));
    assertError(message, () -> read(file, "format", "text", "rows", 3));
    file("x.mtd", "{\"data_type\":\"matrix\",\"rows\":3,\"cols\":4,\"format\":\"text\"}");
    assertSame(matrix, read(file));
    assertEquals(Size.of(3, 4), describe(file).size());
  }

  @Test
  void cellsInAnyOrderAndTheLastOneWins() {
    String text = "\uFEFF2\t2  4\r\n\n1 1 9\n2 1 3\n1 1 1\n2 1 -3";
    assertMatrix(read(file("dense", text), "rows", 2, "cols", 2), 2, 2, 1, 0, -3, 4);
    Matrix sparse =
        read(file("sparse", "3 9 1\n3 2 5\n3 9 2\n1 4 1\n1 4 0\n"), "rows", 4, "cols", 900);
    assertInstanceOf(Csr.class, sparse);
    assertEquals(2, sparse.nnz());
    assertEquals(5, sparse.get(2, 1));
    assertEquals(2, sparse.get(2, 8));
  }

  @Test
  void repeatedCellsDoNotDecideTheForm() {
    String file = file("x", "1 1 1\n".repeat(2000));
    Matrix matrix = read(file, "rows", 2, "cols", 1000);
    assertInstanceOf(Csr.class, matrix);
    assertEquals(1, matrix.nnz());
  }

  @Test
  void hugeAndNearlyEmpty() {
    String file = file("x", "1500000000 7 2\n1 3 1\n1500000000 7 3\n900 900 0\n1 1000000000 4\n");
    Matrix matrix = read(file, "rows", 2_000_000_000, "cols", 1_000_000_000);
    assertInstanceOf(Coo.class, matrix);
    assertEquals(3, matrix.nnz());
    assertEquals(1, matrix.get(0, 2));
    assertEquals(4, matrix.get(0, 999_999_999));
    assertEquals(3, matrix.get(1_499_999_999, 6));
  }

  @Test
  void badCells() {
    assertTextError("DIR/x:2:1: row index 4 is outside the 3x3 matrix", "1 1 1\n4 1 1\n");
    assertTextError("DIR/x:1:2: column index 0 is outside the 3x3 matrix", "1 0 1\n");
    assertTextError("DIR/x:1:1: row index 0 is outside the 3x3 matrix", "0 0 1\n");
    assertTextError("DIR/x:3:3: expected a number, found \"abc\"", "1 1 1\n\n1 2 abc\n");
    assertTextError("DIR/x:1:1: expected a row index, found \"-1\"", "-1 1 1\n");
    assertTextError("DIR/x:1:2: expected a column index, found \"1.5\"", "1 1.5 1\n");
    assertTextError("DIR/x:1:3: expected \"row column value\", found \"1 1\"", "1 1\n");
    assertTextError("DIR/x:1:4: expected \"row column value\", found \"1 1 1 1\"", "1 1 1 1\n");
  }

  private void assertTextError(String message, String text) {
    String file = file("x", text);
    assertError(message, () -> read(file, "format", "text", "rows", 3, "cols", 3));
  }

  @Test
  void allZero() {
    assertMatrix(read(file("x", "0 0 0\n"), "rows", 2, "cols", 2), 2, 2, 0, 0, 0, 0);
    assertMatrix(read(file("y", ""), "rows", 1, "cols", 2), 1, 2, 0, 0);
  }

  @Test
  void manyLinesInParallelAndAlone() {
    Random random = new Random(4);
    int rows = 5000;
    int cols = 100;
    double[] cells = new double[rows * cols];
    List<String> lines = new ArrayList<>();
    for (int k = 0; k < 200_000; k++) {
      int at = random.nextInt(cells.length);
      if (cells[at] == 0) {
        cells[at] = random.nextGaussian();
        lines.add((at / cols + 1) + " " + (at % cols + 1) + " " + cells[at]);
      }
    }
    Collections.shuffle(lines, random);
    String file = file("x", String.join("\n", lines));
    Dense expected = Dense.wrap(rows, cols, cells);
    Files chunked = new Files(FileStores::of, 10_000);
    for (Files reader : List.of(files, chunked)) {
      for (Workers workers : List.of(FOUR_THREADS, Workers.serial())) {
        Matrix matrix =
            ((MatrixValue) reader.read(request(file, "rows", rows, "cols", cols), workers))
                .matrix();
        assertSame(expected, matrix);
        assertInstanceOf(Csr.class, matrix);
      }
    }
  }

  @Test
  void matrixMarketIsRecognised() {
    String file =
        file(
            "x",
            "%%MatrixMarket matrix coordinate real general\n"
                + "% note\n\n"
                + "2 3 2\n"
                + "% note\n"
                + "1 1 1.5\n"
                + "2 3 2\n");
    assertMatrix(read(file), 2, 3, 1.5, 0, 0, 0, 0, 2);
    assertMatrix(read(file, "format", "mm"), 2, 3, 1.5, 0, 0, 0, 0, 2);
    assertEquals(Size.of(2, 3, 2), describe(file).size());
    assertError(
        "DIR/x: expected a 2x4 matrix, but the file holds 2x3",
        () -> read(file, "rows", 2, "cols", 4));
  }

  @Test
  void matrixMarketVariants() {
    String symmetric =
        file(
            "s",
            "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n1 1 1\n2 1 5\n3 2 6\n");
    assertMatrix(read(symmetric), 3, 3, 1, 5, 0, 5, 0, 6, 0, 6, 0);
    assertEquals(Size.of(3, 3, 6), describe(symmetric).size());
    String pattern =
        file("p", "%%matrixmarket MATRIX coordinate pattern general\n2 2 2\n1 2\n2 1\n");
    assertMatrix(read(pattern), 2, 2, 0, 1, 1, 0);
  }

  @Test
  void matrixMarketErrors() {
    String banner = "%%MatrixMarket matrix coordinate real general\n";
    assertMarketError(
        "DIR/x:1:3: MatrixMarket files with \"array\" are not supported, only with coordinate",
        "%%MatrixMarket matrix array real general\n1 1\n5\n");
    assertMarketError(
        "DIR/x:1:5: MatrixMarket files with \"skew-symmetric\" are not supported, only with"
            + " general, symmetric",
        "%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 0\n");
    assertMarketError(
        "DIR/x: expected 3 entries as the size line says, found 1", banner + "2 2 3\n1 1 1\n");
    assertMarketError(
        "DIR/x:2:1: expected \"rows columns entries\", found \"2 2\"", banner + "2 2\n1 1 1\n");
    assertMarketError(
        "DIR/x:4:1: row index 3 is outside the 2x2 matrix", banner + "2 2 2\n1 1 1\n3 1 1\n");
    assertMarketError(
        "DIR/x: expected a MatrixMarket banner and a line \"rows columns entries\"", banner);
  }

  private void assertMarketError(String message, String text) {
    String file = file("x", text);
    assertError(message, () -> read(file, "format", "mm"));
  }

  @Test
  void libsvm() {
    String file = file("x", "1 1:0.5 3:2\n-1 2:1 \n");
    Matrix expected = Dense.of(2, 4, 0.5, 0, 2, 1, 0, 1, 0, -1);
    assertSame(expected, read(file, "format", "libsvm", "cols", 3, "sep", " "));
    assertSame(expected, read(file, "format", "libsvm", "sep", " "));
    assertEquals(Size.of(-1, 4), describe(file, "format", "libsvm", "cols", 3, "sep", " ").size());
    String unordered = file("y", "0,3=2,1=0.5\n\n2\n");
    assertMatrix(
        read(unordered, "format", "libsvm", "indSep", "="), 2, 4, 0.5, 0, 2, 0, 0, 0, 0, 2);
  }

  @Test
  void libsvmErrors() {
    String file = file("x", "1 1:0.5\n-1 4:1\n");
    assertError(
        "DIR/x:2:2: index 4 is outside 1..3",
        () -> read(file, "format", "libsvm", "cols", 3, "sep", " "));
    assertError(
        "DIR/x:1:1: expected a number, found \"1 1:0.5\"",
        () -> read(file, "format", "libsvm", "cols", 3));
    String bad = file("y", "1,2:x\n");
    assertError("DIR/y:1:2: expected a number, found \"x\"", () -> read(bad, "format", "libsvm"));
    String noIndex = file("z", "1,0.5\n");
    assertError(
        "DIR/z:1:2: expected index:value, found \"0.5\"", () -> read(noIndex, "format", "libsvm"));
    String twice = file("t", "1,2:1,2:3\n");
    assertError("DIR/t:1:1: index 2 appears twice", () -> read(twice, "format", "libsvm"));
    assertError(
        "DIR/x: expected 5 rows, found 2",
        () -> read(file, "format", "libsvm", "rows", 5, "sep", " "));
  }
}
