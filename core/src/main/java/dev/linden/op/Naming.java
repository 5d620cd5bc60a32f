package dev.linden.op;

import dev.linden.matrix.Matrix;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How the rows or columns of the matrix that an operator makes are called, by the names that its
 * operands have. Names are carried by {@link MatrixValue}, not by blocks: kernels do not know them,
 * and nobody asks unless an operand has some. What is written here can also be followed through a
 * whole expression before it is run, so that rewrites can be held to it and one operator can stand
 * for several.
 */
public sealed interface Naming extends Serializable {
  /** What has names. */
  enum Axis {
    ROWS,
    COLS;

    /** Null for none. */
    public List<String> of(MatrixValue x) {
      return this == ROWS ? x.rowNames() : x.names();
    }

    public long count(Size size) {
      return this == ROWS ? size.rows() : size.cols();
    }
  }

  /** Null for none; names of another number than the result needs are none either. */
  List<String> of(Invocation call, Axis axis, MatrixValue result);

  /** The kernel gives the result its names, if it has any. */
  record Own() implements Naming {
    @Override
    public List<String> of(Invocation call, Axis axis, MatrixValue result) {
      return axis.of(result);
    }
  }

  /** No names. */
  record None() implements Naming {
    @Override
    public List<String> of(Invocation call, Axis axis, MatrixValue result) {
      return null;
    }
  }

  /** Those of an operand; where that is no matrix, those that the kernel gives. */
  record Of(int operand, Axis from) implements Naming {
    @Override
    public List<String> of(Invocation call, Axis axis, MatrixValue result) {
      return call.dataType(operand) == DataType.MATRIX
          ? from.of((MatrixValue) call.value(operand))
          : axis.of(result);
    }

    // Written out, since every script compares some before its first result.
    @Override
    public boolean equals(Object other) {
      return other instanceof Of rule && operand == rule.operand && from == rule.from;
    }

    @Override
    public int hashCode() {
      return 31 * operand + from.ordinal();
    }
  }

  /**
   * Those of the operands that have as many rows or columns as the result, if they agree. Their
   * order does not matter.
   */
  record OfOperands() implements Naming {
    @Override
    public List<String> of(Invocation call, Axis axis, MatrixValue result) {
      Set<List<String>> all = new LinkedHashSet<>();
      for (int i = 0; i < call.count(); i++) {
        if (call.has(i) && call.dataType(i) == DataType.MATRIX) {
          List<String> names = axis.of((MatrixValue) call.value(i));
          if (names != null && names.size() == axis.count(result.size())) {
            all.add(names);
          }
        }
      }
      return all.size() == 1 ? all.iterator().next() : null;
    }
  }

  /** The same of parts of an expression. Fewer names than others are those of a vector. */
  record Agreed(Set<Naming> parts) implements Naming {
    public Agreed {
      parts = Set.copyOf(parts);
    }

    @Override
    public List<String> of(Invocation call, Axis axis, MatrixValue result) {
      Set<List<String>> longest = new LinkedHashSet<>();
      int most = 0;
      for (Naming part : parts) {
        List<String> names = part.of(call, axis, result);
        if (names != null && names.size() >= most) {
          if (names.size() > most) {
            longest.clear();
          }
          most = names.size();
          longest.add(names);
        }
      }
      return longest.size() == 1 ? longest.iterator().next() : null;
    }
  }

  /**
   * Those from an index on.
   *
   * @param from the operand that is the first index, or a list of names
   */
  record Part(Naming whole, int from) implements Naming {
    @Override
    public List<String> of(Invocation call, Axis axis, MatrixValue result) {
      List<String> names = whole.of(call, axis, result);
      if (call.dataType(0) != DataType.MATRIX || names == null || !call.given(from)) {
        return names;
      }
      if (call.dataType(from) != DataType.SCALAR) {
        return axis.of(result);
      }
      int start = Indexes.start(call, from, names.size(), "row or column");
      return names.subList(start, start + (int) axis.count(result.size()));
    }
  }

  /** Those from a position on, from 0. */
  record Stretch(Naming whole, int start, int count) implements Naming {
    @Override
    public List<String> of(Invocation call, Axis axis, MatrixValue result) {
      List<String> names = whole.of(call, axis, result);
      return names == null || names.size() < start + count
          ? null
          : names.subList(start, start + count);
    }
  }

  /**
   * Whatever else an operator does to names. A class and not an interface, as the JVM's archive of
   * classes holds no lambdas that can be serialized: each would take a start some tenths of a
   * millisecond.
   */
  abstract non-sealed class Computed implements Naming {
    private static final long serialVersionUID = 1L;
  }

  Naming NONE = new None();
  Naming OWN = new Own();
  Naming OF_OPERANDS = new OfOperands();

  /** One operand behind the other; what has no names is called after its positions. */
  Naming JOINED =
      new Computed() {
        @Override
        public List<String> of(Invocation call, Axis axis, MatrixValue result) {
          List<String> all = new ArrayList<>();
          boolean any = false;
          for (int i = 0; i < call.count(); i++) {
            if (call.dataType(i) != DataType.MATRIX) {
              return null;
            }
            MatrixValue part = (MatrixValue) call.value(i);
            List<String> names = axis.of(part);
            any |= names != null;
            for (int k = 0; k < axis.count(part.size()); k++) {
              all.add(names != null ? names.get(k) : byNumber(axis, all.size()));
            }
          }
          return any ? all : null;
        }
      };

  static Naming rowsOf(int operand) {
    return new Of(operand, Axis.ROWS);
  }

  static Naming colsOf(int operand) {
    return new Of(operand, Axis.COLS);
  }

  // ---- rules of several operators

  /** The name of a row or column that has none, by its 0-based position. */
  static String byNumber(Axis axis, int position) {
    return (axis == Axis.ROWS ? "R" : "C") + (position + 1);
  }

  /** Those with a non-zero in a row or column vector. */
  static List<String> selected(List<String> names, Matrix select) {
    if (names == null || select.cells() != names.size()) {
      return null;
    }
    List<String> some = new ArrayList<>();
    for (int k = 0; k < names.size(); k++) {
      if ((select.rows() == 1 ? select.get(0, k) : select.get(k, 0)) != 0) {
        some.add(names.get(k));
      }
    }
    return some;
  }
}
