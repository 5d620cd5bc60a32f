package dev.linden.matrix.compress.plan;

import dev.linden.matrix.compress.codes.DenseCodes;
import dev.linden.matrix.compress.codes.RunCodes;
import dev.linden.matrix.compress.codes.SparseCodes;
import dev.linden.matrix.compress.encode.ValueCodes;
import dev.linden.matrix.compress.operator.Costs;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Some columns as one group, as far as a sample tells. */
final class Candidate {
  /** Pairs of codes that are numbered in a table. */
  private static final int LARGEST_TABLE = 1 << 14;

  /** Every so many rows of a sample are a first look at it. */
  private static final int SOME = 8;

  /**
   * How much a tuple counts when groups are to be joined, compared with what it takes: products
   * have a row of a table for each.
   */
  private static final double WEIGHT_OF_TUPLE = 3;

  /** Objects and array heads of a group. */
  private final double overhead;

  private final int[] columns;
  private final long rows;
  private final int[] codes;
  private final BitSet changes;
  private final double distinct;
  private final int inSample;
  private final double bytes;
  private final double cost;
  private final double visited;

  /**
   * Whether tuples are all zeros but for one column, as far as the sample tells: none is stored.
   */
  private final boolean units;

  /** Rows that are listed in sparse codes, and runs, each in one group. */
  private final double listed;

  private final double runs;

  /** Where these columns as groups of their own take fewer bytes; else this one alone. */
  private final List<Candidate> parts;

  private Candidate(
      double overhead,
      int[] columns,
      long rows,
      int[] codes,
      int inSample,
      BitSet changes,
      boolean units,
      List<Candidate> parts) {
    this.units = units;
    this.overhead = overhead;
    this.columns = columns;
    this.rows = rows;
    this.codes = codes;
    this.inSample = inSample;
    this.changes = changes;
    int[] frequencies = new int[inSample];
    for (int code : codes) {
      frequencies[code]++;
    }
    distinct = DistinctEstimate.of(frequencies, rows);
    int mostFrequent = 0;
    for (int frequency : frequencies) {
      mostFrequent = Math.max(mostFrequent, frequency);
    }
    double sample = Math.max(1, codes.length);
    listed = rows * (1 - mostFrequent / sample);
    runs = 1 + rows * (changes.cardinality() / sample);
    double together = cost(columns.length, withUnseen(distinct), listed, runs, units);
    double apart = parts.stream().mapToDouble(part -> part.cost).sum();
    boolean split = !parts.isEmpty() && apart <= together;
    cost = split ? apart : together;
    bytes =
        split
            ? parts.stream().mapToDouble(part -> part.bytes).sum()
            : bytes(columns.length, distinct, listed, runs, units);
    visited = split ? parts.stream().mapToDouble(part -> part.visited).sum() : codesVisited();
    this.parts = split ? parts : List.of();
  }

  /** One column. */
  static Candidate of(double overhead, int column, long rows, double[] cells, BitSet changes) {
    ValueCodes known = new ValueCodes();
    int[] codes = new int[cells.length];
    for (int s = 0; s < cells.length; s++) {
      codes[s] = known.code(cells[s]);
    }
    boolean flag = known.size() <= 2 && Arrays.stream(cells).anyMatch(x -> x == 0);
    return new Candidate(
        overhead, new int[] {column}, rows, codes, known.size(), changes, flag, List.of());
  }

  /** The columns of both as one group. */
  Candidate with(Candidate other) {
    int[] both = new int[columns.length + other.columns.length];
    System.arraycopy(columns, 0, both, 0, columns.length);
    System.arraycopy(other.columns, 0, both, columns.length, other.columns.length);
    Arrays.sort(both);
    int[] pairs = new int[codes.length];
    int found = pairs(other, pairs);
    BitSet either = (BitSet) changes.clone();
    either.or(other.changes);
    boolean oneOfAll = units && other.units && found < inSample + other.inSample;
    return new Candidate(
        overhead, both, rows, pairs, found, either, oneOfAll, List.of(this, other));
  }

  /** The columns as one group, whatever they take apart. */
  Candidate undivided() {
    return parts.isEmpty()
        ? this
        : new Candidate(overhead, columns, rows, codes, inSample, changes, units, List.of());
  }

  /** Numbers the pairs of codes in the sample, and tells how many there are. */
  private int pairs(Candidate other, int[] pairs) {
    long possible = (long) inSample * other.inSample;
    if (possible > LARGEST_TABLE) {
      ValueCodes known = new ValueCodes();
      for (int s = 0; s < pairs.length; s++) {
        pairs[s] = known.code((long) codes[s] << 32 | other.codes[s]);
      }
      return known.size();
    }
    int[] table = new int[(int) possible];
    int found = 0;
    for (int s = 0; s < pairs.length; s++) {
      int pair = codes[s] * other.inSample + other.codes[s];
      if (table[pair] == 0) {
        table[pair] = ++found;
      }
      pairs[s] = table[pair] - 1;
    }
    return found;
  }

  private double bytes(
      int width, double tuples, double rowsListed, double stretches, boolean unitsOnly) {
    double inCodes =
        Math.min(
            DenseCodes.bytes(rows, tuples),
            Math.min(
                SparseCodes.bytes(rows, rowsListed, tuples), RunCodes.bytes(stretches, tuples)));
    double stored = unitsOnly ? 0 : Double.BYTES * tuples * width;
    return (tuples <= 1 ? 0 : inCodes) + stored + overhead;
  }

  /** Tuples that no row of the sample has are a guess, and of several columns mostly too low. */
  private double withUnseen(double tuples) {
    return Math.min(rows, tuples + Math.max(0, tuples - inSample));
  }

  private double cost(
      int width, double tuples, double rowsListed, double stretches, boolean unitsOnly) {
    return bytes(width, tuples, rowsListed, stretches, unitsOnly)
        + (WEIGHT_OF_TUPLE - 1) * Double.BYTES * tableCells(width, tuples, unitsOnly);
  }

  /** What a product has to look at for tuples, stored or not. */
  private static double tableCells(int width, double tuples, boolean unitsOnly) {
    return tuples * (unitsOnly ? 1 : width);
  }

  private double codesVisited() {
    double dense = DenseCodes.bytes(rows, distinct);
    double sparse = SparseCodes.bytes(rows, listed, distinct);
    boolean inRuns = RunCodes.bytes(runs, distinct) < Math.min(dense, sparse);
    return distinct <= 1 ? 0 : inRuns ? runs : sparse < dense ? Costs.LISTED * listed : rows;
  }

  int[] columns() {
    return columns;
  }

  /** Distinct tuples, estimated. */
  double distinct() {
    return distinct;
  }

  /** Cells of all tuples. */
  double tuples() {
    return tableCells(columns.length, distinct, units);
  }

  /** Bytes of the group, or of the groups that it is better split into. */
  double bytes() {
    return bytes;
  }

  /** What tells whether groups are better joined. */
  double cost() {
    return cost;
  }

  /** Codes that a product looks at. */
  double visited() {
    return visited;
  }

  /**
   * Whether both in one group may cost less than apart. Tuples are at least those of either, and
   * those of some rows of the sample, so no pair is left out that would be joined.
   */
  boolean mayJoin(Candidate other) {
    double least = Math.max(distinct, other.distinct);
    return leastCost(other, least) < cost + other.cost
        && leastCost(other, Math.max(least, someTuples(other))) < cost + other.cost;
  }

  private double leastCost(Candidate other, double tuples) {
    int width = columns.length + other.columns.length;
    return cost(
        width,
        tuples,
        Math.max(listed, other.listed),
        Math.max(runs, other.runs),
        units && other.units);
  }

  /** Distinct tuples of both in every so many rows of the sample. */
  private int someTuples(Candidate other) {
    long possible = (long) inSample * other.inSample;
    if (possible > LARGEST_TABLE) {
      return 1;
    }
    long[] met = new long[(int) (possible >> 6) + 1];
    for (int s = 0; s < codes.length; s += SOME) {
      int pair = codes[s] * other.inSample + other.codes[s];
      met[pair >> 6] |= 1L << pair;
    }
    int tuples = 0;
    for (long bits : met) {
      tuples += Long.bitCount(bits);
    }
    return tuples;
  }

  /** Distinct tuples of the sample. */
  int inSample() {
    return inSample;
  }

  /** The groups that this stands for. */
  List<Candidate> groups() {
    return parts.isEmpty()
        ? List.of(this)
        : parts.stream().flatMap(part -> part.groups().stream()).toList();
  }
}
