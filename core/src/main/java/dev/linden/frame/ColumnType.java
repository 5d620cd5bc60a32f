package dev.linden.frame;

/** The type of all cells of a column. */
public enum ColumnType {
  STRING,
  BOOLEAN,
  INT32,
  INT64,
  FP32,
  FP64;

  public boolean isNumeric() {
    return this != STRING && this != BOOLEAN;
  }

  /** The narrowest type that holds all values of both. */
  public ColumnType join(ColumnType other) {
    if (this == other) {
      return this;
    }
    if (!isNumeric() || !other.isNumeric()) {
      return STRING;
    }
    boolean mixed = (this == INT64 && other == FP32) || (this == FP32 && other == INT64);
    // A long integer and a short float fit neither of the two types.
    return mixed ? FP64 : (compareTo(other) > 0 ? this : other);
  }
}
