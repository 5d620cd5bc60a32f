package dev.linden.plan;

import dev.linden.base.Span;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.op.DataType;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import dev.linden.plan.ProgramView.Block;
import dev.linden.plan.ProgramView.Content;
import dev.linden.plan.ProgramView.Heading;
import dev.linden.plan.ProgramView.Item;
import dev.linden.plan.ProgramView.Kind;
import dev.linden.plan.ProgramView.Reference;
import dev.linden.plan.ProgramView.Variable;
import dev.linden.plan.ProgramView.Verb;
import dev.linden.plan.distribute.Exec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What {@link Explain} shows, as maps, lists, texts, numbers and booleans: the JSON of {@code
 * --json}. The names of the fields are part of the interface (docs/command-line.md): fields may be
 * added, none changes its meaning.
 */
public final class ExplainData {
  private static final ExplainData PLAIN = new ExplainData(null);

  /** Null where a plan is shown without a run. */
  private final Annotations annotations;

  private ExplainData(Annotations annotations) {
    this.annotations = annotations;
  }

  public static Map<String, Object> program(HopProgram program) {
    return PLAIN.data(Views.program(program));
  }

  public static Map<String, Object> hops(HopProgram program, PlanOptions options) {
    return PLAIN.data(Views.hops(program, options));
  }

  /** The same with places and estimated times. */
  public static Map<String, Object> hops(
      HopProgram program, PlanOptions options, Annotations annotations) {
    return new ExplainData(annotations).data(Views.hops(program, options));
  }

  /** The operators that the plan is made of: fused and physical ones in place of others. */
  public static Map<String, Object> selected(
      HopProgram program, PlanOptions options, Annotations annotations) {
    return new ExplainData(annotations).data(Views.selected(program, options));
  }

  /** Instructions with their places. */
  public static Map<String, Object> runtime(Plan plan, Annotations annotations) {
    return new ExplainData(annotations).data(Views.runtime(plan));
  }

  /** What could be fused in each DAG, at which costs, and what is; others are left out. */
  public static List<Object> fusion(HopProgram program, PlanOptions options) {
    DagCompiler compiler = new DagCompiler(options);
    List<Object> dags = new ArrayList<>();
    Consumer<HopBlock> add =
        block -> {
          Set<String> liveOut = block instanceof HopBlock.Straight ? block.liveness().out() : null;
          Map<String, Object> fusion = compiler.explainFusionData(block.dag(), liveOut);
          if (!fusion.isEmpty()) {
            Map<String, Object> fields = ordered("line", block.span().line());
            fields.put("source", block.span().source().name());
            fields.putAll(fusion);
            dags.add(fields);
          }
        };
    program.functions().values().forEach(f -> HopBlock.forEach(f.body(), add));
    HopBlock.forEach(program.main(), add);
    return dags;
  }

  /** The operators of a single DAG. */
  static Map<String, Object> operatorsOf(Content.Operators operators, Annotations annotations) {
    Map<String, Object> fields = new LinkedHashMap<>();
    new ExplainData(annotations).operators(operators, fields);
    return fields;
  }

  public static Map<String, Object> runtime(Plan plan) {
    return PLAIN.data(Views.runtime(plan));
  }

  public static Map<String, Object> recompilePoints(Plan plan) {
    List<Object> points = new ArrayList<>();
    RecompilePoint.all(plan)
        .forEach(p -> points.add(ordered("line", p.span().line(), "reason", p.reason())));
    return ordered("points", points);
  }

  // ---- blocks

  private Map<String, Object> data(ProgramView view) {
    List<Object> functions = new ArrayList<>();
    for (ProgramView.Function f : view.functions()) {
      functions.add(
          ordered(
              "name",
              f.name(),
              "parameters",
              variables(f.parameters()),
              "results",
              variables(f.results()),
              "blocks",
              blocks(f.blocks())));
    }
    return ordered("functions", functions, "main", blocks(view.main()));
  }

  private static List<Object> variables(List<Variable> variables) {
    List<Object> all = new ArrayList<>();
    variables.forEach(v -> all.add(ordered("name", v.name(), "type", v.type())));
    return all;
  }

  private List<Object> blocks(List<Block> blocks) {
    List<Object> all = new ArrayList<>();
    blocks.forEach(block -> all.add(block(block)));
    return all;
  }

  private Map<String, Object> block(Block block) {
    Map<String, Object> fields = ordered("type", block.kind().name().toLowerCase(Locale.ROOT));
    heading(block.heading(), fields);
    if (annotations != null && block.span() != null) {
      fields.put("site", annotations.sites().ofBlock(block.span()));
      if (block.iterations() >= 0) {
        fields.put("iterations", block.iterations());
      }
    }
    if (block.recompile() != null) {
      fields.put("recompile", block.recompile());
    }
    content(block.content(), fields);
    if (block.kind() == Kind.IF) {
      fields.put("then", blocks(block.body()));
      fields.put("else", blocks(block.otherwise()));
    } else if (block.kind() != Kind.BLOCK) {
      fields.put("body", blocks(block.body()));
    }
    if (block.kind() != Kind.BLOCK && block.content() instanceof Content.Instructions) {
      fields.put("cleanup", block.cleanup());
    }
    return fields;
  }

  private static void heading(Heading heading, Map<String, Object> fields) {
    if (heading instanceof Heading.Place place) {
      if (place.variable() != null) {
        fields.put("variable", place.variable());
      }
      fields.put("line", place.line());
    } else if (heading instanceof Heading.Condition condition) {
      if (condition.slot() != null) {
        fields.put("condition", condition.slot());
      }
    } else if (heading instanceof Heading.Range range) {
      fields.put("variable", range.variable());
      fields.put("from", range.from());
      fields.put("to", range.to());
      fields.put("step", range.step());
    }
  }

  private void content(Content content, Map<String, Object> fields) {
    if (content instanceof Content.Live live) {
      fields.put("in", List.copyOf(live.in()));
      fields.put("out", List.copyOf(live.out()));
    } else if (content instanceof Content.Operators operators) {
      operators(operators, fields);
    } else if (content instanceof Content.Fusion fusion) {
      fields.put("fusion", fusion.lines());
    } else if (content instanceof Content.Instructions instructions) {
      List<Object> all = new ArrayList<>();
      instructions.all().forEach(instruction -> all.add(instruction(instruction)));
      fields.put("instructions", all);
    }
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  // ---- operators

  private void operators(Content.Operators content, Map<String, Object> fields) {
    List<Object> operators = new ArrayList<>();
    Map<String, Object> bindings = new LinkedHashMap<>();
    for (Item item : content.items()) {
      if (item instanceof ProgramView.Binding binding) {
        bindings.put(binding.variable(), reference(binding.value()));
      } else {
        operators.add(operator((ProgramView.Operator) item));
      }
    }
    fields.put("operators", operators);
    fields.put("variables", bindings);
  }

  private Map<String, Object> operator(ProgramView.Operator operator) {
    boolean reads = operator.variable() != null;
    Map<String, Object> fields =
        ordered("id", operator.id(), "operator", reads ? "variable" : operator.label());
    if (reads) {
      fields.put("variable", operator.variable());
    }
    List<Object> inputs = new ArrayList<>();
    operator.inputs().forEach(input -> inputs.add(input == null ? null : reference(input)));
    fields.put("inputs", inputs);
    fields.put("line", operator.span().line());
    Info info = operator.info();
    if (info != null) {
      describe(info, fields);
      if (!info.isScalar()) {
        fields.put("memory", bytes(operator.memory()));
        fields.put("operationMemory", bytes(operator.operationMemory()));
      }
    }
    exec(operator.exec(), fields);
    if (annotations != null) {
      annotate(operator, fields);
    }
    return fields;
  }

  private void annotate(ProgramView.Operator operator, Map<String, Object> fields) {
    Hop.Compute call = operator.call();
    Sites sites = annotations.sites();
    fields.put(
        "site",
        call == null
            ? sites.of(operator.label(), operator.span())
            : sites.of(operator.label(), call.operatorSpan(), call.span()));
    if (operator.call() != null && annotations.seconds() != null) {
      // Few digits are enough for an estimate.
      fields.put("seconds", (float) annotations.seconds().applyAsDouble(operator.call()));
    }
  }

  /**
   * Where the text of an operator stands; {@code calls} are those that led there, from the inside,
   * if it is part of an inlined body.
   */
  public static void place(Span span, Map<String, Object> fields) {
    fields.put("source", span.source().name());
    fields.put("line", span.line());
    fields.put("column", span.column());
    fields.put("endLine", span.endLine());
    fields.put("endColumn", span.endColumn());
    List<Object> calls = new ArrayList<>();
    for (Span.InlinedCall call = span.inlined(); call != null; call = call.place().inlined()) {
      calls.add(
          ordered(
              "function",
              call.function(),
              "source",
              call.place().source().name(),
              "line",
              call.place().line()));
    }
    if (!calls.isEmpty()) {
      fields.put("calls", calls);
    }
  }

  private static void exec(Exec exec, Map<String, Object> fields) {
    if (exec != null) {
      fields.put("exec", exec.place());
      if (exec.isOnSpark() && !exec.method().label().isEmpty()) {
        fields.put("method", exec.method().label());
      }
    }
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
  private static Object reference(Reference reference) {
    return reference.literal() != null
        ? ordered("literal", literal(reference.literal()))
        : reference.id();
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

  // ---- instructions

  private Map<String, Object> instruction(ProgramView.Instruction instruction) {
    List<Object> dying = new ArrayList<>();
    for (int i = 0; i < instruction.inputs().size(); i++) {
      if (instruction.dies().get(i)) {
        dying.add(instruction.inputs().get(i));
      }
    }
    Verb verb = instruction.verb();
    Map<String, Object> fields =
        ordered(
            "operator",
            verb == Verb.COMPUTE ? instruction.name() : verb.name().toLowerCase(Locale.ROOT),
            "inputs",
            instruction.inputs(),
            "outputs",
            instruction.outputs(),
            "dies",
            dying);
    exec(instruction.exec(), fields);
    if (verb == Verb.CALL) {
      fields.put("function", instruction.name());
    }
    if (instruction.span() != null) {
      fields.put("line", instruction.span().line());
      if (annotations != null && verb == Verb.COMPUTE) {
        fields.put("site", annotations.sites().of(instruction.name(), instruction.span()));
      }
    }
    return fields;
  }
}
