package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Environment.WriteRequest;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.op.ValueType;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.LocalFileStore;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteTest extends FileTest {
  private static Csr sparseExample() {
    return new Csr(
        2, 3, new int[] {0, 2, 4}, new int[] {0, 2, 1, 2}, new double[] {1, 2.5, -3, 1e10});
  }

  private void assertWritten(String expected, Object... options) {
    for (Matrix matrix : List.of(example(), sparseExample())) {
      write(matrix, path("a"), options);
      assertEquals(expected, content("a"));
    }
  }

  @Test
  void everyFormatByteForByte() {
    assertWritten("1 1 1.0\n1 3 2.5\n2 2 -3.0\n2 3 1.0E10\n");
    assertWritten("1 1 1.0\n1 3 2.5\n2 2 -3.0\n2 3 1.0E10\n", "format", "text");
    assertWritten("1.0,0,2.5\n0,-3.0,1.0E10\n", "format", "csv");
    assertWritten(
        "C1;C2;C3\n1.0;;2.5\n;-3.0;1.0E10\n",
        "format",
        "csv",
        "header",
        true,
        "sep",
        ";",
        "sparse",
        true);
    assertWritten(
        "%%MatrixMarket matrix coordinate real general\n"
            + "2 3 4\n"
            + "1 1 1.0\n"
            + "1 3 2.5\n"
            + "2 2 -3.0\n"
            + "2 3 1.0E10\n",
        "format", "mm");
    assertWritten("2.5,1:1.0\n1.0E10,2:-3.0\n", "format", "libsvm");
    assertWritten("2.5 1=1.0\n1.0E10 2=-3.0\n", "format", "libsvm", "sep", " ", "indSep", "=");
  }

  @Test
  void specialValues() {
    Dense matrix =
        Dense.of(1, 8, Double.NaN, Double.POSITIVE_INFINITY, -1e7, 9999999, -12, 0.001, 1e-4, -0.0);
    write(matrix, path("a"), "format", "csv");
    assertEquals("NaN,Infinity,-1.0E7,9999999.0,-12.0,0.001,1.0E-4,0\n", content("a"));
  }

  @Test
  void allZeroAndEmptyMatrices() {
    write(Dense.zeros(2, 2), path("a"));
    assertEquals("0 0 0\n", content("a"));
    for (String format : List.of("text", "csv", "mm", "binary")) {
      for (Matrix matrix :
          List.of(Dense.zeros(2, 2), Dense.zeros(0, 3), Dense.zeros(3, 0), Dense.zeros(0, 0))) {
        write(matrix, path("a"), "format", format);
        assertSame(matrix, read(path("a")));
      }
    }
  }

  @Test
  void scalarsArePlainText() {
    assertScalar("5", "int", Scalar.of(5L));
    assertScalar("2.5", "double", Scalar.of(2.5));
    assertScalar("true", "boolean", Scalar.TRUE);
    assertScalar("a string\nof two lines", "string", Scalar.of("a string\nof two lines"));
  }

  private void assertScalar(String text, String type, Scalar scalar) {
    write(scalar, path("s"));
    assertEquals(text, content("s"));
    assertEquals(scalar, readValue(path("s")));
    assertEquals(scalar.type(), describe(path("s")).value());
    assertTrue(content("s.mtd").contains("\"value_type\": \"" + type + "\""));
  }

  @Test
  void readsScalarsWithoutMetadata() {
    assertEquals(Scalar.of(7.0), readValue(file("a", "7\n"), "data_type", "scalar"));
    assertEquals(Scalar.of(7L), readValue(path("a"), "data_type", "scalar", "value_type", "int"));
    assertEquals(
        Scalar.of("7"), readValue(path("a"), "data_type", "scalar", "value_type", "string"));
    assertEquals(
        ValueType.INT, describe(path("a"), "data_type", "scalar", "value_type", "int").value());
    assertError(
        "DIR/a: expected a boolean, found \"7\"",
        () -> readValue(path("a"), "data_type", "scalar", "value_type", "boolean"));
    String half = file("b", "7.5");
    assertError(
        "DIR/b: expected an int, found \"7.5\"",
        () -> readValue(half, "data_type", "scalar", "value_type", "int"));
    assertError(
        "reading a scalar takes only data_type and value_type, not rows",
        () -> readValue(half, "data_type", "scalar", "rows", 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "csv", "mm", "libsvm", "binary"})
  void roundTripsOfManyRows(String format) {
    Random random = new Random(8);
    for (double density : new double[] {0.03, 0.9}) {
      Dense matrix = Dense.zeros(2001, 17);
      for (int i = 0; i < matrix.rows(); i++) {
        for (int j = 0; j < matrix.cols(); j++) {
          if (random.nextDouble() < density) {
            matrix.set(
                i,
                j,
                random.nextBoolean() ? random.nextInt(2000) - 1000 : random.nextGaussian() * 1e9);
          }
        }
      }
      files.write(
          new MatrixValue(matrix),
          new WriteRequest(path("serial"), options("format", format)),
          Workers.serial());
      write(matrix, path("parallel"), "format", format);
      assertEquals(-1, mismatch("serial", "parallel"));
      Matrix back = read(path("parallel"));
      assertSame(matrix, back);
      assertEquals(density < 0.4, back.isSparse());
      write(back, path("again"), "format", format);
      assertEquals(-1, mismatch("serial", "again"));
    }
  }

  private long mismatch(String a, String b) {
    try {
      return java.nio.file.Files.mismatch(directory.resolve(a), directory.resolve(b));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void sparseCsvOfOneColumnComesBack() {
    Dense matrix = Dense.of(4, 1, 1, 0, 3, 0);
    write(matrix, path("a"), "format", "csv", "sparse", true);
    assertEquals("1.0\n\n3.0\n\n", content("a"));
    assertSame(matrix, read(path("a")));
  }

  @Test
  void damagedBinaryFiles() throws IOException {
    write(example(), path("a"), "format", "binary");
    byte[] whole = java.nio.file.Files.readAllBytes(directory.resolve("a"));
    for (int length = 0; length < whole.length; length++) {
      file("a", java.util.Arrays.copyOf(whole, length));
      assertThrows(InputError.class, () -> read(path("a")));
    }
  }

  @Test
  void metadataOfMatrices() {
    write(example(), path("a"), "format", "csv", "sep", ";", "description", "say \"hi\"");
    String user = System.getProperty("user.name");
    String expected =
        "{\n"
            + "    \"data_type\": \"matrix\",\n"
            + "    \"value_type\": \"double\",\n"
            + "    \"rows\": 2,\n"
            + "    \"cols\": 3,\n"
            + "    \"nnz\": 4,\n"
            + "    \"format\": \"csv\",\n"
            + "    \"description\": \"say \\\"hi\\\"\",\n"
            + "    \"author\": \""
            + user
            + "\",\n    \"header\": false,\n    \"sep\": \";\",\n"
            + "    \"created\": \"TIME\"\n}\n";
    assertEquals(expected, withoutTime("a.mtd"));
    write(example(), path("b"), "format", "binary");
    assertTrue(
        content("b.mtd")
            .contains(
                "\"cols\": 3,\n"
                    + "    \"rows_in_block\": 1000,\n"
                    + "    \"cols_in_block\": 1000,\n"
                    + "    \"nnz\": 4"));
  }

  private String withoutTime(String name) {
    return content(name).replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d [^\"]+", "TIME");
  }

  @Test
  void matrixMarketHasNoMetadata() {
    write(example(), path("a"), "format", "csv");
    assertTrue(exists("a.mtd"));
    write(example(), path("a"), "format", "mm");
    assertEquals(List.of("a"), names());
  }

  @Test
  void makesMissingDirectories() {
    write(example(), path("new/deep/a"), "format", "csv");
    assertSame(example(), read(path("new/deep/a")));
  }

  @Test
  void replacesDirectoriesOfData() {
    file("a/part-00000", "1,2\n");
    file("a/_SUCCESS", "");
    write(example(), path("a"), "format", "csv");
    assertEquals("1.0,0,2.5\n0,-3.0,1.0E10\n", content("a"));
    assertEquals(List.of("a", "a.mtd"), names());
  }

  @Test
  void leavesOtherDirectoriesAlone() {
    file("home/thesis.tex", "years of work");
    assertError(
        "can't write DIR/home: it is a directory with other things than data files in it; remove it"
            + " first",
        () -> write(example(), path("home")));
    assertEquals("years of work", content("home/thesis.tex"));
    assertEquals(List.of("home"), names());
  }

  @Test
  void listsAreDirectories() {
    ListValue inner = new ListValue(List.of(Scalar.of(1L), Scalar.of("x/y")), null);
    ListValue list =
        new ListValue(
            List.of(new MatrixValue(example()), Scalar.of(2.5), inner, Scalar.TRUE),
            List.of("a", "b", "c/d%", "e.mtd"));
    file("l", "was a file");
    write(list, path("l"), "format", "csv");
    assertEquals("1.0,0,2.5\n0,-3.0,1.0E10\n", content("l/0_a"));
    assertEquals("2.5", content("l/1_b"));
    assertTrue(content("l/1_b.mtd").contains("\"data_type\": \"scalar\""));
    assertTrue(
        content("l.mtd")
            .contains("\"value_type\": \"unknown\",\n    \"rows\": 4,\n    \"cols\": 1"));
    ListValue back = (ListValue) readValue(path("l"));
    assertEquals(list.names(), back.names());
    assertSame(example(), ((MatrixValue) back.elements().get(0)).matrix());
    assertEquals(list.elements().get(1), back.elements().get(1));
    assertEquals(inner.elements(), ((ListValue) back.elements().get(2)).elements());
    assertEquals(list.elements().get(3), back.elements().get(3));
    assertFalse(((ListValue) back.elements().get(2)).isNamed());
    assertEquals(4, describe(path("l")).size().rows());
    write(Scalar.of(1L), path("l"));
    assertEquals("1", content("l"));
    assertEquals(List.of("l", "l.mtd"), names());
  }

  @Test
  void unknownParametersAndFormats() {
    assertError(
        "write has no parameter \"colour\"", () -> write(example(), path("a"), "colour", "red"));
    assertError(
        "format \"hdf5\" is not supported yet",
        () -> write(example(), path("a"), "format", "hdf5"));
    assertError(
        "unknown format \"xls\": expected text, csv, mm, libsvm or binary",
        () -> write(example(), path("a"), "format", "xls"));
    assertEquals(List.of(), names());
  }

  /** A local disk that is full after some bytes, or that refuses to rename. */
  private static final class FailingStore implements FileStore {
    private final FileStore local = new LocalFileStore();
    private final long room;
    private final String unrenamable;

    FailingStore(long room, String unrenamable) {
      this.room = room;
      this.unrenamable = unrenamable;
    }

    @Override
    public OutputStream create(String path) throws IOException {
      return new FilterOutputStream(local.create(path)) {
        private long left = room;

        @Override
        public void write(byte[] bytes, int start, int length) throws IOException {
          left -= length;
          if (left < 0) {
            throw new IOException("no space left");
          }
          out.write(bytes, start, length);
        }
      };
    }

    @Override
    public void rename(String from, String to) throws IOException {
      if (unrenamable != null && from.endsWith(unrenamable)) {
        throw new IOException("rename refused");
      }
      local.rename(from, to);
    }

    @Override
    public Set<String> schemes() {
      return local.schemes();
    }

    @Override
    public Kind kind(String path) throws IOException {
      return local.kind(path);
    }

    @Override
    public List<String> list(String directory) throws IOException {
      return local.list(directory);
    }

    @Override
    public long size(String path) throws IOException {
      return local.size(path);
    }

    @Override
    public Input open(String path) throws IOException {
      return local.open(path);
    }

    @Override
    public void createDirectory(String path) throws IOException {
      local.createDirectory(path);
    }

    @Override
    public void delete(String path) throws IOException {
      local.delete(path);
    }
  }

  private void assertWriteFails(FileStore store, Value value, String reason) {
    Files failing = new Files(path -> store, 1 << 20);
    assertError(
        "can't write DIR/a: " + reason,
        () ->
            failing.write(
                value, new WriteRequest(path("a"), options("format", "csv")), FOUR_THREADS));
  }

  @Test
  void aFailureKeepsTheOldFileAndLeavesNothingBehind() {
    write(Dense.of(1, 1, 42), path("a"), "format", "csv");
    String metadata = content("a.mtd");
    Value big = new MatrixValue(Dense.zeros(20_000, 10));
    assertWriteFails(new FailingStore(300_000, null), big, "no space left");
    assertWriteFails(
        new FailingStore(10, null), new MatrixValue(Dense.of(1, 1, 7)), "no space left");
    assertWriteFails(
        new FailingStore(1000, ".tmp"), new MatrixValue(Dense.of(1, 1, 7)), "rename refused");
    assertEquals("42.0\n", content("a"));
    assertEquals(metadata, content("a.mtd"));
    assertEquals(List.of("a", "a.mtd"), names());
  }

  @Test
  void aFailureKeepsTheOldDirectory() {
    file("a/part-0", "1\n");
    assertWriteFails(
        new FailingStore(1000, ".tmp"), new MatrixValue(Dense.of(1, 1, 7)), "rename refused");
    assertEquals("1\n", content("a/part-0"));
    assertEquals(List.of("a"), names());
  }

  @Test
  void aFailureOfTheMetadataLeavesNoTemporaryFiles() {
    file("a/part-0", "1\n");
    assertWriteFails(
        new FailingStore(1000, ".mtd.tmp"), new MatrixValue(Dense.of(1, 1, 7)), "rename refused");
    assertEquals("7.0\n", content("a"));
    assertEquals(List.of("a"), names());
  }
}
