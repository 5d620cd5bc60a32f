package dev.linden.matrix.compress.operator;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.dictionary.TupleFunction;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.cells.Elementwise;
import java.util.ArrayList;
import java.util.List;

/** Cell functions: applied to dictionaries, codes stay as they are. */
public final class MappedGroups {
  private MappedGroups() {}

  public static List<Group> map(UnaryFunction f, List<Group> groups, Workers workers) {
    List<Group> result = new ArrayList<>(groups.size());
    for (Group group : groups) {
      result.add(
          group instanceof CodedGroup coded
              ? mapped(coded, (tuples, width, to) -> f.apply(tuples, 0, to, 0, to.length))
              : plain(group, cells -> Elementwise.unary(f, cells, false, workers), workers));
    }
    return result;
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
    List<Group> result = new ArrayList<>(groups.size());
    for (Group group : groups) {
      result.add(
          group instanceof CodedGroup coded
              ? mapped(coded, absorbing)
              : plain(
                  group,
                  cells ->
                      left
                          ? Elementwise.scalarRight(f, cells, y, false, workers)
                          : Elementwise.scalarLeft(f, y, cells, false, workers),
                  workers));
    }
    return result;
  }

  /** The same with a cell for each column. */
  public static List<Group> withRow(
      BinaryFunction f,
      boolean left,
      double[] y,
      List<Group> groups,
      boolean sparse,
      Workers workers) {
    List<Group> result = new ArrayList<>(groups.size());
    for (Group group : groups) {
      double[] own = Rows.at(y, 1, group.columns());
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
      Dense row = Dense.wrap(1, own.length, own);
      result.add(
          group instanceof CodedGroup coded
              ? mapped(coded, absorbing(f, sparse, function))
              : plain(
                  group,
                  cells ->
                      left
                          ? Elementwise.binary(f, cells, row, false, false, workers)
                          : Elementwise.binary(f, row, cells, false, false, workers),
                  workers));
    }
    return result;
  }

  private static CodedGroup mapped(CodedGroup group, TupleFunction f) {
    return group.with(group.dictionary().map(f));
  }

  private interface PlainFunction {
    Matrix apply(Matrix cells);
  }

  private static Group plain(Group group, PlainFunction f, Workers workers) {
    Matrix result = f.apply(((PlainGroup) group).cells());
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
