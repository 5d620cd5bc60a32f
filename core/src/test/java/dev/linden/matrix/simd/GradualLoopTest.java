package dev.linden.matrix.simd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.matrix.Cells;
import dev.linden.matrix.UnaryFunction;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whichever form a loop has and whenever it changes, each cell gets the bits of the plain form. */
class GradualLoopTest {
  private static final long SEED = 7;

  @Test
  void bitsDoNotDependOnTheForm() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (UnaryFunction function : List.of(Cells.EXP, Cells.LOG, Cells.TANH, Cells.SIGMOID)) {
      for (int call = 0; call < 300; call++) {
        int n = random.nextInt(1, 3000);
        int from = random.nextInt(0, 9);
        double[] a = random.doubles(n + from, -40, 700).toArray();
        double[] c = new double[n + from + 3];
        function.apply(a, from, c, from + 3, n);
        for (int i = 0; i < n; i++) {
          assertEquals(
              function.apply(a[from + i]),
              c[from + 3 + i],
              0.0,
              function.name() + ", seed " + SEED + ", call " + call);
        }
      }
    }
  }

  @Test
  void inPlace() {
    double[] a = new SplittableRandom(SEED).doubles(70_000, -5, 5).toArray();
    double[] c = a.clone();
    for (int call = 0; call < 20; call++) {
      double[] before = c.clone();
      Cells.TANH.apply(c, 0, c, 0, c.length);
      for (int i = 0; i < c.length; i++) {
        assertEquals(Cells.TANH.apply(before[i]), c[i], 0.0, "call " + call);
      }
    }
  }
}
