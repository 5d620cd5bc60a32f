package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.simd.CompensatedSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An aggregate of each row: of each tuple once, then one term for every group. */
public final class RowFolds {
  private static final int RANGE = 1 << 13;
  private static final int BLOCK = 1 << 10;

  private final Aggregate.Kind kind;
  private final List<Codes> codes = new ArrayList<>();

  /** The aggregate of each tuple, and what it lost by rounding. */
  private final List<double[]> values = new ArrayList<>();

  private final List<double[]> errors = new ArrayList<>();

  /** The aggregates of plain groups. */
  private final List<Dense> columns = new ArrayList<>();

  private RowFolds(Aggregate.Kind kind) {
    this.kind = kind;
  }

  /** n x 1; null: unpack. */
  public static Matrix rows(
      Aggregate.Kind kind, List<Group> groups, int rows, int cols, Workers workers) {
    if (!kind.addsUpByRow()) {
      return null;
    }
    Aggregate.Kind inGroups = kind == Aggregate.Kind.MEAN ? Aggregate.Kind.SUM : kind;
    RowFolds folds = new RowFolds(inGroups);
    for (Group group : groups) {
      if (group instanceof CodedGroup coded) {
        folds.addTuples(coded);
      } else {
        Matrix part = Aggregate.rows(inGroups, ((PlainGroup) group).cells(), workers);
        folds.columns.add((Dense) part);
      }
    }
    Dense result = Dense.allocateUncleared(rows, 1, workers);
    double share = kind == Aggregate.Kind.MEAN ? cols : 1;
    workers.forRanges(
        rows,
        RANGE,
        (start, end) ->
            Rows.stretches(
                result,
                start,
                end,
                BLOCK,
                (from, to) ->
                    folds.fold(from, to, share, result.panelOf(from), result.offset(from))));
    return result;
  }

  private void addTuples(CodedGroup group) {
    int size = group.codes().size();
    double[] value = new double[size];
    double[] error = new double[size];
    if (group.dictionary() instanceof Indicator indicator && indicator.isUnits()) {
      foldUnits(indicator, value);
    } else {
      foldCells(group.dictionary(), value, error);
    }
    codes.add(group.codes());
    values.add(value);
    errors.add(error);
  }

  /** Their cells are not stored; all of them would take the square of a row. */
  private void foldUnits(Indicator units, double[] value) {
    for (int c = 0; c < value.length; c++) {
      int one = c - units.shift();
      boolean hasOne = one >= 0 && one < units.width();
      boolean hasZero = units.width() > (hasOne ? 1 : 0);
      value[c] = hasOne && !(kind == Aggregate.Kind.MIN && hasZero) ? 1 : 0;
    }
  }

  private void foldCells(Dictionary tuples, double[] value, double[] error) {
    int width = tuples.width();
    double[] cells = tuples.cells();
    for (int c = 0; c < value.length; c++) {
      value[c] = neutral();
      for (int j = 0; j < width; j++) {
        double x = cells[c * width + j];
        switch (kind) {
          case MIN -> value[c] = Math.min(value[c], x);
          case MAX -> value[c] = Math.max(value[c], x);
          case SUM_OF_SQUARES -> CompensatedSum.add(value, error, c, x * x);
          default -> CompensatedSum.add(value, error, c, x);
        }
      }
    }
  }

  private double neutral() {
    return kind == Aggregate.Kind.MIN
        ? Double.POSITIVE_INFINITY
        : kind == Aggregate.Kind.MAX ? Double.NEGATIVE_INFINITY : 0;
  }

  private void fold(int start, int end, double share, double[] out, int at) {
    int n = end - start;
    double[] lost = new double[n];
    int[] tile = new int[n];
    Arrays.fill(out, at, at + n, neutral());
    for (int g = 0; g < codes.size(); g++) {
      codes.get(g).decode(start, end, tile);
      fold(tile, n, values.get(g), errors.get(g), out, at, lost);
    }
    for (Dense column : columns) {
      double[] term = new double[n];
      for (int i = 0; i < n; i++) {
        tile[i] = i;
        term[i] = column.get(start + i, 0);
      }
      fold(tile, n, term, new double[n], out, at, lost);
    }
    if (kind == Aggregate.Kind.SUM || kind == Aggregate.Kind.SUM_OF_SQUARES) {
      for (int i = 0; i < n; i++) {
        out[at + i] = CompensatedSum.value(out[at + i], lost[i]) / share;
      }
    }
  }

  private void fold(
      int[] tile, int n, double[] value, double[] error, double[] out, int at, double[] lost) {
    switch (kind) {
      case MIN -> {
        for (int i = 0; i < n; i++) {
          out[at + i] = Math.min(out[at + i], value[tile[i]]);
        }
      }
      case MAX -> {
        for (int i = 0; i < n; i++) {
          out[at + i] = Math.max(out[at + i], value[tile[i]]);
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          double sum = out[at + i];
          double x = value[tile[i]];
          double next = sum + x;
          double taken = next - sum;
          lost[i] += (sum - (next - taken)) + (x - taken) + error[tile[i]];
          out[at + i] = next;
        }
      }
    }
  }
}
