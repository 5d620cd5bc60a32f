package dev.linden.matrix.kernel.random;

/**
 * Random values of one distribution, a function of seed and position. Transcendental functions come
 * from StrictMath, so that all machines agree on every bit. An instance belongs to one thread.
 */
abstract class Variates {
  final Philox random;

  Variates(long seed) {
    random = new Philox(seed);
  }

  abstract double at(long position);

  static final class Uniform extends Variates {
    private final double min;
    private final double max;
    private final double last;
    private long block = -1;

    /** Values in [min, max), or always min if the two are equal. */
    Uniform(double min, double max, long seed) {
      super(seed);
      this.min = min;
      this.max = max;
      last = Math.max(min, Math.nextDown(max));
    }

    @Override
    double at(long position) {
      // one block serves two neighbouring positions
      if (position >>> 1 != block) {
        block = position >>> 1;
        random.moveTo(block, Philox.UNIFORM, 0);
      }
      double u = Philox.unit((position & 1) == 0 ? random.first() : random.second());
      double width = max - min;
      double value = width <= Double.MAX_VALUE ? min + width * u : min * (1 - u) + max * u;
      return Math.min(value, last); // rounding may reach max
    }
  }

  /**
   * N(0,1) by the ziggurat of Marsaglia and Tsang ("The ziggurat method for generating random
   * variables", 2000), with layer and abscissa from separate bits as Doornik proposed ("An improved
   * ziggurat method to generate normal random samples", 2005). Layer i lies between x[i+1] and
   * x[i], all have the area {@link #AREA}; layer 0 includes the tail beyond {@link #TAIL}.
   */
  static final class Normal extends Variates {
    private static final int LAYERS = 128;
    private static final double TAIL = 3.442619855899;
    private static final double AREA = 9.91256303526217e-3;
    private static final double[] X = new double[LAYERS + 1];
    private static final double[] INSIDE = new double[LAYERS];

    static {
      double density = StrictMath.exp(-0.5 * TAIL * TAIL);
      X[0] = AREA / density;
      X[1] = TAIL;
      for (int i = 2; i < LAYERS; i++) {
        X[i] = StrictMath.sqrt(-2 * StrictMath.log(AREA / X[i - 1] + density));
        density = StrictMath.exp(-0.5 * X[i] * X[i]);
      }
      for (int i = 0; i < LAYERS; i++) {
        INSIDE[i] = X[i + 1] / X[i];
      }
    }

    Normal(long seed) {
      super(seed);
    }

    @Override
    double at(long position) {
      for (int draw = 0; ; draw++) {
        random.moveTo(position, Philox.NORMAL, draw);
        long bits = random.first();
        int layer = (int) bits & (LAYERS - 1);
        double u = 2 * Philox.unit(bits) - 1; // the top 53 bits; the layer uses the lowest 7
        if (Math.abs(u) < INSIDE[layer]) {
          return u * X[layer];
        }
        if (layer == 0) {
          return tail(position, draw, u < 0);
        }
        double x = u * X[layer];
        double upper = StrictMath.exp(-0.5 * (X[layer] * X[layer] - x * x));
        double lower = StrictMath.exp(-0.5 * (X[layer + 1] * X[layer + 1] - x * x));
        if (lower + Philox.unit(random.second()) * (upper - lower) < 1) {
          return x;
        }
      }
    }

    private double tail(long position, int usedDraw, boolean negative) {
      for (int draw = usedDraw + 1; ; draw++) {
        random.moveTo(position, Philox.NORMAL, draw);
        double x = StrictMath.log(Philox.positiveUnit(random.first())) / TAIL;
        double y = StrictMath.log(Philox.positiveUnit(random.second()));
        if (-2 * y >= x * x) {
          return negative ? x - TAIL : TAIL - x;
        }
      }
    }
  }

  /**
   * Poisson with a small mean, by inversion: the first k whose cumulative probability exceeds a
   * uniform number.
   */
  static final class SmallPoisson extends Variates {
    private final double lambda;
    private final double probabilityOfZero;

    SmallPoisson(double lambda, long seed) {
      super(seed);
      this.lambda = lambda;
      probabilityOfZero = StrictMath.exp(-lambda);
    }

    @Override
    double at(long position) {
      random.moveTo(position, Philox.POISSON, 0);
      double rest = Philox.unit(random.first());
      double probability = probabilityOfZero;
      int k = 0;
      // the bound ends the search if rounding leaves a rest beyond all probabilities
      while (rest >= probability && k < 1000) {
        rest -= probability;
        k++;
        probability *= lambda / k;
      }
      return k;
    }
  }

  /**
   * Poisson with a mean of 10 or more, by the transformed rejection PTRS of Hörmann ("The
   * transformed rejection method for generating Poisson random variables", 1993).
   */
  static final class LargePoisson extends Variates {
    static final double MIN_LAMBDA = 10;

    private final double lambda;
    private final double logLambda;
    private final double a;
    private final double b;
    private final double inverseAlpha;
    private final double squeeze;

    LargePoisson(double lambda, long seed) {
      super(seed);
      this.lambda = lambda;
      logLambda = StrictMath.log(lambda);
      b = 0.931 + 2.53 * Math.sqrt(lambda);
      a = -0.059 + 0.02483 * b;
      inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
      squeeze = 0.9277 - 3.6224 / (b - 2);
    }

    @Override
    double at(long position) {
      for (int draw = 0; ; draw++) {
        random.moveTo(position, Philox.POISSON, draw);
        double u = Philox.unit(random.first()) - 0.5;
        double v = Philox.positiveUnit(random.second());
        double us = 0.5 - Math.abs(u);
        double k = Math.floor((2 * a / us + b) * u + lambda + 0.43);
        if (us >= 0.07 && v <= squeeze) {
          return k;
        }
        if (k < 0 || us < 0.013 && v > us) {
          continue;
        }
        double accepted =
            StrictMath.log(v) + StrictMath.log(inverseAlpha) - StrictMath.log(a / (us * us) + b);
        if (accepted <= k * logLambda - lambda - logFactorial(k)) {
          return k;
        }
      }
    }

    /** ln k!, by Stirling's series from 10 on (error below 1e-12). */
    static double logFactorial(double k) {
      if (k < 10) {
        double product = 1;
        for (int i = 2; i <= k; i++) {
          product *= i;
        }
        return StrictMath.log(product);
      }
      double inverse = 1 / k;
      double square = inverse * inverse;
      double series =
          inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
      return k * StrictMath.log(k) - k + 0.5 * StrictMath.log(2 * Math.PI * k) + series;
    }
  }
}
