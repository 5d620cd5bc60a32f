package dev.linden.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * The distributed part of a plan as text: the operators that run on Spark with their lines in the
 * script, in the control flow they stand in. All the rest of the plan is local.
 */
public final class SparkExplain {
  private SparkExplain() {}

  public static String of(Plan plan) {
    List<String> lines = new ArrayList<>();
    plan.functions()
        .values()
        .forEach(f -> lines.addAll(titled("FUNCTION " + f.signature().name(), blocks(f.body()))));
    lines.addAll(titled("MAIN", blocks(plan.main())));
    return lines.isEmpty() ? "nothing runs on Spark\n" : String.join("\n", lines) + "\n";
  }

  private static List<String> blocks(Plan.Body body) {
    return blocks(body.blocks(), body);
  }

  /** Nothing if there is nothing under the title. */
  private static List<String> titled(String title, List<String> content) {
    if (content.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add(title);
    content.forEach(line -> lines.add("  " + line));
    return lines;
  }

  private static List<String> blocks(List<PlanBlock> blocks, Plan.Body body) {
    List<String> lines = new ArrayList<>();
    for (PlanBlock block : blocks) {
      if (block instanceof PlanBlock.Straight b) {
        lines.addAll(instructions(b.instructions(), body));
      } else if (block instanceof PlanBlock.If b) {
        lines.addAll(instructions(b.predicate(), body));
        lines.addAll(titled("IF (line " + b.span().line() + ")", blocks(b.then(), body)));
        lines.addAll(titled("ELSE (line " + b.span().line() + ")", blocks(b.otherwise(), body)));
      } else if (block instanceof PlanBlock.While b) {
        List<String> inside = new ArrayList<>(instructions(b.predicate(), body));
        inside.addAll(blocks(b.body(), body));
        lines.addAll(titled("WHILE (line " + b.span().line() + ")", inside));
      } else {
        PlanBlock.For b = (PlanBlock.For) block;
        lines.addAll(instructions(b.bounds(), body));
        String kind = b.parallel() ? "PARFOR" : "FOR";
        lines.addAll(titled(kind + " (line " + b.span().line() + ")", blocks(b.body(), body)));
      }
    }
    return lines;
  }

  /** Temporaries have numbers that say nothing. */
  private static String operand(int slot, Plan.Body body) {
    boolean temporary = body.literals().get(slot) == null && body.slotNames().get(slot) == null;
    return temporary ? "_" : Explain.slot(slot, body);
  }

  private static List<String> instructions(List<Instruction> instructions, Plan.Body body) {
    List<String> lines = new ArrayList<>();
    for (Instruction instruction : instructions) {
      if (instruction instanceof Instruction.Compute c && c.exec().isOnSpark()) {
        StringBuilder text = new StringBuilder(c.op().name());
        for (int slot : c.inputs()) {
          text.append(slot == Instruction.NONE ? "" : " " + operand(slot, body));
        }
        String result =
            c.results().isEmpty() || !c.results().get(0).isMatrix()
                ? ""
                : " -> " + c.results().get(0).size().shape();
        String method = c.exec().method().label();
        lines.add(
            c.span().line() + ": " + text + result + (method.isEmpty() ? "" : " [" + method + "]"));
      }
    }
    return lines;
  }
}
