package dev.linden.spark.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Parts of a matrix go to partitions that are alike in what they store and in their cells. */
class BalanceTest {
  private static final int PARTS = 144;
  private static final int PARTITIONS = 36;

  /** Four parts in each partition. */
  private static int[] usual() {
    return IntStream.range(0, PARTS).map(k -> k / (PARTS / PARTITIONS)).toArray();
  }

  private static double[] repeated(double value) {
    double[] all = new double[PARTS];
    Arrays.fill(all, value);
    return all;
  }

  private static double[] loads(double[] sizes, int[] targets) {
    double[] loads = new double[Arrays.stream(targets).max().orElseThrow() + 1];
    for (int k = 0; k < targets.length; k++) {
      loads[targets[k]] += sizes[k];
    }
    Arrays.sort(loads);
    return loads;
  }

  private static void assertAlike(double[] sizes, int[] targets) {
    double[] loads = loads(sizes, targets);
    assertTrue(
        loads[loads.length - 1] <= 3 * loads[(loads.length - 1) / 2], Arrays.toString(loads));
  }

  @Test
  void whatIsEvenStays() {
    int[] usual = usual();
    assertSame(usual, new Balance(repeated(7), repeated(9)).of(usual, PARTITIONS, 2));
  }

  @Test
  void heavyPartsAreSpread() {
    double[] cells = repeated(4);
    double[] stored = repeated(1);
    for (int k = 60; k < 84; k++) {
      stored[k] = 5; // all in six partitions
    }
    int[] targets = new Balance(stored, cells).of(usual(), PARTITIONS, 2);
    assertEquals(PARTITIONS, loads(stored, targets).length);
    assertAlike(stored, targets);
    assertAlike(cells, targets);
  }

  /** Where three parts have nearly everything, thirty partitions would wait for three of them. */
  @Test
  void fewHeavyPartsMakeFewPartitions() {
    double[] cells = repeated(4);
    double[] stored = repeated(0.05);
    stored[40] = 8;
    stored[41] = 8;
    stored[42] = 8;
    int[] targets = new Balance(stored, cells).of(usual(), PARTITIONS, 2);
    double[] loads = loads(stored, targets);
    assertTrue(loads.length >= 3 && loads.length < PARTITIONS, Arrays.toString(loads));
    assertAlike(stored, targets);
    assertAlike(cells, targets);
    assertEquals(3, Arrays.stream(new int[] {40, 41, 42}).map(k -> targets[k]).distinct().count());
  }

  @Test
  void asManyPartitionsAsCoresWhateverTheyHold() {
    double[] stored = repeated(0.05);
    stored[40] = 8;
    int[] targets = new Balance(stored, repeated(4)).of(usual(), PARTITIONS, 30);
    assertEquals(30, loads(stored, targets).length);
  }
}
