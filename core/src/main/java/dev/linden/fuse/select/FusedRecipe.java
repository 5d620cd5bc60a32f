package dev.linden.fuse.select;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.skeleton.FusedKernel;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.List;

/**
 * How other machines get a fused operator: they get its program, and make a class of their own of
 * it, with the vector instructions that they have.
 */
public record FusedRecipe(String kind, FusedProgram program, ResultNames names, Bodies.Mode mode)
    implements Op.Recipe {
  @Override
  public Op make() {
    List<Info> results = new ArrayList<>();
    for (Sink sink : program.sinks()) {
      results.add(sink instanceof Sink.Fold ? Info.scalar(ValueType.DOUBLE) : Info.matrix());
    }
    return FusedOps.of(new FusedKernel(program, mode), kind, results, names, false);
  }
}
