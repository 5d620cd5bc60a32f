package dev.linden.matrix.compress.encode;

import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.ConstantCodes;
import dev.linden.matrix.compress.dictionary.Tuples;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Brings a matrix into the groups of a scheme. */
public final class Encoder {
  /** Columns that are read together: a cache line of each row. */
  private static final int STRIPE = 8;

  /** Rows of which the cells of such columns are read one column after the other: 32 KB. */
  private static final int BAND = 512;

  private Encoder() {}

  /** Groups of all columns; the matrix has rows. */
  public static List<Group> encode(Plain matrix, Scheme scheme, Workers workers) {
    return groups(matrix, scheme, columns(matrix, scheme, workers), workers);
  }

  /**
   * The same for a block of a matrix: a coded group for each of the scheme, in that order, then the
   * rest if there is any.
   */
  static List<Group> encodeBlock(Plain block, Scheme scheme, Workers workers) {
    CodedColumn[] columns = columns(block, scheme, workers);
    List<Group> groups = new ArrayList<>();
    for (int[] wanted : scheme.coded()) {
      CodedColumn all = combined(wanted, columns);
      Tuples tuples = new Tuples(all.codes().size(), wanted.length, all.tuples());
      groups.add(new CodedGroup(wanted, all.codes(), tuples));
    }
    if (scheme.rest().length > 0) {
      groups.add(new PlainGroup(scheme.rest(), Rest.of(block, scheme.rest(), workers)));
    }
    return groups;
  }

  /** By column; null for those that stay plain. */
  private static CodedColumn[] columns(Plain matrix, Scheme scheme, Workers workers) {
    int[] coded = scheme.coded().stream().flatMapToInt(Arrays::stream).sorted().toArray();
    CodedColumn[] columns = new CodedColumn[matrix.cols()];
    if (matrix instanceof Dense dense) {
      encodeDense(dense, coded, scheme.mostDistinct(), columns, workers);
    } else {
      Csr csr = Formats.toCsr(matrix, workers);
      SparseColumns.encode(csr, coded, scheme.mostDistinct(), columns, workers);
    }
    return columns;
  }

  private static void encodeDense(
      Dense matrix, int[] coded, int mostDistinct, CodedColumn[] columns, Workers workers) {
    workers.forRanges(
        coded.length,
        STRIPE,
        (from, to) -> {
          ColumnCodes[] codes = new ColumnCodes[to - from];
          for (int k = 0; k < codes.length; k++) {
            codes[k] = new ColumnCodes(matrix.rows(), mostDistinct);
          }
          int next;
          for (int row = 0; row < matrix.rows(); row = next) {
            next = Math.min(matrix.panelEnd(row), row + Math.min(BAND, matrix.rows() - row));
            for (int k = 0; k < codes.length; k++) {
              int at = matrix.offset(row) + coded[from + k];
              codes[k].add(matrix.panelOf(row), at, matrix.cols(), next - row);
            }
          }
          for (int k = 0; k < codes.length; k++) {
            columns[coded[from + k]] = codes[k].finish();
          }
        });
  }

  private static List<Group> groups(
      Plain matrix, Scheme scheme, CodedColumn[] columns, Workers workers) {
    CodedGroup[] coded = new CodedGroup[scheme.coded().size()];
    workers.forRanges(
        coded.length, 1, (from, to) -> coded[from] = group(scheme.coded().get(from), columns));
    List<Group> groups = new ArrayList<>();
    List<CodedGroup> constant = new ArrayList<>();
    boolean[] done = new boolean[matrix.cols()];
    for (CodedGroup group : coded) {
      if (group == null) {
        continue;
      }
      for (int column : group.columns()) {
        done[column] = true;
      }
      if (group.codes() instanceof ConstantCodes) {
        constant.add(group);
      } else {
        groups.add(group);
      }
    }
    if (!constant.isEmpty()) {
      groups.add(constant(matrix.rows(), constant));
    }
    int[] rest = IntStream.range(0, done.length).filter(j -> !done[j]).toArray();
    if (rest.length > 0) {
      groups.add(new PlainGroup(rest, Rest.of(matrix, rest, workers)));
    }
    return groups;
  }

  /** The columns among these that have codes, as one group; null if there are none. */
  private static CodedGroup group(int[] wanted, CodedColumn[] columns) {
    int[] there = Arrays.stream(wanted).filter(j -> columns[j] != null).toArray();
    return there.length == 0 ? null : Finish.group(there, combined(there, columns));
  }

  /** Takes the columns. */
  private static CodedColumn combined(int[] wanted, CodedColumn[] columns) {
    CodedColumn all = columns[wanted[0]];
    columns[wanted[0]] = null;
    for (int k = 1; k < wanted.length; k++) {
      all = TupleCodes.combine(all, columns[wanted[k]]);
      columns[wanted[k]] = null;
    }
    return all;
  }

  /** All constant columns as one group. */
  private static CodedGroup constant(int rows, List<CodedGroup> groups) {
    int[] columns =
        groups.stream().flatMapToInt(g -> Arrays.stream(g.columns())).sorted().toArray();
    double[] tuple = new double[columns.length];
    for (CodedGroup group : groups) {
      for (int j = 0; j < group.width(); j++) {
        tuple[Arrays.binarySearch(columns, group.columns()[j])] = group.dictionary().value(0, j);
      }
    }
    return new CodedGroup(columns, new ConstantCodes(rows), new Tuples(1, tuple.length, tuple));
  }
}
