package dev.linden.storage.pool;

import dev.linden.base.Bytes;
import dev.linden.base.ResourceError;

/** An operation needs more than the budget has; whoever knows the operation names it. */
public final class Shortage extends ResourceError {
  private static final long serialVersionUID = 1L;

  private final double operands;
  private final double more;
  private final long budget;

  Shortage(double operands, double more, long budget) {
    super(text("the operation", operands, more, budget));
    this.operands = operands;
    this.more = more;
    this.budget = budget;
  }

  /** The message with the name of the operator. */
  public String describe(String operator) {
    return text(operator, operands, more, budget);
  }

  static String text(String operator, double operands, double more, long budget) {
    return operator
        + " needs up to "
        + Bytes.text(operands + more)
        + " of memory ("
        + Bytes.text(operands)
        + " for its operands, "
        + Bytes.text(more)
        + " for results and intermediates), but the budget is "
        + Bytes.text(budget);
  }
}
