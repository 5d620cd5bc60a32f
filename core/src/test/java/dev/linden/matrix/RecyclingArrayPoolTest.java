package dev.linden.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RecyclingArrayPoolTest {
  private static final int LENGTH = ArrayPool.SMALLEST;

  private final RecyclingArrayPool pool = new RecyclingArrayPool(3L * 8 * LENGTH);

  @Test
  void givesBackArraysOfTheExactLength() {
    double[] array = new double[LENGTH];
    pool.recycle(array);
    assertNotSame(array, pool.uncleared(LENGTH + 1));
    assertSame(array, pool.uncleared(LENGTH));
    assertNotSame(array, pool.uncleared(LENGTH));
    assertEquals(0, pool.keptBytes());
  }

  @Test
  void clearsOnDemand() {
    double[] array = new double[LENGTH];
    Arrays.fill(array, 7);
    pool.recycle(array);
    double[] again = pool.cleared(LENGTH);
    assertSame(array, again);
    assertArrayEquals(new double[LENGTH], again);
  }

  @Test
  void leavesSmallArraysToTheCollector() {
    pool.recycle(new double[LENGTH - 1]);
    assertEquals(0, pool.keptBytes());
  }

  @Test
  void dropsLengthsThatWereNotUsedForLong() {
    double[] old = new double[LENGTH + 1];
    pool.recycle(old);
    double[] a = new double[LENGTH];
    double[] b = new double[LENGTH];
    pool.recycle(a);
    pool.recycle(b);
    assertEquals(16L * LENGTH, pool.keptBytes(), "the oldest array had to go");
    assertNotSame(old, pool.uncleared(LENGTH + 1));
    assertSame(b, pool.uncleared(LENGTH));
    assertSame(a, pool.uncleared(LENGTH));
  }

  @Test
  void neverKeepsMoreThanItsBytes() {
    pool.recycle(new double[4 * LENGTH]);
    assertEquals(0, pool.keptBytes());
    for (int k = 0; k < 10; k++) {
      pool.recycle(new double[LENGTH + k % 3]);
      assertEquals(true, pool.keptBytes() <= 3L * 8 * LENGTH);
    }
  }

  @Test
  void refusesAnArrayItHasAlready() {
    double[] array = new double[LENGTH];
    pool.recycle(array);
    assertThrows(IllegalStateException.class, () -> pool.recycle(array));
  }

  @Test
  void keepsIntsApartFromDoubles() {
    int[] array = new int[LENGTH];
    pool.recycle(array);
    assertEquals(4L * LENGTH, pool.keptBytes());
    assertNotSame(array, pool.uncleared(LENGTH));
    assertSame(array, pool.ints(LENGTH));
    assertNotSame(array, pool.ints(LENGTH));
    pool.recycle(array);
    assertThrows(IllegalStateException.class, () -> pool.recycle(array));
  }

  @Test
  void aboutAsManyNonZerosFindTheSameRoom() {
    assertEquals(5, pool.roomFor(5));
    assertEquals(pool.roomFor(1_000_000), pool.roomFor(1_010_000));
    for (int length = LENGTH; length > 0; length += length / 7) {
      int room = pool.roomFor(length);
      assertTrue(room >= length && room <= length * 17L / 16, length + " in " + room);
    }
    assertTrue(pool.roomFor(Integer.MAX_VALUE - 9) >= Integer.MAX_VALUE - 9);
  }
}
