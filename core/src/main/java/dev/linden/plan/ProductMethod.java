package dev.linden.plan;

import dev.linden.op.Footprint;
import dev.linden.op.Size;

/**
 * How a matrix product runs on a cluster (Boehm et al.: SystemML: Declarative Machine Learning on
 * Spark, table 1). Without a fitting pattern or broadcast, the choice is between two ways of
 * shuffling, by the bytes that move and the tasks that share them.
 */
public enum ProductMethod {
  /** The left operand goes to all executors. */
  MAPMM_LEFT("mapmm"),
  /** The right operand goes to all executors. */
  MAPMM_RIGHT("mapmm"),
  /** {@code t(X) %*% (w * (X %*% v))} in one pass over X; v and w go to all executors. */
  MAPMMCHAIN("mapmmchain"),
  /** {@code t(X) %*% X}, whose rows of blocks have one block each. */
  TSMM("tsmm"),
  /** {@code t(X) %*% Y} with one block per row in both: blocks of equal rows meet. */
  ZIPMM("zipmm"),
  /** Columns of blocks on the left meet rows of blocks on the right; partial products are added. */
  CPMM("cpmm"),
  /** For each block of the result, its row of blocks and its column of blocks meet. */
  RMM("rmm"),
  /** Rows of X where v is not zero; v goes to all executors. */
  PMM("pmm");

  private final String label;

  ProductMethod(String label) {
    this.label = label;
  }

  /** As in EXPLAIN. */
  public String label() {
    return label;
  }

  /**
   * What limits the choice.
   *
   * @param side rows and columns of a block
   * @param broadcast bytes that a broadcast may take
   * @param tasks that run at the same time
   */
  public record Limits(int side, double broadcast, int tasks) {}

  /**
   * For {@code L %*% R}, of known sizes.
   *
   * @param leftIsTransposed L is given as its transpose
   */
  public static ProductMethod choose(
      Size left, Size right, boolean leftIsTransposed, Limits limits) {
    double leftBytes = Footprint.of(left);
    double rightBytes = Footprint.of(right);
    Size result = Size.of(left.rows(), right.cols());
    if (Math.min(leftBytes, rightBytes) + blockOf(result, limits) <= limits.broadcast()) {
      return leftBytes < rightBytes ? MAPMM_LEFT : MAPMM_RIGHT;
    }
    if (leftIsTransposed && left.rows() <= limits.side() && right.cols() <= limits.side()) {
      return ZIPMM;
    }
    return crossCost(left, right, limits) <= replicationCost(left, right, limits) ? CPMM : RMM;
  }

  /** A task holds one block of the result at a time. */
  private static double blockOf(Size result, Limits limits) {
    return 8.0 * Math.min(result.rows(), limits.side()) * Math.min(result.cols(), limits.side());
  }

  private static double crossCost(Size left, Size right, Limits limits) {
    double common = blocks(left.cols(), limits);
    double partials =
        Footprint.dense(Size.of(left.rows(), right.cols())) * Math.min(common, limits.tasks());
    double tasks = Math.min(common, limits.tasks());
    return (Footprint.of(left) + Footprint.of(right) + partials) / tasks;
  }

  private static double replicationCost(Size left, Size right, Limits limits) {
    double rows = blocks(left.rows(), limits);
    double cols = blocks(right.cols(), limits);
    double tasks = Math.min(rows * cols, limits.tasks());
    return (Footprint.of(left) * cols + Footprint.of(right) * rows) / tasks;
  }

  private static double blocks(long cells, Limits limits) {
    return Math.max(1, Math.ceil((double) cells / limits.side()));
  }
}
