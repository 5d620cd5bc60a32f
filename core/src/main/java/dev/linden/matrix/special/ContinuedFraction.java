package dev.linden.matrix.special;

/**
 * Evaluates b0 + a1/(b1 + a2/(b2 + ...)) front to back by the method of Lentz, modified by Thompson
 * and Barnett: the value is a product of ratios that tend to 1.
 *
 * <p>The arguments of the function that a fraction stands for are passed through to its terms: one
 * instance serves all cells of a matrix, and no cell makes garbage.
 */
abstract class ContinuedFraction {
  private static final double TINY = 1e-300;
  private static final double LAST_BIT = 0x1p-52;

  /**
   * Far more than any argument with a meaning needs: the number of terms grows with the root of the
   * largest parameter.
   */
  private static final int MOST_TERMS = 50_000_000;

  abstract double numerator(int k, double a, double b, double x, double y);

  abstract double denominator(int k, double a, double b, double x, double y);

  final double value(double a, double b, double x, double y) {
    double value = nonZero(denominator(0, a, b, x, y));
    double c = value;
    double d = 0;
    for (int k = 1; k <= MOST_TERMS; k++) {
      double above = numerator(k, a, b, x, y);
      double below = denominator(k, a, b, x, y);
      d = 1 / nonZero(below + above * d);
      c = nonZero(below + above / c);
      double ratio = c * d;
      value *= ratio;
      if (!(Math.abs(ratio - 1) > LAST_BIT)) {
        break;
      }
    }
    return value;
  }

  private static double nonZero(double x) {
    return x == 0 ? TINY : x;
  }
}
