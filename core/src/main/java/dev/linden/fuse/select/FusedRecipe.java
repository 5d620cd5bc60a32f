package dev.linden.fuse.select;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.program.FusedProgram;
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
public record FusedRecipe(FusedProgram program, Bodies.Mode mode) implements Op.Recipe {
  @Override
  public Op make() {
    List<Info> results = new ArrayList<>();
    for (FusedProgram.Sink sink : program.sinks()) {
      results.add(
          sink instanceof FusedProgram.Fold ? Info.scalar(ValueType.DOUBLE) : Info.matrix());
    }
    return FusedOps.of(new FusedKernel(program, mode), results, false);
  }
}
