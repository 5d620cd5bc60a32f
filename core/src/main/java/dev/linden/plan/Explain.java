package dev.linden.plan;

import dev.linden.base.Settings;
import dev.linden.fuse.Fusion;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Memory;
import dev.linden.lang.Function;
import dev.linden.op.DataType;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Size;
import dev.linden.opt.RewriteReport;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Programs as text for people: the blocks, the operator DAGs, and the plan made from them. {@link
 * ExplainData} has the same for programs.
 */
public final class Explain {
  private final StringBuilder out = new StringBuilder();
  private final DagCompiler compiler;
  private final Environment environment;

  /** For which instructions on Spark are shown; null if there is none. */
  private ClusterProfile cluster;

  private boolean showsFusion;

  private Explain(PlanOptions options) {
    this.compiler = new DagCompiler(options);
    this.environment = options.environment();
  }

  /** Everything runs here and is compiled once. */
  private static Explain simple(Environment environment) {
    return new Explain(
        new PlanOptions(
            Set.of(), Resources.LOCAL, Settings.Recompile.OFF, null, Fusion.off(), environment));
  }

  // ---- blocks

  /** One line per block: where it stands, the variables it needs and those needed after it. */
  public static String program(HopProgram program) {
    Explain explain = simple(null);
    program
        .functions()
        .values()
        .forEach(
            f -> {
              explain.line(0, "FUNCTION " + signature(f.source()));
              explain.programBlocks(1, f.body());
            });
    explain.line(0, "MAIN");
    explain.programBlocks(1, program.main());
    return explain.out.toString();
  }

  private static String signature(Function function) {
    return function.ref().name()
        + "("
        + variables(function.parameters())
        + ") return ("
        + variables(function.results())
        + ")";
  }

  private static String variables(List<Function.Parameter> parameters) {
    return parameters.stream().map(p -> word(p) + " " + p.name()).collect(Collectors.joining(", "));
  }

  static String word(Function.Parameter parameter) {
    return parameter.data() == DataType.SCALAR ? parameter.value().word() : parameter.data().word();
  }

  private void programBlocks(int depth, List<HopBlock> blocks) {
    for (HopBlock block : blocks) {
      line(depth, title(block) + names("  in", block.liveness().in()) + live(block));
      if (block instanceof HopBlock.If branch) {
        programBlocks(depth + 1, branch.then());
        if (!branch.otherwise().isEmpty()) {
          line(depth, "ELSE");
          programBlocks(depth + 1, branch.otherwise());
        }
      } else if (block instanceof HopBlock.While loop) {
        programBlocks(depth + 1, loop.body());
      } else if (block instanceof HopBlock.For loop) {
        programBlocks(depth + 1, loop.body());
      }
    }
  }

  private static String live(HopBlock block) {
    return names("  out", block.liveness().out());
  }

  private static String names(String role, Set<String> names) {
    return names.isEmpty() ? "" : role + " " + String.join(" ", new TreeSet<>(names));
  }

  /** {@code WHILE (line 7)}. */
  static String title(HopBlock block) {
    String line = " (line " + block.span().line() + ")";
    if (block instanceof HopBlock.Straight) {
      return "BLOCK" + line;
    } else if (block instanceof HopBlock.If) {
      return "IF" + line;
    } else if (block instanceof HopBlock.While) {
      return "WHILE" + line;
    }
    HopBlock.For loop = (HopBlock.For) block;
    return (loop.parallel() ? "PARFOR " : "FOR ") + loop.variable() + line;
  }

  // ---- operators

  /** As {@link #plannedHops}, when everything runs here and is compiled once. */
  public static String hops(HopProgram program, Environment environment) {
    return hops(program, simple(environment));
  }

  /**
   * One line per operator, inputs before it: {@code (5) %*% (2) (4) matrix 3x1 nnz<=3 [8B,
   * operation 120B]}. Memory is that of the result and of the whole operation; {@code SPARK} marks
   * operators that do not run here, {@code recompile} DAGs that may be compiled again when they
   * run.
   */
  public static String plannedHops(HopProgram program, PlanOptions options) {
    return hops(program, new Explain(options));
  }

  private static String hops(HopProgram program, Explain explain) {
    program
        .functions()
        .values()
        .forEach(
            f -> {
              explain.line(0, "FUNCTION " + f.source().ref().name());
              explain.hopBlocks(1, f.body());
            });
    explain.line(0, "MAIN");
    explain.hopBlocks(1, program.main());
    return explain.out.toString();
  }

  /** Per DAG what could be fused and what is; DAGs without candidates are left out. */
  public static String fusion(HopProgram program, PlanOptions options) {
    Explain explain = new Explain(options);
    explain.showsFusion = true;
    return hops(program, explain);
  }

  /** One DAG that was compiled again, with the rewrites that have fired. */
  static String recompiled(Dag dag, RewriteReport rewrites, PlanOptions options) {
    Explain explain = new Explain(options);
    if (!rewrites.counts().isEmpty()) {
      explain.line(1, "rewrites: " + rewrites);
    }
    explain.dag(1, dag);
    return explain.out.toString();
  }

  private void hopBlocks(int depth, List<HopBlock> blocks) {
    for (HopBlock block : blocks) {
      if (block instanceof HopBlock.Straight straight) {
        titledDag(depth, block, straight.dag());
      } else if (block instanceof HopBlock.If branch) {
        titledDag(depth, block, branch.predicate());
        hopBlocks(depth + 1, branch.then());
        if (!branch.otherwise().isEmpty()) {
          line(depth, "ELSE");
          hopBlocks(depth + 1, branch.otherwise());
        }
      } else if (block instanceof HopBlock.While loop) {
        titledDag(depth, block, loop.predicate());
        hopBlocks(depth + 1, loop.body());
      } else {
        HopBlock.For loop = (HopBlock.For) block;
        titledDag(depth, block, loop.bounds());
        hopBlocks(depth + 1, loop.body());
      }
    }
  }

  private void titledDag(int depth, HopBlock block, Dag dag) {
    Set<String> liveOut = block instanceof HopBlock.Straight ? block.liveness().out() : null;
    if (showsFusion) {
      String fusion = compiler.explainFusion(dag, liveOut);
      if (!fusion.isEmpty() || !(block instanceof HopBlock.Straight)) {
        line(depth, title(block));
        fusion.lines().forEach(text -> line(depth + 1, text));
      }
      return;
    }
    boolean marked = compiler.reasonToRecompile(dag, liveOut) != null;
    line(depth, title(block) + (marked ? " recompile" : ""));
    dag(depth + 1, dag);
  }

  private void dag(int depth, Dag dag) {
    ExecTypes types = compiler.execTypes(dag);
    Map<Hop, Integer> numbers = new IdentityHashMap<>();
    for (Dag.Root root : dag.roots()) {
      hop(depth, root.hop(), numbers, types);
      if (root instanceof Dag.Bind bind) {
        line(depth, bind.variable() + " = " + reference(bind.hop(), numbers));
      }
    }
  }

  private void hop(int depth, Hop hop, Map<Hop, Integer> numbers, ExecTypes types) {
    if (numbers.containsKey(hop) || hop instanceof Hop.Literal) {
      return;
    }
    for (Hop input : hop.inputs()) {
      if (input != null) {
        hop(depth, input, numbers, types);
      }
    }
    numbers.put(hop, numbers.size() + 1);
    List<String> inputs = new ArrayList<>();
    hop.inputs().forEach(input -> inputs.add(input == null ? null : reference(input, numbers)));
    Op op = hop instanceof Hop.Compute call ? call.op() : null;
    String text = "(" + numbers.get(hop) + ") " + hop.label() + arguments(inputs, op);
    String spark = types.of(hop) == ExecType.SPARK ? " SPARK" + types.method(hop) : "";
    line(depth, text + describe(hop, environment) + spark);
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

  private static String reference(Hop hop, Map<Hop, Integer> numbers) {
    return hop instanceof Hop.Literal ? oneLine(hop.label()) : "(" + numbers.get(hop) + ")";
  }

  /** A text with line breaks as scripts write them. */
  private static String oneLine(String text) {
    return text.replace("\n", "\\n").replace("\t", "\\t");
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
    Explain explain = simple(null);
    explain.cluster = plan.resources().cluster();
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

  /** One line per DAG that may be compiled again, with the reason. */
  public static String recompilePoints(Plan plan) {
    StringBuilder text = new StringBuilder();
    RecompilePoint.all(plan)
        .forEach(p -> text.append(p.place()).append(": ").append(p.reason()).append('\n'));
    return text.toString();
  }

  private void planBlocks(int depth, List<PlanBlock> blocks, Plan.Body body) {
    for (PlanBlock block : blocks) {
      if (block instanceof PlanBlock.Straight straight) {
        line(depth, "BLOCK" + mark(straight.point()));
        instructions(depth + 1, straight.instructions(), body);
      } else if (block instanceof PlanBlock.If branch) {
        line(depth, "IF " + slot(branch.predicateSlot(), body) + mark(branch.point()));
        instructions(depth + 1, branch.predicate(), body);
        planBlocks(depth + 1, branch.then(), body);
        if (!branch.otherwise().isEmpty()) {
          line(depth, "ELSE");
          planBlocks(depth + 1, branch.otherwise(), body);
        }
        cleanup(depth, branch.cleanup(), body);
      } else if (block instanceof PlanBlock.While loop) {
        line(depth, "WHILE " + slot(loop.predicateSlot(), body) + mark(loop.point()));
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
                + (loop.stepSlot() == Instruction.NONE ? "" : " by " + slot(loop.stepSlot(), body))
                + mark(loop.point()));
        instructions(depth + 1, loop.bounds(), body);
        planBlocks(depth + 1, loop.body(), body);
        cleanup(depth, loop.cleanup(), body);
      }
    }
  }

  private static String mark(RecompilePoint point) {
    return point == null ? "" : " recompile";
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
            targets(c.outputs(), body)
                + c.op().name()
                + operands(c.inputs(), c.dies(), c.op(), body)
                + (c.exec() == ExecType.SPARK
                    ? " SPARK" + SparkMethods.text(c.op(), c.infos(), cluster)
                    : ""));
      } else if (instruction instanceof Instruction.Invoke c) {
        line(
            depth,
            targets(c.outputs(), body)
                + "call "
                + c.function()
                + operands(c.inputs(), c.dies(), null, body));
      } else if (instruction instanceof Instruction.Copy c) {
        line(
            depth, slot(c.target(), body) + " = " + slot(c.source(), body) + (c.dies() ? "!" : ""));
      } else if (instruction instanceof Instruction.Exists c) {
        line(depth, slot(c.target(), body) + " = exists " + slot(c.variable(), body));
      } else {
        Instruction.Remove c = (Instruction.Remove) instruction;
        line(depth, "remove" + operands(c.slots(), new boolean[c.slots().length], null, body));
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

  private static String operands(int[] inputs, boolean[] dies, Op op, Plan.Body body) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < inputs.length; i++) {
      boolean absent = inputs[i] == Instruction.NONE;
      texts.add(absent ? null : slot(inputs[i], body) + (dies[i] ? "!" : ""));
    }
    return arguments(texts, op);
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
