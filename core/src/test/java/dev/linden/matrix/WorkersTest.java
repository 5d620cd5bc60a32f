package dev.linden.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkersTest {
  private static Workers workers(int threads) {
    return new Workers(threads, ArrayPool.none());
  }

  @Test
  void everyItemRunsOnceInRangesOfTheGrain() {
    for (int threads : new int[] {1, 2, 7}) {
      for (int total : new int[] {0, 1, 9, 10, 11, 1003}) {
        int[] seen = new int[total];
        Set<String> ranges = ConcurrentHashMap.newKeySet();
        workers(threads)
            .forRanges(
                total,
                10,
                (start, end) -> {
                  ranges.add(start + "-" + end);
                  for (int k = start; k < end; k++) {
                    seen[k]++;
                  }
                });
        int[] expected = new int[total];
        java.util.Arrays.fill(expected, 1);
        assertArrayEquals(expected, seen);
        assertEquals(Workers.rangeCount(total, 10), ranges.size());
        for (int start = 0; start < total; start += 10) {
          assertTrue(ranges.contains(start + "-" + Math.min(total, start + 10)), ranges.toString());
        }
      }
    }
  }

  @Test
  void totalsNearTheLargestIntegerDoNotOverflow() {
    List<Integer> starts = Collections.synchronizedList(new ArrayList<>());
    workers(1).forRanges(Integer.MAX_VALUE, 1 << 30, (start, end) -> starts.add(end - start));
    assertEquals(List.of(1 << 30, (1 << 30) - 1), starts);
    starts.clear();
    workers(2).forRanges(Integer.MAX_VALUE, 1 << 30, (start, end) -> starts.add(end - start));
    assertEquals(2, starts.size());
  }

  @Test
  void threadsReallyRunAtOnce() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(3);
    Set<String> names = ConcurrentHashMap.newKeySet();
    workers(3)
        .forRanges(
            3,
            1,
            (start, end) -> {
              names.add(Thread.currentThread().getName());
              try {
                barrier.await(30, TimeUnit.SECONDS);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertEquals(3, names.size());
    assertEquals(2, names.stream().filter(name -> name.startsWith("linden-worker-")).count());
  }

  @Test
  void oneCallNeverUsesMoreThreadsThanItMay() {
    workers(7).forRanges(7, 1, (start, end) -> {}); // makes more helpers than the next call may use
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    workers(2)
        .forRanges(
            200,
            1,
            (start, end) -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              Thread.yield();
              running.decrementAndGet();
            });
    assertTrue(most.get() <= 2, "ran " + most);
  }

  @Test
  void nestedCallsStayOnTheirThread() {
    Set<String> strangers = ConcurrentHashMap.newKeySet();
    Workers workers = workers(4);
    workers.forRanges(
        8,
        1,
        (start, end) -> {
          Thread outer = Thread.currentThread();
          workers.forRanges(
              8,
              1,
              (s, e) -> {
                if (Thread.currentThread() != outer) {
                  strangers.add(Thread.currentThread().getName());
                }
              });
        });
    assertEquals(Set.of(), strangers);
  }

  @Test
  void theFirstFailureInOrderOfPositionIsRethrownAfterAllEnded() {
    for (int round = 0; round < 50; round++) {
      AtomicInteger running = new AtomicInteger();
      RuntimeException first = new IllegalStateException("first");
      RuntimeException thrown =
          assertThrows(
              RuntimeException.class,
              () ->
                  workers(4)
                      .forRanges(
                          40,
                          1,
                          (start, end) -> {
                            running.incrementAndGet();
                            try {
                              if (start == 3) {
                                Thread.yield();
                                throw first;
                              }
                              if (start > 3) {
                                throw new IllegalArgumentException("later");
                              }
                            } finally {
                              running.decrementAndGet();
                            }
                          }));
      assertSame(first, thrown);
      assertEquals(0, running.get());
    }
  }

  @Test
  void errorsOfHelpersArriveToo() {
    assertThrows(
        OutOfMemoryError.class,
        () ->
            workers(2)
                .forRanges(
                    4,
                    1,
                    (start, end) -> {
                      throw new OutOfMemoryError("made up");
                    }));
  }
}
