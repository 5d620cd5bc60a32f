package dev.linden.opt.rule;

import dev.linden.hop.Hop;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.Size;
import dev.linden.opt.RuleContext;

/**
 * The four bounds of an index: first and last row, first and last column, beginning at a given
 * argument. An absent first bound means the whole dimension, an absent last one a single position.
 */
final class Ranges {
  private static final int BOUNDS = 4;

  private Ranges() {}

  /** Every bound that is given is a constant number. */
  static boolean areConstant(Hop index, int firstBound) {
    for (int i = firstBound; i < firstBound + BOUNDS; i++) {
      Hop bound = bound(index, i);
      if (bound != null && (!bound.info().isConstant() || bound.info().isString())) {
        return false;
      }
    }
    return true;
  }

  /** Constant bounds that select all of a matrix of known size. */
  static boolean coverAll(Hop index, int firstBound, Hop matrix) {
    Size size = matrix.info().size();
    return size.known()
        && areConstant(index, firstBound)
        && count(index, firstBound, size.rows()) == size.rows()
        && count(index, firstBound + 2, size.cols()) == size.cols();
  }

  private static long count(Hop index, int from, long dimension) {
    if (bound(index, from) == null) {
      return dimension;
    }
    return bound(index, from + 1) == null
        ? 1
        : position(index, from + 1) - position(index, from) + 1;
  }

  /** The first position that constant bounds select. */
  static long first(Hop index, int from) {
    return bound(index, from) == null ? 1 : position(index, from);
  }

  private static long position(Hop index, int i) {
    Info info = bound(index, i).info();
    return info.constant().asLong();
  }

  /** Rows of a matrix that constant bounds of another index select, all columns. */
  static Hop rowsOf(RuleContext context, Hop matrix, Hop index) {
    Size size = matrix.info().size();
    long rows = index.info().size().rows();
    return rows == size.rows()
        ? matrix
        : part(context, matrix, first(index, 1), rows, 1, size.cols());
  }

  /** Columns of a matrix that constant bounds of another index select, all rows. */
  static Hop columnsOf(RuleContext context, Hop matrix, Hop index) {
    Size size = matrix.info().size();
    long cols = index.info().size().cols();
    return cols == size.cols()
        ? matrix
        : part(context, matrix, 1, size.rows(), first(index, 3), cols);
  }

  /** This many rows and columns of a matrix from a position on. */
  static Hop part(RuleContext context, Hop matrix, long row, long rows, long column, long cols) {
    return context.call(
        IndexOps.INDEX,
        matrix,
        context.integer(row),
        context.integer(row + rows - 1),
        context.integer(column),
        context.integer(column + cols - 1));
  }

  private static Hop bound(Hop index, int i) {
    return i < index.inputs().size() ? index.inputs().get(i) : null;
  }
}
