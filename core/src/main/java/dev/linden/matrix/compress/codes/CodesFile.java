package dev.linden.matrix.compress.codes;

import dev.linden.base.InputError;
import dev.linden.matrix.compress.wire.GroupsInput;
import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.IOException;

/** Codes in files, spill files and on the wire; what does not make sense is an error. */
public final class CodesFile {
  private static final int CONSTANT = 0;
  private static final int DENSE = 1;
  private static final int SPARSE = 2;
  private static final int RUNS = 3;

  /**
   * Of codes that take no bytes in a dictionary there may be more than rows, but not any number.
   */
  private static final int MOST_UNUSED = 1 << 24;

  private CodesFile() {}

  public static void write(Codes codes, GroupsOutput out) throws IOException {
    out.putByte(kind(codes));
    out.putInt(codes.size());
    codes.write(out);
  }

  private static int kind(Codes codes) {
    if (codes instanceof ConstantCodes) {
      return CONSTANT;
    }
    return codes instanceof DenseCodes ? DENSE : codes instanceof SparseCodes ? SPARSE : RUNS;
  }

  public static Codes read(GroupsInput in, int rows) throws IOException {
    int kind = in.takeByte();
    int size = in.takeInt();
    if (size < 0 || size == 0 && rows > 0 || size > Math.max(rows, MOST_UNUSED)) {
      throw new InputError("a compressed matrix has a group with " + size + " codes");
    }
    if (kind == CONSTANT && size != 1) {
      throw new InputError("a compressed matrix has a constant group with " + size + " codes");
    }
    return switch (kind) {
      case CONSTANT -> new ConstantCodes(rows);
      case DENSE -> DenseCodes.read(in, rows, size);
      case SPARSE -> readSparse(in, rows, size);
      case RUNS -> readRuns(in, rows, size);
      default -> throw new InputError("a compressed matrix has codes of the kind " + kind);
    };
  }

  private static Codes readSparse(GroupsInput in, int rows, int size) throws IOException {
    Pairs pairs = Pairs.read(in, rows, size);
    boolean isDefault = false;
    for (int code : pairs.codes) {
      isDefault |= code == 0;
    }
    if (isDefault) {
      throw new InputError("a compressed matrix lists a row of the default tuple");
    }
    return SparseCodes.of(rows, size, pairs.rows, pairs.codes, pairs.rows.length);
  }

  private static Codes readRuns(GroupsInput in, int rows, int size) throws IOException {
    Pairs pairs = Pairs.read(in, rows, size);
    boolean valid =
        rows == 0 ? pairs.rows.length == 0 : pairs.rows.length > 0 && pairs.rows[0] == 0;
    if (!valid) {
      throw new InputError("a compressed matrix has runs that do not begin at its first row");
    }
    return new RunCodes(rows, pairs.rows, DenseCodes.of(pairs.codes, size));
  }

  /** Ascending rows, each with a code. */
  private record Pairs(int[] rows, int[] codes) {
    static Pairs read(GroupsInput in, int rowCount, int size) throws IOException {
      int count = in.takeInt();
      if (count < 0 || count > rowCount) {
        throw new InputError(
            "a compressed matrix lists " + count + " of " + rowCount + " rows of a group");
      }
      in.expect(2L * count, Integer.BYTES);
      Pairs pairs = new Pairs(new int[count], new int[count]);
      int last = -1;
      for (int p = 0; p < count; p++) {
        int row = in.takeInt();
        if (row <= last || row >= rowCount) {
          throw new InputError("a compressed matrix lists row " + row + " behind row " + last);
        }
        pairs.rows[p] = row;
        pairs.codes[p] = Narrow.checked(in.takeInt(), size);
        last = row;
      }
      return pairs;
    }
  }
}
