package dev.linden.storage.format.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.AlwaysCompressed;
import dev.linden.matrix.compress.CompressedMatrix;
import dev.linden.matrix.compress.CompressedPacking;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.op.Environment.WriteRequest;
import dev.linden.op.MatrixValue;
import dev.linden.storage.FileTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Compressed matrices in binary files: the same groups with the same bits, or an error. */
class PackedFileTest extends FileTest {
  private static final int COLS = 8;

  private static Dense fill(int rows, IntToDoubleFunction cell) {
    Dense matrix = Dense.zeros(rows, COLS);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < COLS; j++) {
        matrix.set(i, j, cell.applyAsDouble(i * COLS + j));
      }
    }
    return matrix;
  }

  private static Packed always(Plain matrix) {
    return assertInstanceOf(
        Packed.class, new AlwaysCompressed().pack(matrix, Workers.serial()), matrix::shape);
  }

  private static CompressedMatrix oneGroupEach(Plain matrix) {
    List<int[]> coded =
        java.util.stream.IntStream.range(0, matrix.cols()).mapToObj(j -> new int[] {j}).toList();
    Scheme scheme = new Scheme(coded, new int[0], Integer.MAX_VALUE, 0, 0, 0);
    return CompressedMatrix.compress(matrix, scheme, Workers.serial());
  }

  private static Map<String, Packed> matrices() {
    Random random = new Random(3);
    double[] odd = {
      Double.longBitsToDouble(0x7ff8000000000001L),
      Double.longBitsToDouble(0xfff0000000000dadL),
      Double.NaN,
      Double.NEGATIVE_INFINITY,
      -0.0,
      0.0,
      Double.MIN_VALUE
    };
    Map<String, Packed> all = new LinkedHashMap<>();
    for (int rows = 997; rows < 1005; rows++) { // the kinds of groups depend on the size
      all.put("normals " + rows, always(fill(rows, k -> random.nextGaussian())));
      all.put("few values " + rows, always(fill(rows, k -> random.nextInt(2 + k % COLS))));
      all.put("payloads " + rows, always(fill(rows, k -> odd[random.nextInt(odd.length)])));
      all.put("runs " + rows, always(fill(rows, k -> k / (50 * COLS))));
      all.put(
          "sparse " + rows,
          always(
              Formats.toCsr(
                  fill(rows, k -> random.nextInt(9) == 0 ? 1 + k % 3 : 0), Workers.serial())));
    }
    all.put("constants", always(fill(400, k -> k % COLS)));
    all.put("signs of zeros", always(fill(333, k -> random.nextBoolean() ? -0.0 : 0.0)));
    all.put("one row", always(fill(1, k -> k)));
    all.put("no rows", oneGroupEach(fill(0, k -> k)));
    all.put("one of eight", always(fill(500, k -> (k / COLS * 7) % COLS == k % COLS ? 1 : 0)));
    for (int distinct = 65_535; distinct <= 65_537; distinct++) {
      int n = distinct;
      all.put(distinct + " values", oneGroupEach(fill(distinct + 10, k -> k / COLS % n)));
    }
    all.put("by the planner", packed(fill(5000, k -> k % COLS == 0 ? 1 : random.nextInt(4))));
    return all;
  }

  private static Packed packed(Plain matrix) {
    return (Packed) new CompressedPacking().pack(matrix, Workers.serial());
  }

  private void write(Matrix matrix, String path) {
    WriteRequest request = new WriteRequest(path, options("format", "binary"));
    files.write(new MatrixValue(matrix), request, FOUR_THREADS);
  }

  private Matrix back(String path) {
    return ((MatrixValue) files.read(request(path), FOUR_THREADS)).matrix();
  }

  private static void assertSameBits(Matrix expected, Matrix found, String what) {
    assertEquals(expected.shape(), found.shape(), what);
    assertEquals(expected.nnz(), found.nnz(), what);
    assertEquals(expected.isSparse(), found.isSparse(), what);
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.cols(); j++) {
        long bits = Double.doubleToRawLongBits(expected.get(i, j));
        if (bits != Double.doubleToRawLongBits(found.get(i, j))) {
          throw new AssertionError(what + " at " + i + "," + j);
        }
      }
    }
  }

  @Test
  void groupsStayAsTheyAre() {
    matrices()
        .forEach(
            (name, matrix) -> {
              write(matrix, path("x"));
              CompressedMatrix found = assertInstanceOf(CompressedMatrix.class, back(path("x")));
              assertSameBits(matrix, found, name);
              // dense codes come back in as few bits as they need
              String expected = ((CompressedMatrix) matrix).groups().toString();
              assertEquals(
                  expected.replaceAll("dense \\d+", "dense"),
                  found.groups().toString().replaceAll("dense \\d+", "dense"),
                  name);
              assertTrue(found.bytes() <= matrix.bytes() + 1000, name);
            });
  }

  @Test
  void metadataAndTheFileTellWhatItIs() {
    Packed matrix = packed(fill(5000, k -> k % 3));
    write(matrix, path("x"));
    assertTrue(content("x.mtd").contains("\"packing\": \"compressed\""), () -> content("x.mtd"));
    assertEquals("5000x8", describe(path("x")).size().shape());
    assertEquals(matrix.nnz(), describe(path("x")).size().nnz());
    assertTrue(directory.resolve("x").toFile().length() < matrix.plainBytes() / 50);
    assertTrue(directory.resolve("x.mtd").toFile().delete());
    assertInstanceOf(Packed.class, back(path("x")));
    write(matrix.plain(Workers.serial()), path("x"));
    assertTrue(!content("x.mtd").contains("packing"), () -> content("x.mtd"));
    assertInstanceOf(Plain.class, back(path("x")));
  }

  @Test
  void anyDamagedByteIsAnError() throws IOException {
    Random random = new Random(5);
    Packed matrix = always(fill(37, k -> random.nextInt(3)));
    write(matrix, path("x"));
    assertTrue(directory.resolve("x.mtd").toFile().delete());
    byte[] whole = java.nio.file.Files.readAllBytes(directory.resolve("x"));
    String damaged = path("damaged");
    for (int at = 0; at < whole.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] bytes = whole.clone();
        bytes[at] ^= (byte) (1 << bit);
        file("damaged", bytes);
        assertThrows(
            InputError.class, () -> read(damaged, "format", "binary"), "bit " + bit + " of " + at);
      }
      file("damaged", Arrays.copyOf(whole, at));
      assertThrows(InputError.class, () -> read(damaged, "format", "binary"), "cut at " + at);
    }
    file("damaged", Arrays.copyOf(whole, whole.length + 1));
    assertThrows(InputError.class, () -> read(damaged, "format", "binary"));
    file("damaged", whole);
    assertSameBits(matrix, back(damaged), "whole");
  }

  @Test
  void piecesThatChangePlacesAreAnError() throws IOException {
    Packed matrix = always(fill(20_000, k -> k * 0.5));
    write(matrix, path("x"));
    byte[] bytes = java.nio.file.Files.readAllBytes(directory.resolve("x"));
    int head = 64;
    int piece = 8 + ByteBuffer.wrap(bytes, head, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
    byte[] first = Arrays.copyOfRange(bytes, head, head + piece);
    System.arraycopy(bytes, head + piece, bytes, head, piece);
    System.arraycopy(first, 0, bytes, head + piece, piece);
    file("x", bytes);
    InputError error = assertThrows(InputError.class, () -> back(path("x")));
    assertTrue(error.getMessage().contains("expected checksum"), error::getMessage);
  }

  /** Checksums that are right do not make groups right. */
  @Test
  void groupsThatMakeNoSenseAreAnError() throws IOException {
    Random random = new Random(6);
    int errors = 0;
    List<Packed> matrices =
        List.of(
            always(fill(41, k -> random.nextInt(3))),
            always(fill(60, k -> k / (16 * COLS))),
            always(fill(50, k -> random.nextInt(20) == 0 ? 7 : 1)),
            always(fill(64, k -> (k / COLS * 7) % COLS == k % COLS ? 1 : 0)),
            always(Formats.toCsr(fill(64, k -> k % 11 == 0 ? 2 : 0), Workers.serial())));
    for (Packed matrix : matrices) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      matrix.write(new DataOutputStream(bytes));
      byte[] payload = payload(bytes.toByteArray());
      assertSameBits(matrix, read(matrix, framed(payload)), "as it was");
      for (int round = 0; round < 3000; round++) {
        byte[] changed = payload.clone();
        for (int k = random.nextInt(3); k >= 0; k--) {
          changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        try {
          Packed found = read(matrix, framed(changed));
          found.plain(Workers.serial());
          found.nnz();
        } catch (InputError e) {
          errors++;
        }
      }
    }
    assertTrue(errors > 3000, errors + " errors");
  }

  private static Packed read(Packed matrix, byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    return new CompressedPacking().read(matrix.rows(), matrix.cols(), in, bytes.length);
  }

  /** Of a single piece. */
  private static byte[] payload(byte[] framed) {
    int length = ByteBuffer.wrap(framed).order(ByteOrder.LITTLE_ENDIAN).getInt();
    byte[] payload = Arrays.copyOfRange(framed, 8, 8 + length);
    assertArrayEquals(framed, framed(payload));
    return payload;
  }

  private static byte[] framed(byte[] payload) {
    ByteBuffer bytes = ByteBuffer.allocate(payload.length + 16).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(payload.length).putInt(checksum(0, payload)).put(payload);
    return bytes.putInt(0).putInt(checksum(1, new byte[0])).array();
  }

  private static int checksum(long number, byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(12).putLong(number).putInt(bytes.length).flip());
    checksum.update(bytes, 0, bytes.length);
    return (int) checksum.getValue();
  }
}
