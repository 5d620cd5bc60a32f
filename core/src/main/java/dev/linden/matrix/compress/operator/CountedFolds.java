package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.dictionary.Tuples;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.EachGroup;
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
    List<Fold> folds =
        EachGroup.of(
            groups,
            workers,
            coded -> fold(kind, coded),
            plain -> Aggregate.fold(kind, plain.cells(), workers));
    Fold total = Fold.of(kind);
    folds.forEach(total::add);
    return safe(kind, total.result()) ? total.result() : null;
  }

  /** Sums of finite cells may overflow here, but not in the order of the cells. */
  private static boolean safe(Aggregate.Kind kind, double result) {
    return kind == Aggregate.Kind.MIN || kind == Aggregate.Kind.MAX || Double.isFinite(result);
  }

  private static Fold fold(Aggregate.Kind kind, CodedGroup group) {
    Fold fold = Fold.of(kind);
    for (int j = 0; j < group.width(); j++) {
      add(group, j, fold);
    }
    return fold;
  }

  private static void add(CodedGroup group, int column, Fold fold) {
    int[] counts = group.codes().counts();
    if (group.dictionary() instanceof Tuples tuples) {
      fold.addCounted(tuples.cells(), column, group.width(), counts);
      return;
    }
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
    List<double[]> parts =
        EachGroup.of(
            groups, workers, coded -> cols(kind, coded), plain -> cols(kind, plain, workers));
    for (int g = 0; g < parts.size(); g++) {
      int[] columns = groups.get(g).columns();
      boolean coded = groups.get(g) instanceof CodedGroup;
      for (int j = 0; j < columns.length; j++) {
        to[columns[j]] = parts.get(g)[j];
        if (coded && !safe(kind, to[columns[j]])) {
          return null;
        }
      }
    }
    return result;
  }

  private static double[] cols(Aggregate.Kind kind, CodedGroup group) {
    double[] result = new double[group.width()];
    Fold fold = Fold.of(kind);
    for (int j = 0; j < result.length; j++) {
      fold.reset();
      add(group, j, fold);
      result[j] = fold.result();
    }
    return result;
  }

  private static double[] cols(Aggregate.Kind kind, PlainGroup group, Workers workers) {
    return Formats.toDense(Aggregate.cols(kind, group.cells(), workers), workers).toArray();
  }
}
