package dev.linden.op;

import dev.linden.matrix.BinaryFunction;

/** Arithmetic on sizes of which parts may be unknown. Non-zeros are upper bounds. */
final class Sizes {
  static final long UNKNOWN = -1;

  private Sizes() {}

  /** Cells, or unknown; saturates where the product leaves the range of long. */
  static long cells(long rows, long cols) {
    if (rows == 0 || cols == 0) {
      return 0;
    }
    if (rows < 0 || cols < 0) {
      return UNKNOWN;
    }
    return rows > Long.MAX_VALUE / cols ? Long.MAX_VALUE : rows * cols;
  }

  static long cells(Size size) {
    return cells(size.rows(), size.cols());
  }

  /** Any cell may be non-zero. */
  static Size full(long rows, long cols) {
    return Size.of(rows, cols, cells(rows, cols));
  }

  /** At most {@code nnz} non-zeros (unknown: no such bound), and never more than cells. */
  static Size bounded(long rows, long cols, long nnz) {
    return Size.of(rows, cols, smaller(cells(rows, cols), nnz));
  }

  /** The non-zero bound of a size: the cells if nothing better is known. */
  static long nnz(Size size) {
    return smaller(cells(size), size.nnz());
  }

  /** The smaller of two bounds; an unknown one does not bound. */
  static long smaller(long a, long b) {
    return a < 0 ? b : b < 0 ? a : Math.min(a, b);
  }

  /** Sum of two counts, unknown if one is. */
  static long sum(long a, long b) {
    if (a < 0 || b < 0) {
      return UNKNOWN;
    }
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  /** Product of two counts, unknown if one is. */
  static long product(long a, long b) {
    return cells(a, b);
  }

  static boolean differ(long a, long b) {
    return a >= 0 && b >= 0 && a != b;
  }

  /** Shape of a cell-wise combination: a dimension of 1 is repeated. */
  static Size broadcast(String name, Info a, Info b) {
    long rows = repeat(a.size().rows(), b.size().rows());
    long cols = repeat(a.size().cols(), b.size().cols());
    if (rows < UNKNOWN || cols < UNKNOWN) {
      String which = rows < UNKNOWN ? "rows" : "columns";
      long left = rows < UNKNOWN ? a.size().rows() : a.size().cols();
      long right = rows < UNKNOWN ? b.size().rows() : b.size().cols();
      throw new OpError(
          "cannot apply "
              + name
              + " to "
              + a.describeOne()
              + " and "
              + b.describeOne()
              + ": the "
              + which
              + " ("
              + left
              + " and "
              + right
              + ") must be equal, or one of them 1");
    }
    return Size.of(rows, cols);
  }

  private static final long CONFLICT = -2;

  private static long repeat(long a, long b) {
    if (a == b || b == 1) {
      return a;
    }
    if (a == 1) {
      return b;
    }
    if (a >= 0 && b >= 0) {
      return CONFLICT;
    }
    // The unknown one is either equal to the known one, or 1 and repeated.
    return Math.max(a, b);
  }

  /** Non-zeros of f(A, B) after broadcasting to {@code shape}. */
  static Size binary(BinaryFunction f, Size a, Size b, Size shape) {
    long nnzA = repeated(a, shape);
    long nnzB = repeated(b, shape);
    if (f.absorbsZeros()) {
      return bounded(shape.rows(), shape.cols(), smaller(nnzA, nnzB));
    }
    return bounded(shape.rows(), shape.cols(), f.keepsZeros() ? sum(nnzA, nnzB) : UNKNOWN);
  }

  private static long repeated(Size operand, Size shape) {
    long nnz = nnz(operand);
    if (operand.rows() != shape.rows() || !shape.rowsKnown()) {
      nnz = product(nnz, shape.rows());
    }
    if (operand.cols() != shape.cols() || !shape.colsKnown()) {
      nnz = product(nnz, shape.cols());
    }
    return nnz;
  }
}
