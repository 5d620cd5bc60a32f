package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.testkit.PlainJvm;
import org.junit.jupiter.api.Test;

/** C9: no operator takes more memory than its estimate says; see {@link EstimateMeasurement}. */
class EstimateTest {
  private static final String SEED = System.getProperty("linden.seed", "11");
  private static final String CALLS = System.getProperty("linden.calls", "600");

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
