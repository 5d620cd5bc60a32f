package dev.linden.spark.mlcontext;

/** How a data frame or RDD stands for the value of a variable. */
public final class Format {
  /** What an element is. */
  enum Kind {
    ROW,
    CELL,
    FRAME_ROW,
    BY_TYPE
  }

  /** Rows of a matrix; texts are comma-separated numbers. */
  public static final Format ROWS = new Format(Kind.ROW, -1, -1);

  /**
   * Cells of a matrix: row and column, counted from 1, and value. The largest row and column are
   * the size; cells that are given twice are added.
   */
  public static final Format IJV = new Format(Kind.CELL, -1, -1);

  /** Rows of a frame. */
  public static final Format FRAME = new Format(Kind.FRAME_ROW, -1, -1);

  /** A frame if a data frame has columns that are no numbers, else rows of a matrix. */
  static final Format BY_TYPE = new Format(Kind.BY_TYPE, -1, -1);

  private final Kind kind;
  private final long rows;
  private final long cols;

  private Format(Kind kind, long rows, long cols) {
    this.kind = kind;
    this.rows = rows;
    this.cols = cols;
  }

  /** {@link #IJV} of a matrix of this size. */
  public static Format ijv(long rows, long cols) {
    return new Format(Kind.CELL, rows, cols);
  }

  Kind kind() {
    return kind;
  }

  /** -1 if not known. */
  long rows() {
    return rows;
  }

  long cols() {
    return cols;
  }
}
