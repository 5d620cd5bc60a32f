package dev.linden.matrix.kernel.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Trees do not depend on the number of threads, and bins hold what they should. */
class TreesTest {
  private static final int ROWS = 70_000;
  private static final int FEATURES = 6;
  private static final Workers FOUR = new Workers(4, ArrayPool.none());

  private final Dense x = Dense.zeros(ROWS, FEATURES);
  private final Dense y = Dense.zeros(ROWS, 1);

  TreesTest() {
    Random random = new Random(3);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < FEATURES; j++) {
        boolean missing = random.nextInt(20) == 0;
        x.set(i, j, missing ? Double.NaN : Math.rint(1000 * random.nextGaussian()) / 100);
      }
      double score = x.get(i, 0) * x.get(i, 1) + x.get(i, 2);
      y.set(i, 0, score > 5 ? 3 : score > 0 ? 2 : 1);
    }
  }

  @Test
  void forestsAreTheSameForAnyNumberOfThreads() {
    for (int kind = 1; kind <= 2; kind++) {
      Dense kinds = Dense.zeros(1, FEATURES + 1);
      for (int j = 0; j <= FEATURES; j++) {
        kinds.set(0, j, j < FEATURES ? 1 : kind);
      }
      Forests.Options options = new Forests.Options(5, 0.7, true, 1, 8, 3, 6, 0.5, 1, false, 11);
      assertSame(
          Forests.grow(x, y, kinds, options, Workers.serial()),
          Forests.grow(x, y, kinds, options, FOUR));
    }
  }

  @Test
  void boostedTreesAreTheSameForAnyNumberOfThreads() {
    for (Boosting.Loss loss : new Boosting.Loss[] {Boosting.Loss.SQUARED, Boosting.Loss.SOFTMAX}) {
      Boosting.Options options =
          new Boosting.Options(
              loss, Double.NaN, 4, 0.3, 6, 10, 0.1, 255, 0.8, 0.7, true, 2, 0.2, 11);
      Matrix one = Boosting.grow(x, y, options, Workers.serial());
      assertSame(one, Boosting.grow(x, y, options, FOUR));
      assertSame(Boosting.scores(x, one, Workers.serial()), Boosting.scores(x, one, FOUR));
    }
  }

  @Test
  void binsAreStretchesOfValuesOfAboutAsManyRows() {
    Dense column = Dense.zeros(1000, 1);
    for (int i = 0; i < 1000; i++) {
      // half of the rows hold the same value
      column.set(i, 0, i % 2 == 0 ? 7 : i);
    }
    column.set(999, 0, Double.NaN);
    FeatureBins bins = FeatureBins.of(column, (f, distinct) -> 11, Workers.serial());
    assertEquals(11, bins.count(0));
    assertTrue(bins.hasMissing(0));
    assertEquals(12, bins.size(0));
    int[] rows = new int[12];
    for (int i = 0; i < 1000; i++) {
      int code = bins.codes(0)[i];
      rows[code]++;
      double value = column.get(i, 0);
      if (code < 11) {
        assertTrue(value <= bins.largest(0, code));
        assertTrue(code == 0 || value > bins.largest(0, code - 1));
        assertTrue(value < bins.border(0, code));
        assertTrue(code == 0 || value >= bins.border(0, code - 1));
      }
    }
    assertEquals(1, rows[11]);
    for (int bin = 1; bin < 11; bin++) {
      assertTrue(rows[bin] >= 40 && rows[bin] <= 60, "bin " + bin + " has " + rows[bin]);
    }
  }

  private static void assertSame(Matrix expected, Matrix actual) {
    assertEquals(expected.shape(), actual.shape());
    assertArrayEquals(
        Formats.toDense(expected, Workers.serial()).toArray(),
        Formats.toDense(actual, Workers.serial()).toArray(),
        0);
  }
}
