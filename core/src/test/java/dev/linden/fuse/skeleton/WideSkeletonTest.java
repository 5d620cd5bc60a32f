package dev.linden.fuse.skeleton;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node.Binary;
import dev.linden.fuse.program.Node.Number;
import dev.linden.fuse.program.Node.RowVector;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Node.Unary;
import dev.linden.fuse.program.Sink.ColumnFold;
import dev.linden.fuse.program.Sink.Fold;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Aggregate;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Fused cell-wise operators over long rows, down to a matrix that is a single row. */
class WideSkeletonTest {
  private static final long SEED = 20261115;

  /** {@code Z = abs((X - v) * c) * 2} for a row v and a column c: Z, its sums, X * Z summed up. */
  private static FusedProgram program(int width) {
    return new FusedProgram(
        4,
        List.of(
            new Source(0, width),
            new RowVector(1, width),
            new Source(2, 1),
            new Number(3),
            new Binary(Cells.MINUS, 0, 1, width),
            new Binary(Cells.TIMES, 2, 3, 1),
            new Binary(Cells.TIMES, 4, 5, width),
            new Unary(Cells.ABS, 6, width),
            new Binary(Cells.TIMES, 0, 7, width)),
        List.of(
            new Rows(7),
            new Fold(Aggregate.Kind.SUM, 7),
            new Fold(Aggregate.Kind.MAX, 7),
            new Fold(Aggregate.Kind.MEAN, 8),
            new ColumnFold(Aggregate.Kind.SUM, 7),
            new ColumnFold(Aggregate.Kind.MIN, 4)));
  }

  @Test
  void agreesWithPlainLoopsForAnyNumberOfThreads() {
    for (int rows : new int[] {1, 2, 9, 70}) {
      for (int width : new int[] {16384, 20000, 24578}) {
        check(rows, width, Bodies.Mode.AT_ONCE);
      }
    }
    check(3, 20000, Bodies.Mode.OFF);
  }

  private static void check(int rows, int width, Bodies.Mode mode) {
    Random random = new Random(SEED);
    double[] x = random.doubles((long) rows * width, -1, 1).toArray();
    double[] v = random.doubles(width, -1, 1).toArray();
    double[] c = random.doubles(rows, -1, 1).toArray();
    Matrix[] matrices = {
      Dense.wrap(rows, width, x), Dense.wrap(1, width, v), Dense.wrap(rows, 1, c), null
    };
    String what = rows + " x " + width + ", seed " + SEED;
    assertNotNull(WideSkeleton.of(program(width), mode), what);
    Object[] first = null;
    for (int threads : new int[] {1, 2, 8}) {
      Workers workers = new Workers(threads, ArrayPool.none());
      Object[] results =
          new FusedKernel(program(width), mode).run(matrices, new double[] {0, 0, 0, 2}, workers);
      if (first == null) {
        first = results;
        compare(rows, width, x, v, c, results, what);
      }
      for (int k = 0; k < results.length; k++) {
        String where = what + ", result " + k + ", " + threads + " threads";
        if (results[k] instanceof Dense matrix) {
          assertArrayEquals(((Dense) first[k]).toArray(), matrix.toArray(), where);
        } else {
          assertEquals(first[k], results[k], where);
        }
      }
    }
  }

  private static void compare(
      int rows, int width, double[] x, double[] v, double[] c, Object[] results, String what) {
    double[] z = new double[x.length];
    double[] columnSums = new double[width];
    double[] columnMins = new double[width];
    double sum = 0;
    double max = Double.NEGATIVE_INFINITY;
    double mean = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < width; j++) {
        int k = i * width + j;
        double difference = x[k] - v[j];
        z[k] = Math.abs(difference * (c[i] * 2));
        sum += z[k];
        max = Math.max(max, z[k]);
        mean += x[k] * z[k] / x.length;
        columnSums[j] += z[k];
        columnMins[j] = i == 0 ? difference : Math.min(columnMins[j], difference);
      }
    }
    assertArrayEquals(z, ((Dense) results[0]).toArray(), what);
    assertWithin(sum, (Double) results[1], 1e-9 * sum, what);
    assertEquals(max, (Double) results[2], what);
    assertWithin(mean, (Double) results[3], 1e-12, what);
    assertArrayEquals(columnSums, ((Dense) results[4]).toArray(), 1e-12, what);
    assertArrayEquals(columnMins, ((Dense) results[5]).toArray(), what);
  }

  @Test
  void leavesOtherProgramsAlone() {
    assertNull(WideSkeleton.of(program(100), Bodies.Mode.OFF));
    assertNull(WideSkeleton.of(program(16385), Bodies.Mode.OFF));
  }
}
