import java.util.Locale;
import java.util.SplittableRandom;

/** A model, rows to score, and how long that takes: the same for all systems. */
final class Requests {
  private static final int ROWS = 1000;

  private final double[][][] rows = new double[ROWS][][];
  private final double[] expected = new double[ROWS];
  private final double[][] weights;
  private final double seconds;
  private final int rounds;

  /** {@code arguments}: seconds of a round, number of rounds; those of the first half warm up. */
  Requests(int features, String[] arguments) {
    seconds = Double.parseDouble(arguments[0]);
    rounds = Integer.parseInt(arguments[1]);
    SplittableRandom random = new SplittableRandom(7);
    weights = new double[features][1];
    for (double[] weight : weights) {
      weight[0] = random.nextDouble() - 0.5;
    }
    for (int i = 0; i < ROWS; i++) {
      rows[i] = new double[1][features];
      for (int j = 0; j < features; j++) {
        rows[i][0][j] = random.nextDouble();
        expected[i] += rows[i][0][j] * weights[j][0];
      }
      expected[i] = 1 / (1 + Math.exp(-(expected[i] + bias())));
    }
  }

  double[][] weights() {
    return weights;
  }

  double bias() {
    return 0.25;
  }

  interface Score {
    double of(double[][] row) throws Exception;
  }

  void measure(String system, Score score) throws Exception {
    double best = 0;
    for (int round = 0; round < rounds; round++) {
      long count = 0;
      long start = System.nanoTime();
      while (System.nanoTime() - start < seconds * 1e9) {
        for (int i = 0; i < ROWS; i++) {
          check(score.of(rows[i]), expected[i]);
        }
        count += ROWS;
      }
      double rate = count / ((System.nanoTime() - start) / 1e9);
      System.err.printf(Locale.ROOT, "%s round %d: %.0f/s%n", system, round + 1, rate);
      best = round < rounds / 2 ? 0 : Math.max(best, rate);
    }
    System.out.printf(Locale.ROOT, "%s %.0f%n", system, best);
  }

  /** Nobody skips the work: every answer is compared with plain arithmetic. */
  private static void check(double score, double expected) {
    if (!(Math.abs(score - expected) < 1e-12)) {
      throw new IllegalStateException("the score is " + score + ", not " + expected);
    }
  }
}
