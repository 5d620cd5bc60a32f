package dev.linden.op;

import dev.linden.matrix.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of the columns of a matrix that an operator makes, by those of its operands. They are
 * carried by {@link MatrixValue}, not by blocks: kernels and plans do not know them. An operator
 * without such a rule gives a matrix without names, and nobody asks unless an operand has some.
 *
 * <p>Rewrites keep what these rules give, as they turn cell-wise operators and parts into such. One
 * that replaces another operator by them, say a product with a diagonal matrix by a cell-wise one,
 * gives names where there were none.
 */
@FunctionalInterface
public interface ColumnNames {
  /** Null for none; names of another number than the result has columns are none either. */
  List<String> of(Invocation call, MatrixValue result);

  /** Those of the first operand. */
  ColumnNames OF_FIRST = (call, result) -> of(call, 0);

  /**
   * Those of the operands that have as many columns as the result, if they agree. Their order does
   * not matter, as rewrites may change it.
   */
  ColumnNames AGREED =
      (call, result) -> {
        List<String> agreed = null;
        for (int i = 0; i < call.count(); i++) {
          List<String> names = call.has(i) ? of(call, i) : null;
          if (names == null || names.size() != result.size().cols()) {
            continue;
          }
          if (agreed != null && !agreed.equals(names)) {
            return null;
          }
          agreed = names;
        }
        return agreed;
      };

  /** Names of an argument that is a matrix with names; else null. */
  static List<String> of(Invocation call, int i) {
    return call.dataType(i) == DataType.MATRIX ? ((MatrixValue) call.value(i)).names() : null;
  }

  /** Of the columns of all operands side by side; those without names get their numbers as such. */
  static List<String> sideBySide(Invocation call, MatrixValue result) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < call.count(); i++) {
      if (call.dataType(i) != DataType.MATRIX) {
        return null;
      }
      MatrixValue part = (MatrixValue) call.value(i);
      if (part.names() != null) {
        all.addAll(part.names());
      } else {
        for (int j = 0; j < part.cols(); j++) {
          all.add(byNumber(all.size()));
        }
      }
    }
    return all;
  }

  /** The name of a column that has none, by its 0-based position. */
  static String byNumber(int col) {
    return "C" + (col + 1);
  }

  /** Those of the columns with a non-zero in a row or column vector. */
  static List<String> selected(List<String> names, Matrix select) {
    if (names == null || select.cells() != names.size()) {
      return null;
    }
    List<String> some = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      if ((select.rows() == 1 ? select.get(0, j) : select.get(j, 0)) != 0) {
        some.add(names.get(j));
      }
    }
    return some;
  }
}
