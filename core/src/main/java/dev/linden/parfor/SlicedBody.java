package dev.linden.parfor;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.op.IndexOps;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The body of a loop over a partitioned matrix: where it takes the slice of its iteration, {@code
 * X[i,]}, it finds that slice in the variable (P7).
 */
final class SlicedBody {
  private final String variable;

  private SlicedBody(String variable) {
    this.variable = variable;
  }

  /** The loop must take slices of the matrix by its own variable only. */
  static List<HopBlock> of(HopBlock.For loop, ShippedLoop.Sliced sliced) {
    return new SlicedBody(sliced.variable()).blocks(loop.body());
  }

  private List<HopBlock> blocks(List<HopBlock> blocks) {
    return blocks.stream().map(this::block).toList();
  }

  private HopBlock block(HopBlock block) {
    if (block instanceof HopBlock.Straight b) {
      return new HopBlock.Straight(dag(b.dag()), b.liveness(), b.span());
    } else if (block instanceof HopBlock.If b) {
      return new HopBlock.If(
          dag(b.predicate()), blocks(b.then()), blocks(b.otherwise()), b.liveness(), b.span());
    } else if (block instanceof HopBlock.While b) {
      return new HopBlock.While(dag(b.predicate()), blocks(b.body()), b.liveness(), b.span());
    }
    HopBlock.For b = (HopBlock.For) block;
    return new HopBlock.For(
        b.parallel(),
        b.variable(),
        dag(b.bounds()),
        b.stepped(),
        b.options(),
        blocks(b.body()),
        b.liveness(),
        b.span());
  }

  private Dag dag(Dag dag) {
    Map<Hop, Hop> done = new IdentityHashMap<>();
    List<Dag.Root> roots = new ArrayList<>();
    for (Dag.Root root : dag.roots()) {
      roots.add(root.with(rewritten(root.hop(), done)));
    }
    return new Dag(roots);
  }

  private Hop rewritten(Hop hop, Map<Hop, Hop> done) {
    Hop known = done.get(hop);
    if (known != null) {
      return known;
    }
    Hop result;
    if (hop instanceof Hop.Compute call
        && call.op() == IndexOps.INDEX
        && call.inputs().get(0) instanceof Hop.Read read
        && read.variable().equals(variable)) {
      result = new Hop.Read(variable, call.info(), call.span());
    } else {
      List<Hop> inputs = new ArrayList<>();
      for (Hop input : hop.inputs()) {
        inputs.add(input == null ? null : rewritten(input, done));
      }
      result = hop.withInputs(inputs);
    }
    done.put(hop, result);
    return result;
  }
}
