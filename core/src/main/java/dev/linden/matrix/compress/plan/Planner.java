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

  private Planner() {}

  /** Null if the matrix had better stay as it is. */
  public static Scheme plan(Plain matrix, Workers workers) {
    int cols = matrix.cols();
    boolean hopeless = matrix.isSparse() && matrix.nnz() < (long) LEAST_NON_ZEROS * cols;
    if (matrix.cells() == 0 || hopeless) {
      return null;
    }
    Sample sample = new Sample(matrix);
    OneOfK.Column[] columns = new OneOfK.Column[cols];
    workers.forRanges(
        cols,
        COLUMNS_PER_RANGE,
        (start, end) -> {
          for (int j = start; j < end; j++) {
            columns[j] = column(matrix, sample, j);
          }
        });
    double perNonZero = matrix.isSparse() ? Integer.BYTES + Double.BYTES : Double.BYTES;
    double plain = 0;
    double rest = 0;
    List<OneOfK.Column> worthwhile = new ArrayList<>();
    BitSet left = new BitSet();
    for (int j = 0; j < cols; j++) {
      double share = columns[j].nonZeros().cardinality() / (double) Math.max(1, sample.size());
      double bytes = perNonZero * matrix.rows() * (matrix.isSparse() ? share : 1);
      plain += bytes;
      if (columns[j].candidate().bytes() * LEAST_COLUMN_RATIO <= bytes || bytes == 0) {
        worthwhile.add(columns[j]);
      } else {
        left.set(j);
        rest += bytes;
      }
    }
    if (worthwhile.isEmpty() || rest * LEAST_RATIO > plain) {
      return null;
    }
    List<Candidate> groups =
        CoCoding.join(OneOfK.join(worthwhile)).stream()
            .flatMap(candidate -> candidate.groups().stream())
            .toList();
    double bytes = rest + groups.stream().mapToDouble(Candidate::bytes).sum();
    if (bytes * LEAST_RATIO > plain) {
      return null;
    }
    int[] plainColumns = IntStream.range(0, cols).filter(left::get).toArray();
    int mostDistinct = (int) Math.max(16, MOST_DISTINCT * matrix.rows());
    return new Scheme(
        groups.stream().map(Candidate::columns).toList(), plainColumns, mostDistinct, bytes);
  }

  private static OneOfK.Column column(Plain matrix, Sample sample, int j) {
    BitSet changes = new BitSet();
    double[] cells = sample.column(j, changes);
    BitSet nonZeros = new BitSet();
    IntStream.range(0, cells.length).filter(s -> cells[s] != 0).forEach(nonZeros::set);
    return new OneOfK.Column(Candidate.of(j, matrix.rows(), cells, changes), nonZeros);
  }
}
