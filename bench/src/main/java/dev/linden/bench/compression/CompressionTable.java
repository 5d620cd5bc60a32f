package dev.linden.bench.compression;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.CompressedMatrix;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.plan.Planner;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.product.MatMult;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Prints, for each data set: bytes, ratio, what planning and compression took, and operators on the
 * plain and the compressed matrix. Arguments: the share of the rows (0.1), then names of data sets.
 * {@code -Dthreads=1} measures the time of one thread, {@code -Dgroups} prints the groups, {@code
 * -Doperators=16} measures those with this in their names alone.
 */
public final class CompressionTable {
  /** Each operation is repeated so long, and at least so often; the best round counts. */
  private static final double LEAST_SECONDS = 0.4;

  private static final int LEAST_ROUNDS = 5;

  private CompressionTable() {}

  private static final Workers WORKERS = DataSets.workers();

  public static void main(String[] args) {
    double scale = args.length > 0 ? Double.parseDouble(args[0]) : 0.1;
    List<String> chosen = List.of(args).subList(Math.min(1, args.length), args.length);
    for (String name : chosen.isEmpty() ? DataSets.NAMES : chosen) {
      table(name, DataSets.named(name).apply(scale));
    }
  }

  /** Kept, so that no compiler may leave the work out. */
  private static Object lastResult;

  private static double seconds(Supplier<?> task) {
    double best = Double.POSITIVE_INFINITY;
    long begin = System.nanoTime();
    for (int round = 0;
        round < LEAST_ROUNDS || (System.nanoTime() - begin) * 1e-9 < LEAST_SECONDS;
        round++) {
      long start = clock();
      lastResult = task.get();
      best = Math.min(best, (clock() - start) * 1e-9);
    }
    return best;
  }

  /** With one thread, its own time: that of others on a loaded machine does not count. */
  private static long clock() {
    return WORKERS.threads() == 1
        ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  private static void say(String format, Object... words) {
    System.out.println(String.format(Locale.ROOT, format, words));
  }

  private static void table(String name, Plain plain) {
    double plan = seconds(() -> Planner.plan(plain, WORKERS));
    Scheme scheme = Planner.plan(plain, WORKERS);
    double megabytes = plain.bytes() * 1e-6;
    if (scheme == null) {
      say("%-9s %s %.0f MB: stays plain, %.1f ms", name, plain.shape(), megabytes, plan * 1e3);
      return;
    }
    double encode = seconds(() -> CompressedMatrix.compress(plain, scheme, WORKERS));
    CompressedMatrix compressed = CompressedMatrix.compress(plain, scheme, WORKERS);
    double dense = 8e-9 * plain.cells();
    say(
        "%-9s %s %s %.0f MB: ratio %.2f to plain, %.2f to dense; predicted %.2f; %d groups; plan"
            + " %.0f ms, encode %.0f ms, %.2f GB/s of plain, %.2f of dense cells",
        name,
        plain.shape(),
        plain.isSparse() ? "sparse" : "dense",
        megabytes,
        (double) plain.bytes() / compressed.bytes(),
        dense * 1e9 / compressed.bytes(),
        plain.bytes() / scheme.bytes(),
        compressed.groups().size(),
        plan * 1e3,
        encode * 1e3,
        megabytes * 1e-3 / (plan + encode),
        dense / (plan + encode));
    if (System.getProperty("groups") != null) {
      compressed
          .groups()
          .forEach(group -> say("          %s %.3f MB", group, group.bytes() * 1e-6));
    }
    operators(plain, compressed);
  }

  private static Dense random(int rows, int cols) {
    SplittableRandom random = new SplittableRandom(9);
    Dense result = Dense.zeros(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        result.set(i, j, random.nextDouble());
      }
    }
    return result;
  }

  private static void operators(Plain plain, CompressedMatrix compressed) {
    Dense v = random(plain.cols(), 1);
    Dense right = random(plain.cols(), 16);
    Dense w = random(plain.rows(), 1);
    Dense left = random(16, plain.rows());
    Dense row = random(1, plain.cols());
    Map<String, UnaryOperator<Matrix>> operators = new LinkedHashMap<>();
    operators.put("sum(X)", x -> Dense.of(1, 1, Aggregate.all(Aggregate.Kind.SUM, x, WORKERS)));
    operators.put("colSums(X)", x -> Aggregate.cols(Aggregate.Kind.SUM, x, WORKERS));
    operators.put("rowSums(X)", x -> Aggregate.rows(Aggregate.Kind.SUM, x, WORKERS));
    operators.put("X * s", x -> Elementwise.scalarRight(Cells.TIMES, x, 3, false, WORKERS));
    operators.put("X - row", x -> Elementwise.binary(Cells.MINUS, x, row, false, false, WORKERS));
    operators.put("X ^ 2", x -> Elementwise.scalarRight(Cells.POWER, x, 2, false, WORKERS));
    operators.put("X %*% v", x -> MatMult.multiply(x, v, WORKERS));
    operators.put("t(X) %*% w", x -> MatMult.multiply(x, true, w, false, WORKERS));
    operators.put("chain", x -> MatMult.mmchain(x, v, w, null, WORKERS));
    operators.put("X %*% B, 16", x -> MatMult.multiply(x, right, WORKERS));
    operators.put("B %*% X, 16", x -> MatMult.multiply(left, x, WORKERS));
    operators.put("t(X) %*% X", x -> MatMult.tsmm(x, true, WORKERS));
    operators.put("unpack", x -> x.plain(WORKERS));
    String chosen = System.getProperty("operators", "");
    operators.forEach(
        (name, f) -> {
          if (!name.contains(chosen)) {
            return;
          }
          double compressedTime = seconds(() -> f.apply(compressed));
          double plainTime = seconds(() -> f.apply(plain));
          say(
              "          %-12s plain %9.3f ms  compressed %9.3f ms  %8.2f x",
              name, plainTime * 1e3, compressedTime * 1e3, plainTime / compressedTime);
        });
  }
}
