package dev.linden.spark.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.op.FoldsCells.Direction;
import java.io.Serializable;

/**
 * What aggregates know of the cells seen so far: one number or two for each row, each column, or
 * for all. Sums are compensated; variances are merged from counts, means and squared deviations.
 */
final class FoldState implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Aggregate.Kind kind;
  private final double[] first;
  private final double[] second;

  /** Cells that each number stands for. */
  private long count;

  private FoldState(Aggregate.Kind kind, double[] first, double[] second, long count) {
    this.kind = kind;
    this.first = first;
    this.second = second;
    this.count = count;
  }

  static FoldState of(Aggregate.Kind kind, Direction direction, Matrix block) {
    long count =
        switch (direction) {
          case ALL -> block.cells();
          case EACH_ROW -> block.cols();
          case EACH_COLUMN -> block.rows();
        };
    boolean variance = kind == Aggregate.Kind.VAR || kind == Aggregate.Kind.SD;
    Aggregate.Kind ofBlock =
        variance || kind == Aggregate.Kind.MEAN
            ? (variance ? Aggregate.Kind.MEAN : Aggregate.Kind.SUM)
            : kind;
    double[] first = fold(ofBlock, direction, block);
    double[] second = new double[first.length];
    if (variance) {
      second = fold(Aggregate.Kind.VAR, direction, block);
      double[] any = null;
      for (int k = 0; k < second.length; k++) {
        second[k] *= Math.max(1, count - 1);
        if (!Double.isNaN(second[k]) && !Double.isFinite(first[k])) {
          // The sum is too large for a double: the cells are equal, or their variance is infinite.
          any = any == null ? fold(Aggregate.Kind.MIN, direction, block) : any;
          first[k] = any[k];
        }
      }
    }
    return new FoldState(kind, first, second, count);
  }

  private static double[] fold(Aggregate.Kind kind, Direction direction, Matrix block) {
    Workers serial = Workers.serial();
    return switch (direction) {
      case ALL -> new double[] {Aggregate.all(kind, block, serial)};
      case EACH_ROW -> cells(Aggregate.rows(kind, block, serial));
      case EACH_COLUMN -> cells(Aggregate.cols(kind, block, serial));
    };
  }

  private static double[] cells(Matrix vector) {
    return Formats.toDense(vector, Workers.serial()).panel(0).clone();
  }

  /** This state and another of the same kind together. */
  FoldState merge(FoldState other) {
    FoldState sum = new FoldState(kind, first.clone(), second.clone(), count);
    for (int k = 0; k < first.length; k++) {
      sum.add(k, other.first[k], other.second[k], other.count);
    }
    sum.count += other.count;
    return sum;
  }

  private void add(int k, double x, double y, long otherCount) {
    switch (kind) {
      case SUM, SUM_OF_SQUARES, MEAN -> {
        double total = first[k] + x;
        double taken = total - first[k];
        double rest = (first[k] - (total - taken)) + (x - taken);
        second[k] += y + (Double.isFinite(rest) ? rest : 0);
        first[k] = total;
      }
      case MIN -> first[k] = Math.min(first[k], x);
      case MAX -> first[k] = Math.max(first[k], x);
      case PROD -> first[k] *= x;
      case VAR, SD -> {
        if (Double.isInfinite(second[k] + y)) { // whatever the means are
          second[k] = Double.POSITIVE_INFINITY;
          return;
        }
        double delta = x - first[k];
        double total = (double) count + otherCount;
        first[k] += delta * (otherCount / total);
        second[k] += y + delta * delta * (count * (otherCount / total));
      }
    }
  }

  /** The results, for all, or of each row or column in order. */
  double[] results() {
    double[] results = new double[first.length];
    for (int k = 0; k < results.length; k++) {
      results[k] =
          switch (kind) {
            case SUM, SUM_OF_SQUARES -> first[k] + second[k];
            case MEAN -> (first[k] + second[k]) / count;
            case MIN, MAX, PROD -> first[k];
            case VAR -> second[k] / Math.max(1, count - 1);
            case SD -> Math.sqrt(second[k] / Math.max(1, count - 1));
          };
    }
    return results;
  }

  Matrix asColumn() {
    return Dense.wrap(first.length, 1, results());
  }

  Matrix asRow() {
    return Dense.wrap(1, first.length, results());
  }
}
