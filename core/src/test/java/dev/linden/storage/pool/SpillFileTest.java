package dev.linden.storage.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import dev.linden.base.LindenBug;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.AlwaysCompressed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packed matrices in spill files; plain ones are in {@link BufferPoolTest}. */
class SpillFileTest {
  @TempDir private Path folder;

  private static Packed packed(int rows) {
    Random random = new Random(rows);
    Dense matrix = Dense.zeros(rows, 9);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < 9; j++) {
        double odd = random.nextBoolean() ? -0.0 : Double.longBitsToDouble(0x7ff8000000000dadL);
        matrix.set(i, j, j == 4 ? i / 10 : j == 5 ? odd : random.nextInt(j + 1));
      }
    }
    return (Packed) new AlwaysCompressed().pack(matrix, Workers.serial());
  }

  @Test
  void groupsComeBackBitByBit() throws IOException {
    for (int rows = 1; rows < 300; rows += 7) {
      Packed matrix = packed(rows);
      Path file = folder.resolve("spill" + rows);
      SpillFile.write(matrix, file);
      Matrix back = assertInstanceOf(Packed.class, SpillFile.read(file, Workers.serial()));
      assertEquals(matrix.nnz(), back.nnz());
      assertEquals(matrix.isSparse(), back.isSparse());
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < 9; j++) {
          assertEquals(
              Double.doubleToRawLongBits(matrix.get(i, j)),
              Double.doubleToRawLongBits(back.get(i, j)));
        }
      }
    }
  }

  @Test
  void aDamagedFileIsAnErrorAndNeverAnotherMatrix() throws IOException {
    Path file = folder.resolve("spill");
    SpillFile.write(packed(53), file);
    byte[] whole = Files.readAllBytes(file);
    int nnz = 3 * Integer.BYTES; // is not looked at: the groups know it
    for (int at = 0; at < whole.length; at++) {
      if (at >= nnz && at < nnz + Long.BYTES) {
        continue;
      }
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      Files.write(file, damaged);
      Exception error =
          assertThrows(Exception.class, () -> SpillFile.read(file, Workers.serial()), "byte " + at);
      boolean expected =
          error instanceof InputError || error instanceof IOException || error instanceof LindenBug;
      assertEquals(true, expected, error::toString);
    }
  }
}
