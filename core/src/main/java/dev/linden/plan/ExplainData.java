package dev.linden.plan;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Memory;
import dev.linden.lang.Function;
import dev.linden.op.DataType;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What {@link Explain} shows, as maps, lists, texts, numbers and booleans: the JSON of {@code
 * --json}. The names of the fields are part of the interface (docs/command-line.md): fields may be
 * added, none changes its meaning.
 */
public final class ExplainData {
  private final PlanOptions options;
  private final DagCompiler compiler;

  /** {@code options} may be null where no operators are described. */
  private ExplainData(PlanOptions options) {
    this.options = options;
    this.compiler = options == null ? null : new DagCompiler(options);
  }

  // ---- blocks

  public static Map<String, Object> program(HopProgram program) {
    ExplainData data = new ExplainData(null);
    List<Object> functions = new ArrayList<>();
    program
        .functions()
        .values()
        .forEach(
            f -> {
              Map<String, Object> function = new LinkedHashMap<>();
              function.put("name", f.source().ref().name());
              function.put("parameters", variables(f.source().parameters()));
              function.put("results", variables(f.source().results()));
              function.put("blocks", data.programBlocks(f.body()));
              functions.add(function);
            });
    return parts(functions, data.programBlocks(program.main()));
  }

  private static List<Object> variables(List<Function.Parameter> parameters) {
    List<Object> all = new ArrayList<>();
    parameters.forEach(p -> all.add(ordered("name", p.name(), "type", Explain.word(p))));
    return all;
  }

  private List<Object> programBlocks(List<HopBlock> blocks) {
    List<Object> all = new ArrayList<>();
    for (HopBlock block : blocks) {
      Map<String, Object> fields = block(block);
      fields.put("in", List.copyOf(new TreeSet<>(block.liveness().in())));
      fields.put("out", List.copyOf(new TreeSet<>(block.liveness().out())));
      inner(block, fields, this::programBlocks);
      all.add(fields);
    }
    return all;
  }

  private static Map<String, Object> block(HopBlock block) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (block instanceof HopBlock.For loop) {
      fields.put("type", loop.parallel() ? "parfor" : "for");
      fields.put("variable", loop.variable());
    } else {
      fields.put(
          "type",
          block instanceof HopBlock.Straight
              ? "block"
              : block instanceof HopBlock.If ? "if" : "while");
    }
    fields.put("line", block.span().line());
    return fields;
  }

  private interface Inner {
    List<Object> of(List<HopBlock> blocks);
  }

  private static void inner(HopBlock block, Map<String, Object> fields, Inner inner) {
    if (block instanceof HopBlock.If branch) {
      fields.put("then", inner.of(branch.then()));
      fields.put("else", inner.of(branch.otherwise()));
    } else if (block instanceof HopBlock.While loop) {
      fields.put("body", inner.of(loop.body()));
    } else if (block instanceof HopBlock.For loop) {
      fields.put("body", inner.of(loop.body()));
    }
  }

  private static Map<String, Object> parts(List<Object> functions, List<Object> main) {
    return ordered("functions", functions, "main", main);
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  // ---- operators

  public static Map<String, Object> hops(HopProgram program, PlanOptions options) {
    ExplainData data = new ExplainData(options);
    List<Object> functions = new ArrayList<>();
    program
        .functions()
        .values()
        .forEach(
            f ->
                functions.add(
                    ordered("name", f.source().ref().name(), "blocks", data.hopBlocks(f.body()))));
    return parts(functions, data.hopBlocks(program.main()));
  }

  private List<Object> hopBlocks(List<HopBlock> blocks) {
    List<Object> all = new ArrayList<>();
    for (HopBlock block : blocks) {
      Map<String, Object> fields = block(block);
      Set<String> liveOut = block instanceof HopBlock.Straight ? block.liveness().out() : null;
      dag(dag(block), liveOut, fields);
      inner(block, fields, this::hopBlocks);
      all.add(fields);
    }
    return all;
  }

  private static Dag dag(HopBlock block) {
    if (block instanceof HopBlock.Straight straight) {
      return straight.dag();
    } else if (block instanceof HopBlock.If branch) {
      return branch.predicate();
    } else if (block instanceof HopBlock.While loop) {
      return loop.predicate();
    }
    return ((HopBlock.For) block).bounds();
  }

  private void dag(Dag dag, Set<String> liveOut, Map<String, Object> fields) {
    ExecTypes types = compiler.execTypes(dag);
    String reason = compiler.reasonToRecompile(dag, liveOut);
    if (reason != null) {
      fields.put("recompile", reason);
    }
    Map<Hop, Integer> numbers = new IdentityHashMap<>();
    List<Object> operators = new ArrayList<>();
    Map<String, Object> bindings = new LinkedHashMap<>();
    for (Dag.Root root : dag.roots()) {
      hop(root.hop(), numbers, types, operators);
      if (root instanceof Dag.Bind bind) {
        bindings.put(bind.variable(), reference(bind.hop(), numbers));
      }
    }
    fields.put("operators", operators);
    fields.put("variables", bindings);
  }

  private void hop(Hop hop, Map<Hop, Integer> numbers, ExecTypes types, List<Object> operators) {
    if (numbers.containsKey(hop) || hop instanceof Hop.Literal) {
      return;
    }
    List<Object> inputs = new ArrayList<>();
    for (Hop input : hop.inputs()) {
      if (input != null) {
        hop(input, numbers, types, operators);
      }
      inputs.add(input == null ? null : reference(input, numbers));
    }
    numbers.put(hop, numbers.size() + 1);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", numbers.get(hop));
    fields.put("operator", hop instanceof Hop.Read ? "variable" : hop.label());
    if (hop instanceof Hop.Read read) {
      fields.put("variable", read.variable());
    }
    fields.put("inputs", inputs);
    fields.put("line", hop.span().line());
    Info info = hop.info();
    if (info != null) {
      describe(info, fields);
      if (!info.isScalar()) {
        fields.put("memory", bytes(Memory.of(info)));
        fields.put("operationMemory", bytes(Memory.ofOperation(hop, options.environment())));
      }
    }
    if (hop instanceof Hop.Compute) {
      fields.put("exec", types.of(hop).name());
    }
    operators.add(fields);
  }

  private static void describe(Info info, Map<String, Object> fields) {
    fields.put("type", info.data() == DataType.SCALAR ? info.value().word() : info.data().word());
    if (!info.isScalar()) {
      Size size = info.size();
      fields.put("rows", size.rowsKnown() ? size.rows() : null);
      fields.put("cols", size.colsKnown() ? size.cols() : null);
      fields.put("nnz", size.nnzKnown() ? size.nnz() : null);
    } else if (info.isConstant()) {
      fields.put("value", literal(info.constant()));
    }
  }

  /** An operator by its number, a literal as {@code {"literal": value}}. */
  private static Object reference(Hop hop, Map<Hop, Integer> numbers) {
    return hop instanceof Hop.Literal literal
        ? ordered("literal", literal(literal.value()))
        : numbers.get(hop);
  }

  /** JSON has no NaN and no infinities: these are texts. */
  private static Object literal(Scalar value) {
    if (value.type() == ValueType.INT) {
      return value.asLong();
    } else if (value.type() == ValueType.BOOLEAN) {
      return value.asBoolean();
    } else if (value.type() == ValueType.DOUBLE && Double.isFinite(value.asDouble())) {
      return value.asDouble();
    }
    return value.asText();
  }

  private static Object bytes(double bytes) {
    return Double.isInfinite(bytes) ? null : (long) bytes;
  }

  // ---- plans

  public static Map<String, Object> runtime(Plan plan) {
    ExplainData data = new ExplainData(null);
    List<Object> functions = new ArrayList<>();
    plan.functions()
        .values()
        .forEach(
            f ->
                functions.add(
                    ordered(
                        "name",
                        f.signature().name(),
                        "blocks",
                        data.planBlocks(f.body().blocks(), f.body()))));
    return parts(functions, data.planBlocks(plan.main().blocks(), plan.main()));
  }

  public static Map<String, Object> recompilePoints(Plan plan) {
    List<Object> points = new ArrayList<>();
    RecompilePoint.all(plan)
        .forEach(p -> points.add(ordered("line", p.span().line(), "reason", p.reason())));
    return ordered("points", points);
  }

  private List<Object> planBlocks(List<PlanBlock> blocks, Plan.Body body) {
    List<Object> all = new ArrayList<>();
    for (PlanBlock block : blocks) {
      Map<String, Object> fields = new LinkedHashMap<>();
      if (block instanceof PlanBlock.Straight b) {
        fields.put("type", "block");
        instructions(b.instructions(), b.point(), body, fields);
      } else if (block instanceof PlanBlock.If b) {
        fields.put("type", "if");
        fields.put("condition", Explain.slot(b.predicateSlot(), body));
        instructions(b.predicate(), b.point(), body, fields);
        fields.put("then", planBlocks(b.then(), body));
        fields.put("else", planBlocks(b.otherwise(), body));
        fields.put("cleanup", slots(b.cleanup(), body));
      } else if (block instanceof PlanBlock.While b) {
        fields.put("type", "while");
        fields.put("condition", Explain.slot(b.predicateSlot(), body));
        instructions(b.predicate(), b.point(), body, fields);
        fields.put("body", planBlocks(b.body(), body));
        fields.put("cleanup", slots(b.cleanup(), body));
      } else {
        PlanBlock.For b = (PlanBlock.For) block;
        fields.put("type", b.parallel() ? "parfor" : "for");
        fields.put("variable", Explain.slot(b.variableSlot(), body));
        fields.put("from", Explain.slot(b.fromSlot(), body));
        fields.put("to", Explain.slot(b.toSlot(), body));
        fields.put(
            "step", b.stepSlot() == Instruction.NONE ? null : Explain.slot(b.stepSlot(), body));
        instructions(b.bounds(), b.point(), body, fields);
        fields.put("body", planBlocks(b.body(), body));
        fields.put("cleanup", slots(b.cleanup(), body));
      }
      all.add(fields);
    }
    return all;
  }

  private static void instructions(
      List<Instruction> instructions,
      RecompilePoint point,
      Plan.Body body,
      Map<String, Object> fields) {
    if (point != null) {
      fields.put("recompile", point.reason());
    }
    List<Object> all = new ArrayList<>();
    for (Instruction instruction : instructions) {
      all.add(instruction(instruction, body));
    }
    fields.put("instructions", all);
  }

  private static Map<String, Object> instruction(Instruction instruction, Plan.Body body) {
    if (instruction instanceof Instruction.Compute c) {
      Map<String, Object> fields = call(c.op().name(), c.inputs(), c.outputs(), c.dies(), body);
      fields.put("exec", c.exec().name());
      fields.put("line", c.span().line());
      return fields;
    } else if (instruction instanceof Instruction.Invoke c) {
      Map<String, Object> fields = call("call", c.inputs(), c.outputs(), c.dies(), body);
      fields.put("function", c.function());
      fields.put("line", c.span().line());
      return fields;
    } else if (instruction instanceof Instruction.Copy c) {
      return call(
          "copy", new int[] {c.source()}, new int[] {c.target()}, new boolean[] {c.dies()}, body);
    } else if (instruction instanceof Instruction.Exists c) {
      return call(
          "exists", new int[] {c.variable()}, new int[] {c.target()}, new boolean[] {false}, body);
    }
    int[] slots = ((Instruction.Remove) instruction).slots();
    boolean[] dies = new boolean[slots.length];
    java.util.Arrays.fill(dies, true);
    return call("remove", slots, new int[0], dies, body);
  }

  private static Map<String, Object> call(
      String operator, int[] inputs, int[] outputs, boolean[] dies, Plan.Body body) {
    List<Object> dying = new ArrayList<>();
    for (int i = 0; i < inputs.length; i++) {
      if (dies[i]) {
        dying.add(Explain.slot(inputs[i], body));
      }
    }
    return ordered(
        "operator",
        operator,
        "inputs",
        slots(inputs, body),
        "outputs",
        slots(outputs, body),
        "dies",
        dying);
  }

  private static List<Object> slots(int[] slots, Plan.Body body) {
    List<Object> names = new ArrayList<>();
    for (int slot : slots) {
      names.add(slot == Instruction.NONE ? null : Explain.slot(slot, body));
    }
    return names;
  }
}
