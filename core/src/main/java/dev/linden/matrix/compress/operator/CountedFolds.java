package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.Fold;
import java.util.List;

/**
 * Aggregates of all cells and of columns: each value of a dictionary counts as often as its code.
 * Multiples are exact and sums compensated, so they are as good as those over cells.
 */
public final class CountedFolds {
  private CountedFolds() {}

  /** Null: unpack. */
  public static Double all(Aggregate.Kind kind, List<Group> groups, Workers workers) {
    if (!kind.isFreeOfOrder()) {
      return null;
    }
    Fold total = Fold.of(kind);
    for (Group group : groups) {
      if (group instanceof CodedGroup coded) {
        for (int j = 0; j < coded.width(); j++) {
          add(coded, j, total);
        }
      } else {
        total.add(Aggregate.fold(kind, ((PlainGroup) group).cells(), workers));
      }
    }
    return safe(kind, total.result()) ? total.result() : null;
  }

  /** Sums of finite cells may overflow here, but not in the order of the cells. */
  private static boolean safe(Aggregate.Kind kind, double result) {
    return kind == Aggregate.Kind.MIN || kind == Aggregate.Kind.MAX || Double.isFinite(result);
  }

  private static void add(CodedGroup group, int column, Fold fold) {
    int[] counts = group.codes().counts();
    for (int c = 0; c < counts.length; c++) {
      if (counts[c] > 0) {
        fold.addRepeated(group.dictionary().value(c, column), counts[c]);
      }
    }
  }

  /** 1 x m; null: unpack. */
  public static Matrix cols(Aggregate.Kind kind, List<Group> groups, int cols, Workers workers) {
    if (!kind.isFreeOfOrder()) {
      return null;
    }
    Dense result = Dense.allocateUncleared(1, cols, workers);
    double[] to = result.panel(0);
    for (Group group : groups) {
      int[] columns = group.columns();
      if (group instanceof CodedGroup coded) {
        Fold fold = Fold.of(kind);
        for (int j = 0; j < columns.length; j++) {
          fold.reset();
          add(coded, j, fold);
          to[columns[j]] = fold.result();
          if (!safe(kind, to[columns[j]])) {
            return null;
          }
        }
      } else {
        Matrix part = Aggregate.cols(kind, ((PlainGroup) group).cells(), workers);
        for (int j = 0; j < columns.length; j++) {
          to[columns[j]] = part.get(0, j);
        }
      }
    }
    return result;
  }
}
