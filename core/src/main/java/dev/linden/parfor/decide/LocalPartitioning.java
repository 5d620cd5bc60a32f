package dev.linden.parfor.decide;

import dev.linden.lang.ParforOptions;
import dev.linden.lang.ParforOptions.DataPartitioner;
import dev.linden.matrix.Formats;
import dev.linden.op.Size;
import dev.linden.parfor.Slices;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which matrices get a transposed copy in this process. Columns of a matrix in memory lie
 * scattered: to take one is to visit all of it. Where a loop takes many, the copy has them in one
 * piece.
 *
 * @param columns the variables
 * @param bytes of all copies, which workers share
 */
record LocalPartitioning(List<String> columns, double bytes) {
  static final LocalPartitioning NONE = new LocalPartitioning(List.of(), 0);

  /** Bytes of a matrix below which its columns are near enough. */
  private static final double LEAST_PARTITIONED = 1 << 20;

  /** Columns to take, as a share of all, from which a transposed copy pays. */
  private static final double COLUMNS_TO_PAY = 1;

  static LocalPartitioning of(PlanNode.Loop loop, double budget) {
    ParforOptions options = loop.source().options();
    DataPartitioner wanted = options.dataPartitioner();
    boolean untouched = wanted == null && options.optimization() == ParforOptions.Optimization.NONE;
    if (wanted == DataPartitioner.NONE || untouched) {
      return NONE;
    }
    Estimates estimates = Estimates.of(loop);
    List<String> columns = new ArrayList<>();
    double copies = 0;
    for (Map.Entry<String, AccessPatterns.Access> found :
        AccessPatterns.of(loop.source()).entrySet()) {
      String variable = found.getKey();
      double bytes = estimates.bytesOf(variable);
      double room = budget - estimates.unshared() - copies - bytes;
      boolean pays =
          bytes >= LEAST_PARTITIONED
              && Estimates.taken(variable, loop) >= COLUMNS_TO_PAY * estimates.cols(variable);
      if (takesDenseColumns(found.getValue()) && room > 0 && (wanted != null || pays)) {
        copies += bytes;
        columns.add(variable);
      }
    }
    return new LocalPartitioning(columns, copies);
  }

  private static boolean takesDenseColumns(AccessPatterns.Access access) {
    Slices slices = access.slices();
    return !slices.byRow() && slices.width() == 1 && isDense(access.size());
  }

  private static boolean isDense(Size size) {
    return size.known()
        && (!size.nnzKnown() || !Formats.sparse(size.rows(), size.cols(), size.nnz()));
  }

  List<String> notes() {
    return columns.stream()
        .map(variable -> "data partitioner: " + variable + " by column, in memory")
        .toList();
  }
}
