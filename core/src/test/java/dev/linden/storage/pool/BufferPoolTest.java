package dev.linden.storage.pool;

import static dev.linden.testkit.RandomTests.SEED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.ResourceError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.RecyclingArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The budget holds, nothing is lost, nothing is left behind. */
class BufferPoolTest {

  /** Cells of a matrix that takes 281 KB. */
  private static final int ROWS = 360;

  private static final int COLS = 100;
  private static final long ONE = 8L * ROWS * COLS + 16;

  @TempDir Path folder;

  private BufferPool pool(long budget) {
    return new BufferPool(budget, folder, false, new Workers(1, ArrayPool.none()));
  }

  private static MatrixValue held(BufferPool pool, double value) {
    double[] cells = new double[ROWS * COLS];
    java.util.Arrays.fill(cells, value);
    MatrixValue matrix = new MatrixValue(Dense.wrap(ROWS, COLS, cells));
    pool.retain(matrix);
    return matrix;
  }

  private static BufferPool.Admission use(BufferPool pool, double more, MatrixValue... operands) {
    Resident[] residents = new Resident[operands.length];
    for (int i = 0; i < operands.length; i++) {
      residents[i] = (Resident) operands[i].keeper();
    }
    return pool.admit(residents, more, true);
  }

  @Test
  void evictsWhatWasNotUsedForTheLongestTime() {
    try (BufferPool pool = pool(3 * ONE)) {
      MatrixValue a = held(pool, 1);
      MatrixValue b = held(pool, 2);
      MatrixValue c = held(pool, 3);
      use(pool, 0, a).close();
      use(pool, ONE, c).close();
      assertNotNull(a.resident());
      assertNull(b.resident());
      assertNotNull(c.resident());
      assertEquals(new MatrixValue.Form(false, -1, null), b.keeper().form());
      assertEquals(2, b.matrix().get(5, 5));
      assertEquals(1, pool.counters().evictions());
      assertEquals(1, pool.counters().restores());
    }
  }

  @Test
  void theBudgetHolds() {
    try (BufferPool pool = pool(4 * ONE)) {
      List<MatrixValue> all = new ArrayList<>();
      for (int k = 0; k < 20; k++) {
        try (BufferPool.Admission admission = use(pool, ONE)) {
          assertNotNull(admission);
          all.add(held(pool, k));
        }
        assertTrue(residentBytes(all) <= 4 * ONE);
      }
      for (int k = 0; k < 20; k++) {
        try (BufferPool.Admission admission = use(pool, ONE, all.get(k), all.get(19 - k))) {
          assertNotNull(admission);
          assertEquals(k, all.get(k).resident().get(0, 0));
          assertEquals(19 - k, all.get(19 - k).resident().get(0, 0));
          assertTrue(residentBytes(all) <= 3 * ONE);
        }
      }
      all.forEach(pool::release);
      assertEquals(0, spillFiles());
    }
  }

  private static long residentBytes(List<MatrixValue> all) {
    return all.stream().filter(value -> value.resident() != null).count() * ONE;
  }

  private long spillFiles() {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> Files.isRegularFile(file) && !file.endsWith("owner")).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyFormComesBackWithTheSameBits() {
    RandomMatrices random = new RandomMatrices(SEED);
    for (Form form : Form.values()) {
      for (int[] shape : new int[][] {{0, 0}, {1, 1}, {3, 0}, {400, 700}, {70000, 3}}) {
        Dense cells = random.withSpecials(shape[0], shape[1], form == Form.DENSE ? 1 : 0.1);
        Matrix block = form.of(cells);
        Matrix before = block.copy();
        try (BufferPool pool =
            new BufferPool(1 << 24, folder, true, new Workers(1, ArrayPool.none()))) {
          MatrixValue value = new MatrixValue(block);
          pool.retain(value);
          use(pool, 0, value).close();
          assertNull(value.resident());
          Matrix back = value.matrix();
          assertEquals(before.getClass(), back.getClass());
          assertEquals(before.nnz(), back.nnz());
          for (int i = 0; i < before.rows(); i++) {
            for (int j = 0; j < before.cols(); j++) {
              assertEquals(
                  Double.doubleToRawLongBits(before.get(i, j)),
                  Double.doubleToRawLongBits(back.get(i, j)),
                  form + " cell " + i + "," + j);
            }
          }
        }
      }
    }
  }

  @Test
  void anOverwrittenMatrixIsWrittenAgain() {
    try (BufferPool pool = pool(ONE)) {
      MatrixValue a = held(pool, 1);
      MatrixValue b = held(pool, 2);
      use(pool, 0, b).close();
      assertNull(a.resident());
      try (BufferPool.Admission admission = use(pool, 0, a)) {
        assertNotNull(admission);
        a.keeper().overwritten();
        ((Dense) a.resident()).set(0, 0, 7);
      }
      use(pool, 0, b).close();
      assertNull(a.resident());
      assertEquals(7, a.matrix().get(0, 0));
      long written = pool.counters().bytesWritten();
      use(pool, 0, b).close();
      assertNull(a.resident());
      assertEquals(written, pool.counters().bytesWritten(), "an unchanged one is written once");
    }
  }

  @Test
  void anOperationThatCannotFitIsRefused() {
    try (BufferPool pool = pool(3 * ONE)) {
      MatrixValue a = held(pool, 1);
      Shortage error = assertThrows(Shortage.class, () -> use(pool, 4 * ONE, a));
      assertEquals(
          "%*% needs up to 1.4 MB of memory (281.3 KB for its operands, 1.1 MB for results and"
              + " intermediates), but the budget is 843.8 KB",
          error.describe("%*%"));
      use(pool, 2 * ONE, a).close();
    }
  }

  @Test
  void arraysKeptForReuseGoFirst() {
    RecyclingArrayPool arrays = new RecyclingArrayPool(10 * ONE);
    try (BufferPool pool = new BufferPool(4 * ONE, folder, false, new Workers(1, arrays))) {
      MatrixValue a = held(pool, 1);
      arrays.recycle(new double[ROWS * COLS]);
      arrays.recycle(new double[ROWS * COLS]);
      use(pool, 3 * ONE, a).close();
      assertEquals(0, arrays.keptBytes());
      assertEquals(0, pool.counters().evictions());
    }
  }

  @Test
  void listsHoldTheirElements() {
    try (BufferPool pool = pool(2 * ONE)) {
      MatrixValue a = new MatrixValue(Dense.zeros(ROWS, COLS));
      ListValue inner = new ListValue(List.of(a), null);
      ListValue list = new ListValue(List.of(inner, a), null);
      pool.retain(list);
      assertTrue(a.isShared());
      use(pool, 2 * ONE).close();
      assertNull(a.resident());
      pool.release(list);
      assertEquals(0, spillFiles());
    }
  }

  @Test
  void aFullDiskLosesNothing() throws IOException {
    Path parent = Files.createDirectory(folder.resolve("gone"));
    try (BufferPool pool =
        new BufferPool(2 * ONE, parent, false, new Workers(1, ArrayPool.none()))) {
      MatrixValue a = held(pool, 1);
      MatrixValue b = held(pool, 2);
      Files.delete(parent);
      ResourceError error = assertThrows(ResourceError.class, () -> use(pool, ONE, a));
      assertTrue(error.getMessage().contains("nothing can be moved to " + parent), error::toString);
      assertNotNull(a.resident());
      assertNotNull(b.resident());
      Files.createDirectory(parent);
      use(pool, ONE, a).close();
      assertNull(b.resident());
      assertEquals(2, b.matrix().get(0, 0));
    }
  }

  @Test
  void nothingIsLeftAfterClosing() throws IOException {
    try (BufferPool pool = pool(ONE)) {
      held(pool, 1);
      held(pool, 2);
      use(pool, ONE).close();
      assertEquals(2, spillFiles());
    }
    try (Stream<Path> rest = Files.list(folder)) {
      assertEquals(0, rest.count());
    }
  }

  @Test
  void foldersOfDeadProcessesGoAndThoseOfLivingStay() throws IOException {
    Path dead = Files.createDirectory(folder.resolve("linden-spill-dead"));
    Files.createFile(dead.resolve("owner"));
    Files.createFile(dead.resolve("1"));
    Path living = Files.createDirectory(folder.resolve("linden-spill-living"));
    try (FileChannel channel =
        FileChannel.open(
            living.resolve("owner"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock();
      SpillFolder.removeStale(folder);
      assertTrue(Files.exists(living));
      assertTrue(Files.notExists(dead));
    }
  }

  /** Values are checked while several threads use and overwrite matrices that do not fit. */
  @Test
  void manyThreads() throws Exception {
    int threads = 4;
    MatrixValue.shareByThreads();
    try (BufferPool pool = pool(10 * ONE)) {
      MatrixValue shared = held(pool, -1);
      ExecutorService executor = Executors.newFixedThreadPool(threads);
      List<Future<?>> runs = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        long seed = SEED + t;
        runs.add(executor.submit(() -> oneThread(pool, shared, new Random(seed))));
      }
      for (Future<?> run : runs) {
        run.get();
      }
      executor.shutdown();
      assertTrue(pool.counters().evictions() > 0);
      pool.release(shared);
      assertEquals(0, spillFiles());
    }
  }

  private static void oneThread(BufferPool pool, MatrixValue shared, Random random) {
    MatrixValue[] own = new MatrixValue[6];
    double[] expected = new double[own.length];
    for (int step = 0; step < 300; step++) {
      int k = random.nextInt(own.length);
      if (own[k] == null) {
        expected[k] = step;
        own[k] = held(pool, step);
      } else if (random.nextInt(5) == 0) {
        pool.release(own[k]);
        own[k] = null;
      } else {
        try (BufferPool.Admission admission =
            use(pool, random.nextBoolean() ? 0 : ONE / 2, own[k], shared)) {
          assertNotNull(admission);
          assertEquals(-1, shared.resident().get(3, 3));
          double[] cells = ((Dense) own[k].resident()).panel(0);
          double[] full = new double[cells.length];
          java.util.Arrays.fill(full, expected[k]);
          assertArrayEquals(full, cells);
          own[k].keeper().overwritten();
          java.util.Arrays.fill(cells, ++expected[k]);
        }
      }
    }
    for (MatrixValue value : own) {
      if (value != null) {
        pool.release(value);
      }
    }
  }

  /** What others are moving to disk at the moment will be free: nobody is refused for that. */
  @Test
  void whoNeedsAllWaitsForThoseWhoMoveMatrices() throws Exception {
    MatrixValue.shareByThreads();
    try (BufferPool pool = pool(3 * ONE)) {
      MatrixValue shared = held(pool, -1);
      ExecutorService executor = Executors.newFixedThreadPool(4);
      List<Future<?>> runs = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        runs.add(executor.submit(() -> needAll(pool, shared)));
      }
      executor.shutdown();
      for (Future<?> run : runs) {
        run.get();
      }
      pool.release(shared);
      assertEquals(0, spillFiles());
    }
  }

  private static void needAll(BufferPool pool, MatrixValue shared) {
    MatrixValue kept = held(pool, 0);
    for (int k = 1; k <= 100; k++) {
      MatrixValue next;
      try (BufferPool.Admission admission =
          pool.admit(new Resident[] {(Resident) shared.keeper()}, 2 * ONE, true)) {
        assertNotNull(admission);
        next = held(pool, k);
      }
      assertEquals(k - 1, kept.matrix().get(1, 1));
      pool.release(kept);
      kept = next;
    }
    pool.release(kept);
  }

  @Test
  void regionsOfTheCollector() {
    assertEquals(1 << 20, HeapRegions.regionBytes(1L << 30));
    assertEquals(2 << 20, HeapRegions.regionBytes(3L << 30));
    assertEquals(32 << 20, HeapRegions.regionBytes(1L << 40));
  }
}
