package dev.linden.matrix.compress.plan;

import java.util.Arrays;

/**
 * How many distinct values a population has, from how often values are in a sample: the hybrid of
 * Haas and Stokes (Estimating the number of classes in a finite population, 1998), which takes one
 * of three estimators by how uneven the frequencies are.
 */
final class DistinctEstimate {
  /** Squared variation of the frequencies up to which the second-order jackknife is taken as is. */
  private static final double EVEN = 0.9;

  /** And above which Shlosser's estimator is better. */
  private static final double UNEVEN = 30;

  /** Values more frequent than this are counted apart: they are all in the sample. */
  private static final int FREQUENT = 50;

  private DistinctEstimate() {}

  /**
   * @param frequencies how often each value is in the sample, all above 0
   * @param population rows in all
   */
  static double of(int[] frequencies, long population) {
    long sample = 0;
    for (int f : frequencies) {
      sample += f;
    }
    int distinct = frequencies.length;
    if (sample == 0 || sample >= population) {
      return distinct;
    }
    double variation =
        variation(frequencies, firstOrder(frequencies, sample, population), population);
    double estimate;
    if (variation < EVEN) {
      estimate = secondOrder(frequencies, sample, population);
    } else if (variation < UNEVEN) {
      estimate = stabilized(frequencies, population);
    } else {
      // Shlosser's is far too large where rare values are many: 17,000 for 3,000 of a power law
      double share = (double) sample / population;
      estimate = Math.min(shlosser(frequencies, share), stabilized(frequencies, population));
    }
    double most = distinct + (double) (population - sample);
    return Double.isFinite(estimate) ? Math.max(distinct, Math.min(most, estimate)) : most;
  }

  private static int once(int[] frequencies) {
    int count = 0;
    for (int f : frequencies) {
      count += f == 1 ? 1 : 0;
    }
    return count;
  }

  private static double firstOrder(int[] frequencies, double sample, double population) {
    double unseen = (1 - sample / population) * once(frequencies) / sample;
    return frequencies.length / (1 - unseen);
  }

  /** Squared coefficient of variation of the frequencies in the population. */
  private static double variation(int[] frequencies, double distinct, double population) {
    double sample = 0;
    double pairs = 0;
    for (int f : frequencies) {
      sample += f;
      pairs += (double) f * (f - 1);
    }
    return Math.max(0, distinct / (sample * sample) * pairs + distinct / population - 1);
  }

  private static double secondOrder(int[] frequencies, double sample, double population) {
    double share = sample / population;
    int once = once(frequencies);
    double variation =
        variation(frequencies, firstOrder(frequencies, sample, population), population);
    double correction = once * (1 - share) * Math.log(1 - share) * variation / share;
    return (frequencies.length - correction) / (1 - (1 - share) * once / sample);
  }

  /** The second-order jackknife without frequent values, which are added afterwards. */
  private static double stabilized(int[] frequencies, double population) {
    int[] rare = Arrays.stream(frequencies).filter(f -> f <= FREQUENT).toArray();
    double sample = Arrays.stream(frequencies).asLongStream().sum();
    double rareSample = Arrays.stream(rare).asLongStream().sum();
    if (rareSample == 0) {
      return frequencies.length;
    }
    double rarePopulation = population * rareSample / sample;
    return frequencies.length - rare.length + secondOrder(rare, rareSample, rarePopulation);
  }

  private static double shlosser(int[] frequencies, double share) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int f : frequencies) {
      double missed = Math.pow(1 - share, f);
      a += f * share * share * Math.pow(1 - share * share, f - 1);
      b += missed * (Math.pow(1 + share, f) - 1);
      c += missed;
      d += f * share * Math.pow(1 - share, f - 1);
    }
    return frequencies.length + once(frequencies) * (a / b) * (c / d) * (c / d);
  }
}
