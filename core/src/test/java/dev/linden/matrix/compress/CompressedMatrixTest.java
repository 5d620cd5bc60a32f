package dev.linden.matrix.compress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.reorg.Append;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.testkit.Agreement;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;

/**
 * All kinds of groups against plain matrices, on data that is hard to compress and on easy data.
 */
class CompressedMatrixTest {
  private static final Workers ONE = Workers.serial();

  private static Dense fill(int rows, int cols, ToDoubleBiFunction<Integer, Integer> f) {
    Dense matrix = Dense.zeros(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        matrix.set(i, j, f.applyAsDouble(i, j));
      }
    }
    return matrix;
  }

  /** Finite cells. */
  private static Map<String, Plain> finite() {
    Random random = new Random(7);
    Map<String, Plain> data = new LinkedHashMap<>();
    data.put("normals", fill(1000, 9, (i, j) -> random.nextGaussian()));
    data.put("constants", fill(600, 8, (i, j) -> j == 3 ? 0 : j - 2.5));
    data.put("whole numbers", fill(3000, 11, (i, j) -> random.nextInt(2 + j * j)));
    data.put("sorted", fill(2500, 7, (i, j) -> i / (100 + 10 * j) * 0.1));
    data.put("one of five", fill(1500, 10, (i, j) -> (i * 31 + i / 7) % 5 == j % 5 ? 1 : 0));
    data.put("signs of zeros", fill(700, 6, (i, j) -> random.nextBoolean() ? 0.0 : -0.0));
    data.put("a value per row", fill(900, 3, (i, j) -> i + 0.25 * j));
    data.put("flags", fill(1100, 40, (i, j) -> (i * (j + 3) / 7) % 3 == 0 ? 1 : 0));
    data.put("one row", fill(1, 9, (i, j) -> j * j));
    data.put("one column", fill(400, 1, (i, j) -> i % 7));
    double[][] sparse = new double[2000][12];
    for (double[] row : sparse) {
      row[random.nextInt(12)] = 1 + random.nextInt(4);
      row[random.nextInt(3)] = 0.1;
    }
    data.put("sparse", Forms.csr(sparse, 12));
    data.put("empty", Forms.csr(new double[300][9], 9));
    return data;
  }

  private static Map<String, Plain> all() {
    Random random = new Random(8);
    Map<String, Plain> data = finite();
    double[] specials = {Double.NaN, 0, -0.0, 1, Double.POSITIVE_INFINITY, -3, 1e308, 1e-308};
    data.put("specials", fill(800, 9, (i, j) -> specials[random.nextInt(specials.length)]));
    data.put("NaNs", fill(500, 5, (i, j) -> Double.longBitsToDouble(0x7ff8000000000000L + i % 9)));
    double[][] sparse = new double[900][10];
    for (double[] row : sparse) {
      row[random.nextInt(10)] = specials[random.nextInt(specials.length)];
    }
    data.put("sparse specials", Forms.csr(sparse, 10));
    return data;
  }

  private interface Check {
    void check(String what, Plain plain, CompressedMatrix compressed) throws IOException;
  }

  private static void forAll(Map<String, Plain> data, Check check) throws IOException {
    for (Map.Entry<String, Plain> entry : data.entrySet()) {
      for (int variant = 0; variant < 4; variant++) {
        CompressedMatrix compressed =
            AlwaysCompressed.compress(
                entry.getValue(), variant, variant % 2 == 0 ? ONE : Forms.TWO);
        String what = entry.getKey() + ", variant " + variant + " " + compressed.groups();
        check.check(what, entry.getValue(), compressed);
      }
    }
  }

  /** Bit by bit, NaNs with their payload; a sparse matrix keeps no signs of zeros. */
  private static void assertBits(Matrix expected, Matrix actual, String what) {
    assertBits(expected, actual, true, what);
  }

  /** The same for computed cells: which operand a NaN is from is nobody's business. */
  private static void assertNumbers(Matrix expected, Matrix actual, String what) {
    assertBits(expected, actual, false, what);
  }

  private static void assertBits(Matrix expected, Matrix actual, boolean payloads, String what) {
    assertEquals(expected.shape(), actual.shape(), what);
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.cols(); j++) {
        double e = expected.get(i, j);
        double a = actual.get(i, j);
        boolean same =
            Double.doubleToRawLongBits(e) == Double.doubleToRawLongBits(a)
                || !payloads && Double.isNaN(e) && Double.isNaN(a)
                || e == 0 && a == 0 && (expected.isSparse() || actual.isSparse());
        assertTrue(same, () -> what + " at " + e + " and " + a);
      }
    }
    assertEquals(expected.nnz(), actual.nnz(), what);
  }

  /** Equal as far as sums of so many terms of this magnitude are. */
  private static void assertClose(
      Matrix expected, Matrix actual, long terms, Matrix magnitudes, String what) {
    assertEquals(expected.shape(), actual.shape(), what);
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.cols(); j++) {
        double e = expected.get(i, j);
        double a = actual.get(i, j);
        double magnitude = magnitudes.get(i, j);
        assertTrue(
            Agreement.agree(e, a, terms, magnitude),
            () -> what + ": " + e + " and " + a + " of " + magnitude);
      }
    }
  }

  @Test
  void cellsComeBackBitByBit() throws IOException {
    forAll(
        all(),
        (what, plain, compressed) -> {
          assertEquals(plain.isSparse(), compressed.isSparse(), what);
          assertBits(plain, compressed, what);
          assertBits(plain, compressed.plain(Forms.TWO), what);
          int half = plain.rows() / 2;
          assertBits(
              Indexing.slice(plain, half, plain.rows(), 0, plain.cols(), ONE),
              compressed.unpack(half, plain.rows(), ONE),
              what);
        });
  }

  @Test
  void columnsWithAsManyValuesAsCodesHave() {
    for (int distinct : new int[] {1, 2, 3, 255, 256, 257, 65_535, 65_536, 65_537}) {
      Dense matrix = fill(70_000, 2, (i, j) -> (i + j) % distinct * 0.5);
      CompressedMatrix compressed = AlwaysCompressed.compress(matrix, 0, Forms.TWO);
      assertBits(matrix, compressed.plain(Forms.TWO), distinct + " values");
      assertEquals(
          Aggregate.all(Aggregate.Kind.SUM, matrix, ONE),
          Aggregate.all(Aggregate.Kind.SUM, compressed, ONE));
    }
  }

  @Test
  void noRowsAndNoColumns() {
    for (Dense matrix : List.of(Dense.zeros(0, 5), Dense.zeros(5, 0), Dense.zeros(0, 0))) {
      CompressedMatrix compressed = AlwaysCompressed.compress(matrix, 0, ONE);
      assertEquals(matrix.shape(), compressed.plain(ONE).shape());
      assertEquals(0, Aggregate.all(Aggregate.Kind.SUM, compressed, ONE));
      assertEquals(
          Aggregate.cols(Aggregate.Kind.MAX, matrix, ONE).shape(),
          Aggregate.cols(Aggregate.Kind.MAX, compressed, ONE).shape());
      assertEquals(Double.POSITIVE_INFINITY, Aggregate.all(Aggregate.Kind.MIN, compressed, ONE));
    }
  }

  @Test
  void functionsOfCellsGiveTheSameBits() throws IOException {
    List<UnaryFunction> unary =
        List.of(Cells.SQRT, Cells.EXP, Cells.ABS, Cells.SIGN, Cells.ROUND, Cells.NEGATE, Cells.NOT);
    List<BinaryFunction> binary =
        List.of(
            Cells.PLUS,
            Cells.MINUS,
            Cells.TIMES,
            Cells.DIVIDE,
            Cells.POWER,
            Cells.MAX,
            Cells.LESS,
            Cells.NOT_EQUAL);
    forAll(
        all(),
        (what, plain, compressed) -> {
          for (UnaryFunction f : unary) {
            Matrix result = Elementwise.unary(f, compressed, false, Forms.TWO);
            assertInstanceOf(CompressedMatrix.class, result);
            assertNumbers(
                Elementwise.unary(f, plain, false, ONE), result, f.name() + " of " + what);
          }
          Dense row = fill(1, plain.cols(), (i, j) -> j % 4 == 1 ? 0 : j % 4 == 2 ? Double.NaN : j);
          for (BinaryFunction f : binary) {
            for (double y : new double[] {2.5, 0, -0.0, Double.NaN, Double.POSITIVE_INFINITY}) {
              String with = f.name() + " with " + y + " of " + what;
              assertNumbers(
                  Elementwise.scalarRight(f, plain, y, false, ONE),
                  Elementwise.scalarRight(f, compressed, y, false, Forms.TWO),
                  with);
              assertNumbers(
                  Elementwise.scalarLeft(f, y, plain, false, ONE),
                  Elementwise.scalarLeft(f, y, compressed, false, ONE),
                  with);
            }
            assertNumbers(
                Elementwise.binary(f, plain, row, false, false, ONE),
                Elementwise.binary(f, compressed, row, false, false, ONE),
                f.name() + " with a row of " + what);
            assertNumbers(
                Elementwise.binary(f, row, plain, false, false, ONE),
                Elementwise.binary(f, row, compressed, false, false, ONE),
                f.name() + " of a row with " + what);
          }
        });
  }

  @Test
  void aggregates() throws IOException {
    forAll(
        all(),
        (what, plain, compressed) -> {
          Matrix sizes = Elementwise.unary(Cells.ABS, plain, false, ONE);
          for (Aggregate.Kind kind : Aggregate.Kind.values()) {
            String of = kind + " of " + what;
            Aggregate.Kind size =
                kind == Aggregate.Kind.SUM || kind == Aggregate.Kind.MEAN
                    ? kind
                    : Aggregate.Kind.MAX;
            long terms = kind == Aggregate.Kind.VAR || kind == Aggregate.Kind.SD ? plain.rows() : 8;
            assertClose(
                Dense.of(1, 1, Aggregate.all(kind, plain, ONE)),
                Dense.of(1, 1, Aggregate.all(kind, compressed, Forms.TWO)),
                terms,
                Dense.of(1, 1, Aggregate.all(size, sizes, ONE)),
                of);
            assertClose(
                Aggregate.rows(kind, plain, ONE),
                Aggregate.rows(kind, compressed, Forms.TWO),
                terms,
                Aggregate.rows(size, sizes, ONE),
                "rows: " + of);
            assertClose(
                Aggregate.cols(kind, plain, ONE),
                Aggregate.cols(kind, compressed, Forms.TWO),
                terms,
                Aggregate.cols(size, sizes, ONE),
                "columns: " + of);
          }
        });
  }

  @Test
  void sumsOfCellsThatCancelAreExact() {
    Dense matrix = fill(3000, 3, (i, j) -> i % 3 == 0 ? 1e16 : i % 3 == 1 ? 1 : -1e16);
    CompressedMatrix compressed = AlwaysCompressed.compress(matrix, 0, ONE);
    assertEquals(3000, Aggregate.all(Aggregate.Kind.SUM, compressed, ONE));
    Dense large = fill(3000, 1, (i, j) -> i % 2 == 0 ? 1e308 : -1e308);
    assertEquals(
        Aggregate.all(Aggregate.Kind.SUM, large, ONE),
        Aggregate.all(Aggregate.Kind.SUM, AlwaysCompressed.compress(large, 0, ONE), ONE));
  }

  /** The results of a product of a matrix with operands that depend on its size only. */
  private static List<Matrix> products(Matrix x, Workers workers) {
    Random random = new Random(x.rows());
    List<Matrix> results = new ArrayList<>();
    for (int n : new int[] {1, 2, 16}) {
      Dense right = fill(x.cols(), n, (i, j) -> random.nextGaussian());
      Dense left = fill(n, x.rows(), (i, j) -> random.nextGaussian());
      Dense below = fill(x.rows(), n, (i, j) -> random.nextInt(9) - 4);
      Dense across = fill(n, x.cols(), (i, j) -> random.nextInt(9) - 4);
      results.add(MatMult.multiply(x, right, workers));
      results.add(MatMult.multiply(left, x, workers));
      results.add(MatMult.multiply(x, true, below, false, workers));
      results.add(MatMult.multiply(across, false, x, true, workers));
      results.add(MatMult.multiply(x, false, Formats.toCsr(across), true, workers));
    }
    Dense v = fill(x.cols(), 1, (i, j) -> random.nextGaussian());
    Dense w = fill(x.rows(), 1, (i, j) -> random.nextGaussian());
    results.add(MatMult.mmchain(x, v, null, null, workers));
    results.add(MatMult.mmchain(x, v, w, null, workers));
    results.add(MatMult.mmchain(x, v, null, w, workers));
    results.add(MatMult.tsmm(x, true, workers));
    results.add(MatMult.tsmm(x, false, workers));
    return results;
  }

  @Test
  void productsAgree() throws IOException {
    forAll(
        finite(),
        (what, plain, compressed) -> {
          List<Matrix> expected = products(plain, ONE);
          List<Matrix> one = products(compressed, ONE);
          List<Matrix> two = products(compressed, Forms.TWO);
          for (int k = 0; k < expected.size(); k++) {
            String name = "product " + k + " of " + what;
            assertBits(one.get(k), two.get(k), name + " with two threads");
            double size = Aggregate.all(Aggregate.Kind.SUM_OF_SQUARES, plain, ONE) + plain.cells();
            Matrix magnitude = fill(expected.get(k).rows(), expected.get(k).cols(), (i, j) -> size);
            assertClose(expected.get(k), one.get(k), 64, magnitude, name);
          }
        });
  }

  @Test
  void columnsThatStayPlainAreMultipliedBesideGroups() {
    for (String name : List.of("whole numbers", "sparse")) {
      Plain plain = finite().get(name);
      CompressedMatrix compressed = AlwaysCompressed.compress(plain, 1, ONE);
      assertFalse(PlainGroup.among(compressed.groups()).isEmpty());
      Dense v = fill(plain.cols(), 1, (i, j) -> i - 3);
      Dense w = fill(plain.rows(), 1, (i, j) -> i % 5);
      assertNotNull(compressed.chain(v, null, null, ONE), name);
      assertNotNull(compressed.chain(v, w, null, ONE), name);
      assertNotNull(compressed.chain(v, null, w, ONE), name);
      assertNotNull(compressed.timesItself(true, ONE), name);
    }
  }

  @Test
  void productsWithInfinities() throws IOException {
    forAll(
        all(),
        (what, plain, compressed) -> {
          Dense v =
              fill(
                  plain.cols(),
                  1,
                  (i, j) -> i == 2 ? Double.POSITIVE_INFINITY : i == 4 ? Double.NaN : 1);
          Dense w = fill(plain.rows(), 1, (i, j) -> i == 5 ? Double.NEGATIVE_INFINITY : 1);
          Dense large = fill(plain.rows(), 1, (i, j) -> 1e308);
          Map<String, Function<Matrix, Matrix>> operations = new LinkedHashMap<>();
          operations.put("X v", x -> MatMult.multiply(x, v, ONE));
          operations.put("t(X) w", x -> MatMult.multiply(x, true, w, false, ONE));
          Dense mixed = fill(plain.rows(), 1, (i, j) -> i % 3 == 0 ? -1 : 1);
          operations.put("t(X) mixed", x -> MatMult.multiply(x, true, mixed, false, ONE));
          operations.put("t(X) large", x -> MatMult.multiply(x, true, large, false, ONE));
          operations.put("t(X) X", x -> MatMult.tsmm(x, true, ONE));
          operations.forEach(
              (name, f) -> {
                Matrix expected = f.apply(plain);
                Matrix actual = f.apply(compressed);
                for (int i = 0; i < expected.rows(); i++) {
                  for (int j = 0; j < expected.cols(); j++) {
                    double e = expected.get(i, j);
                    double a = actual.get(i, j);
                    boolean finite = Double.isFinite(e);
                    assertTrue(
                        finite ? Double.isFinite(a) : Double.compare(e, a) == 0,
                        () -> name + " of " + what + ": " + e + " and " + a);
                  }
                }
              });
        });
  }

  @Test
  void partsStayCompressed() throws IOException {
    forAll(
        all(),
        (what, plain, compressed) -> {
          int rows = plain.rows();
          int cols = plain.cols();
          for (int from = 0; from < cols; from += 2) {
            assertBits(
                Indexing.slice(plain, 0, rows, from, cols, ONE),
                Indexing.slice(compressed, 0, rows, from, cols, ONE),
                "columns of " + what);
          }
          assertBits(
              Indexing.slice(plain, rows / 3, rows - rows / 5, 0, cols, ONE),
              Indexing.slice(compressed, rows / 3, rows - rows / 5, 0, cols, ONE),
              "rows of " + what);
          assertBits(
              Reorg.reverseRows(plain, ONE), Reorg.reverseRows(compressed, ONE), "back " + what);
          assertBits(
              Append.cbind(List.of(plain, plain, plain), ONE),
              Append.cbind(List.of(compressed, plain, compressed), ONE),
              "side by side " + what);
        });
  }

  @Test
  void codesAreSharedAndDictionariesSmall() {
    Dense matrix = fill(5000, 6, (i, j) -> i * (j + 1) % 11);
    Matrix compressed = new CompressedPacking().pack(matrix, Forms.TWO);
    assertInstanceOf(CompressedMatrix.class, compressed);
    assertTrue(compressed.bytes() < matrix.bytes() / 6, compressed + " " + compressed.bytes());
    Matrix half = Indexing.slice(compressed, 0, 5000, 0, 3, ONE);
    assertInstanceOf(CompressedMatrix.class, half);
    assertInstanceOf(CompressedMatrix.class, Indexing.slice(compressed, 100, 4000, 0, 6, ONE));
  }

  private static byte[] written(CompressedMatrix matrix) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    matrix.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Matrix read(Matrix like, byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    return new CompressedPacking().read(like.rows(), like.cols(), in);
  }

  /** Without bits of codes: those of the tests may have more than they need. */
  private static String kinds(Matrix matrix) {
    return ((CompressedMatrix) matrix).groups().toString().replaceAll("dense [0-9]+", "dense");
  }

  @Test
  void groupsAreWrittenAndRead() throws IOException {
    forAll(
        all(),
        (what, plain, compressed) -> {
          Matrix back = read(compressed, written(compressed));
          assertBits(plain, back, what);
          assertEquals(kinds(compressed), kinds(back));
        });
  }

  @Test
  void damagedGroupsAreAnError() throws IOException {
    Random random = new Random(3);
    for (Plain plain : all().values()) {
      CompressedMatrix compressed = AlwaysCompressed.compress(plain, 1, ONE);
      byte[] bytes = written(compressed);
      for (int round = 0; round < 40; round++) {
        byte[] damaged = bytes.clone();
        damaged[random.nextInt(Math.min(bytes.length, round < 20 ? 64 : bytes.length))] ^=
            (byte) (1 << random.nextInt(8));
        assertThrows(InputError.class, () -> read(compressed, damaged));
      }
      byte[] shorter = Arrays.copyOf(bytes, bytes.length - 1);
      assertThrows(InputError.class, () -> read(compressed, shorter));
    }
  }
}
