package dev.linden.matrix.compress.plan;

import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.encode.Scheme;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Decides from a sample what becomes of the columns of a matrix. */
public final class Planner {
  /** How much smaller the groups must be than the matrix. */
  private static final double LEAST_RATIO = 1.3;

  /** And a coded column than the plain one. */
  private static final double LEAST_COLUMN_RATIO = 1.25;

  /** Columns with more values than this share of the rows are larger in codes. */
  private static final double MOST_DISTINCT = 0.3;

  /** A column with fewer non-zeros takes more for the group than for its cells. */
  private static final int LEAST_NON_ZEROS = 32;

  /** Columns whose facts one range finds. */
  private static final int COLUMNS_PER_RANGE = 4;

  private static final String TOO_LARGE = "groups are smaller by less than " + LEAST_RATIO;

  private static final Planned TOO_FEW = Planned.no("too few non-zeros in a column", 0);

  private Planner() {}

  /**
   * What a sample tells.
   *
   * @param scheme null if the matrix had better stay as it is
   */
  public record Planned(Scheme scheme, Decision decision) {
    static Planned no(String reason, double ratio) {
      return new Planned(null, Decision.no(reason, ratio));
    }
  }

  /** Null if the matrix had better stay as it is. */
  public static Scheme plan(Plain matrix, Workers workers) {
    return decide(matrix, workers).scheme();
  }

  /** A plan that makes the matrix smaller, or why there is none. */
  public static Planned decide(Plain matrix, Workers workers) {
    if (matrix.cells() == 0) {
      return Planned.no("no cells", 0);
    } else if (matrix.isSparse() && isHopeless(matrix.nnz(), matrix.cols())) {
      return TOO_FEW;
    }
    Planned atAGlance = Glance.refuses(matrix);
    return atAGlance != null ? atAGlance : decide(Sample.of(matrix), workers);
  }

  private static boolean isHopeless(long nonZeros, int cols) {
    return nonZeros < (long) LEAST_NON_ZEROS * cols;
  }

  /**
   * Why a matrix stays as it is, as far as the {@link SampledRows#few} show that; null if a proper
   * sample is to tell.
   *
   * @param pairs each of the rows before one beside it
   */
  public static Planned refusesPairs(Plain pairs) {
    return Glance.refusesPairs(pairs);
  }

  /** The same for a matrix of which there is only a sample. */
  public static Planned decide(Sample sample, Workers workers) {
    int cols = sample.cols();
    if (sample.isSparse() && isHopeless(sample.nonZeros(), cols)) {
      return TOO_FEW;
    }
    OneOfK.Column[] columns = new OneOfK.Column[cols];
    workers.forRanges(
        cols,
        COLUMNS_PER_RANGE,
        (start, end) -> {
          for (int j = start; j < end; j++) {
            columns[j] = column(sample, j);
          }
        });
    double perNonZero = sample.isSparse() ? Integer.BYTES + Double.BYTES : Double.BYTES;
    double plain = 0;
    double rest = 0;
    List<OneOfK.Column> worthwhile = new ArrayList<>();
    BitSet left = new BitSet();
    for (int j = 0; j < cols; j++) {
      double share = columns[j].nonZeros().cardinality() / (double) Math.max(1, sample.size());
      double bytes = perNonZero * sample.rows() * (sample.isSparse() ? share : 1);
      plain += bytes;
      if (columns[j].candidate().bytes() * LEAST_COLUMN_RATIO <= bytes || bytes == 0) {
        worthwhile.add(columns[j]);
      } else {
        left.set(j);
        rest += bytes;
      }
    }
    if (worthwhile.isEmpty() || isTooMuch(rest, plain)) {
      return tooFew(worthwhile.size(), cols, plain / rest);
    }
    List<Candidate> groups =
        Flags.join(
            CoCoding.join(OneOfK.join(worthwhile), workers).stream()
                .flatMap(candidate -> candidate.groups().stream())
                .toList());
    double bytes = rest + groups.stream().mapToDouble(Candidate::bytes).sum();
    if (isTooMuch(bytes, plain)) {
      return Planned.no(TOO_LARGE, plain / bytes);
    }
    int[] plainColumns = IntStream.range(0, cols).filter(left::get).toArray();
    int mostDistinct = (int) Math.max(16, MOST_DISTINCT * sample.rows());
    List<int[]> coded = groups.stream().map(Candidate::columns).toList();
    double visited = groups.stream().mapToDouble(Candidate::visited).sum();
    double tuples = groups.stream().mapToDouble(Candidate::tuples).sum();
    Scheme scheme = new Scheme(coded, plainColumns, mostDistinct, bytes, visited, tuples);
    return new Planned(scheme, Decision.yes("groups are smaller", plain / bytes));
  }

  static Planned tooFew(int worthwhile, int cols, double ratio) {
    return Planned.no(worthwhile + " of " + cols + " columns get smaller in codes", ratio);
  }

  /** Whether so many columns stay plain that the others don't matter. */
  static boolean isTooMuch(double rest, double plain) {
    return rest * LEAST_RATIO > plain;
  }

  private static OneOfK.Column column(Sample sample, int j) {
    BitSet changes = new BitSet();
    double[] cells = sample.column(j, changes);
    BitSet nonZeros = new BitSet();
    IntStream.range(0, cells.length).filter(s -> cells[s] != 0).forEach(nonZeros::set);
    return new OneOfK.Column(
        Candidate.of(sample.groupBytes(), j, sample.rows(), cells, changes), nonZeros);
  }
}
