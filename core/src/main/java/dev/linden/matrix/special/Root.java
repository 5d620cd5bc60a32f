package dev.linden.matrix.special;

/**
 * Inverts the probability of a tail. Both sides are taken as logarithms, of x too: in this scale
 * tails are concave and nearly straight, so that Newton's method works for any number a double
 * holds; a bracket guards it.
 */
final class Root {
  private static final int MOST_STEPS = 200;

  private Root() {}

  /** A tail of a distribution over positive x. */
  interface Tail {
    /** ln P(x). */
    double log(double x);

    /** ln |dP / d ln x|. */
    double logSlope(double x);

    boolean rises();
  }

  /** The x with {@code tail.log(x) == target}; 0 or infinity when it lies beyond all numbers. */
  static double of(Tail tail, double target, double start) {
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double x = start;
    for (int step = 0; step < MOST_STEPS; step++) {
      double log = tail.log(x);
      double excess = tail.rises() ? log - target : target - log;
      if (excess == 0) {
        return x;
      }
      if (excess > 0) {
        high = x;
      } else {
        low = x;
      }
      double move = -excess / Math.exp(tail.logSlope(x) - log);
      double next = x * Math.exp(move);
      if (Math.abs(move) < 1e-15 && next > 0) {
        return next;
      }
      if (!(next > low && next < high)) {
        next = middle(low, high);
      }
      if (next == low || next == high) {
        return next;
      }
      x = next;
    }
    return x;
  }

  /** In the scale of logarithms. */
  private static double middle(double low, double high) {
    double above = Math.max(low, Double.MIN_VALUE);
    double below = Math.min(high, Double.MAX_VALUE);
    if (high <= Double.MIN_VALUE) {
      return 0;
    }
    if (low >= Double.MAX_VALUE) {
      return Double.POSITIVE_INFINITY;
    }
    double middle = Math.sqrt(above) * Math.sqrt(below);
    if (middle > above && middle < below) {
      return middle;
    }
    // neighbours, or so close to the smallest number that roots are too coarse
    double mean = above + (below - above) / 2;
    return mean > low && mean < high ? mean : low > 0 ? low : above;
  }
}
