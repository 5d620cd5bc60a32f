package dev.linden.parfor;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.op.IndexOps;
import java.util.List;

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
      return b.with(dag(b.predicate()), blocks(b.body()));
    }
    HopBlock.For b = (HopBlock.For) block;
    return b.with(dag(b.bounds()), blocks(b.body()));
  }

  private Dag dag(Dag dag) {
    return dag.replacing(this::slice);
  }

  /** The variable in place of its slice; null for everything else. */
  private Hop slice(Hop hop) {
    return hop instanceof Hop.Compute call
            && call.op() == IndexOps.INDEX
            && call.inputs().get(0) instanceof Hop.Read read
            && read.variable().equals(variable)
        ? new Hop.Read(variable, call.info(), call.span())
        : null;
  }
}
