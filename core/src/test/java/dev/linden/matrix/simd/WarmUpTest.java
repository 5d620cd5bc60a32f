package dev.linden.matrix.simd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final Runnable SLOW = () -> LockSupport.parkNanos(1_000);

  /** Enough for the looks without pauses and some with. */
  private static final int CALLS_UNTIL_FAST = 22_000;

  @Test
  void aLoopTakesOverWhenItIsFast() throws InterruptedException {
    CountDownLatch fast = new CountDownLatch(1);
    WarmUp.behind(() -> {}, SLOW, fast::countDown);
    assertTrue(fast.await(1, TimeUnit.MINUTES));
  }

  @Test
  void theBackgroundDoesNotGiveUp() throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch fast = new CountDownLatch(1);
    Runnable becomesFast =
        () -> {
          if (calls.incrementAndGet() <= CALLS_UNTIL_FAST) {
            SLOW.run();
            SLOW.run();
          }
        };
    WarmUp.behind(becomesFast, SLOW, fast::countDown);
    assertTrue(fast.await(1, TimeUnit.MINUTES), "calls: " + calls);
  }

  @Test
  void aPassageEndsInTheVectorForm() {
    Simd plain = ScalarSimd.INSTANCE;
    Simd vector = new VectorSimd();
    Passage passage =
        new Passage(
            plain,
            vector,
            simd -> simd.min(new double[4], 0, 4),
            6_000,
            (loop, replaced, whenFast) -> {
              loop.run();
              replaced.run();
              whenFast.run();
            });
    assertEquals(plain, passage.form(0, 4_000));
    assertEquals(plain, passage.form(0, 500), "the first of the calls on few cells counts for all");
    assertEquals(plain, passage.form(500, 500));
    assertEquals(plain, passage.form(0, 1_000), "begins the change");
    assertEquals(vector, passage.form(0, 4_000));
  }
}
