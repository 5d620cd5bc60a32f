package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Environment.ReadRequest;
import dev.linden.op.MatrixValue;
import dev.linden.op.Size;
import dev.linden.storage.store.FileStores;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CsvReaderTest extends FileTest {
  private static final double NAN = Double.NaN;

  @Test
  void emptyFieldsAreFilled() {
    String file = file("x", "1,2,3\n4,,6\n");
    assertMatrix(read(file, "format", "csv"), 2, 3, 1, 2, 3, 4, 0, 6);
    assertMatrix(read(file, "format", "CSV", "default", -1), 2, 3, 1, 2, 3, 4, -1, 6);
    assertError(
        "DIR/x:2:2: expected a number, found an empty field",
        () -> read(file, "format", "csv", "fill", false));
  }

  @Test
  void headerIsSkippedOnlyWhenDeclared() {
    String file = file("x", "a,b,c\n1,2,3\n");
    assertMatrix(read(file, "format", "csv", "header", true), 1, 3, 1, 2, 3);
    assertError("DIR/x:1:1: expected a number, found \"a\"", () -> read(file, "format", "csv"));
  }

  @Test
  void rowsMustHaveEquallyManyFields() {
    String shorter = file("x", "1,2,3\n4,5\n");
    assertError("DIR/x:2:3: expected 3 fields, found 2", () -> read(shorter, "format", "csv"));
    String longer = file("y", "1,2\n4,5,6,7\n");
    assertError("DIR/y:2:3: expected 2 fields, found 4", () -> read(longer, "format", "csv"));
  }

  @Test
  void missingTextsAreNaN() {
    String file = file("x", "1,NA,3\n4,nan,6\n");
    Matrix matrix =
        ((MatrixValue)
                files.read(
                    new ReadRequest(file, options("format", "csv"), List.of("NA", "nan")),
                    Workers.serial()))
            .matrix();
    assertMatrix(matrix, 2, 3, 1, NAN, 3, 4, NAN, 6);
    assertError("DIR/x:1:2: expected a number, found \"NA\"", () -> read(file, "format", "csv"));
  }

  @Test
  void missingTextsMayBeNumbersOrEmpty() {
    String file = file("x", "-999,1\n,2\n");
    file("x.mtd", "{\"format\":\"csv\",\"na.strings\":[\"-999\",\"\"]}");
    assertMatrix(read(file), 2, 2, NAN, 1, NAN, 2);
  }

  @Test
  void lineEndsOfAllKinds() {
    assertMatrix(read(file("crlf", "1,2\r\n3,4\r\n"), "format", "csv"), 2, 2, 1, 2, 3, 4);
    assertMatrix(read(file("open", "1,2\n3,4"), "format", "csv"), 2, 2, 1, 2, 3, 4);
    assertMatrix(read(file("blank", "\n1,2\n\n  \r\n3,4\n\n"), "format", "csv"), 2, 2, 1, 2, 3, 4);
    assertMatrix(read(file("bom", "\uFEFF1,2\n3,4\n"), "format", "csv"), 2, 2, 1, 2, 3, 4);
    assertMatrix(
        read(file("bomHeader", "\uFEFFa,b\r\n3,4\r\n"), "format", "csv", "header", true),
        1,
        2,
        3,
        4);
  }

  @Test
  void tabsSeparateEmptyFieldsOnALineOfTabs() {
    assertMatrix(read(file("x", "1\t2\n\t\n"), "format", "csv", "sep", "\t"), 2, 2, 1, 2, 0, 0);
  }

  @Test
  void quotedAndPaddedNumbers() {
    String file = file("x", "\"1.5\", 2 ,\" 3\"\n\"4\",+5e0,8.\n");
    assertMatrix(read(file, "format", "csv"), 2, 3, 1.5, 2, 3, 4, 5, 8);
    String header = file("y", "\"a,b\",\"say \"\"c\"\", d\"\n1,2\n");
    assertMatrix(read(header, "format", "csv", "header", true), 1, 2, 1, 2);
  }

  @Test
  void allFormsOfNumbers() {
    String file = file("x", "NaN,Infinity,-inf,1.,-0,123456789012345678,.5,1e-320\n");
    assertMatrix(
        read(file, "format", "csv"),
        1,
        8,
        NAN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        1,
        -0.0,
        123456789012345678d,
        .5,
        1e-320);
  }

  @Test
  void separatorsOfSeveralCharacters() {
    assertMatrix(
        read(file("x", "1||2||\n3||4||5\n"), "format", "csv", "sep", "||"), 2, 3, 1, 2, 0, 3, 4, 5);
    assertMatrix(read(file("y", "1 2\n3 4\n"), "format", "csv", "sep", " "), 2, 2, 1, 2, 3, 4);
  }

  @Test
  void filesWithoutRows() {
    assertMatrix(read(file("x", "a,b,c\n"), "format", "csv", "header", true), 0, 3);
    assertMatrix(read(file("y.csv", "a,b,c"), "header", true), 0, 3);
    for (String text :
        List.of("a,b,c", "Dear reader,\nthis is a letter.\n", "\0\0\0", "\0\n\0\n")) {
      String letter = file("letter.csv", text);
      assertError(
          "DIR/letter.csv: there is no number in its first lines; header=TRUE reads a file of a"
              + " header alone, data_type=\"frame\" one of texts",
          () -> read(letter));
    }
    String empty = file("empty", "");
    assertError(
        "DIR/empty: the file is empty, so the number of columns is not known",
        () -> read(empty, "format", "csv"));
    assertMatrix(read(empty, "format", "csv", "rows", 0, "cols", 4), 0, 4);
    assertError(
        "DIR/empty: expected 2 rows, found 0",
        () -> read(empty, "format", "csv", "rows", 2, "cols", 4));
    assertEquals(Size.UNKNOWN, describe(empty, "format", "csv").size());
  }

  @Test
  void declaredSizesMustAgree() {
    String file = file("x", "1,2\n3,4\n");
    assertMatrix(read(file, "format", "csv", "rows", 2, "cols", 2), 2, 2, 1, 2, 3, 4);
    assertError("DIR/x: expected 3 rows, found 2", () -> read(file, "format", "csv", "rows", 3));
    assertError(
        "DIR/x:1:3: expected 3 fields, found 2", () -> read(file, "format", "csv", "cols", 3));
    assertError(
        "DIR/x:1:2: expected 1 field, found 2", () -> read(file, "format", "csv", "cols", 1));
  }

  @Test
  void blankLinesOfOneColumnCountWhenTheDeclaredRowsSaySo() {
    String file = file("x", "1\n\n3\n\n");
    assertMatrix(read(file, "format", "csv"), 2, 1, 1, 3);
    assertMatrix(read(file, "format", "csv", "rows", 4), 4, 1, 1, 0, 3, 0);
    assertError("DIR/x: expected 3 rows, found 2", () -> read(file, "format", "csv", "rows", 3));
  }

  @Test
  void guessesWhatNobodySays() {
    assertMatrix(read(file("plain.csv", "1,2\n3,4\n")), 2, 2, 1, 2, 3, 4);
    assertMatrix(read(file("header.csv", "a,b\n1,2\n")), 1, 2, 1, 2);
    assertMatrix(read(file("semicolon.csv", "a;b\n1;2\n")), 1, 2, 1, 2);
    assertMatrix(read(file("tab.tsv", "a b\tc\n1\t2\n")), 1, 2, 1, 2);
    assertMatrix(read(file("bar.csv", "1|2\n3|\n")), 2, 2, 1, 2, 3, 0);
    assertMatrix(read(file("blank.csv", "  1   2\n 30 4.5 \n")), 2, 2, 1, 2, 30, 4.5);
    assertMatrix(read(file("quotes.csv", "\"a\",\"b;c\"\n\"1\",\"2\"\n")), 1, 2, 1, 2);
    assertMatrix(
        read(file("missing.csv", "a,b,c,d\nNA,?,null,\n1,2,NaN,4\n")),
        2,
        4,
        NAN,
        NAN,
        NAN,
        0,
        1,
        2,
        NAN,
        4);
    assertMatrix(read(file("column.csv", "y\n1\n2\n")), 2, 1, 1, 2);
    assertMatrix(read(file("missingFirst.csv", "NA,NA\n1,2\n")), 2, 2, NAN, NAN, 1, 2);
  }

  @Test
  void guessesCsvByContent() {
    assertMatrix(read(file("data.txt", "1,2\n3,4\n")), 2, 2, 1, 2, 3, 4);
    assertMatrix(read(file("four", "1 2 3 4\n5 6 7 8\n")), 2, 4, 1, 2, 3, 4, 5, 6, 7, 8);
    assertMatrix(read(file("column", "1.5\n2\n"), "rows", 2, "cols", 1), 2, 1, 1.5, 2);
    assertMatrix(read(file("names", "x y\n1 2\n")), 1, 2, 1, 2);
  }

  @Test
  void explicitOptionsBeatTheGuess() {
    String file = file("x.csv", "a,b\n1,2\n");
    assertError(
        "DIR/x.csv:1:1: expected a number, found \"a\"",
        () -> read(file, "header", false, "data_type", "matrix"));
    assertError(
        "DIR/x.csv:1:1: expected a number, found \"a,b\"",
        () -> read(file, "sep", ";", "data_type", "matrix"));
    assertMatrix(read(file("y.csv", "1,2\n3,4\n"), "header", true), 1, 2, 3, 4);
    assertMatrix(read(file("z.csv", "1,\n3,4\n"), "default", 9), 2, 2, 1, 9, 3, 4);
    String iris = file("iris.csv", "length,species\n5.1,setosa\n4.9,setosa\n");
    assertError(
        "DIR/iris.csv:2:2: expected a number, found \"setosa\"",
        () -> read(iris, "data_type", "matrix"));
  }

  @Test
  void metadataMeansNoGuessing() {
    file("x.csv.mtd", "{\"format\": \"csv\"}");
    String file = file("x.csv", "a,b\n1,2\n");
    assertError("DIR/x.csv:1:1: expected a number, found \"a\"", () -> read(file));
  }

  @Test
  void describesFromTheFirstLine() {
    assertEquals(Size.of(-1, 3), describe(file("x.csv", "a;b;c\n1;2;3\n")).size());
    assertEquals(Size.of(7, 3), describe(path("x.csv"), "rows", 7).size());
    file(
        "x.csv.mtd",
        "{\"format\":\"csv\",\"sep\":\";\",\"header\":true,\"rows\":1,\"cols\":3,\"nnz\":2}");
    assertEquals(Size.of(1, 3, 2), describe(path("x.csv")).size());
  }

  @Test
  void directoriesOfPartFiles() {
    file("parts/10-m-00010", "9,10\n");
    file("parts/2-m-00002", "a,b\n5,6\n7,8");
    file("parts/1-m-00001", "a,b\r\n1,2\n3,4\n");
    file("parts/_SUCCESS", "oops");
    file("parts/.hidden", "oops");
    file("parts/3", "");
    // The header line ends differently in both parts, but is the same line.
    Matrix matrix = read(path("parts"), "format", "csv", "header", true);
    assertMatrix(matrix, 5, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertMatrix(read(path("parts") + "/"), 5, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    file("parts/2-m-00002", "a,b\n5,x\n");
    assertError(
        "DIR/parts/2-m-00002:2:2: expected a number, found \"x\"", () -> read(path("parts")));
  }

  @Test
  void mostlyZerosBecomeSparse() {
    String line = "0,".repeat(99) + "1\n";
    Matrix sparse =
        read(file("x", line + line.replace("1", "") + line.repeat(18)), "format", "csv");
    assertInstanceOf(Csr.class, sparse);
    assertEquals("20x100", sparse.shape());
    assertEquals(19, sparse.nnz());
    assertEquals(0, sparse.get(1, 99));
    assertEquals(1, sparse.get(19, 99));
    assertFalse(read(file("small", "0,0,0,1\n0,,2,0\n"), "format", "csv").isSparse());
    assertFalse(read(file("y", "1,0\n1,2\n"), "format", "csv").isSparse());
  }

  @Test
  void formDoesNotDependOnTheSample() {
    StringBuilder text = new StringBuilder();
    int rows = 2000;
    double[] cells = new double[rows * 5];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < 5; j++) {
        // Dense at first, nearly empty later.
        cells[5 * i + j] = i < 300 || (i % 50 == 0 && j == 2) ? i + 1 : 0;
        text.append(j == 0 ? "" : ",").append((int) cells[5 * i + j]);
      }
      text.append('\n');
    }
    Matrix sparse = read(file("x", text.toString()), "format", "csv");
    assertInstanceOf(Csr.class, sparse);
    assertMatrix(sparse, rows, 5, cells);

    StringBuilder flipped = new StringBuilder();
    String[] lines = text.toString().split("\n");
    flipped.append("0,0,0,0,0\n".repeat(300));
    for (int i = 0; i < 300; i++) {
      flipped.append(lines[i]).append('\n');
    }
    assertInstanceOf(Dense.class, read(file("y", flipped.toString()), "format", "csv"));
  }

  @Test
  void chunkBordersDoNotMatter() {
    String text = "h,i\r\n1,22\n\n333,4444\r\n,5\n6,\n77777,8";
    String file = file("x", text);
    for (int chunk = 1; chunk <= text.length() + 1; chunk++) {
      Files small = new Files(FileStores::of, chunk);
      Matrix matrix =
          ((MatrixValue) small.read(request(file, "format", "csv", "header", true), FOUR_THREADS))
              .matrix();
      assertMatrix(matrix, 5, 2, 1, 22, 333, 4444, 0, 5, 6, 0, 77777, 8);
    }
  }

  @Test
  void errorPositionsDoNotDependOnChunks() {
    String text = "1,2\n\n3,4\n5,x\n6\n7,y\n";
    String file = file("x", text);
    for (int chunk = 1; chunk <= text.length() + 1; chunk++) {
      Files small = new Files(FileStores::of, chunk);
      assertError(
          "DIR/x:4:2: expected a number, found \"x\"",
          () -> small.read(request(file, "format", "csv"), FOUR_THREADS));
    }
  }

  @Test
  void manyLinesInParallelAndAlone() {
    Random random = new Random(17);
    int rows = 200_000;
    double[] cells = new double[rows * 3];
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < cells.length; k++) {
      cells[k] = random.nextInt(3) == 0 ? random.nextInt(1000) : random.nextGaussian();
      text.append(cells[k]).append(k % 3 == 2 ? '\n' : ',');
    }
    String file = file("big.csv", text.toString());
    Dense expected = Dense.wrap(rows, 3, cells);
    ReadRequest request = new ReadRequest(file, Map.of(), List.of());
    Files chunked = new Files(FileStores::of, 1 << 16);
    assertSame(expected, ((MatrixValue) chunked.read(request, FOUR_THREADS)).matrix());
    assertSame(expected, ((MatrixValue) chunked.read(request, Workers.serial())).matrix());
    assertSame(expected, ((MatrixValue) files.read(request, Workers.serial())).matrix());
  }
}
