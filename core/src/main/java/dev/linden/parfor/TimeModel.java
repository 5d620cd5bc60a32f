package dev.linden.parfor;

import dev.linden.hop.Hop;
import dev.linden.hop.Memory;
import dev.linden.op.Info;

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

  /** Of products, factorisations and the like; other operations are bound by memory. */
  static double flops(Hop.Compute call) {
    return call.op().flops(call.operands(), call.results());
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
    Info part = node.call.op().part(node.call.operands(), node.call.results());
    return part == null ? node.memory : 2 * Memory.of(part);
  }

  private static double weight(PlanNode child) {
    return switch (child.type) {
      case PARFOR, FOR -> child.iterations < 0 ? UNKNOWN_ITERATIONS : child.iterations;
      case WHILE -> UNKNOWN_ITERATIONS;
      case IF, FUNCTION, BLOCK, OPERATION -> 1;
    };
  }
}
