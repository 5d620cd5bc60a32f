package dev.linden.matrix.compress;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.dictionary.DictionaryForm;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.GroupsFile;
import dev.linden.matrix.compress.plan.Planner;
import dev.linden.matrix.compress.wire.GroupsInput;
import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Compresses what a sample says gets smaller; writes and reads groups. */
public final class CompressedPacking implements Packing {
  static final CompressedPacking INSTANCE = new CompressedPacking();

  @Override
  public String name() {
    return "compressed";
  }

  @Override
  public Matrix pack(Plain matrix, Workers workers) {
    Scheme scheme = Planner.plan(matrix, workers);
    if (scheme == null) {
      return matrix;
    }
    CompressedMatrix compressed = CompressedMatrix.compress(matrix, scheme, workers);
    return compressed.bytes() < matrix.bytes() ? compressed : matrix;
  }

  static void write(CompressedMatrix matrix, DataOutput out) throws IOException {
    write(matrix, DictionaryForm.WHOLE, out);
  }

  /** With dictionaries as {@link #read(int, int, DictionaryForm, DataInput)} finds them. */
  public static void write(CompressedMatrix matrix, DictionaryForm form, DataOutput out)
      throws IOException {
    GroupsOutput numbers = new GroupsOutput(out);
    numbers.putInt(matrix.rows());
    numbers.putInt(matrix.cols());
    numbers.putByte(matrix.isSparse() ? 1 : 0);
    GroupsFile.write(matrix.groups(), form, numbers);
    numbers.finish();
  }

  @Override
  public Packed read(int rows, int cols, DataInput in) throws IOException {
    return read(rows, cols, in, Long.MAX_VALUE);
  }

  @Override
  public Packed read(int rows, int cols, DataInput in, long most) throws IOException {
    return read(rows, cols, DictionaryForm.WHOLE, new GroupsInput(in, most));
  }

  public static CompressedMatrix read(int rows, int cols, DictionaryForm form, DataInput in)
      throws IOException {
    return read(rows, cols, form, new GroupsInput(in, Long.MAX_VALUE));
  }

  private static CompressedMatrix read(int rows, int cols, DictionaryForm form, GroupsInput numbers)
      throws IOException {
    int ownRows = numbers.takeInt();
    int ownCols = numbers.takeInt();
    if (ownRows != rows || ownCols != cols) {
      throw new InputError(
          String.format(
              "expected a %dx%d compressed matrix, found %dx%d", rows, cols, ownRows, ownCols));
    }
    boolean sparse = numbers.takeByte() != 0;
    List<Group> groups = GroupsFile.read(rows, cols, form, numbers);
    numbers.finish();
    return CompressedMatrix.of(rows, cols, groups, sparse, Workers.serial());
  }
}
