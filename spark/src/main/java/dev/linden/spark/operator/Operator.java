package dev.linden.spark.operator;

import dev.linden.op.Invocation;
import dev.linden.op.Op;

/** A distributed implementation of operators. */
public interface Operator {
  /**
   * Whether it can run this call; operands and results are matrices with cells. What is refused on
   * the executors runs on the driver, if it fits.
   */
  default boolean accepts(Op op, Invocation call, Session session) {
    return true;
  }

  void run(Op op, Invocation call, Session session);
}
