package dev.linden.matrix.compress.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Estimates from samples of known populations. */
class DistinctEstimateTest {
  private static final int POPULATION = 1_000_000;
  private static final int SAMPLE = 8_000;

  private interface Draw {
    int next(Random random);
  }

  private static double estimate(Draw draw) {
    Random random = new Random(1);
    int[] counts = new int[POPULATION];
    for (int s = 0; s < SAMPLE; s++) {
      counts[draw.next(random)]++;
    }
    int[] frequencies = Arrays.stream(counts).filter(count -> count > 0).toArray();
    return DistinctEstimate.of(frequencies, POPULATION);
  }

  @Test
  void theWholePopulationIsCounted() {
    assertEquals(3, DistinctEstimate.of(new int[] {5, 2, 3}, 10));
    assertEquals(0, DistinctEstimate.of(new int[0], 10));
  }

  @Test
  void fewValuesAreAllSeen() {
    assertEquals(20, estimate(random -> random.nextInt(20)), 0.5);
  }

  @Test
  void valuesAsFrequentAsEachOther() {
    double estimate = estimate(random -> random.nextInt(5000));
    assertTrue(estimate > 4000 && estimate < 6000, "5000 values, estimate " + estimate);
  }

  @Test
  void aValuePerRow() {
    double estimate = DistinctEstimate.of(ones(SAMPLE), POPULATION);
    assertTrue(estimate > 0.9 * POPULATION, "estimate " + estimate);
  }

  private static int[] ones(int n) {
    int[] ones = new int[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Test
  void skewedValues() {
    // of 3000 values, the first have most of the rows
    double estimate = estimate(random -> (int) (3000 * Math.pow(random.nextDouble(), 4)));
    assertTrue(estimate > 1200 && estimate < 6000, "3000 values, estimate " + estimate);
  }
}
