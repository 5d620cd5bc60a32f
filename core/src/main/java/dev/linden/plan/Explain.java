package dev.linden.plan;

import dev.linden.base.Settings;
import dev.linden.fuse.Fusion;
import dev.linden.hop.Dag;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Size;
import dev.linden.opt.RewriteReport;
import dev.linden.plan.ProgramView.Block;
import dev.linden.plan.ProgramView.Content;
import dev.linden.plan.ProgramView.Heading;
import dev.linden.plan.ProgramView.Item;
import dev.linden.plan.ProgramView.Kind;
import dev.linden.plan.ProgramView.Reference;
import dev.linden.plan.ProgramView.Variable;
import dev.linden.plan.ProgramView.Verb;
import dev.linden.plan.distribute.Exec;
import dev.linden.plan.distribute.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Programs as text for people: the blocks, the operator DAGs, and the plan made from them. {@link
 * ExplainData} shows the same {@link ProgramView} to programs.
 */
public final class Explain {
  private final StringBuilder out = new StringBuilder();

  private Explain() {}

  /** One line per block: where it stands, the variables it needs and those needed after it. */
  public static String program(HopProgram program) {
    return text(Views.program(program), true);
  }

  /** As {@link #plannedHops}, when everything runs in this process and is compiled once. */
  public static String hops(HopProgram program, Environment environment) {
    return plannedHops(
        program,
        new PlanOptions(
            Set.of(), Resources.LOCAL, Settings.Recompile.OFF, null, Fusion.off(), environment));
  }

  /**
   * One line per operator, inputs before it: {@code (5) %*% (2) (4) matrix 3x1 nnz<=3 [8B,
   * operation 120B]}. Memory is that of the result and of the whole operation; {@code SPARK} marks
   * operators that run on the cluster, {@code recompile} DAGs that may be compiled again when they
   * run.
   */
  public static String plannedHops(HopProgram program, PlanOptions options) {
    return text(Views.hops(program, options), false);
  }

  /** Per DAG what could be fused and what is; DAGs without candidates are left out. */
  public static String fusion(HopProgram program, PlanOptions options) {
    return text(Views.fusion(program, options), false);
  }

  /** One line per instruction; {@code x!} marks an operand that dies there. */
  public static String runtime(Plan plan) {
    return text(Views.runtime(plan), false);
  }

  /** One line per DAG that may be compiled again, with the reason. */
  public static String recompilePoints(Plan plan) {
    StringBuilder text = new StringBuilder();
    RecompilePoint.all(plan)
        .forEach(p -> text.append(p.place()).append(": ").append(p.reason()).append('\n'));
    return text.toString();
  }

  /** One DAG that was compiled again, with the rewrites that have fired. */
  static String recompiled(Dag dag, RewriteReport rewrites, PlanOptions options) {
    Explain explain = new Explain();
    if (!rewrites.counts().isEmpty()) {
      explain.line(1, "rewrites: " + rewrites);
    }
    explain.content(1, Views.operators(dag, new DagCompiler(options), options.environment()));
    return explain.out.toString();
  }

  // ---- blocks

  private static String text(ProgramView view, boolean signatures) {
    Explain explain = new Explain();
    for (ProgramView.Function f : view.functions()) {
      explain.line(0, "FUNCTION " + f.name() + (signatures ? signature(f) : ""));
      explain.blocks(1, f.blocks());
    }
    explain.line(0, "MAIN");
    explain.blocks(1, view.main());
    return explain.out.toString();
  }

  private static String signature(ProgramView.Function function) {
    return "("
        + variables(function.parameters())
        + ") return ("
        + variables(function.results())
        + ")";
  }

  private static String variables(List<Variable> variables) {
    return variables.stream().map(v -> v.type() + " " + v.name()).collect(Collectors.joining(", "));
  }

  private void blocks(int depth, List<Block> blocks) {
    for (Block block : blocks) {
      boolean nothing = block.content() instanceof Content.Fusion f && f.lines().isEmpty();
      if (!nothing || block.kind() != Kind.BLOCK) {
        String recompile = block.recompile() == null ? "" : " recompile";
        line(depth, block.kind() + heading(block.heading()) + live(block.content()) + recompile);
        content(depth + 1, block.content());
      }
      blocks(depth + 1, block.body());
      if (!block.otherwise().isEmpty()) {
        line(depth, "ELSE");
        blocks(depth + 1, block.otherwise());
      }
      if (!block.cleanup().isEmpty()) {
        line(depth, "remove " + String.join(" ", block.cleanup()));
      }
    }
  }

  private static String heading(Heading heading) {
    if (heading instanceof Heading.Place place) {
      String variable = place.variable() == null ? "" : " " + place.variable();
      return variable + " (line " + place.line() + ")";
    } else if (heading instanceof Heading.Condition condition) {
      return condition.slot() == null ? "" : " " + condition.slot();
    }
    Heading.Range range = (Heading.Range) heading;
    return " "
        + range.variable()
        + " in "
        + range.from()
        + ":"
        + range.to()
        + (range.step() == null ? "" : " by " + range.step());
  }

  private static String live(Content content) {
    return content instanceof Content.Live live
        ? names("  in", live.in()) + names("  out", live.out())
        : "";
  }

  private static String names(String role, Set<String> names) {
    return names.isEmpty() ? "" : role + " " + String.join(" ", names);
  }

  private void content(int depth, Content content) {
    if (content instanceof Content.Operators operators) {
      operators.items().forEach(item -> line(depth, item(item)));
    } else if (content instanceof Content.Fusion fusion) {
      fusion.lines().forEach(text -> line(depth, text));
    } else if (content instanceof Content.Instructions instructions) {
      instructions.all().forEach(instruction -> line(depth, instruction(instruction)));
    }
  }

  // ---- operators

  private static String item(Item item) {
    if (item instanceof ProgramView.Binding binding) {
      return binding.variable() + " = " + reference(binding.value());
    }
    ProgramView.Operator operator = (ProgramView.Operator) item;
    List<String> inputs = new ArrayList<>();
    operator.inputs().forEach(input -> inputs.add(input == null ? null : reference(input)));
    return "("
        + operator.id()
        + ") "
        + operator.label()
        + arguments(inputs, operator.op())
        + describe(operator)
        + spark(operator.exec());
  }

  private static String reference(Reference reference) {
    return reference.literal() != null ? oneLine(reference.label()) : "(" + reference.id() + ")";
  }

  private static String spark(Exec exec) {
    return exec == null || !exec.isOnSpark() ? "" : " " + exec;
  }

  /**
   * Arguments as a call would have them: what follows an absent one is named.
   *
   * @param texts null where absent
   * @param op null if none can be absent
   */
  private static String arguments(List<String> texts, Op op) {
    StringBuilder text = new StringBuilder();
    boolean gap = false;
    for (int i = 0; i < texts.size(); i++) {
      if (texts.get(i) == null) {
        gap = true;
      } else {
        text.append(' ')
            .append(gap ? op.parameters().get(i).name() + "=" : "")
            .append(texts.get(i));
      }
    }
    return text.toString();
  }

  /** A text with line breaks as scripts write them. */
  private static String oneLine(String text) {
    return text.replace("\n", "\\n").replace("\t", "\\t");
  }

  private static String describe(ProgramView.Operator operator) {
    Info info = operator.info();
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
        + bytes(operator.memory())
        + ", operation "
        + bytes(operator.operationMemory())
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

  // ---- instructions

  private static String instruction(ProgramView.Instruction instruction) {
    String outputs =
        instruction.outputs().stream()
            .map(output -> output == null ? "-" : output)
            .collect(Collectors.joining(", "));
    String verb =
        switch (instruction.verb()) {
          case COMPUTE -> " " + instruction.name();
          case CALL -> " call " + instruction.name();
          case EXISTS -> " exists";
          case REMOVE -> " remove";
          case COPY -> "";
        };
    List<String> inputs = new ArrayList<>();
    for (int i = 0; i < instruction.inputs().size(); i++) {
      String input = instruction.inputs().get(i);
      boolean marked = instruction.dies().get(i) && instruction.verb() != Verb.REMOVE;
      inputs.add(input == null ? null : input + (marked ? "!" : ""));
    }
    String text =
        (outputs.isEmpty() ? "" : outputs + " =") + verb + arguments(inputs, instruction.op());
    return text.stripLeading() + spark(instruction.exec());
  }

  static String slot(int slot, Plan.Body body) {
    if (slot == Instruction.NONE) {
      return "-";
    }
    if (body.literals().get(slot) != null) {
      return oneLine(body.literals().get(slot).toString());
    }
    String name = body.slotNames().get(slot);
    return name == null ? "_" + slot : name;
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }
}
