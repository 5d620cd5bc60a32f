package dev.linden.plan.cost;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.op.Op;
import dev.linden.op.Property;
import dev.linden.op.Size;
import java.util.HashSet;
import java.util.Set;

/** Which operators of a DAG write their result over an operand that nobody else needs. */
final class InPlace {
  private final DagView view;
  private final Set<String> assigned = new HashSet<>();
  private final Set<String> liveOut;

  /**
   * @param liveOut variables that are needed afterwards; null if all are
   */
  InPlace(Dag dag, Set<String> liveOut) {
    this.view = new DagView(dag, liveOut);
    this.liveOut = liveOut;
    dag.addAssigned(assigned);
  }

  boolean is(Hop.Compute call) {
    Op op = call.op();
    boolean can = op.has(Property.IN_PLACE) || op.hasCellFunction() || op.overwritable().length > 0;
    if (!can || call.info() == null || !call.info().isMatrix()) {
      return false;
    }
    Size size = call.info().size();
    for (Hop input : call.inputs()) {
      if (input != null
          && input.info() != null
          && input.info().isMatrix()
          && input.info().size().rows() == size.rows()
          && input.info().size().cols() == size.cols()
          && dies(input)) {
        return true;
      }
    }
    return false;
  }

  private boolean dies(Hop operand) {
    if (view.consumers(operand).stream().distinct().count() != 1) {
      return false;
    } else if (operand instanceof Hop.Read read) {
      return liveOut != null
          && (assigned.contains(read.variable()) || !liveOut.contains(read.variable()));
    }
    return !view.isNeeded(operand);
  }
}
