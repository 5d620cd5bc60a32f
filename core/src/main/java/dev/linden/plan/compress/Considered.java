package dev.linden.plan.compress;

import dev.linden.matrix.compress.plan.Workload;
import dev.linden.op.Info;

/**
 * A matrix that a loop reads, and what the compiler makes of it.
 *
 * @param info what is known of it in the loop
 * @param whyNot why nothing in front of the loop compresses it; null: an operator there decides
 */
record Considered(String variable, Info info, Workload workload, String whyNot) {
  boolean mayBeCompressed() {
    return whyNot == null;
  }

  /** {@code always}: whether it pays or not. */
  String text(boolean always) {
    String size = info.size().known() ? " " + info.size().shape() : "";
    String what =
        whyNot != null ? "not: " + whyNot : (always ? "for " : "if it pays for ") + workload;
    return variable + size + ": " + what;
  }
}
