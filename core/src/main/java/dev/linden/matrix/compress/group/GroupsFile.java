package dev.linden.matrix.compress.group;

import dev.linden.base.InputError;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Plain;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.CodesFile;
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.DictionaryForm;
import dev.linden.matrix.compress.wire.GroupsInput;
import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Groups in files, spill files and on the wire.
 *
 * <pre>
 *   groups = count:int group*
 *   group  = width:int columns:int* kind:byte (codes dictionary | cells)
 * </pre>
 *
 * <p>What is read must make sense: every column in one group, codes that the dictionary has.
 */
public final class GroupsFile {
  private static final int CODED = 0;
  private static final int DENSE = 1;
  private static final int SPARSE = 2;

  private GroupsFile() {}

  public static void write(List<Group> groups, DictionaryForm form, GroupsOutput out)
      throws IOException {
    out.putInt(groups.size());
    for (Group group : groups) {
      out.putInt(group.width());
      out.putInts(group.columns(), group.width());
      if (group instanceof CodedGroup coded) {
        out.putByte(CODED);
        CodesFile.write(coded.codes(), out);
        form.write(coded.dictionary(), out);
      } else {
        write(((PlainGroup) group).cells(), out);
      }
    }
  }

  private static void write(Plain cells, GroupsOutput out) throws IOException {
    if (cells instanceof Dense dense) {
      out.putByte(DENSE);
      for (int p = 0; p < dense.panelCount(); p++) {
        out.putDoubles(dense.panel(p), dense.panel(p).length);
      }
      return;
    }
    Csr csr = (Csr) cells;
    int nnz = (int) csr.nnz();
    out.putByte(SPARSE);
    out.putInts(csr.rowStarts(), csr.rows() + 1);
    out.putInts(csr.columns(), nnz);
    out.putDoubles(csr.values(), nnz);
  }

  /** The groups of a matrix of this size. */
  public static List<Group> read(int rows, int cols, DictionaryForm form, GroupsInput in)
      throws IOException {
    int count = in.takeInt();
    if (count < 0 || count > cols) {
      throw new InputError("a compressed matrix has " + count + " groups of " + cols + " columns");
    }
    in.expect(cols, Integer.BYTES);
    List<Group> groups = new ArrayList<>(count);
    BitSet seen = new BitSet(cols);
    for (int g = 0; g < count; g++) {
      int[] columns = readColumns(in, cols, seen);
      groups.add(readGroup(in, rows, columns, form));
    }
    if (seen.cardinality() != cols) {
      throw new InputError(
          "a compressed matrix has " + cols + " columns, but groups of " + seen.cardinality());
    }
    return groups;
  }

  private static int[] readColumns(GroupsInput in, int cols, BitSet seen) throws IOException {
    int width = in.takeInt();
    if (width <= 0 || width > cols) {
      throw new InputError("a compressed matrix has a group of " + width + " columns");
    }
    int[] columns = in.takeInts(width);
    int last = -1;
    for (int column : columns) {
      if (column <= last || column >= cols || seen.get(column)) {
        throw new InputError("a compressed matrix has column " + column + " out of order");
      }
      seen.set(column);
      last = column;
    }
    return columns;
  }

  private static Group readGroup(GroupsInput in, int rows, int[] columns, DictionaryForm form)
      throws IOException {
    int kind = in.takeByte();
    switch (kind) {
      case CODED -> {
        Codes codes = CodesFile.read(in, rows);
        Dictionary dictionary = form.read(in, codes.size(), columns.length);
        return new CodedGroup(columns, codes, dictionary);
      }
      case DENSE -> {
        in.expect((long) rows * columns.length, Double.BYTES);
        Dense dense = Dense.zeros(rows, columns.length);
        for (int p = 0; p < dense.panelCount(); p++) {
          in.takeDoubles(dense.panel(p));
        }
        return new PlainGroup(columns, dense);
      }
      case SPARSE -> {
        in.expect(rows + 1L, Integer.BYTES);
        int[] starts = in.takeInts(rows + 1);
        int nnz = starts[rows];
        if (nnz < 0 || nnz > (long) rows * columns.length) {
          throw new InputError("a compressed matrix has a group with " + nnz + " non-zeros");
        }
        int[] places = in.takeInts(nnz);
        double[] values = in.takeDoubles(nnz);
        return new PlainGroup(columns, Csr.checked(rows, columns.length, starts, places, values));
      }
      default -> throw new InputError("a compressed matrix has a group of the kind " + kind);
    }
  }
}
