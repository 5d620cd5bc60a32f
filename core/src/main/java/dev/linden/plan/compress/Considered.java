package dev.linden.plan.compress;

import dev.linden.hop.Hop;
import dev.linden.matrix.compress.plan.Workload;
import dev.linden.op.Info;

/**
 * A matrix that is read again and again, and what the compiler makes of it.
 *
 * @param info what is known of it
 * @param workload what is done with it; in one iteration, if it is read by a loop
 * @param iterations how often, as a number or an expression
 * @param whyNot why nothing compresses it; null: an operator decides when it runs
 */
record Considered(String variable, Info info, Workload workload, Hop iterations, String whyNot) {
  boolean mayBeCompressed() {
    return whyNot == null;
  }

  static Considered not(String variable, Info info, String why) {
    return new Considered(variable, info, Workload.NONE, null, why);
  }

  /** {@code always}: whether it pays or not. */
  String text(boolean always) {
    String size = info.size().known() ? " " + info.size().shape() : "";
    String what =
        whyNot != null
            ? "not: " + whyNot
            : (always ? "for " : "if it pays for ") + workload + times();
    return variable + size + ": " + what;
  }

  private String times() {
    if (iterations instanceof Hop.Literal literal) {
      return literal.value().asLong() == 1 ? "" : ", " + literal.value() + " times";
    }
    return ", as often as the loop runs";
  }
}
