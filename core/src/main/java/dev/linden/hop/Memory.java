package dev.linden.hop;

import dev.linden.op.Environment;
import dev.linden.op.Footprint;
import dev.linden.op.Info;
import dev.linden.op.Size;
import java.util.List;

/** Worst-case bytes of hops; what is not known counts as infinite. */
public final class Memory {
  public static final double UNKNOWN = Footprint.UNKNOWN;

  private Memory() {}

  /** A value in the larger of the representations that it may have. */
  public static double of(Info info) {
    return Footprint.of(info);
  }

  public static double of(Size size) {
    return Footprint.of(size);
  }

  /** {@link #ofOperation(Hop, Environment, int)} on one thread. */
  public static double ofOperation(Hop hop, Environment environment) {
    return ofOperation(hop, environment, 1);
  }

  /** Inputs, intermediates and outputs of an operation together. */
  public static double ofOperation(Hop hop, Environment environment, int threads) {
    double sum = 0;
    for (Hop input : hop.inputs()) {
      sum += input == null ? 0 : of(input.info());
    }
    if (hop instanceof Hop.Compute compute) {
      return sum
          + Footprint.ofCall(
              compute.op(),
              SizePropagation.call(compute.op(), compute.inputs(), compute.names(), environment),
              compute.results(),
              threads);
    }
    List<Info> results = hop instanceof Hop.Invoke invoke ? invoke.results() : List.of(hop.info());
    for (Info result : results) {
      sum += of(result);
    }
    return sum;
  }
}
