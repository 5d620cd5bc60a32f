package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.testkit.PlainJvm;
import dev.linden.testkit.RandomTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No operator takes more memory than its estimate says; see {@link EstimateMeasurement}. */
@Tag("random")
class EstimateTest {
  private static final String SEED = String.valueOf(RandomTests.SEED);
  private static final String CALLS = String.valueOf(RandomTests.rounds("linden.calls", 100, 1000));

  @Test
  void onOneThread() {
    assertEquals("", PlainJvm.run(EstimateMeasurement.class, "1"));
  }

  @Test
  void onTwoThreads() {
    assertEquals("", PlainJvm.run(EstimateMeasurement.class, "2"));
  }

  @Test
  void randomCalls() {
    assertEquals(
        "", PlainJvm.run(EstimateMeasurement.class, "random", SEED, CALLS), "seed " + SEED);
  }
}
