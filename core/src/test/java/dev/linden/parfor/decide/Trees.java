package dev.linden.parfor.decide;

import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.op.Info;
import dev.linden.plan.distribute.Cluster;
import dev.linden.testkit.Hops;
import java.util.List;
import java.util.Map;

/** Plan trees of small loops, and machines to run them. */
final class Trees {
  static final double MB = 1 << 20;
  static final long GB = 1L << 30;

  /** Four executors with two cores and 0.7 GB for operations each. */
  static final Machine CLUSTER =
      new Machine(4, 100 * MB, new Cluster(4, 2, 2 * GB, 0.5, 0.3, GB, 1000));

  private Trees() {}

  /** The first parfor loop of a script. */
  static PlanNode.Loop of(String dml, Map<String, Info> inputs) {
    HopProgram program = Hops.sized(dml, inputs);
    for (HopBlock block : program.main()) {
      if (block instanceof HopBlock.For loop && loop.parallel()) {
        return PlanTree.of(loop, program.functions(), null);
      }
    }
    throw new IllegalArgumentException("no parfor in " + dml);
  }

  /** {@code parfor (i in 1:iterations, options) R[i,1] = expression}, with a matrix X. */
  static PlanNode.Loop over(Info x, int iterations, String expression, String options) {
    return of(
        "R = matrix(0, "
            + iterations
            + ", 1)\nparfor (i in 1:"
            + iterations
            + options
            + ") { R[i,1] = "
            + expression
            + " }\nprint(sum(R))",
        Map.of("X", x));
  }

  static PlanNode.Loop over(Info x, int iterations, String expression) {
    return over(x, iterations, expression, "");
  }

  static Degree workers(int number, double budget) {
    return new Degree(number, 1, budget, null, 1, List.of());
  }
}
