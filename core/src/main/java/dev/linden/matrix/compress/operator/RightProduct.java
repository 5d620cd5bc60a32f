package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.ByteTables;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.JoinedBits;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.rows.RowLoops;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * X %*% B: every tuple is multiplied with B once, and each row adds up the products of its tuples.
 * A block of rows of the result stays in the first-level cache while all groups add to it.
 */
final class RightProduct {
  /** Cells of such a block: 16 KB. */
  private static final int BLOCK_CELLS = 1 << 11;

  private static final int BLOCKS_PER_RANGE = 8;

  private final List<Codes> codes = new ArrayList<>();
  private final List<double[]> tables = new ArrayList<>();

  /** Of several columns; else null. */
  private final TablePasses passes;

  /** Groups that are looked up together if there is one column, and what they add. */
  private final List<JoinedBits> joined;

  private final List<double[]> joinedTables = new ArrayList<>();

  /** The groups that are not joined. */
  private final List<Codes> singleCodes = new ArrayList<>();

  private final List<double[]> singleTables = new ArrayList<>();

  /** For the coded groups; {@code b} has a row of {@code n} cells for each column of X. */
  RightProduct(List<Group> groups, double[] b, int n, int rows, boolean sparse) {
    for (Group group : groups) {
      if (group instanceof CodedGroup coded) {
        double[] own = Rows.at(b, n, group.columns());
        codes.add(coded.codes());
        tables.add(coded.dictionary().times(own, n, sparse));
      }
    }
    boolean[] zeroFirst = new boolean[codes.size()];
    for (int g = 0; g < zeroFirst.length; g++) {
      zeroFirst[g] = Rows.isZero(tables.get(g), n);
    }
    passes = n == 1 ? null : new TablePasses(codes, zeroFirst, n, rows);
    joined = n == 1 ? JoinedBits.of(codes) : List.of();
    BitSet isJoined = new BitSet();
    for (JoinedBits bits : joined) {
      joinedTables.add(bits.table(tables));
      Arrays.stream(bits.members()).forEach(isJoined::set);
    }
    for (int g = isJoined.nextClearBit(0); g < codes.size(); g = isJoined.nextClearBit(g + 1)) {
      singleCodes.add(codes.get(g));
      singleTables.add(tables.get(g));
    }
  }

  /** Adds the products of some rows. */
  interface Adder {
    void add(int start, int end, double[] out, int at);
  }

  /** For one thread. */
  Adder adder() {
    return passes != null
        ? passes.new Walk(tables.toArray(double[][]::new))::add
        : new ColumnAdder();
  }

  /** A column is added up group by group. */
  private final class ColumnAdder implements Adder {
    private byte[] scratch = {};

    @Override
    public void add(int start, int end, double[] out, int at) {
      ByteTables.add(singleCodes, singleTables, start, end, out, at);
      scratch = JoinedBits.room(scratch, end - start);
      for (int b = 0; b < joined.size(); b++) {
        joined.get(b).add(joinedTables.get(b), start, end, out, at, scratch);
      }
    }
  }

  /** The product; the dense B has a row for each column of X. */
  static Dense multiply(List<Group> groups, int rows, Dense b, boolean sparse, Workers workers) {
    int n = b.cols();
    RightProduct product = new RightProduct(groups, b.panel(0), n, rows, sparse);
    List<Dense> plain = new ArrayList<>();
    for (Group group : groups) {
      if (group instanceof PlainGroup rest) {
        double[] own = Rows.at(b.panel(0), n, group.columns());
        Matrix part = MatMult.multiply(rest.cells(), Dense.wrap(group.width(), n, own), workers);
        plain.add(Formats.toDense(part, workers));
      }
    }
    Dense result = plain.isEmpty() ? Dense.allocate(rows, n, workers) : plain.get(0);
    result.forgetNnz();
    int block = Math.max(16, BLOCK_CELLS / n);
    workers.forRanges(
        rows,
        block * BLOCKS_PER_RANGE,
        (start, end) -> {
          Adder adder = product.adder();
          Rows.stretches(
              result,
              start,
              end,
              block,
              (from, to) -> {
                double[] out = result.panelOf(from);
                int at = result.offset(from);
                for (int k = 1; k < plain.size(); k++) {
                  Dense term = plain.get(k);
                  RowLoops.add(term.panelOf(from), term.offset(from), out, at, (to - from) * n);
                }
                adder.add(from, to, out, at);
              });
        });
    return result;
  }
}
