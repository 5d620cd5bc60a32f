package dev.linden.fuse.select;

import dev.linden.hop.Hop;
import dev.linden.hop.NameFlow;
import dev.linden.op.Naming;
import java.io.Serializable;
import java.util.List;

/**
 * How the results of a fused operator are called, by the names of its operands: as the operators
 * would call them that it stands for.
 */
record ResultNames(List<Naming> rows, List<Naming> cols) implements Serializable {
  static ResultNames of(List<Hop> roots, List<Hop> operands) {
    NameFlow flow = NameFlow.ofOperator(operands);
    return new ResultNames(
        roots.stream().map(root -> flow.of(root, Naming.Axis.ROWS)).toList(),
        roots.stream().map(root -> flow.of(root, Naming.Axis.COLS)).toList());
  }
}
