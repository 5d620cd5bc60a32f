package dev.linden.parfor.decide;

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
  private final Machine machine;
  private final TimeModel times;
  private final Environment environment;
  private final StringBuilder out = new StringBuilder();

  private ParforExplain(
      HopProgram program, Machine machine, TimeModel times, Environment environment) {
    this.program = program;
    this.machine = machine;
    this.times = times;
    this.environment = environment;
  }

  public static String of(
      HopProgram program, Machine machine, TimeModel times, Environment environment) {
    ParforExplain explain = new ParforExplain(program, machine, times, environment);
    program
        .functions()
        .values()
        .forEach(f -> explain.blocks(f.body(), "FUNCTION " + f.source().ref().name()));
    explain.blocks(program.main(), "MAIN");
    return explain.out.toString();
  }

  /** The decisions about a loop and those in it, without operations. */
  static String decisions(PlanNode.Loop loop) {
    StringBuilder text = new StringBuilder();
    loop.forEach(
        node -> {
          if (node instanceof PlanNode.Loop inner && inner.decision() != null) {
            text.append(text(inner)).append('\n');
            inner.decision().notes().forEach(note -> text.append("  * ").append(note).append('\n'));
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
          tree(1, Decisions.explain(loop, program.functions(), machine, times, environment));
        } else {
          blocks(loop.body(), where);
        }
      }
    }
  }

  private void tree(int depth, PlanNode node) {
    line(depth, text(node));
    if (node instanceof PlanNode.Loop loop && loop.decision() != null) {
      loop.decision().notes().forEach(note -> line(depth + 1, "* " + note));
    }
    node.children().forEach(child -> tree(depth + 1, child));
  }

  private static String text(PlanNode node) {
    if (node instanceof PlanNode.Operation operation) {
      return operation.label()
          + " ["
          + OperationMemory.text(operation.memory())
          + "]"
          + (operation.onSpark() ? " SPARK" : "");
    }
    return node.label() + (node instanceof PlanNode.Loop loop ? how(loop) : "");
  }

  private static String how(PlanNode.Loop loop) {
    String iterations = " N=" + (loop.iterations() < 0 ? "?" : loop.iterations());
    Decision decision = loop.decision();
    if (decision == null) {
      return iterations;
    }
    if (decision.degree().sequential() != null) {
      return iterations + " as FOR";
    }
    return iterations
        + " "
        + decision.strategy().word()
        + " k="
        + decision.degree().workers()
        + " tasks="
        + decision.tasks().text()
        + " merge="
        + decision.merge()
        + " budget="
        + OperationMemory.text(decision.degree().budget());
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }
}
