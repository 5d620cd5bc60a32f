package dev.linden.matrix.compress.dictionary;

import dev.linden.base.InputError;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** Dictionaries in spill files and on the wire. */
public final class DictionaryFile {
  private static final int TUPLES = 0;
  private static final int UNITS = 1;
  private static final int INDICATOR = 2;

  private static final int MOST_CELLS = Integer.MAX_VALUE - 8;

  /**
   * Arrays grow as cells arrive: a damaged count meets the end of the file before that of memory.
   */
  private static final int STEP = 1 << 16;

  private DictionaryFile() {}

  public static void write(Dictionary dictionary, DataOutput out) throws IOException {
    if (dictionary instanceof Indicator indicator) {
      out.writeByte(indicator.isUnits() ? UNITS : INDICATOR);
      out.writeInt(indicator.shift());
      if (!indicator.isUnits()) {
        write(indicator.off(), out);
        write(indicator.on(), out);
      }
    } else {
      out.writeByte(TUPLES);
      write(dictionary.cells(), out);
    }
  }

  private static void write(double[] cells, DataOutput out) throws IOException {
    for (double x : cells) {
      out.writeLong(Double.doubleToRawLongBits(x));
    }
  }

  /** With so many tuples of so many cells. */
  public static Dictionary read(DataInput in, int size, int width) throws IOException {
    int kind = in.readByte();
    if (kind == TUPLES) {
      long cells = (long) size * width;
      if (cells > MOST_CELLS) {
        throw new InputError("a compressed matrix has a dictionary of " + cells + " cells");
      }
      return new Tuples(size, width, readCells(in, (int) cells));
    }
    if (kind != UNITS && kind != INDICATOR) {
      throw new InputError("a compressed matrix has a dictionary of the kind " + kind);
    }
    int shift = in.readInt();
    if (shift <= -width || shift > size) {
      throw new InputError("a compressed matrix has unit vectors shifted by " + shift);
    }
    return kind == UNITS
        ? Indicator.units(size, width, shift)
        : Indicator.of(size, shift, readCells(in, width), readCells(in, width));
  }

  private static double[] readCells(DataInput in, int count) throws IOException {
    double[] cells = new double[Math.min(count, STEP)];
    for (int k = 0; k < count; k++) {
      if (k == cells.length) {
        cells = Arrays.copyOf(cells, (int) Math.min(count, 2L * k));
      }
      cells[k] = Double.longBitsToDouble(in.readLong());
    }
    return cells;
  }
}
