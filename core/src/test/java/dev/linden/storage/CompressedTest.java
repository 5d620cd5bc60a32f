package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.MatrixValue;
import dev.linden.op.Size;
import dev.linden.storage.store.FileStores;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Text files that gzip has compressed are read like others. */
class CompressedTest extends FileTest {
  private static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Test
  void everyTextFormat() {
    String csv = file("x.csv.gz", gzip("\uFEFFa,b\n1,2\n3,4\n"));
    assertMatrix(read(csv), 2, 2, 1, 2, 3, 4);
    assertMatrix(read(csv, "format", "csv", "header", true), 2, 2, 1, 2, 3, 4);
    assertEquals(Size.of(-1, 2), describe(csv).size());
    String text = file("cells", gzip("1 1 5.5\n2 3 7\n"));
    assertMatrix(read(text, "rows", 2, "cols", 3), 2, 3, 5.5, 0, 0, 0, 0, 7);
    String market =
        file("m.mtx", gzip("%%MatrixMarket matrix coordinate real general\n2 2 1\n2 1 3\n"));
    assertMatrix(read(market), 2, 2, 0, 0, 3, 0);
    String svm = file("svm", gzip("1,2:3\n"));
    assertMatrix(read(svm, "format", "libsvm"), 1, 3, 0, 3, 1);
    String blanks = file("blanks", gzip("1\n\n3\n"));
    assertMatrix(read(blanks, "format", "csv", "rows", 3, "cols", 1), 3, 1, 1, 0, 3);
  }

  @Test
  void manyChunksAndParts() {
    Random random = new Random(9);
    StringBuilder text = new StringBuilder();
    double[] cells = new double[3000];
    for (int k = 0; k < cells.length; k++) {
      cells[k] = random.nextInt(4) == 0 ? 0 : random.nextGaussian();
      text.append(cells[k]).append(k % 3 == 2 ? "\n" : ",");
    }
    int middle = text.indexOf("\n", text.length() / 2) + 1;
    Dense expected = Dense.wrap(1000, 3, cells);
    String first = text.substring(0, middle);
    String second = text.substring(middle);
    String whole = file("x", gzip(text.toString()));
    String parts = path("parts");
    file("parts/part-0", gzip(first));
    file("parts/part-1", second);
    byte[] joined = Arrays.copyOf(gzip(first), gzip(first).length + gzip(second).length);
    System.arraycopy(gzip(second), 0, joined, gzip(first).length, gzip(second).length);
    String sections = file("sections", joined);
    for (int chunkBytes : new int[] {1, 7, 100, 5000, 1 << 20}) {
      for (Workers workers : List.of(FOUR_THREADS, Workers.serial())) {
        Files files = new Files(FileStores::of, chunkBytes);
        for (String file : List.of(whole, parts, sections)) {
          Matrix matrix =
              ((MatrixValue) files.read(request(file, "format", "csv"), workers)).matrix();
          assertSame(expected, matrix);
        }
      }
    }
  }

  @Test
  void errorsNameTheLineOfTheText() {
    String file = file("x", gzip("1,2\n".repeat(5000) + "1,x\n" + "1,2\n".repeat(5000)));
    for (int chunkBytes : new int[] {10, 1000, 1 << 20}) {
      Files files = new Files(FileStores::of, chunkBytes);
      assertError(
          "DIR/x:5001:2: expected a number, found \"x\"",
          () -> files.read(request(file, "format", "csv"), FOUR_THREADS));
    }
  }

  @Test
  void damagedFiles() {
    byte[] whole = gzip("1,2\n3,4\n".repeat(1000));
    String cut = file("x", Arrays.copyOf(whole, whole.length - 12));
    InputError error = assertThrows(InputError.class, () -> read(cut, "format", "csv"));
    assertTrue(
        error.getMessage().contains("x: the gzip data is damaged or incomplete"),
        error.getMessage());
    byte[] changed = whole.clone();
    changed[whole.length - 6] ^= 1; // the checksum
    file("x", changed);
    error = assertThrows(InputError.class, () -> read(cut, "format", "csv"));
    assertTrue(
        error.getMessage().contains("x: the gzip data is damaged or incomplete"),
        error.getMessage());
    String head = file("x", Arrays.copyOf(whole, 5));
    error = assertThrows(InputError.class, () -> read(head, "format", "csv"));
    assertTrue(
        error.getMessage().contains("x: the gzip data is damaged or incomplete"),
        error.getMessage());
  }
}
