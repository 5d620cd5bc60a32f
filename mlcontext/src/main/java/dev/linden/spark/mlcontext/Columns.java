package dev.linden.spark.mlcontext;

/** The columns of a data frame that holds a matrix. */
public enum Columns {
  /** {@code C1}, {@code C2}, ... of doubles. */
  DOUBLES(false, false),
  /** {@code __INDEX}, the number of the row from 1, and {@link #DOUBLES}. */
  INDEX_AND_DOUBLES(true, false),
  /** One column {@code C1} of vectors. */
  VECTOR(false, true),
  /** {@code __INDEX}, the number of the row from 1, and {@link #VECTOR}. */
  INDEX_AND_VECTOR(true, true);

  /** The name of the column with the number of the row. */
  public static final String INDEX = "__INDEX";

  private final boolean index;
  private final boolean vector;

  Columns(boolean index, boolean vector) {
    this.index = index;
    this.vector = vector;
  }

  boolean hasIndex() {
    return index;
  }

  boolean isVector() {
    return vector;
  }
}
