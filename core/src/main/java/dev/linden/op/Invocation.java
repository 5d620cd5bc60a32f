package dev.linden.op;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/**
 * A call at run time, as a kernel sees it: typed access to the arguments in the order of the
 * parameters, and where results go. Scalars pass unboxed. The interpreter, constant folding and
 * tests implement it.
 */
public interface Invocation {
  int count();

  boolean has(int i);

  /** Whether the script has the argument: it may end before. */
  default boolean given(int i) {
    return i < count() && has(i);
  }

  /** The name under which a variadic argument was given, or null. */
  String name(int i);

  DataType dataType(int i);

  /** Type of a scalar argument. */
  ValueType valueType(int i);

  Matrix matrix(int i);

  /** A scalar as number (TRUE is 1, a string is parsed). */
  double number(int i);

  /** A scalar as integer, truncated with the 2^-53 tolerance. */
  long integer(int i);

  boolean flag(int i);

  /** The text of a scalar as print would show it. */
  String text(int i);

  /** Any argument as a value object. */
  Value value(int i);

  default Scalar scalar(int i) {
    return (Scalar) value(i);
  }

  default ListValue list(int i) {
    return (ListValue) value(i);
  }

  /**
   * The matrix at i dies here and nobody else refers to it: the kernel may overwrite and return it.
   */
  boolean reusable(int i);

  Workers workers();

  Environment environment();

  void result(double value);

  void result(long value);

  void result(boolean value);

  void result(String value);

  void result(Matrix value);

  void result(Value value);

  /** Result number k (0-based) of an operator with several results. */
  void result(int k, Value value);
}
