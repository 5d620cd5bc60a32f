package dev.linden.matrix.compress.operator;

import dev.linden.matrix.compress.codes.CodeTile;
import dev.linden.matrix.compress.codes.Codes;
import java.util.ArrayList;
import java.util.List;

/**
 * Groups that have a table of rows of {@code n} cells, one for each tuple, in passes: as many
 * groups together as have their tables in the second-level cache. Groups of few listed rows pass by
 * themselves.
 */
final class TablePasses {
  /** Cells of the tables of a pass: 512 KB. */
  private static final long MOST_CELLS = 1 << 16;

  /** Codes of a pass: 16 KB for a tile of rows. */
  private static final int MOST_GROUPS = 64;

  private final int n;
  private final int rows;
  private final List<List<Codes>> passes = new ArrayList<>();
  private final List<int[]> members = new ArrayList<>();
  private final List<Codes> listed = new ArrayList<>();
  private final List<Integer> listedMembers = new ArrayList<>();

  /**
   * @param zeroFirst whether nothing is to be done for rows that have tuple 0
   */
  TablePasses(List<Codes> groups, boolean[] zeroFirst, int n, int rows) {
    this.n = n;
    this.rows = rows;
    List<Codes> pass = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    long cells = 0;
    for (int g = 0; g < groups.size(); g++) {
      Codes codes = groups.get(g);
      if (zeroFirst[g] && codes.isListed()) {
        listed.add(codes);
        listedMembers.add(g);
        continue;
      }
      long own = (long) codes.size() * n;
      if (!pass.isEmpty() && (cells + own > MOST_CELLS || pass.size() == MOST_GROUPS)) {
        close(pass, numbers);
        cells = 0;
      }
      pass.add(codes);
      numbers.add(g);
      cells += own;
    }
    close(pass, numbers);
  }

  private void close(List<Codes> pass, List<Integer> numbers) {
    if (!pass.isEmpty()) {
      passes.add(List.copyOf(pass));
      members.add(numbers.stream().mapToInt(g -> g).toArray());
      pass.clear();
      numbers.clear();
    }
  }

  /** Whether every row is looked at by some group. */
  boolean seeAllRows() {
    return !passes.isEmpty();
  }

  /** What one thread needs to go through rows, with tables of its own or shared ones. */
  final class Walk {
    private final List<CodeTile> tiles = new ArrayList<>();
    private final double[][][] passTables;
    private final double[][] tables;

    Walk(double[][] tables) {
      this.tables = tables;
      passTables = new double[passes.size()][][];
      for (int p = 0; p < passTables.length; p++) {
        tiles.add(new CodeTile(passes.get(p), n, rows));
        int[] numbers = members.get(p);
        passTables[p] = new double[numbers.length][];
        for (int g = 0; g < numbers.length; g++) {
          passTables[p][g] = tables[numbers[g]];
        }
      }
    }

    /** Rows {@code [start, end)} of {@code out} get the rows of their tuples added. */
    void add(int start, int end, double[] out, int at) {
      for (int p = 0; p < passTables.length; p++) {
        tiles.get(p).add(passTables[p], start, end, out, at);
      }
      for (int g = 0; g < listed.size(); g++) {
        listed.get(g).addListedRows(tables[listedMembers.get(g)], n, start, end, out, at);
      }
    }

    /** Rows {@code [start, end)} of {@code a} are added to those of their tuples. */
    void collect(double[] a, int at, int start, int end) {
      for (int p = 0; p < passTables.length; p++) {
        tiles.get(p).collect(a, at, start, end, passTables[p]);
      }
      for (int g = 0; g < listed.size(); g++) {
        listed.get(g).collectListedRows(a, at, n, start, end, tables[listedMembers.get(g)]);
      }
    }
  }
}
