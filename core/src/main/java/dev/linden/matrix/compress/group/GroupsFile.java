package dev.linden.matrix.compress.group;

import dev.linden.base.InputError;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Plain;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.CodesFile;
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.DictionaryFile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Groups in spill files and on the wire.
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

  public static void write(List<Group> groups, DataOutput out) throws IOException {
    out.writeInt(groups.size());
    for (Group group : groups) {
      out.writeInt(group.width());
      for (int column : group.columns()) {
        out.writeInt(column);
      }
      if (group instanceof CodedGroup coded) {
        out.writeByte(CODED);
        CodesFile.write(coded.codes(), out);
        DictionaryFile.write(coded.dictionary(), out);
      } else {
        write(((PlainGroup) group).cells(), out);
      }
    }
  }

  private static void write(Plain cells, DataOutput out) throws IOException {
    if (cells instanceof Dense dense) {
      out.writeByte(DENSE);
      for (int p = 0; p < dense.panelCount(); p++) {
        write(dense.panel(p), dense.panel(p).length, out);
      }
      return;
    }
    Csr csr = (Csr) cells;
    int nnz = (int) csr.nnz();
    out.writeByte(SPARSE);
    write(csr.rowStarts(), csr.rows() + 1, out);
    write(csr.columns(), nnz, out);
    write(csr.values(), nnz, out);
  }

  private static void write(int[] numbers, int n, DataOutput out) throws IOException {
    for (int k = 0; k < n; k++) {
      out.writeInt(numbers[k]);
    }
  }

  private static void write(double[] cells, int n, DataOutput out) throws IOException {
    for (int k = 0; k < n; k++) {
      out.writeLong(Double.doubleToRawLongBits(cells[k]));
    }
  }

  /** The groups of a matrix of this size. */
  public static List<Group> read(int rows, int cols, DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > cols) {
      throw new InputError("a compressed matrix has " + count + " groups of " + cols + " columns");
    }
    List<Group> groups = new ArrayList<>(count);
    BitSet seen = new BitSet(cols);
    for (int g = 0; g < count; g++) {
      int[] columns = readColumns(in, cols, seen);
      groups.add(readGroup(in, rows, columns));
    }
    if (seen.cardinality() != cols) {
      throw new InputError(
          "a compressed matrix has " + cols + " columns, but groups of " + seen.cardinality());
    }
    return groups;
  }

  private static int[] readColumns(DataInput in, int cols, BitSet seen) throws IOException {
    int width = in.readInt();
    if (width <= 0 || width > cols) {
      throw new InputError("a compressed matrix has a group of " + width + " columns");
    }
    int[] columns = readInts(in, width);
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

  private static Group readGroup(DataInput in, int rows, int[] columns) throws IOException {
    int kind = in.readByte();
    switch (kind) {
      case CODED -> {
        Codes codes = CodesFile.read(in, rows);
        Dictionary dictionary = DictionaryFile.read(in, codes.size(), columns.length);
        return new CodedGroup(columns, codes, dictionary);
      }
      case DENSE -> {
        Dense dense = Dense.zeros(rows, columns.length);
        for (int p = 0; p < dense.panelCount(); p++) {
          double[] panel = dense.panel(p);
          for (int k = 0; k < panel.length; k++) {
            panel[k] = Double.longBitsToDouble(in.readLong());
          }
        }
        return new PlainGroup(columns, dense);
      }
      case SPARSE -> {
        int[] starts = readInts(in, rows + 1);
        int nnz = starts[rows];
        if (nnz < 0 || nnz > (long) rows * columns.length) {
          throw new InputError("a compressed matrix has a group with " + nnz + " non-zeros");
        }
        int[] places = readInts(in, nnz);
        double[] values = new double[nnz];
        for (int k = 0; k < nnz; k++) {
          values[k] = Double.longBitsToDouble(in.readLong());
        }
        return new PlainGroup(columns, Csr.checked(rows, columns.length, starts, places, values));
      }
      default -> throw new InputError("a compressed matrix has a group of the kind " + kind);
    }
  }

  private static int[] readInts(DataInput in, int count) throws IOException {
    int[] numbers = new int[count];
    for (int k = 0; k < count; k++) {
      numbers[k] = in.readInt();
    }
    return numbers;
  }
}
