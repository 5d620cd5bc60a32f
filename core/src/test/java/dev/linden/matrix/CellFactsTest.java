package dev.linden.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.CellFacts.Trait;
import dev.linden.op.Catalogue;
import dev.linden.op.Op;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/**
 * What cell functions declare holds for special and for random operands, and nothing is missing.
 */
class CellFactsTest {
  private static final double[] OPERANDS =
      DoubleStream.concat(
              DoubleStream.of(
                  0.0,
                  -0.0,
                  1,
                  -1,
                  0.5,
                  -0.5,
                  2,
                  -2,
                  3,
                  -3,
                  1e-300,
                  -1e-300,
                  1e10,
                  -1e10,
                  1e300,
                  -1e300,
                  Double.POSITIVE_INFINITY,
                  Double.NEGATIVE_INFINITY,
                  Double.NaN),
              new Random(5).doubles(200, -20, 20))
          .toArray();

  @Test
  void resultsStayWithinTheirRange() {
    for (UnaryFunction f : all(Op::unary)) {
      for (double x : OPERANDS) {
        double y = f.apply(x);
        boolean within =
            Double.isNaN(y) || (Double.compare(y, f.facts().least()) >= 0 && y <= f.facts().most());
        assertTrue(within, f.name() + " of " + x + " is " + y);
      }
    }
  }

  @Test
  void truthsAreZeroOrOne() {
    for (UnaryFunction f : all(Op::unary)) {
      boolean truth = DoubleStream.of(OPERANDS).map(f::apply).allMatch(CellFactsTest::isTruth);
      assertEquals(truth, f.facts().has(Trait.TRUTH), f.name());
    }
    for (BinaryFunction f : all(Op::binary)) {
      assertEquals(holds((x, y) -> isTruth(f.apply(x, y))), f.facts().has(Trait.TRUTH), f.name());
    }
  }

  @Test
  void whoAbsorbsZeros() {
    for (BinaryFunction f : all(Op::binary)) {
      boolean absorbs =
          holds((x, y) -> !Double.isFinite(x) || f.apply(x, 0) == 0 && f.apply(0, x) == 0);
      assertEquals(absorbs, f.absorbsZeros(), f.name());
    }
  }

  @Test
  void whoTellsZerosApart() {
    for (BinaryFunction f : all(Op::binary)) {
      boolean blind =
          holds(
              (x, y) ->
                  same(f.apply(x, 0.0), f.apply(x, -0.0))
                      && same(f.apply(0.0, y), f.apply(-0.0, y)));
      assertEquals(blind, f.facts().has(Trait.BLIND_TO_SIGNS_OF_ZEROS), f.name());
    }
  }

  @Test
  void whoIsEven() {
    for (UnaryFunction f : all(Op::unary)) {
      boolean even = holds((x, y) -> sameBits(f.apply(x), f.apply(-x)));
      assertEquals(even, f.facts().has(Trait.EVEN), f.name());
    }
  }

  @Test
  void whoLeavesItsResultsAsTheyAre() {
    for (UnaryFunction f : all(Op::unary)) {
      boolean idempotent = holds((x, y) -> sameBits(f.apply(x), f.apply(f.apply(x))));
      assertEquals(idempotent, f.facts().has(Trait.IDEMPOTENT), f.name());
    }
  }

  @Test
  void whoGivesDifferentResultsForDifferentOperands() {
    double[] moderate = new Random(6).doubles(1000, 0.1, 5).toArray();
    for (UnaryFunction f : all(Op::unary)) {
      long results = DoubleStream.of(moderate).map(f::apply).distinct().count();
      assertTrue(results == moderate.length || !f.facts().has(Trait.ONE_TO_ONE), f.name());
    }
    for (BinaryFunction f : all(Op::binary)) {
      long right = DoubleStream.of(moderate).map(x -> f.apply(x, 3)).distinct().count();
      long left = DoubleStream.of(moderate).map(x -> f.apply(3, x)).distinct().count();
      boolean different = right == moderate.length && left == moderate.length;
      assertTrue(different || !f.facts().has(Trait.ONE_TO_ONE), f.name());
    }
    assertFalse(Cells.ROUND.facts().has(Trait.ONE_TO_ONE));
    assertTrue(Cells.EXP.facts().has(Trait.ONE_TO_ONE));
  }

  @Test
  void costs() {
    all(Op::unary).forEach(f -> assertTrue(f.facts().cost() >= 1, f.name()));
    all(Op::binary).forEach(f -> assertTrue(f.facts().cost() >= 1, f.name()));
    assertEquals(Cells.TIMES.facts().cost(), Cells.POWER.costWith(2));
    assertEquals(Cells.SQRT.facts().cost(), Cells.POWER.costWith(0.5));
    assertEquals(Cells.POWER.facts().cost(), Cells.POWER.costWith(Double.NaN));
  }

  private interface Pair {
    boolean test(double x, double y);
  }

  private static boolean holds(Pair condition) {
    for (double x : OPERANDS) {
      for (double y : OPERANDS) {
        if (!condition.test(x, y)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Equal numbers, or both NaN. */
  private static boolean same(double a, double b) {
    return a == b || Double.isNaN(a) && Double.isNaN(b);
  }

  private static boolean sameBits(double a, double b) {
    return Double.doubleToLongBits(a) == Double.doubleToLongBits(b);
  }

  private static boolean isTruth(double y) {
    return y == 0 || y == 1;
  }

  private static <F> List<F> all(Function<Op, F> function) {
    List<F> found =
        Catalogue.all().stream().map(function).filter(f -> f != null).distinct().toList();
    assertTrue(found.size() > 20);
    return found;
  }
}
