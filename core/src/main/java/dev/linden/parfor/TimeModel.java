package dev.linden.parfor;

import dev.linden.hop.Hop;
import dev.linden.hop.Memory;
import dev.linden.op.Distribution;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.Size;

/**
 * Average seconds of operations on one thread, from their sizes. Without a profile of the machine:
 * bytes moved and products computed at rates that any machine of today reaches.
 */
public class TimeModel {
  private static final double BYTES_PER_SECOND = 2e9;
  private static final double FLOPS_PER_SECOND = 2e9;
  private static final double SECONDS_PER_CALL = 3e-7;

  /** Of an operation whose size is not known. */
  private static final double UNKNOWN = 1e-3;

  /** In place of a number of iterations that is not known. */
  private static final double UNKNOWN_ITERATIONS = 10;

  /** The estimate of a single operation. */
  double seconds(Hop.Compute call, double bytes) {
    if (Double.isInfinite(bytes)) {
      return UNKNOWN;
    }
    return SECONDS_PER_CALL + bytes / BYTES_PER_SECOND + flops(call) / FLOPS_PER_SECOND;
  }

  /** Multiplications and additions of products; other operations are bound by memory. */
  static double flops(Hop.Compute call) {
    if (call.op().distribution() != Distribution.PRODUCT || call.inputs().size() < 2) {
      return 0;
    }
    Info left = call.inputs().get(0) == null ? null : call.inputs().get(0).info();
    Info result = call.info();
    if (left == null || !left.isMatrix() || result == null || !result.isMatrix()) {
      return 0;
    }
    Size a = left.size();
    Size c = result.size();
    return a.known() && c.known() ? 2.0 * a.rows() * a.cols() * c.cols() : 0;
  }

  /** One iteration of a loop, one execution of any other node (equation 6). */
  final double secondsOf(PlanNode node) {
    if (node.type == PlanNode.Type.OPERATION) {
      return seconds(node.call, touched(node));
    }
    double sum = SECONDS_PER_CALL;
    for (PlanNode child : node.children) {
      sum += weight(child) * secondsOf(child);
    }
    return node.type == PlanNode.Type.IF ? sum / 2 : sum;
  }

  /** Bytes read and written: indexing visits a part only, and writes it in place. */
  private static double touched(PlanNode node) {
    if (node.call.op() == IndexOps.INDEX) {
      return 2 * Memory.of(node.call.info());
    }
    return node.call.op() == IndexOps.ASSIGN
        ? 2 * Memory.of(node.call.inputs().get(1).info())
        : node.memory;
  }

  private static double weight(PlanNode child) {
    return switch (child.type) {
      case PARFOR, FOR -> child.iterations < 0 ? UNKNOWN_ITERATIONS : child.iterations;
      case WHILE -> UNKNOWN_ITERATIONS;
      case IF, FUNCTION, BLOCK, OPERATION -> 1;
    };
  }
}
