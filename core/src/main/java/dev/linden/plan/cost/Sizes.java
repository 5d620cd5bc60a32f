package dev.linden.plan.cost;

import dev.linden.base.InputError;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopFactory;
import dev.linden.hop.Rebuild;
import dev.linden.op.Info;
import dev.linden.op.Naming;
import dev.linden.op.Size;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sizes of variables as a run finds them. What only the data tell is made up, so that what follows
 * from it has a size, too: as many rows as the first operand has, or a few; a few columns.
 */
final class Sizes {
  /** Groups, classes and the like. */
  private static final long FEW = 3;

  private final HopFactory factory;
  private final Set<String> madeUp;
  private final Map<String, Info> variables = new HashMap<>();

  /**
   * @param madeUp receives the operators whose results have sizes that were made up
   */
  Sizes(HopFactory factory, Set<String> madeUp) {
    this.factory = factory;
    this.madeUp = madeUp;
  }

  /** Null if nobody knows. */
  Info of(String variable) {
    return variables.get(variable);
  }

  void set(String variable, Info info) {
    if (info != null && info.isMatrix()) {
      variables.put(variable, info);
    }
  }

  void after(Dag dag) {
    for (Dag.Root root : dag.roots()) {
      if (root instanceof Dag.Bind bind) {
        set(bind.variable(), bind.hop().info());
      }
    }
  }

  /** The DAG with all sizes; as it is if it turns out to be impossible with these. */
  Dag known(Dag dag) {
    try {
      return Rebuild.copying((hop, inputs) -> known(factory.over(hop, inputs))).of(dag);
    } catch (InputError impossible) {
      return dag;
    }
  }

  private Hop known(Hop hop) {
    if (hop instanceof Hop.Read read && isUnknown(hop.info())) {
      Info info = variables.get(read.variable());
      return info == null ? hop : new Hop.Read(read.variable(), info, hop.span());
    } else if (hop instanceof Hop.Compute call) {
      List<Info> results = known(call, call.results());
      return results.equals(call.results())
          ? call
          : new Hop.Compute(
              call.op(),
              call.inputs(),
              call.names(),
              results,
              call.operatorSpan(),
              call.argumentSpans(),
              call.span());
    } else if (hop instanceof Hop.Result result && isUnknown(hop.info())) {
      return result.call() instanceof Hop.Compute call
          ? new Hop.Result(call, result.index(), call.results().get(result.index()))
          : hop;
    }
    return hop;
  }

  private static boolean isUnknown(Info info) {
    return info != null && info.isMatrix() && !(info.size().known() && info.size().nnzKnown());
  }

  private List<Info> known(Hop.Compute call, List<Info> results) {
    List<Info> all = new ArrayList<>();
    for (Info result : results) {
      if (result.isMatrix() && !result.size().known()) {
        madeUp.add(call.label());
        all.add(result.withSize(known(result.size(), call)));
      } else {
        all.add(result);
      }
    }
    return all;
  }

  /** As many as the first operand has, or as another one can mark. */
  private static long marked(Info first, Hop.Compute call) {
    long rows = first.size().rows();
    for (Info operand : call.operands()) {
      boolean marks =
          operand != null
              && operand.isMatrix()
              && operand.size().cols() == 1
              && operand.size().rows() == first.size().rows()
              && operand.size().nnzKnown();
      rows = marks ? Math.min(rows, Math.max(1, operand.size().nnz())) : rows;
    }
    return rows;
  }

  /** Rows that have names of their own are those of an operand, others are groups. */
  private static Size known(Size size, Hop.Compute call) {
    Info first = call.operands().isEmpty() ? null : call.operands().get(0);
    boolean rowsOfFirst =
        first != null
            && first.isMatrix()
            && first.size().rowsKnown()
            && call.op().naming(Naming.Axis.ROWS, 0) != Naming.NONE;
    long rows = size.rowsKnown() ? size.rows() : rowsOfFirst ? marked(first, call) : FEW;
    return Size.of(rows, size.colsKnown() ? size.cols() : FEW, size.nnz());
  }
}
