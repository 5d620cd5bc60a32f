package dev.linden.plan;

import dev.linden.hop.Memory;
import dev.linden.op.Environment;
import dev.linden.op.Footprint;
import dev.linden.op.Info;
import dev.linden.op.KnownCall;
import dev.linden.op.Op;
import java.util.List;

/** The estimate of an operation for operands that are at hand. */
public final class OperationMemory {
  private OperationMemory() {}

  /** Bytes of operands, intermediates and results together; infinite if a size is unknown. */
  public static double of(Op op, List<Info> operands, List<String> names, Environment environment) {
    KnownCall call = new KnownCall(op, operands, names, environment);
    double sum = Footprint.ofCall(op, call, op.infer(call), 1);
    for (Info operand : operands) {
      sum += Memory.of(operand);
    }
    return sum;
  }

  /** {@code 24B}, {@code 1.5MB}, {@code ?} when unknown. */
  public static String text(double bytes) {
    return Explain.bytes(bytes);
  }
}
