package dev.linden.api;

/**
 * One call of an {@link ExternalFunction}: its arguments and the places of its results, both
 * counted from 0 in the order of the declaration. Arguments have their declared types; to ask for
 * another one is an error. Arrays that are handed out or in belong to the function: the engine
 * copies.
 */
public interface ExternalCall extends ExternalValues {
  /** The name of the function in the script. */
  String function();

  /** How many results the script declares. */
  int results();

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
