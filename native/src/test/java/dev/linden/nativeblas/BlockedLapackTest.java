package dev.linden.nativeblas;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.matrix.lapack.Lapack;
import dev.linden.matrix.lapack.LapackContract;
import dev.linden.matrix.lapack.NativeLibrary;

/** Native code on blocks of a matrix, on two threads. */
class BlockedLapackTest extends LapackContract {
  private final Lapack lapack =
      Lapack.onBlocks(NativeLibrary.find(), new Workers(2, ArrayPool.none()));

  @Override
  protected Lapack lapack() {
    assertNotNull(NativeLibrary.find(), "the native library does not load here");
    return lapack;
  }
}
