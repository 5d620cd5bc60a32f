package dev.linden.op;

import dev.linden.matrix.Formats;
import java.util.List;

/** Worst-case bytes of values and of calls; what is not known counts as infinite. */
public final class Footprint {
  public static final double UNKNOWN = Double.POSITIVE_INFINITY;

  /** Header, dimensions and references of a block. */
  private static final long BLOCK_OVERHEAD = 96;

  private static final int BYTES_PER_CELL = 8;
  private static final int BYTES_PER_NON_ZERO = 12;

  /** A row of an MCSR block: references, size, and the headers of its two arrays. */
  private static final int BYTES_PER_SPARSE_ROW = 52;

  /** Growing buffers for the columns of two sparse rows and their values, per non-zero. */
  private static final int MERGE_BYTES = 80;

  private Footprint() {}

  /** A value in the larger of the representations that it may have. */
  public static double of(Info info) {
    if (info == null || info.isScalar()) {
      return 0;
    }
    return info.isMatrix() ? of(info.size()) : UNKNOWN;
  }

  public static double of(Size size) {
    if (!size.known()) {
      return UNKNOWN;
    }
    double dense = dense(size);
    if (!size.nnzKnown() || size.cols() <= 1) {
      return dense;
    }
    // Growing rows may hold twice their non-zeros.
    double sparse =
        BLOCK_OVERHEAD
            + (double) size.rows() * BYTES_PER_SPARSE_ROW
            + 2.0 * size.nnz() * BYTES_PER_NON_ZERO;
    return Math.min(dense, sparse);
  }

  /** In the form in which a matrix with this many non-zeros is kept, without room to grow. */
  public static double least(Size size) {
    return isSparse(size) ? packed(size) : dense(size);
  }

  /** A matrix of that size with all its cells. */
  public static double dense(Size size) {
    return size.known()
        ? BLOCK_OVERHEAD + (double) size.rows() * size.cols() * BYTES_PER_CELL
        : UNKNOWN;
  }

  /** A number of bytes for each of a number of things, of which -1 are unknown. */
  static double times(double bytes, long count) {
    return count < 0 ? UNKNOWN : bytes * count;
  }

  /**
   * What a call needs at most besides its arguments: results, what the operator declares as its
   * scratch, and what kernels do in general.
   */
  public static double ofCall(Op op, CallSite call, List<Info> results, int threads) {
    double sum = op.scratchBytes(call, threads) + buffers(op, call, results, threads);
    for (Info result : results) {
      sum += of(result) + whileComputed(op, call, result);
    }
    return sum;
  }

  /**
   * What a call needs at most besides {@link #ofCall} because operands are packed: room to unpack
   * them, or some rows of them, transposed copies and tables where it multiplies.
   *
   * @param packed of each argument, null if it is no packed matrix
   */
  public static double ofPacked(
      Op op, List<Info> operands, List<MatrixValue.PackedBytes> packed, int threads) {
    double sum = 0;
    for (int i = 0; i < packed.size(); i++) {
      if (packed.get(i) != null) {
        sum += ofPacked(op, operands, i, packed.get(i), threads);
      }
    }
    return sum;
  }

  private static double ofPacked(
      Op op, List<Info> operands, int i, MatrixValue.PackedBytes packed, int threads) {
    GroupUse use = op.groupUse(i, operands);
    boolean all = use == GroupUse.PLAIN || use != GroupUse.TILES && op.mayUnpack();
    double sum = packed.working() + (all ? packed.unpacking() : packed.tile());
    Size size = operands.get(i).size();
    return switch (use) {
      case PLAIN, TILES, VALUES, ROWS -> sum;
      case SELF -> sum + packed.self() + threads * packed.selfPerThread();
      case RIGHT, CHAIN -> sum + ofProduct(operands, i, size.cols(), packed);
      case LEFT -> sum + ofProduct(operands, i, size.rows(), packed);
    };
  }

  /** By the sides of other operands that do not meet the packed one. */
  private static double ofProduct(
      List<Info> operands, int packed, long inner, MatrixValue.PackedBytes bytes) {
    double columns = operands.size() == 1 ? operands.get(packed).size().rows() : 0;
    double copies = 0;
    for (int k = 0; k < operands.size(); k++) {
      Info other = operands.get(k);
      if (k != packed && other != null && other.isMatrix() && other.size().known()) {
        Size size = other.size();
        copies += 2 * of(other);
        columns = Math.max(columns, size.rows() == inner ? size.cols() : 0);
        columns = Math.max(columns, size.cols() == inner ? size.rows() : 0);
      }
    }
    return bytes.working() + copies + columns * bytes.perColumn(); // sums for tuples, of each range
  }

  /** Packed copies of sparse operands, and vectors as long as a row or a column. */
  private static double buffers(Op op, CallSite call, List<Info> results, int threads) {
    boolean cellwise = op.has(Property.CELLWISE);
    boolean gathersColumn = !cellwise && !isScalarAggregate(op, results);
    double packed = 0;
    double longestRow = 0;
    double longestColumn = 0;
    double mergedRow = 0;
    int matrices = 0;
    for (int i = 0; i < call.count(); i++) {
      if (!call.has(i) || !call.in(i).isMatrix() || !call.in(i).size().known()) {
        continue;
      }
      Size size = call.in(i).size();
      matrices++;
      boolean sparse = isSparse(size);
      if (sparse) {
        packed += packed(size);
        mergedRow += Math.min(size.cols(), size.nnz());
      }
      if (sparse || !cellwise || size.rows() == 1) {
        longestRow = Math.max(longestRow, size.cols());
      }
      if (gathersColumn) {
        longestColumn = Math.max(longestColumn, size.rows());
      }
    }
    int rowBuffers = cellwise && packed == 0 ? (matrices > 1 ? 1 : 0) : 3;
    double merging = matrices > 1 ? MERGE_BYTES * mergedRow : 0;
    return packed
        + threads * (rowBuffers * BYTES_PER_CELL * longestRow + merging)
        + BYTES_PER_CELL * longestColumn;
  }

  /** Sums of ranges of cells and the like: nothing is as long as a column. */
  private static boolean isScalarAggregate(Op op, List<Info> results) {
    return op.has(Property.AGGREGATES) && results.stream().allMatch(Info::isScalar);
  }

  /** The form in which a result is computed may be another one than that in which it is kept. */
  private static double whileComputed(Op op, CallSite call, Info result) {
    if (!result.isMatrix() || !result.size().known()) {
      return 0;
    }
    Size size = result.size();
    if (isSparse(size)) {
      boolean stays = holdsDenseCellsOf(call, size);
      boolean vector = op.has(Property.AGGREGATES) && size.rows() == 1;
      return stays || vector ? dense(size) : 2 * packed(size);
    }
    // Computed with all its cells, it may turn out to be sparse enough for a packed form.
    boolean mayBePacked = size.cols() > 1 && size.cells() >= Formats.SMALLEST_SPARSE;
    boolean generated = op.distribution() == Distribution.GENERATE;
    return mayBePacked && !generated && !op.has(Property.REORGANIZES)
        ? Formats.DENSEST_SPARSE * BYTES_PER_NON_ZERO / BYTES_PER_CELL * dense(size)
        : 0;
  }

  /** A column is stored with all its cells, however few of them are not zero. */
  private static boolean holdsDenseCellsOf(CallSite call, Size result) {
    for (int i = 0; i < call.count(); i++) {
      if (call.has(i) && call.in(i).isMatrix() && call.in(i).size().known()) {
        Size size = call.in(i).size();
        if (size.cols() == 1 && size.rows() == result.cells()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a matrix with this many non-zeros is certainly stored without its zeros. */
  public static boolean isSparse(Size size) {
    return size.known() && size.nnzKnown() && Formats.sparse(size.rows(), size.cols(), size.nnz());
  }

  /** A packed copy of what may be sparse, whatever is known about its non-zeros. */
  static double sparse(Size size) {
    double densest = 4.0 * size.rows() + Formats.DENSEST_SPARSE * BYTES_PER_NON_ZERO * size.cells();
    return size.nnzKnown() ? Math.min(packed(size), densest) : densest;
  }

  private static double packed(Size size) {
    return BLOCK_OVERHEAD + 4.0 * size.rows() + (double) BYTES_PER_NON_ZERO * size.nnz();
  }
}
