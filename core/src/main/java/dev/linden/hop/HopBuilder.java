package dev.linden.hop;

import dev.linden.base.Cancellation;
import dev.linden.base.Span;
import dev.linden.lang.Block;
import dev.linden.lang.Expr;
import dev.linden.lang.Function;
import dev.linden.lang.Program;
import dev.linden.lang.Stmt;
import dev.linden.op.CastOps;
import dev.linden.op.ControlOps;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds one DAG per straight-line block and predicate of a checked program, sizes included. */
public final class HopBuilder {
  private final Program program;
  private final SizePropagation sizes;
  private final Set<String> barriers;

  private HopBuilder(Program program) {
    this.program = program;
    this.sizes = new SizePropagation(program.environment());
    this.barriers = Barriers.functions(program);
  }

  public static HopProgram build(Program program) {
    HopBuilder builder = new HopBuilder(program);
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>();
    program
        .functions()
        .forEach(
            (key, f) ->
                functions.put(key, new HopProgram.HopFunction(f, builder.blocks(f.body()))));
    return new HopProgram(program.inputs(), builder.blocks(program.main()), functions);
  }

  private List<HopBlock> blocks(List<Block> blocks) {
    return blocks.stream().map(this::block).toList();
  }

  private HopBlock block(Block block) {
    Block.Liveness liveness =
        program.liveness().getOrDefault(block, new Block.Liveness(Set.of(), Set.of()));
    if (block instanceof Block.Basic basic) {
      DagBuilder dag = new DagBuilder(block);
      basic.statements().forEach(dag::statement);
      return new HopBlock.Straight(dag.build(), liveness, block.span());
    } else if (block instanceof Block.If branch) {
      return new HopBlock.If(
          needed(block, branch.predicate()),
          blocks(branch.then()),
          blocks(branch.otherwise()),
          liveness,
          block.span());
    } else if (block instanceof Block.While loop) {
      return new HopBlock.While(
          needed(block, loop.predicate()), blocks(loop.body()), liveness, block.span());
    }
    Block.For loop = (Block.For) block;
    boolean stepped = loop.step() != null;
    Dag bounds =
        stepped
            ? needed(block, loop.from(), loop.to(), loop.step())
            : needed(block, loop.from(), loop.to());
    return new HopBlock.For(
        loop.parallel(),
        loop.variable(),
        bounds,
        stepped,
        loop.options(),
        blocks(loop.body()),
        liveness,
        block.span());
  }

  private Dag needed(Block block, Expr... expressions) {
    DagBuilder dag = new DagBuilder(block);
    for (Expr expression : expressions) {
      dag.need(expression);
    }
    return dag.build();
  }

  /**
   * Builds one DAG: {@code values} is what each variable stands for after the statements seen so
   * far.
   */
  private final class DagBuilder {
    private final Map<String, Info> facts;
    private final Map<String, Hop> values = new HashMap<>();

    /**
     * Calls of the statement at hand: an argument that a default value names occurs in several
     * places as the same object and is computed once.
     */
    private final Map<Expr, Hop> calls = new IdentityHashMap<>();

    private final List<Dag.Root> roots = new ArrayList<>();

    /** Arguments of the calls that are being built, the outermost call first. */
    private final List<List<Hop>> begun = new ArrayList<>();

    /** The roots before this one have been computed when the last barrier is reached. */
    private int pinned;

    DagBuilder(Block block) {
      this.facts = program.facts().getOrDefault(block, Map.of());
    }

    Dag build() {
      return new Dag(List.copyOf(roots));
    }

    void need(Expr expression) {
      roots.add(new Dag.Needed(value(expression)));
    }

    void statement(Stmt statement) {
      Cancellation.checkThread();
      calls.clear();
      if (statement instanceof Stmt.Assign assign) {
        bind(assign.variable(), value(assign.value()));
      } else if (statement instanceof Stmt.MultiAssign assign) {
        Hop call = value(assign.call());
        for (int k = 0; k < assign.variables().size(); k++) {
          bind(
              assign.variables().get(k),
              k == 0 ? call : new Hop.Result(call, k, results(call).get(k)));
        }
      } else {
        value(((Stmt.Effect) statement).call());
      }
    }

    private void bind(String variable, Hop value) {
      values.put(variable, value);
      roots.add(new Dag.Bind(variable, value));
    }

    private Hop value(Expr expression) {
      Hop known = calls.get(expression);
      if (known == null) {
        known = newValue(expression);
        if (expression instanceof Expr.OpCall || expression instanceof Expr.Invoke) {
          calls.put(expression, known);
        }
      }
      return known;
    }

    private Hop newValue(Expr expression) {
      if (expression instanceof Expr.Const constant) {
        return new Hop.Literal(constant.value(), constant.span());
      } else if (expression instanceof Expr.Var variable) {
        return values.computeIfAbsent(
            variable.name(),
            name ->
                new Hop.Read(
                    name,
                    facts.getOrDefault(name, Info.scalar(dev.linden.op.ValueType.UNKNOWN)),
                    variable.span()));
      } else if (program.failures().containsKey(expression)) {
        return failure(program.failures().get(expression));
      } else if (expression instanceof Expr.OpCall asWritten) {
        Expr.OpCall call = program.completedReads().getOrDefault(asWritten, asWritten);
        List<Hop> inputs = numbers(call, values(call.arguments()));
        Hop hop =
            NamedIndex.isNamed(call.op(), inputs)
                ? new NamedIndex(call, inputs, spans(call.arguments()), sizes).hop()
                : compute(call, inputs);
        return call.op().has(dev.linden.op.Property.EFFECT) ? inOrder(hop) : hop;
      } else if (expression instanceof Expr.Invoke call) {
        Function function = program.functions().get(call.function().key());
        List<Info> results = function.results().stream().map(SizePropagation::declared).toList();
        return inOrder(
            new Hop.Invoke(
                call.function(),
                values(call.arguments()),
                results,
                barriers.contains(call.function().key()),
                call.span()));
      }
      Expr.Exists exists = (Expr.Exists) expression;
      return new Hop.Exists(exists.variable(), exists.span());
    }

    /** Columns of frames as matrices where only these will do. */
    private List<Hop> numbers(Expr.OpCall call, List<Hop> inputs) {
      List<Hop> numbers = new ArrayList<>(inputs);
      for (int i = 0; i < numbers.size(); i++) {
        Hop input = numbers.get(i);
        if (input != null && call.op().takesNumbersOf(i, input.info())) {
          List<Hop> column = List.of(input);
          numbers.set(
              i,
              new Hop.Compute(
                  CastOps.AS_MATRIX,
                  column,
                  List.of(),
                  sizes.infer(CastOps.AS_MATRIX, column, List.of()),
                  call.arguments().get(i).span(),
                  call.arguments().get(i).span()));
        }
      }
      return numbers;
    }

    private Hop compute(Expr.OpCall call, List<Hop> inputs) {
      return new Hop.Compute(
          call.op(),
          inputs,
          call.names(),
          sizes.infer(call.op(), inputs, call.names()),
          call.operatorSpan(),
          spans(call.arguments()),
          call.span());
    }

    private Hop failure(Program.Failure failure) {
      List<Hop> inputs =
          List.of(
              new Hop.Literal(Scalar.of(failure.message()), failure.span()),
              new Hop.Literal(Scalar.of(failure.data().name()), failure.span()));
      return inOrder(
          new Hop.Compute(
              ControlOps.FAILURE,
              inputs,
              List.of(),
              List.of(Info.unknown(failure.data())),
              failure.span(),
              List.of(failure.span(), failure.span()),
              failure.span()));
    }

    /**
     * Makes a call with effects a root where it stands, so that it runs exactly once and in its
     * turn.
     */
    private Hop inOrder(Hop call) {
      if (call.isBarrier()) {
        List<Dag.Root> pins = new ArrayList<>(Dag.pins(roots.subList(pinned, roots.size())));
        begun.forEach(arguments -> pins.addAll(Dag.pinned(arguments)));
        roots.addAll(pins);
        pinned = roots.size();
      }
      roots.add(new Dag.Effect(call));
      return call;
    }

    private List<Hop> values(List<Expr> expressions) {
      List<Hop> hops = new ArrayList<>(expressions.size());
      begun.add(hops);
      for (Expr expression : expressions) {
        hops.add(expression == null ? null : value(expression));
      }
      begun.remove(begun.size() - 1);
      return hops;
    }

    private static List<Span> spans(List<Expr> expressions) {
      List<Span> spans = new ArrayList<>(expressions.size());
      expressions.forEach(e -> spans.add(e == null ? null : e.span()));
      return Collections.unmodifiableList(spans);
    }

    private List<Info> results(Hop call) {
      return call instanceof Hop.Compute compute
          ? compute.results()
          : ((Hop.Invoke) call).results();
    }
  }
}
