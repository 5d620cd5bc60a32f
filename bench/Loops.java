import java.util.Locale;

/**
 * The last three loops of scripts/scalars.dml in Java, which the JVM compiles: prints a name and milliseconds per line. Each runs once in its process
 * before the clock starts, on a tenth of the data.
 */
public final class Loops {
  private Loops() {}

  public static void main(String[] args) {
    floydWarshall(120);
    time("floyd_warshall", () -> floydWarshall(400));
    timeWarping(600);
    time("time_warping", () -> timeWarping(2000));
    metropolis(300_000);
    time("metropolis", () -> metropolis(3_000_000));
  }

  private interface Loop {
    double run();
  }

  private static void time(String name, Loop loop) {
    double result = loop.run();
    System.out.printf(Locale.ROOT, "%s %.3f%n", name, elapsed / 1e6);
    System.err.println(name + " = " + result);
  }

  private static long elapsed;

  private static double floydWarshall(int n) {
    double[] d = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        d[i * n + j] = 1 + (i + 1) * (j + 1) % 97;
      }
    }
    long start = System.nanoTime();
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        double head = d[i * n + k];
        for (int j = 0; j < n; j++) {
          double way = head + d[k * n + j];
          if (way < d[i * n + j]) {
            d[i * n + j] = way;
          }
        }
      }
    }
    elapsed = System.nanoTime() - start;
    double sum = 0;
    for (double cell : d) {
      sum += cell;
    }
    return sum;
  }

  private static double timeWarping(int n) {
    double[] x = new double[n];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = Math.sin((i + 1) / 50.0);
      y[i] = Math.cos((i + 1) / 70.0);
    }
    long start = System.nanoTime();
    int cols = n + 1;
    double[] w = new double[cols * cols];
    java.util.Arrays.fill(w, 1e300);
    w[0] = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double apart = Math.abs(x[i] - y[j]);
        double before = Math.min(Math.min(w[i * cols + j], w[i * cols + j + 1]), w[(i + 1) * cols + j]);
        w[(i + 1) * cols + j + 1] = apart + before;
      }
    }
    elapsed = System.nanoTime() - start;
    return w[cols * cols - 1];
  }

  /** With numbers of its own: the sequence does not matter for the time. */
  private static double metropolis(int n) {
    java.util.SplittableRandom random = new java.util.SplittableRandom(7);
    double[] step = new double[n];
    double[] chance = new double[n];
    for (int k = 0; k < n; k++) {
      step[k] = random.nextDouble() * 4 - 2;
      chance[k] = random.nextDouble();
    }
    long start = System.nanoTime();
    double p = 0;
    double density = density(p);
    long taken = 0;
    double total = 0;
    for (int k = 0; k < n; k++) {
      double q = p + step[k];
      double next = density(q);
      if (next > chance[k] * density) {
        p = q;
        density = next;
        taken++;
      }
      total += p;
    }
    elapsed = System.nanoTime() - start;
    return taken + total / n;
  }

  private static double density(double x) {
    return 2 * Math.exp(-Math.pow(x + 2, 2)) + Math.exp(-Math.pow(x - 3, 2) / 2);
  }
}
