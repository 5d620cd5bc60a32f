package dev.linden.spark.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.group.GroupedAggregate;
import dev.linden.matrix.kernel.group.GroupedAggregate.Kind;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import scala.Tuple2;

/**
 * What grouped aggregates know of the rows seen so far, for the groups that occur in them: the
 * weight of each group and, column by column, a sum with its compensation, an extreme, or the mean
 * and the sums of powers of the deviations from it. These are put together as Chan, Golub, LeVeque
 * (1979) and Pebay (2008) have it.
 */
final class GroupState implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What is computed of groups. */
  static final class Function implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final int order;

    /**
     * @param order of central moments
     */
    Function(Kind kind, int order) {
      this.kind = kind;
      this.order = order;
    }

    /** Highest power of deviations. */
    private int power() {
      return kind == Kind.VARIANCE ? 2 : order;
    }

    /** Arrays of cells. */
    private int parts() {
      return switch (kind) {
        case COUNT -> 0;
        case MIN, MAX -> 1;
        case SUM, MEAN -> 2;
        case VARIANCE, CENTRAL_MOMENT -> power();
      };
    }
  }

  private final Function function;
  private final int cols;

  /** Ascending, from 0. */
  private final long[] groups;

  private final double[] weights;

  /** Each with a row for each group. */
  private final double[][] parts;

  private GroupState(Function function, int cols, long[] groups) {
    this.function = function;
    this.cols = cols;
    this.groups = groups;
    this.weights = new double[groups.length];
    this.parts = new double[function.parts()][groups.length * cols];
  }

  /**
   * Of a block of rows.
   *
   * @param ids the group of each row from 0; negative where a row is not there
   * @param rowWeights null: all 1
   */
  static GroupState of(Function function, Matrix x, long[] ids, Matrix rowWeights) {
    long[] groups = Arrays.stream(ids).filter(id -> id >= 0).sorted().distinct().toArray();
    GroupState state = new GroupState(function, x.cols(), groups);
    double[] numbers = new double[ids.length];
    CompensatedSum[] totals = new CompensatedSum[groups.length];
    Arrays.setAll(totals, g -> new CompensatedSum());
    for (int i = 0; i < ids.length; i++) {
      int group = ids[i] < 0 ? groups.length : Arrays.binarySearch(groups, ids[i]);
      numbers[i] = group + 1;
      if (ids[i] >= 0) {
        totals[group].add(rowWeights == null ? 1 : rowWeights.get(i, 0));
      }
    }
    for (int g = 0; g < groups.length; g++) {
      state.weights[g] = totals[g].value();
    }
    if (groups.length > 0) {
      state.fold(x, Dense.wrap(numbers.length, 1, numbers), rowWeights);
    }
    return state;
  }

  private void fold(Matrix x, Matrix numbers, Matrix rowWeights) {
    switch (function.kind) {
      case COUNT -> {}
      case MIN, MAX -> parts[0] = aggregate(function.kind, 0, x, numbers, rowWeights);
      case SUM, MEAN -> parts[0] = aggregate(Kind.SUM, 0, x, numbers, rowWeights);
      case VARIANCE, CENTRAL_MOMENT -> {
        parts[0] = aggregate(Kind.MEAN, 0, x, numbers, rowWeights);
        for (int power = 2; power <= function.power(); power++) {
          double[] moments = aggregate(Kind.CENTRAL_MOMENT, power, x, numbers, rowWeights);
          for (int at = 0; at < moments.length; at++) {
            moments[at] *= weights[at / cols];
          }
          parts[power - 1] = moments;
        }
      }
    }
  }

  private double[] aggregate(Kind kind, int order, Matrix x, Matrix numbers, Matrix rowWeights) {
    Matrix result =
        GroupedAggregate.aggregate(
            kind, order, x, numbers, rowWeights, groups.length, Workers.serial());
    return Formats.toDense(result, Workers.serial()).toArray();
  }

  /** The groups by blocks of the result. */
  List<Tuple2<BlockIndex, GroupState>> split(long col, Grid target) {
    List<Tuple2<BlockIndex, GroupState>> states = new ArrayList<>();
    int from = 0;
    while (from < groups.length) {
      long row = groups[from] / target.side();
      int to = from;
      while (to < groups.length && groups[to] / target.side() == row) {
        to++;
      }
      GroupState state = new GroupState(function, cols, Arrays.copyOfRange(groups, from, to));
      for (int k = from; k < to; k++) {
        state.copy(k - from, this, k);
      }
      states.add(new Tuple2<>(new BlockIndex(row, col), state));
      from = to;
    }
    return states;
  }

  private void copy(int k, GroupState from, int j) {
    weights[k] = from.weights[j];
    for (int p = 0; p < parts.length; p++) {
      System.arraycopy(from.parts[p], j * cols, parts[p], k * cols, cols);
    }
  }

  /** This state and another of the same block together. */
  GroupState merge(GroupState other) {
    long[] all =
        java.util.stream.LongStream.concat(Arrays.stream(groups), Arrays.stream(other.groups))
            .sorted()
            .distinct()
            .toArray();
    GroupState sum = new GroupState(function, cols, all);
    for (int k = 0; k < all.length; k++) {
      int mine = Arrays.binarySearch(groups, all[k]);
      int others = Arrays.binarySearch(other.groups, all[k]);
      sum.copy(k, mine >= 0 ? this : other, mine >= 0 ? mine : others);
      if (mine >= 0 && others >= 0) {
        sum.add(k, other, others);
      }
    }
    return sum;
  }

  private void add(int k, GroupState other, int j) {
    double mine = weights[k];
    double others = other.weights[j];
    weights[k] = mine + others;
    for (int c = 0; c < cols; c++) {
      int at = k * cols + c;
      int from = j * cols + c;
      switch (function.kind) {
        case COUNT -> {}
        case MIN -> parts[0][at] = Math.min(parts[0][at], other.parts[0][from]);
        case MAX -> parts[0][at] = Math.max(parts[0][at], other.parts[0][from]);
        case SUM, MEAN -> {
          CompensatedSum.add(parts[0], parts[1], at, other.parts[0][from]);
          parts[1][at] += other.parts[1][from];
        }
        case VARIANCE, CENTRAL_MOMENT -> addMoments(at, mine, other, from, others);
      }
    }
  }

  private void addMoments(int at, double a, GroupState other, int from, double b) {
    double n = a + b;
    double d = other.parts[0][from] - parts[0][at];
    double share = b / n;
    int power = function.power();
    double twoA = parts[1][at];
    double twoB = other.parts[1][from];
    if (power >= 3) {
      double threeA = parts[2][at];
      double threeB = other.parts[2][from];
      if (power == 4) {
        parts[3][at] +=
            other.parts[3][from]
                + d * d * d * d * a * share * (a * a - a * b + b * b) / (n * n)
                + 6 * d * d * (a * a * twoB + b * b * twoA) / (n * n)
                + 4 * d * (a * threeB - b * threeA) / n;
      }
      parts[2][at] =
          threeA + threeB + d * d * d * a * share * (a - b) / n + 3 * d * (a * twoB - b * twoA) / n;
    }
    parts[1][at] = twoA + twoB + d * d * a * share;
    parts[0][at] += d * share;
  }

  /** The block of the result: groups that do not occur give 0. */
  Matrix block(BlockIndex index, Grid target) {
    Dense block = Dense.zeros(target.height(index), target.width(index));
    for (int k = 0; k < groups.length; k++) {
      int row = (int) (groups[k] - target.firstRow(index));
      for (int c = 0; c < cols; c++) {
        block.set(row, c, result(k, k * cols + c));
      }
    }
    return Formats.adapt(block, Workers.serial());
  }

  private double result(int k, int at) {
    double weight = weights[k];
    return switch (function.kind) {
      case COUNT -> weight;
      case MIN, MAX -> parts[0][at];
      case SUM -> CompensatedSum.value(parts[0][at], parts[1][at]);
      case MEAN -> CompensatedSum.value(parts[0][at], parts[1][at]) / weight;
      case VARIANCE -> weight > 1 ? parts[1][at] / (weight - 1) : 0;
      case CENTRAL_MOMENT -> parts[function.power() - 1][at] / weight;
    };
  }
}
