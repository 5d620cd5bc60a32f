package dev.linden.plan;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Memory;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Size;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Programs as text for people: the operator DAGs, and the plan made from them. */
public final class Explain {
  private final StringBuilder out = new StringBuilder();

  private Explain() {}

  // ---- operators

  /**
   * One line per operator, inputs before it: {@code (5) %*% (2)(4) 3x1 nnz<=3 [8B + 24B = 120B]}.
   * Memory is that of the result and of the whole operation.
   */
  public static String hops(HopProgram program, Environment environment) {
    Explain explain = new Explain();
    program
        .functions()
        .values()
        .forEach(
            f -> {
              explain.line(0, "FUNCTION " + f.source().ref().name());
              explain.hopBlocks(1, f.body(), environment);
            });
    explain.line(0, "MAIN");
    explain.hopBlocks(1, program.main(), environment);
    return explain.out.toString();
  }

  private void hopBlocks(int depth, List<HopBlock> blocks, Environment environment) {
    for (HopBlock block : blocks) {
      String lines = " (line " + block.span().line() + ")";
      if (block instanceof HopBlock.Straight straight) {
        line(depth, "BLOCK" + lines);
        dag(depth + 1, straight.dag(), environment);
      } else if (block instanceof HopBlock.If branch) {
        line(depth, "IF" + lines);
        dag(depth + 1, branch.predicate(), environment);
        hopBlocks(depth + 1, branch.then(), environment);
        if (!branch.otherwise().isEmpty()) {
          line(depth, "ELSE");
          hopBlocks(depth + 1, branch.otherwise(), environment);
        }
      } else if (block instanceof HopBlock.While loop) {
        line(depth, "WHILE" + lines);
        dag(depth + 1, loop.predicate(), environment);
        hopBlocks(depth + 1, loop.body(), environment);
      } else {
        HopBlock.For loop = (HopBlock.For) block;
        line(depth, (loop.parallel() ? "PARFOR " : "FOR ") + loop.variable() + lines);
        dag(depth + 1, loop.bounds(), environment);
        hopBlocks(depth + 1, loop.body(), environment);
      }
    }
  }

  private void dag(int depth, Dag dag, Environment environment) {
    Map<Hop, Integer> numbers = new IdentityHashMap<>();
    for (Dag.Root root : dag.roots()) {
      hop(depth, root.hop(), numbers, environment);
      if (root instanceof Dag.Bind bind) {
        line(depth, bind.variable() + " = " + reference(bind.hop(), numbers));
      }
    }
  }

  private void hop(int depth, Hop hop, Map<Hop, Integer> numbers, Environment environment) {
    if (numbers.containsKey(hop) || hop instanceof Hop.Literal) {
      return;
    }
    for (Hop input : hop.inputs()) {
      if (input != null) {
        hop(depth, input, numbers, environment);
      }
    }
    numbers.put(hop, numbers.size() + 1);
    String inputs =
        hop.inputs().stream()
            .map(input -> input == null ? "-" : reference(input, numbers))
            .collect(Collectors.joining(" "));
    String text =
        "(" + numbers.get(hop) + ") " + hop.label() + (inputs.isEmpty() ? "" : " " + inputs);
    line(depth, text + describe(hop, environment));
  }

  private static String reference(Hop hop, Map<Hop, Integer> numbers) {
    return hop instanceof Hop.Literal ? hop.label() : "(" + numbers.get(hop) + ")";
  }

  private static String describe(Hop hop, Environment environment) {
    Info info = hop.info();
    if (info == null) {
      return "";
    }
    if (info.isScalar()) {
      return "  " + info.describe() + (info.isConstant() ? " = " + info.constant() : "");
    }
    Size size = info.size();
    String nnz = info.isMatrix() && size.nnzKnown() ? " nnz<=" + size.nnz() : "";
    return "  "
        + info.data().word()
        + " "
        + size.shape()
        + nnz
        + " ["
        + bytes(Memory.of(info))
        + ", operation "
        + bytes(Memory.ofOperation(hop, environment))
        + "]";
  }

  /** {@code 24B}, {@code 1.5MB}, {@code ?} when unknown. */
  static String bytes(double bytes) {
    if (Double.isInfinite(bytes)) {
      return "?";
    }
    String[] units = {"B", "KB", "MB", "GB", "TB", "PB"};
    int unit = 0;
    while (bytes >= 1024 && unit < units.length - 1) {
      bytes /= 1024;
      unit++;
    }
    return unit == 0
        ? (long) bytes + "B"
        : String.format(Locale.ROOT, "%.1f%s", bytes, units[unit]);
  }

  // ---- plans

  /** One line per instruction; {@code x!} marks an operand that dies there. */
  public static String runtime(Plan plan) {
    Explain explain = new Explain();
    plan.functions()
        .values()
        .forEach(
            f -> {
              explain.line(0, "FUNCTION " + f.signature().name());
              explain.planBlocks(1, f.body().blocks(), f.body());
            });
    explain.line(0, "MAIN");
    explain.planBlocks(1, plan.main().blocks(), plan.main());
    return explain.out.toString();
  }

  private void planBlocks(int depth, List<PlanBlock> blocks, Plan.Body body) {
    for (PlanBlock block : blocks) {
      if (block instanceof PlanBlock.Straight straight) {
        line(depth, "BLOCK");
        instructions(depth + 1, straight.instructions(), body);
      } else if (block instanceof PlanBlock.If branch) {
        line(depth, "IF " + slot(branch.predicateSlot(), body));
        instructions(depth + 1, branch.predicate(), body);
        planBlocks(depth + 1, branch.then(), body);
        if (!branch.otherwise().isEmpty()) {
          line(depth, "ELSE");
          planBlocks(depth + 1, branch.otherwise(), body);
        }
        cleanup(depth, branch.cleanup(), body);
      } else if (block instanceof PlanBlock.While loop) {
        line(depth, "WHILE " + slot(loop.predicateSlot(), body));
        instructions(depth + 1, loop.predicate(), body);
        planBlocks(depth + 1, loop.body(), body);
        cleanup(depth, loop.cleanup(), body);
      } else {
        PlanBlock.For loop = (PlanBlock.For) block;
        line(
            depth,
            (loop.parallel() ? "PARFOR " : "FOR ")
                + slot(loop.variableSlot(), body)
                + " in "
                + slot(loop.fromSlot(), body)
                + ":"
                + slot(loop.toSlot(), body)
                + (loop.stepSlot() == Instruction.NONE
                    ? ""
                    : " by " + slot(loop.stepSlot(), body)));
        instructions(depth + 1, loop.bounds(), body);
        planBlocks(depth + 1, loop.body(), body);
        cleanup(depth, loop.cleanup(), body);
      }
    }
  }

  private void cleanup(int depth, int[] slots, Plan.Body body) {
    if (slots.length > 0) {
      instructions(depth, List.of(new Instruction.Remove(slots)), body);
    }
  }

  private void instructions(int depth, List<Instruction> instructions, Plan.Body body) {
    for (Instruction instruction : instructions) {
      if (instruction instanceof Instruction.Compute c) {
        line(
            depth,
            targets(c.outputs(), body) + c.op().name() + operands(c.inputs(), c.dies(), body));
      } else if (instruction instanceof Instruction.Invoke c) {
        line(
            depth,
            targets(c.outputs(), body)
                + "call "
                + c.function()
                + operands(c.inputs(), c.dies(), body));
      } else if (instruction instanceof Instruction.Copy c) {
        line(
            depth, slot(c.target(), body) + " = " + slot(c.source(), body) + (c.dies() ? "!" : ""));
      } else if (instruction instanceof Instruction.Exists c) {
        line(depth, slot(c.target(), body) + " = exists " + slot(c.variable(), body));
      } else {
        Instruction.Remove c = (Instruction.Remove) instruction;
        line(depth, "remove" + operands(c.slots(), new boolean[c.slots().length], body));
      }
    }
  }

  private static String targets(int[] outputs, Plan.Body body) {
    List<String> names = new ArrayList<>();
    for (int output : outputs) {
      names.add(slot(output, body));
    }
    return names.isEmpty() ? "" : String.join(", ", names) + " = ";
  }

  private static String operands(int[] inputs, boolean[] dies, Plan.Body body) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < inputs.length; i++) {
      text.append(' ').append(slot(inputs[i], body)).append(dies[i] ? "!" : "");
    }
    return text.toString();
  }

  private static String slot(int slot, Plan.Body body) {
    if (slot == Instruction.NONE) {
      return "-";
    }
    if (body.literals().get(slot) != null) {
      return body.literals().get(slot).toString();
    }
    String name = body.slotNames().get(slot);
    return name == null ? "_" + slot : name;
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }
}
