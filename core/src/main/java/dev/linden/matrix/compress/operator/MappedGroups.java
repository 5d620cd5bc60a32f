package dev.linden.matrix.compress.operator;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.TupleFunction;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.EachGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.cells.Elementwise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cell functions: applied to dictionaries, codes stay as they are. */
public final class MappedGroups {
  private MappedGroups() {}

  public static List<Group> map(UnaryFunction f, List<Group> groups, Workers workers) {
    TupleFunction function = (tuples, width, to) -> f.apply(tuples, 0, to, 0, to.length);
    return EachGroup.of(
        groups,
        workers,
        coded -> mapped(coded, function),
        rest -> plain(rest, cells -> Elementwise.unary(f, cells, false, workers), workers));
  }

  /** {@code f(X, y)}, or {@code f(y, X)} unless {@code left}. */
  public static List<Group> withScalar(
      BinaryFunction f,
      boolean left,
      double y,
      List<Group> groups,
      boolean sparse,
      Workers workers) {
    TupleFunction function =
        (tuples, width, to) -> {
          if (left) {
            f.applyScalarRight(tuples, 0, y, to, 0, to.length);
          } else {
            f.applyScalarLeft(y, tuples, 0, to, 0, to.length);
          }
        };
    TupleFunction absorbing = absorbing(f, sparse, function);
    return EachGroup.of(
        groups,
        workers,
        coded -> mapped(coded, absorbing),
        rest ->
            plain(
                rest,
                cells ->
                    left
                        ? Elementwise.scalarRight(f, cells, y, false, workers)
                        : Elementwise.scalarLeft(f, y, cells, false, workers),
                workers));
  }

  /** The same with a cell for each column. */
  public static List<Group> withRow(
      BinaryFunction f,
      boolean left,
      double[] y,
      List<Group> groups,
      boolean sparse,
      Workers workers) {
    return EachGroup.of(
        groups,
        workers,
        coded -> {
          double[] own = Rows.at(y, 1, coded.columns());
          TupleFunction function =
              (tuples, width, to) -> {
                for (int at = 0; at < to.length; at += width) {
                  if (left) {
                    f.apply(tuples, at, own, 0, to, at, width);
                  } else {
                    f.apply(own, 0, tuples, at, to, at, width);
                  }
                }
              };
          return mapped(coded, absorbing(f, sparse, function));
        },
        rest -> {
          Dense row = Dense.wrap(1, rest.width(), Rows.at(y, 1, rest.columns()));
          return plain(
              rest,
              cells ->
                  left
                      ? Elementwise.binary(f, cells, row, false, false, workers)
                      : Elementwise.binary(f, row, cells, false, false, workers),
              workers);
        });
  }

  /** A function of cells at the same place of several matrices. */
  @FunctionalInterface
  public interface CellsFunction {
    /** {@code results} get the cells of the first row on from those of all operands. */
    void apply(double[][] operands, double[] results);
  }

  /** The same of whole matrices, for columns that have no codes. */
  @FunctionalInterface
  public interface MatricesFunction {
    Matrix apply(List<Matrix> operands);
  }

  /**
   * A function of the cells of matrices that have the same codes, as those have that were computed
   * from one by functions of cells: it sees each tuple once. Null if they have not.
   */
  public static List<Group> ofShared(
      List<List<Group>> operands, CellsFunction f, MatricesFunction ofPlain, Workers workers) {
    List<Group> first = operands.get(0);
    for (List<Group> other : operands) {
      if (!share(first, other)) {
        return null;
      }
    }
    List<Group> result = new ArrayList<>(first.size());
    for (int g = 0; g < first.size(); g++) {
      int group = g;
      List<Group> alike = operands.stream().map(groups -> groups.get(group)).toList();
      if (first.get(g) instanceof CodedGroup coded) {
        List<Dictionary> dictionaries =
            alike.stream().map(one -> ((CodedGroup) one).dictionary()).toList();
        result.add(coded.with(Dictionary.combined(dictionaries, f::apply)));
      } else {
        List<Matrix> cells = new ArrayList<>();
        alike.forEach(one -> cells.add(((PlainGroup) one).cells()));
        result.add(new PlainGroup(first.get(g).columns(), ofPlain.apply(cells).plain(workers)));
      }
    }
    return result;
  }

  private static boolean share(List<Group> a, List<Group> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int g = 0; g < a.size(); g++) {
      boolean coded =
          a.get(g) instanceof CodedGroup x
              && b.get(g) instanceof CodedGroup y
              && x.codes() == y.codes()
              && Dictionary.canBeCombined(x.dictionary(), y.dictionary());
      boolean plain = a.get(g) instanceof PlainGroup && b.get(g) instanceof PlainGroup;
      if (!(coded || plain) || !Arrays.equals(a.get(g).columns(), b.get(g).columns())) {
        return false;
      }
    }
    return true;
  }

  private static Group mapped(CodedGroup group, TupleFunction f) {
    return group.with(group.dictionary().map(f));
  }

  private interface PlainFunction {
    Matrix apply(Matrix cells);
  }

  private static Group plain(PlainGroup group, PlainFunction f, Workers workers) {
    Matrix result = f.apply(group.cells());
    return new PlainGroup(group.columns(), result.plain(workers));
  }

  /** Zeros that are not stored stay zero in products, whatever they are multiplied with. */
  private static TupleFunction absorbing(BinaryFunction f, boolean sparse, TupleFunction function) {
    if (!sparse || !f.absorbsZeros()) {
      return function;
    }
    return (tuples, width, to) -> {
      function.apply(tuples, width, to);
      for (int k = 0; k < to.length; k++) {
        if (tuples[k] == 0) {
          to[k] = 0;
        }
      }
    };
  }
}
