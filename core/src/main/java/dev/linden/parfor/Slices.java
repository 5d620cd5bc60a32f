package dev.linden.parfor;

import java.io.Serializable;

/**
 * The rows (or columns) of a matrix that iterations take: the one with the value v of the loop
 * variable takes {@code width} of them from {@code stride * v + offset} on, counted from 1. No two
 * iterations take the same.
 *
 * @param cut the last slice ends with the matrix, however short it is
 */
public record Slices(boolean byRow, long stride, long offset, long width, boolean cut)
    implements Serializable {
  /** The row (or column) whose number the loop variable is. */
  public static Slices single(boolean byRow) {
    return new Slices(byRow, 1, 0, 1, false);
  }

  public long first(long value) {
    return stride * value + offset;
  }

  /** {@code lines}: rows (or columns) of the matrix. */
  public long last(long value, long lines) {
    long last = first(value) + width - 1;
    return cut ? Math.min(last, lines) : last;
  }

  /** Whether an iteration takes something, and nothing beyond the matrix. */
  public boolean exists(long value, long lines) {
    return first(value) >= 1 && first(value) <= lines && last(value, lines) <= lines;
  }

  /** As plans show it. */
  public String text() {
    String lines = byRow ? "row" : "column";
    return width == 1 ? lines : "blocks of " + width + " " + lines + "s";
  }
}
