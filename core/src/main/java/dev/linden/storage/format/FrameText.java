package dev.linden.storage.format;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.ColumnType;
import dev.linden.storage.text.ByteText;

/** Cells of frames as text, for formats in which a line ends a row or a cell. */
public final class FrameText {
  private FrameText() {}

  /** Adds a cell that is not missing. */
  public static void add(ByteText text, Column column, int row, FileFormat format) {
    if (column.type() == ColumnType.FP64) {
      text.add(column.number(row));
    } else {
      String value = column.text(row);
      checkLine(value, format);
      text.add(value);
    }
  }

  /** Refuses a text that would not be read as it was written. */
  public static void checkLine(String value, FileFormat format) {
    if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
      throw new InputError(
          "a frame with a line break in a cell can't be written in format \""
              + format.word()
              + "\"; use \"binary\"");
    }
  }
}
