package dev.linden.parfor;

import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import dev.linden.plan.OperationMemory;
import java.util.List;

/**
 * The plan trees of all parfor loops of a program that are in no other one, as text. Sizes are
 * those that the compiler knows; when a loop runs, it is planned anew with those that it finds.
 */
public final class ParforExplain {
  private final HopProgram program;
  private final ParforOptimizer.Machine machine;
  private final TimeModel times;
  private final Environment environment;
  private final StringBuilder out = new StringBuilder();

  private ParforExplain(
      HopProgram program,
      ParforOptimizer.Machine machine,
      TimeModel times,
      Environment environment) {
    this.program = program;
    this.machine = machine;
    this.times = times;
    this.environment = environment;
  }

  public static String of(
      HopProgram program,
      ParforOptimizer.Machine machine,
      TimeModel times,
      Environment environment) {
    ParforExplain explain = new ParforExplain(program, machine, times, environment);
    program
        .functions()
        .values()
        .forEach(f -> explain.blocks(f.body(), "FUNCTION " + f.source().ref().name()));
    explain.blocks(program.main(), "MAIN");
    return explain.out.toString();
  }

  /** The decisions about a loop and those in it, without operations. */
  static String decisions(PlanNode loop) {
    StringBuilder text = new StringBuilder();
    loop.forEach(
        node -> {
          if (node.type == PlanNode.Type.PARFOR) {
            text.append(parfor(node)).append('\n');
            node.rewrites.forEach(rewrite -> text.append("  * ").append(rewrite).append('\n'));
          }
        });
    return text.toString();
  }

  private void blocks(List<HopBlock> blocks, String where) {
    for (HopBlock block : blocks) {
      if (block instanceof HopBlock.If b) {
        blocks(b.then(), where);
        blocks(b.otherwise(), where);
      } else if (block instanceof HopBlock.While b) {
        blocks(b.body(), where);
      } else if (block instanceof HopBlock.For loop) {
        if (loop.parallel()) {
          line(0, where);
          tree(1, ParforOptimizer.explain(loop, program.functions(), machine, times, environment));
        } else {
          blocks(loop.body(), where);
        }
      }
    }
  }

  private void tree(int depth, PlanNode node) {
    switch (node.type) {
      case PARFOR -> {
        line(depth, parfor(node));
        node.rewrites.forEach(rewrite -> line(depth + 1, "* " + rewrite));
      }
      case FOR -> line(depth, node.label + iterations(node));
      case OPERATION ->
          line(
              depth,
              node.label
                  + " ["
                  + OperationMemory.text(node.memory)
                  + "]"
                  + (node.execution == PlanNode.Execution.SPARK ? " SPARK" : ""));
      case WHILE, IF, FUNCTION, BLOCK -> line(depth, node.label);
    }
    node.children.forEach(child -> tree(depth + 1, child));
  }

  private static String parfor(PlanNode node) {
    if (node.sequential != null) {
      return node.label + iterations(node) + " as FOR";
    }
    return node.label
        + iterations(node)
        + " "
        + node.execution
        + " k="
        + node.workers
        + " tasks="
        + node.partitioner
        + (node.partitioner.needsSize() ? "(" + node.taskSize + ")" : "")
        + " merge="
        + node.merge
        + " budget="
        + OperationMemory.text(node.budget);
  }

  private static String iterations(PlanNode node) {
    return " N=" + (node.iterations < 0 ? "?" : node.iterations);
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }
}
