package dev.linden.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The definitions against the language description, and their array forms against the definitions.
 */
class CellsTest {
  private static final double INF = Double.POSITIVE_INFINITY;
  private static final double NAN = Double.NaN;
  private static final long SEED = 99;

  /** All constants of a type in {@link Cells}. */
  static <T> List<T> all(Class<T> type) {
    List<T> functions = new ArrayList<>();
    for (Field field : Cells.class.getDeclaredFields()) {
      if (field.getType() == type) {
        try {
          functions.add(type.cast(field.get(null)));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return functions;
  }

  private static void check(BinaryFunction f, double x, double y, double expected) {
    assertEquals(expected, f.apply(x, y), x + " " + f.name() + " " + y);
  }

  private static void check(UnaryFunction f, double x, double expected) {
    assertEquals(expected, f.apply(x), f.name() + "(" + x + ")");
  }

  @Test
  void integerDivisionTruncates() {
    check(Cells.INTEGER_DIVIDE, 7, 2, 3);
    check(Cells.INTEGER_DIVIDE, -7, 2, -3);
    check(Cells.INTEGER_DIVIDE, 7, -2, -3);
    check(Cells.INTEGER_DIVIDE, -7.5, 2, -3);
    check(Cells.INTEGER_DIVIDE, -5, 0, -INF);
    check(Cells.INTEGER_DIVIDE, 5, 0, INF);
    check(Cells.INTEGER_DIVIDE, 0, 0, NAN);
    check(Cells.INTEGER_DIVIDE, NAN, 2, NAN);
    check(Cells.INTEGER_DIVIDE, 0.9999999999999999, 1, 1);
  }

  @Test
  void remainderHasTheSignOfTheDividend() {
    check(Cells.MODULUS, 7, 3, 1);
    check(Cells.MODULUS, -7, 3, -1);
    check(Cells.MODULUS, 7, -3, 1);
    check(Cells.MODULUS, -7, -3, -1);
    check(Cells.MODULUS, -7.5, 2, -1.5);
    check(Cells.MODULUS, 5, 0, NAN);
    check(Cells.MODULUS, NAN, 3, NAN);
  }

  @Test
  void roundingIsHalfUp() {
    check(Cells.ROUND, -2.5, -2);
    check(Cells.ROUND, -1.5, -1);
    check(Cells.ROUND, 0.5, 1);
    check(Cells.ROUND, 2.5, 3);
    check(Cells.ROUND, 0.49999999999999994, 0);
    check(Cells.ROUND, 0x1p52 + 1, 0x1p52 + 1);
    check(Cells.ROUND, INF, INF);
    check(Cells.ROUND, NAN, NAN);
    check(Cells.FLOOR, -1.5, -2);
    check(Cells.CEIL, 0.2, 1);
  }

  @Test
  void nanIsKeptByFunctionsAndTrueInLogic() {
    check(Cells.SIGN, NAN, NAN);
    check(Cells.SIGN, -3, -1);
    check(Cells.MIN, NAN, 1, NAN);
    check(Cells.MAX, 1, NAN, NAN);
    check(Cells.NOT, NAN, 0);
    check(Cells.AND, NAN, 1, 1);
    check(Cells.OR, 0, NAN, 1);
    check(Cells.XOR, NAN, 0, 1);
    check(Cells.EQUAL, NAN, NAN, 0);
    check(Cells.NOT_EQUAL, NAN, NAN, 1);
    check(Cells.LESS, NAN, 1, 0);
    check(Cells.LESS_EQUAL, NAN, 1, 0);
    check(Cells.GREATER, NAN, 1, 0);
    check(Cells.GREATER_EQUAL, NAN, 1, 0);
    check(Cells.IS_NAN, NAN, 1);
    check(Cells.IS_INFINITE, -INF, 1);
    check(Cells.IS_INFINITE, NAN, 0);
  }

  @Test
  void powersAndLogarithms() {
    check(Cells.POWER, -3, 2, 9);
    check(Cells.POWER, 2, 0.5, Math.sqrt(2));
    check(Cells.POWER, -INF, 0.5, INF);
    check(Cells.POWER, -1, 0.5, NAN);
    check(Cells.POWER, 0, 0, 1);
    check(Cells.POWER, NAN, 0, 1);
    check(Cells.POWER, 2, -1, 0.5);
    check(Cells.LOG, 0, -INF);
    check(Cells.LOG, -1, NAN);
    check(Cells.LOG_BASE, 8, 2, 3);
    check(Cells.SQRT, -1, NAN);
    check(Cells.EXP, 1, 2.718281828459045);
  }

  @Test
  void arrayFormsGiveTheBitsOfTheDefinition() {
    double[] special = {0.0, -0.0, 1, -1, NAN, INF, -INF, 2, 0.5, 1e300, Double.MIN_VALUE, -2.5};
    Random random = new Random(SEED);
    for (int n : new int[] {0, 1, 7, 100, 300, 1001}) {
      double[] a = new double[n + 2];
      double[] b = new double[n + 2];
      for (int k = 0; k < a.length; k++) {
        a[k] =
            random.nextBoolean()
                ? special[random.nextInt(special.length)]
                : random.nextGaussian() * 5;
        b[k] =
            random.nextBoolean()
                ? special[random.nextInt(special.length)]
                : random.nextGaussian() * 5;
      }
      for (UnaryFunction f : all(UnaryFunction.class)) {
        double[] c = new double[n + 2];
        f.apply(a, 1, c, 2, n);
        for (int k = 0; k < n; k++) {
          assertEquals(
              f.apply(a[1 + k]), c[2 + k], f.name() + " of " + a[1 + k] + ", seed " + SEED);
        }
      }
      for (BinaryFunction f : all(BinaryFunction.class)) {
        double[] c = new double[n + 2];
        f.apply(a, 1, b, 2, c, 2, n);
        for (int k = 0; k < n; k++) {
          check(f, a[1 + k], b[2 + k], c[2 + k]);
        }
        for (double s : special) {
          f.applyScalarRight(a, 1, s, c, 2, n);
          for (int k = 0; k < n; k++) {
            check(f, a[1 + k], s, c[2 + k]);
          }
          f.applyScalarLeft(s, b, 1, c, 2, n);
          for (int k = 0; k < n; k++) {
            check(f, s, b[1 + k], c[2 + k]);
          }
        }
      }
    }
  }
}
