package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.ProductOps;
import dev.linden.op.Size;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What operators tell about their operands once they have succeeded: after {@code R[i,] = x} the
 * variable x has one row and the columns of R, after {@code A %*% B} the columns of A are the rows
 * of B. Holds behind the DAG only; inside it the operators still have to check.
 */
final class SizeConstraints {
  private final Facts facts;

  /** Variables that have a value of the DAG when it has ended. */
  private final Map<Hop, String> variables = new IdentityHashMap<>();

  private SizeConstraints(Facts facts) {
    this.facts = facts;
  }

  static void apply(Dag dag, Facts facts) {
    SizeConstraints constraints = new SizeConstraints(facts);
    Map<String, Hop> bound = DagView.finalValues(dag);
    bound.forEach((variable, hop) -> constraints.variables.put(hop, variable));
    List<Hop> nodes = DagView.operandsFirst(dag);
    for (Hop hop : nodes) {
      if (hop instanceof Hop.Read read && !bound.containsKey(read.variable())) {
        constraints.variables.put(hop, read.variable());
      }
    }
    nodes.forEach(constraints::learn);
  }

  private void learn(Hop hop) {
    if (!(hop instanceof Hop.Compute call)) {
      return;
    }
    if (call.op() == ProductOps.MATMULT) {
      Hop left = call.inputs().get(0);
      Hop right = call.inputs().get(1);
      learn(left, -1, right.info().size().rows());
      learn(right, left.info().size().cols(), -1);
    } else if (call.op() == IndexOps.ASSIGN && call.info().isMatrix()) {
      Size target = call.inputs().get(0).info().size();
      learn(call.inputs().get(1), count(call, 2, target.rows()), count(call, 4, target.cols()));
    }
  }

  /** How many positions the bounds of an index select, or -1. */
  private static long count(Hop.Compute index, int from, long dimension) {
    if (index.inputs().get(from) == null) {
      return dimension;
    }
    return index.inputs().get(from + 1) == null ? 1 : -1;
  }

  private void learn(Hop hop, long rows, long cols) {
    String variable = variables.get(hop);
    if (variable == null || !hop.info().isMatrix()) {
      return;
    }
    Info known = facts.get(variable);
    Info info = known == null ? hop.info() : known;
    Info more = Facts.both(info, Info.matrix(rows, cols));
    if (!more.equals(info)) {
      facts.refine(variable, more);
    }
  }
}
