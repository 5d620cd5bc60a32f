package dev.linden.parfor.decide;

import dev.linden.hop.Hop;
import dev.linden.hop.Memory;
import dev.linden.op.Environment;
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

  /** Of one execution by itself; {@code environment} is for estimates of memory. */
  public final double seconds(Hop.Compute call, Environment environment) {
    Info part = call.op().part(call.operands(), call.results());
    double bytes = part == null ? Memory.ofOperation(call, environment) : 2 * Memory.of(part);
    return seconds(call, bytes);
  }

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
    if (node instanceof PlanNode.Operation operation) {
      return seconds(operation.call(), touched(operation));
    }
    double sum = SECONDS_PER_CALL;
    for (PlanNode child : node.children()) {
      sum += child.repeats() * secondsOf(child);
    }
    boolean half = node instanceof PlanNode.Nest nest && nest.kind() == PlanNode.Kind.IF;
    return half ? sum / 2 : sum;
  }

  /** Bytes read and written: indexing visits a part only, and writes it in place. */
  private static double touched(PlanNode.Operation operation) {
    Hop.Compute call = operation.call();
    Info part = call.op().part(call.operands(), call.results());
    return part == null ? operation.memory() : 2 * Memory.of(part);
  }
}
