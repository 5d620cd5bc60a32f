package dev.linden.api;

/**
 * The arguments of a call, or the elements of a list among them, counted from 0. To ask for another
 * type than a value has is an error.
 */
public interface ExternalValues {
  /** How many there are. */
  int arguments();

  /** A value of type double, int or boolean; TRUE is 1. */
  double number(int argument);

  /** A value of type int, or another number truncated. */
  long integer(int argument);

  boolean flag(int argument);

  /** A scalar as text. */
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

  /** The elements of a list. */
  ExternalValues list(int argument);

  /**
   * The names of the elements of a list; empty if they have none. Elements are counted in the same
   * order.
   */
  String[] listNames(int argument);
}
