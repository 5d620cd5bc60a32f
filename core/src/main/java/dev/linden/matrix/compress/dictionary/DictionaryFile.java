package dev.linden.matrix.compress.dictionary;

import dev.linden.base.InputError;
import dev.linden.matrix.compress.wire.GroupsInput;
import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.IOException;

/** Dictionaries in files, spill files and on the wire. */
public final class DictionaryFile {
  private static final int TUPLES = 0;
  private static final int UNITS = 1;
  private static final int INDICATOR = 2;

  private static final int MOST_CELLS = Integer.MAX_VALUE - 8;

  private DictionaryFile() {}

  public static void write(Dictionary dictionary, GroupsOutput out) throws IOException {
    if (dictionary instanceof Indicator indicator) {
      out.putByte(indicator.isUnits() ? UNITS : INDICATOR);
      out.putInt(indicator.shift());
      if (!indicator.isUnits()) {
        out.putDoubles(indicator.off(), indicator.width());
        out.putDoubles(indicator.on(), indicator.width());
      }
    } else {
      out.putByte(TUPLES);
      out.putDoubles(dictionary.cells(), dictionary.cells().length);
    }
  }

  /** With so many tuples of so many cells. */
  public static Dictionary read(GroupsInput in, int size, int width) throws IOException {
    int kind = in.takeByte();
    if (kind == TUPLES) {
      long cells = (long) size * width;
      if (cells > MOST_CELLS) {
        throw new InputError("a compressed matrix has a dictionary of " + cells + " cells");
      }
      return new Tuples(size, width, in.takeDoubles((int) cells));
    }
    if (kind != UNITS && kind != INDICATOR) {
      throw new InputError("a compressed matrix has a dictionary of the kind " + kind);
    }
    int shift = in.takeInt();
    if (shift <= -width || shift > size) {
      throw new InputError("a compressed matrix has unit vectors shifted by " + shift);
    }
    return kind == UNITS
        ? Indicator.units(size, width, shift)
        : Indicator.of(size, shift, in.takeDoubles(width), in.takeDoubles(width));
  }
}
