package dev.linden.parfor;

import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.KnownCall;
import dev.linden.op.Property;
import java.util.List;

/**
 * The body of a loop over a partitioned matrix: where it takes the slice of its iteration, {@code
 * X[i,]}, it finds that slice in the variable. What it asks about the shape is answered here.
 */
final class SlicedBody {
  private final ShippedLoop.Sliced sliced;

  private SlicedBody(ShippedLoop.Sliced sliced) {
    this.sliced = sliced;
  }

  /** The loop must take slices of the matrix by its own variable only. */
  static List<HopBlock> of(HopBlock.For loop, ShippedLoop.Sliced sliced) {
    SlicedBody body = new SlicedBody(sliced);
    return HopBlock.mapDags(loop.body(), dag -> dag.replacing(body::ofMatrix));
  }

  /** What stands for an operation on the sliced matrix; null for everything else. */
  private Hop ofMatrix(Hop hop) {
    if (!(hop instanceof Hop.Compute call)
        || call.inputs().isEmpty()
        || !(call.inputs().get(0) instanceof Hop.Read read)
        || !read.variable().equals(sliced.variable())) {
      return null;
    }
    if (call.op() == IndexOps.INDEX) {
      return new Hop.Read(sliced.variable(), call.info(), call.span());
    } else if (call.op().has(Property.ASKS_SHAPE)) {
      Info whole = Info.matrix(sliced.rows(), sliced.cols());
      Info answer = new KnownCall(call.op(), List.of(whole), List.of(), null).infer().get(0);
      return new Hop.Literal(answer.constant(), call.span());
    }
    return null; // in a branch that is not taken for matrices of this shape
  }
}
