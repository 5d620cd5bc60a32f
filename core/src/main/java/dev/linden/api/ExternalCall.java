package dev.linden.api;

/**
 * One call of an {@link ExternalFunction}: its arguments and the places of its results, both
 * counted from 0 in the order of the declaration. Arguments have their declared types; to ask for
 * another one is an error. Arrays that are handed out or in belong to the function: the engine
 * copies.
 */
public interface ExternalCall {
  /** The name of the function in the script. */
  String function();

  int arguments();

  /** How many results the script declares. */
  int results();

  /** An argument of type double, int or boolean; TRUE is 1. */
  double number(int argument);

  /** An argument of type int, or another number truncated. */
  long integer(int argument);

  boolean flag(int argument);

  /** A scalar argument as text. */
  String text(int argument);

  /** Rows of a matrix or frame. */
  int rows(int argument);

  /** Columns of a matrix or frame. */
  int cols(int argument);

  /** A cell of a matrix, both positions counted from 0. */
  double cell(int argument, int row, int col);

  /** The rows of a matrix. */
  double[][] matrix(int argument);

  /** The rows of a frame as texts, null where a cell is missing. */
  String[][] frame(int argument);

  /** The names of the columns of a frame. */
  String[] names(int argument);

  void result(int result, double value);

  void result(int result, long value);

  void result(int result, boolean value);

  void result(int result, String value);

  /** A matrix by its rows, which must be of equal length. */
  void result(int result, double[][] rows);

  /** A matrix by its cells, row after row. */
  void result(int result, int rows, int cols, double[] cells);

  /** A frame of text columns by its rows; null is a missing cell. */
  void result(int result, String[] names, String[][] rows);
}
