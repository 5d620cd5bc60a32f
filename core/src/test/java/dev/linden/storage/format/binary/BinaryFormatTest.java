package dev.linden.storage.format.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.op.Size;
import dev.linden.storage.FileTest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class BinaryFormatTest extends FileTest {
  private byte[] bytes(String name) {
    try {
      return java.nio.file.Files.readAllBytes(directory.resolve(name));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void writeBinary(Matrix matrix, String name, int rowsInBlock, int colsInBlock) {
    write(
        matrix,
        path(name),
        "format",
        "binary",
        "rows_in_block",
        rowsInBlock,
        "cols_in_block",
        colsInBlock);
  }

  /** Cells of all kinds of blocks: full, half full, nearly empty, empty. */
  private static Dense patchwork(int rows, int cols, int block) {
    Random random = new Random(12);
    double[] densities = {1, 0.3, 0.01, 0};
    Dense matrix = Dense.zeros(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        if (random.nextDouble() < densities[(i / block + j / block) % densities.length]) {
          matrix.set(i, j, random.nextGaussian());
        }
      }
    }
    return matrix;
  }

  /** Blocks of a matrix without zeros go to places known before; the bytes are the same. */
  @Test
  void fullMatricesAreWrittenInPlace() throws IOException {
    Random random = new Random(13);
    Dense matrix = Dense.zeros(1257, 290);
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.cols(); j++) {
        matrix.set(i, j, 1 + random.nextDouble());
      }
    }
    dev.linden.matrix.Formats.countNonZeros(matrix, FOUR_THREADS);
    for (int[] block : new int[][] {{100, 100}, {7, 11}, {64, 1000}, {1000, 64}, {1000, 1000}}) {
      assertTrue(FullBlocks.suits(matrix));
      java.io.ByteArrayOutputStream stream = new java.io.ByteArrayOutputStream();
      BinaryLayout.Head head =
          BinaryLayout.Head.of(matrix.rows(), matrix.cols(), matrix.nnz(), block[0], block[1]);
      BinaryWriter.writeBand(matrix, head, 0, head.blocksDown(), stream, FOUR_THREADS);
      writeBinary(matrix, "a", block[0], block[1]);
      assertEquals(-1, Arrays.mismatch(stream.toByteArray(), bytes("a")));
      assertSame(matrix, read(path("a")));
    }
  }

  /** A flipped bit in a block that is read in pieces. */
  @Test
  void damageInALargeDenseBlockIsFound() throws IOException {
    Dense matrix = Dense.zeros(300, 300);
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 300; j++) {
        matrix.set(i, j, i + j + 1);
      }
    }
    writeBinary(matrix, "a", 1000, 1000);
    byte[] damaged = bytes("a");
    damaged[damaged.length - 1000] ^= 1;
    java.nio.file.Files.write(directory.resolve("a"), damaged);
    InputError error = assertThrows(InputError.class, () -> read(path("a")));
    assertTrue(error.getMessage().contains("block (1,1) is damaged"), error.getMessage());
  }

  @Test
  void blocksThatDoNotDivideTheMatrix() {
    Dense matrix = patchwork(107, 95, 20);
    for (int[] block : new int[][] {{20, 20}, {1, 1}, {107, 7}, {9, 1000}, {1000, 1000}}) {
      writeBinary(matrix, "a", block[0], block[1]);
      Matrix back = read(path("a"));
      assertSame(matrix, back);
      // A sparse matrix gives the same file as a dense one.
      byte[] first = bytes("a");
      writeBinary(dev.linden.matrix.Formats.toCsr(matrix, FOUR_THREADS), "a", block[0], block[1]);
      assertEquals(-1, Arrays.mismatch(first, bytes("a")));
    }
    assertTrue(content("a.mtd").contains("\"rows_in_block\": 1000"));
    assertEquals(Size.of(107, 95, matrix.nnz()), describe(path("a")).size());
  }

  @Test
  void sparseMatricesOfManyBlocks() {
    Random random = new Random(3);
    Dense matrix = Dense.zeros(300, 250);
    for (int k = 0; k < 4000; k++) {
      matrix.set(random.nextInt(300), random.nextInt(250), random.nextGaussian());
    }
    writeBinary(matrix, "a", 17, 13);
    assertSame(matrix, assertInstanceOf(Csr.class, read(path("a"))));
  }

  @Test
  void hugeAndNearlyEmpty() {
    Coo matrix =
        new Coo(
            2_000_000_000,
            1_000_000_000,
            new int[] {0, 0, 1_499_999_999, 1_499_999_999},
            new int[] {2, 999_999_999, 6, 7},
            new double[] {1, 4, 3, Double.NaN});
    for (String format : new String[] {"binary", "text", "mm"}) {
      write(matrix, path("a"), "format", format);
      Coo back = assertInstanceOf(Coo.class, read(path("a")));
      assertEquals(matrix.shape(), back.shape());
      assertEquals(-1, Arrays.mismatch(matrix.rowIndexes(), back.rowIndexes()));
      assertEquals(-1, Arrays.mismatch(matrix.columns(), back.columns()));
      assertEquals(-1, Arrays.mismatch(matrix.values(), back.values()));
    }
  }

  @Test
  void zerosKeepTheirSign() {
    Dense matrix = Dense.of(2, 2, -0.0, 0, 0, 0);
    write(matrix, path("a"), "format", "binary");
    assertEquals(Double.NEGATIVE_INFINITY, 1 / read(path("a")).get(0, 0));
  }

  @Test
  void everyTruncationIsFound() {
    writeBinary(patchwork(12, 12, 4), "a", 4, 4);
    byte[] whole = bytes("a");
    for (int length = 0; length < whole.length; length++) {
      file("a", Arrays.copyOf(whole, length));
      assertThrows(InputError.class, () -> read(path("a")));
    }
  }

  @Test
  void everyChangedByteIsFound() {
    writeBinary(patchwork(12, 12, 4), "a", 4, 4);
    byte[] whole = bytes("a");
    Random random = new Random(1);
    for (int at = 0; at < whole.length; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= (byte) (1 << random.nextInt(8));
      file("a", changed);
      if (!isPadding(whole, at)) {
        assertThrows(InputError.class, () -> read(path("a"), "format", "binary"), "byte " + at);
      }
    }
  }

  /** The four bytes behind each checksum, which have no meaning. */
  private static boolean isPadding(byte[] file, int at) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    if (at < BinaryLayout.HEAD_LENGTH) {
      return at >= BinaryLayout.HEAD_LENGTH - 4;
    }
    int block = BinaryLayout.HEAD_LENGTH;
    while (true) {
      boolean end = bytes.getInt(block + 8) == BinaryLayout.END;
      int next =
          block + BinaryLayout.BLOCK_HEAD_LENGTH + (end ? 0 : (int) bytes.getLong(block + 16));
      if (at < next) {
        return at >= block + 28 && at < block + 32;
      }
      block = next;
    }
  }

  @Test
  void saysWhatIsDamaged() {
    writeBinary(Dense.of(2, 2, 1, 2, 3, 4), "a", 1, 2);
    byte[] whole = bytes("a");
    int second = BinaryLayout.HEAD_LENGTH + BinaryLayout.BLOCK_HEAD_LENGTH + 16;

    byte[] changed = whole.clone();
    changed[second + BinaryLayout.BLOCK_HEAD_LENGTH] ^= 1;
    file("a", changed);
    InputError error = assertThrows(InputError.class, () -> read(path("a")));
    assertTrue(
        error
            .getMessage()
            .matches(
                ".*/a: block \\(2,1\\) is damaged: expected checksum [0-9a-f]{8}, found"
                    + " [0-9a-f]{8}"),
        error.getMessage());

    file("a", Arrays.copyOf(whole, second + 40));
    assertError(
        "DIR/a: block (2,1) is incomplete: it ends at byte 152, but the file after 144",
        () -> read(path("a")));
    file("a", Arrays.copyOf(whole, second));
    assertError(
        "DIR/a: what follows block (1,1) is missing: the file ends after 104 bytes, without its end"
            + " mark",
        () -> read(path("a")));
    file("a", Arrays.copyOf(whole, 20));
    assertError(
        "DIR/a: the file ends within its head, after 20 of 56 bytes", () -> read(path("a")));
    changed = whole.clone();
    changed[14] = 9;
    file("a", changed);
    assertError(
        "DIR/a: the file has version 9 of the binary format, but this program reads version 2",
        () -> read(path("a")));
    file("a", "something else");
    assertError("DIR/a: not a binary matrix file of this system", () -> read(path("a")));
  }

  /** A block with a right checksum, but cells outside of it. */
  @Test
  void cellsMustBeInTheirBlock() {
    Dense matrix = Dense.zeros(40, 40);
    matrix.set(3, 3, 1);
    matrix.set(3, 4, 1);
    writeBinary(matrix, "a", 40, 40);
    byte[] bytes = bytes("a");
    int block = BinaryLayout.HEAD_LENGTH;
    int payload = block + BinaryLayout.BLOCK_HEAD_LENGTH;
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(payload + 8, 40);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, block, 24);
    checksum.update(bytes, payload, 32);
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(block + 24, (int) checksum.getValue());
    file("a", bytes);
    assertError("DIR/a: block (1,1) is damaged: its cells are not in order", () -> read(path("a")));
  }

  private void writePart(Matrix matrix, String name, int from, int to, long nnz, int blockRows) {
    BinaryLayout.Head head = BinaryLayout.Head.of(matrix.rows(), matrix.cols(), nnz, blockRows, 10);
    java.nio.file.Path file = directory.resolve(name);
    try {
      java.nio.file.Files.createDirectories(file.getParent());
      try (OutputStream out = java.nio.file.Files.newOutputStream(file)) {
        BinaryWriter.writeBand(matrix, head, from, to, out, FOUR_THREADS);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static long nnz(Matrix matrix, int rowStart, int rowEnd) {
    long nnz = 0;
    for (int i = rowStart; i < rowEnd; i++) {
      for (int j = 0; j < matrix.cols(); j++) {
        nnz += matrix.get(i, j) != 0 ? 1 : 0;
      }
    }
    return nnz;
  }

  @Test
  void directoriesOfParts() {
    Dense matrix = patchwork(60, 60, 10);
    writePart(matrix, "a/part-1", 0, 2, nnz(matrix, 0, 20), 10);
    writePart(matrix, "a/part-10", 2, 6, nnz(matrix, 20, 60), 10);
    assertSame(matrix, read(path("a")));
    assertSame(matrix, read(path("a"), "format", "binary", "rows", 60, "cols", 60));
    assertEquals(Size.of(60, 60, matrix.nnz()), describe(path("a")).size());

    writePart(matrix, "a/part-2", 1, 2, nnz(matrix, 10, 20), 10);
    assertError("DIR/a/part-2: block (2,1) is in DIR/a/part-1 too", () -> read(path("a")));
    writePart(matrix, "a/part-2", 0, 0, 0, 5);
    assertError(
        "DIR/a/part-2: expected a part of a 60x60 matrix in blocks of 10x10 as in DIR/a/part-1,"
            + " found a part of a 60x60 matrix in blocks of 5x10",
        () -> read(path("a")));
    writePart(matrix, "a/part-2", 0, 0, 7, 10);
    assertError(
        "DIR/a/part-2: the head promises 7 non-zeros, but the blocks have 0",
        () -> read(path("a")));
  }

  @Test
  void blocksHaveALimit() {
    Coo huge = new Coo(2_000_000_000, 1_000_000_000, new int[0], new int[0], new double[0]);
    assertError(
        "rows_in_block and cols_in_block ask for blocks of 100000x100000 cells, but a block can"
            + " have at most 134217728",
        () -> writeBinary(huge, "a", 100_000, 100_000));
  }
}
