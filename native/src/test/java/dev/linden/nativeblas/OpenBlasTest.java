package dev.linden.nativeblas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.matrix.lapack.JavaLapack;
import dev.linden.matrix.lapack.Lapack;
import dev.linden.matrix.lapack.LapackContract;
import dev.linden.matrix.lapack.NativeLibrary;
import dev.linden.matrix.lapack.NativeMemory;
import dev.linden.matrix.lapack.Residual;
import dev.linden.matrix.lapack.TestMatrices;
import dev.linden.matrix.lapack.Transpose;
import java.io.IOException;
import java.nio.DoubleBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OpenBlasTest extends LapackContract {
  private static final NativeLibrary LIBRARY = NativeLibrary.find();

  @Override
  protected Lapack lapack() {
    assertNotNull(LIBRARY, "the native library does not load here");
    return LIBRARY;
  }

  @Test
  void isTheOneThatLargeOperationsUse() {
    assertTrue(LIBRARY.description().startsWith("OpenBLAS 0."), LIBRARY.description());
    Workers allowed = new Workers(1, ArrayPool.none());
    Workers javaOnly = new Workers(1, ArrayPool.none(), false);
    Class<?> blocks = Lapack.onBlocks(LIBRARY, allowed).getClass();
    assertEquals(blocks, Lapack.forWork(Lapack.NATIVE_WORK, allowed).getClass());
    assertEquals(JavaLapack.class, Lapack.forWork(Lapack.NATIVE_WORK, javaOnly).getClass());
    assertEquals(JavaLapack.class, Lapack.forWork(1000, allowed).getClass());
  }

  /** Code that is loaded must not lie where others could have put it. */
  @Test
  void isUnpackedInAFolderOfTheOwner() throws IOException {
    Path folder = Path.of(System.getProperty("org.bytedeco.javacpp.cachedir"));
    assertEquals(
        PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(folder));
    try (Stream<Path> files = Files.walk(folder)) {
      assertTrue(files.anyMatch(file -> file.getFileName().toString().contains("openblas")));
    }
  }

  @Test
  void multiplies() {
    TestMatrices matrices = new TestMatrices();
    int m = 33;
    int k = 20;
    int n = 47;
    double[] a = matrices.gaussian(m, k);
    double[] b = matrices.gaussian(k, n);
    double[] expected = Residual.product(m, k, n, a, b);
    for (boolean ta : new boolean[] {false, true}) {
      for (boolean tb : new boolean[] {false, true}) {
        double[] left = ta ? Transpose.of(m, k, a) : a;
        double[] right = tb ? Transpose.of(k, n, b) : b;
        DoubleBuffer l = block(left);
        DoubleBuffer r = block(right);
        DoubleBuffer c = NativeMemory.take(m * n);
        LIBRARY.gemm(ta, tb, m, n, k, 1, l, ta ? m : k, r, tb ? k : n, 0, c, n);
        assertArrayEquals(expected, cells(c, m * n), 1e-12);
        LIBRARY.gemm(ta, tb, m, n, k, -1, l, ta ? m : k, r, tb ? k : n, 1, c, n);
        assertArrayEquals(new double[m * n], cells(c, m * n), 1e-12);
      }
    }
  }

  @Test
  void concurrentCallsGiveTheSameBits() {
    TestMatrices matrices = new TestMatrices();
    int n = 300;
    double[] a = matrices.gaussian(n, n);
    double[] b = matrices.gaussian(n, n);
    DoubleBuffer left = block(a);
    DoubleBuffer right = block(b);
    double[] expected = square(n, left, right);
    IntStream.range(0, 40)
        .parallel()
        .forEach(i -> assertArrayEquals(expected, square(n, left, right)));
  }

  private static double[] square(int n, DoubleBuffer a, DoubleBuffer b) {
    DoubleBuffer c = NativeMemory.take(n * n);
    LIBRARY.gemm(false, false, n, n, n, 1, a, n, b, n, 0, c, n);
    double[] result = cells(c, n * n);
    NativeMemory.give(c);
    return result;
  }

  private static DoubleBuffer block(double[] cells) {
    return NativeMemory.take(cells.length).put(0, cells);
  }

  private static double[] cells(DoubleBuffer block, int count) {
    double[] result = new double[count];
    block.get(0, result);
    return result;
  }
}
