package dev.linden.matrix.kernel.cells;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;

/**
 * For packed matrices that apply functions to their cells themselves: on a dictionary, say. Every
 * method may return null, which means: unpack, and do it as usual.
 *
 * <p>Zeros that a sparse operand does not store absorb NaN and infinities in products, those of a
 * dense one do not: a packed matrix behaves as its plain form does.
 */
public interface OwnCells {
  /** {@code f(X)}. */
  Matrix map(UnaryFunction f, Workers workers);

  /** {@code f(X, y)}, or {@code f(y, X)} unless {@code left}. */
  Matrix withScalar(BinaryFunction f, boolean left, double y, Workers workers);

  /**
   * {@code f(X, Y)}, or {@code f(Y, X)} unless {@code left}; Y has the shape of X or is a row or
   * column that is repeated, and may be packed too.
   */
  Matrix withMatrix(BinaryFunction f, boolean left, Matrix y, Workers workers);

  /**
   * {@code X != 0 ? yes : no}, cell by cell; matrices have the shape of X, and null stands for the
   * scalar beside it.
   */
  Matrix choose(Matrix yes, double yesScalar, Matrix no, double noScalar, Workers workers);
}
