package dev.linden.plan;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Iterations;
import dev.linden.hop.Memory;
import dev.linden.lang.Function;
import dev.linden.op.DataType;
import dev.linden.op.Environment;
import dev.linden.op.ValueType;
import dev.linden.plan.ProgramView.Block;
import dev.linden.plan.ProgramView.Content;
import dev.linden.plan.ProgramView.Heading;
import dev.linden.plan.ProgramView.Item;
import dev.linden.plan.ProgramView.Kind;
import dev.linden.plan.ProgramView.Reference;
import dev.linden.plan.ProgramView.Verb;
import dev.linden.plan.distribute.ExecTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Describes programs of operators and plans for EXPLAIN. */
final class Views {
  private Views() {}

  // ---- programs of operators

  /** What is shown of a block, a condition, or the bounds of a loop. */
  private interface Describe {
    /** {@code liveOut}: null if all the DAG makes is needed. */
    Content of(HopBlock block, Dag dag, Set<String> liveOut);

    /** Why the DAG may be compiled again, or null. */
    default String recompile(Dag dag, Set<String> liveOut) {
      return null;
    }
  }

  /** The blocks with the variables that are alive. */
  static ProgramView program(HopProgram program) {
    return of(
        program,
        (block, dag, liveOut) ->
            new Content.Live(
                new TreeSet<>(block.liveness().in()), new TreeSet<>(block.liveness().out())));
  }

  /** The operators with their estimates. */
  static ProgramView hops(HopProgram program, PlanOptions options) {
    DagCompiler compiler = new DagCompiler(options);
    return of(
        program,
        new Describe() {
          @Override
          public Content of(HopBlock block, Dag dag, Set<String> liveOut) {
            return operators(dag, compiler, options.environment());
          }

          @Override
          public String recompile(Dag dag, Set<String> liveOut) {
            return compiler.reasonToRecompile(dag, liveOut);
          }
        });
  }

  /** The operators that plans are made of: fused and physical ones in place of others. */
  static ProgramView selected(HopProgram program, PlanOptions options) {
    DagCompiler compiler = new DagCompiler(options);
    return of(
        program,
        new Describe() {
          @Override
          public Content of(HopBlock block, Dag dag, Set<String> liveOut) {
            return selected(dag, liveOut, compiler, options.environment());
          }

          @Override
          public String recompile(Dag dag, Set<String> liveOut) {
            return compiler.reasonToRecompile(dag, liveOut);
          }
        });
  }

  static Content.Operators selected(
      Dag dag, Set<String> liveOut, DagCompiler compiler, Environment environment) {
    return operators(compiler.select(dag, liveOut).dag(), compiler, environment);
  }

  static ProgramView fusion(HopProgram program, PlanOptions options) {
    DagCompiler compiler = new DagCompiler(options);
    return of(
        program,
        (block, dag, liveOut) ->
            new Content.Fusion(compiler.explainFusion(dag, liveOut).lines().toList()));
  }

  private static ProgramView of(HopProgram program, Describe describe) {
    List<ProgramView.Function> functions = new ArrayList<>();
    for (HopProgram.HopFunction f : program.functions().values()) {
      functions.add(
          new ProgramView.Function(
              f.source().ref().name(),
              variables(f.source().parameters()),
              variables(f.source().results()),
              blocks(f.body(), describe)));
    }
    return new ProgramView(functions, blocks(program.main(), describe));
  }

  private static List<ProgramView.Variable> variables(List<Function.Parameter> parameters) {
    return parameters.stream().map(p -> variable(p.name(), p.data(), p.value())).toList();
  }

  private static ProgramView.Variable variable(String name, DataType data, ValueType value) {
    return new ProgramView.Variable(name, data == DataType.SCALAR ? value.word() : data.word());
  }

  private static List<Block> blocks(List<HopBlock> blocks, Describe describe) {
    return blocks.stream().map(block -> block(block, describe)).toList();
  }

  private static Block block(HopBlock block, Describe describe) {
    if (block instanceof HopBlock.If b) {
      List<Block> then = blocks(b.then(), describe);
      List<Block> otherwise = blocks(b.otherwise(), describe);
      return block(b, Kind.IF, null, b.predicate(), null, then, otherwise, describe);
    } else if (block instanceof HopBlock.While b) {
      List<Block> body = blocks(b.body(), describe);
      return block(b, Kind.WHILE, null, b.predicate(), null, body, List.of(), describe);
    } else if (block instanceof HopBlock.For b) {
      Kind kind = b.parallel() ? Kind.PARFOR : Kind.FOR;
      List<Block> body = blocks(b.body(), describe);
      return block(b, kind, b.variable(), b.bounds(), null, body, List.of(), describe);
    }
    HopBlock.Straight b = (HopBlock.Straight) block;
    Set<String> liveOut = b.liveness().out();
    return block(b, Kind.BLOCK, null, b.dag(), liveOut, List.of(), List.of(), describe);
  }

  private static Block block(
      HopBlock block,
      Kind kind,
      String variable,
      Dag dag,
      Set<String> liveOut,
      List<Block> body,
      List<Block> otherwise,
      Describe describe) {
    return new Block(
        kind,
        block.span(),
        block instanceof HopBlock.For loop ? Iterations.known(loop) : -1,
        new Heading.Place(variable, block.span().line()),
        describe.recompile(dag, liveOut),
        describe.of(block, dag, liveOut),
        body,
        otherwise,
        List.of());
  }

  // ---- operators

  static Content.Operators operators(Dag dag, DagCompiler compiler, Environment environment) {
    Operators operators = new Operators(compiler.execTypes(dag), environment);
    for (Dag.Root root : dag.roots()) {
      operators.add(root.hop());
      if (root instanceof Dag.Bind bind) {
        operators.items.add(
            new ProgramView.Binding(bind.variable(), operators.reference(bind.hop())));
      }
    }
    return new Content.Operators(List.copyOf(operators.items));
  }

  /** Numbers the operators of a DAG as they come. */
  private static final class Operators {
    private final Map<Hop, Integer> numbers = new IdentityHashMap<>();
    private final List<Item> items = new ArrayList<>();
    private final ExecTypes types;
    private final Environment environment;

    Operators(ExecTypes types, Environment environment) {
      this.types = types;
      this.environment = environment;
    }

    void add(Hop hop) {
      if (numbers.containsKey(hop) || hop instanceof Hop.Literal) {
        return;
      }
      for (Hop input : hop.inputs()) {
        if (input != null) {
          add(input);
        }
      }
      numbers.put(hop, numbers.size() + 1);
      List<Reference> inputs = new ArrayList<>();
      hop.inputs().forEach(input -> inputs.add(input == null ? null : reference(input)));
      boolean sized = hop.info() != null && !hop.info().isScalar();
      items.add(
          new ProgramView.Operator(
              numbers.get(hop),
              hop.label(),
              hop instanceof Hop.Read read ? read.variable() : null,
              hop instanceof Hop.Compute call ? call.op() : null,
              inputs,
              hop.span(),
              hop.info(),
              sized ? Memory.of(hop.info()) : 0,
              sized ? Memory.ofOperation(hop, environment) : 0,
              hop instanceof Hop.Compute ? types.of(hop) : null,
              hop instanceof Hop.Compute call ? call : null));
    }

    Reference reference(Hop hop) {
      return hop instanceof Hop.Literal literal
          ? new Reference(0, literal.value(), literal.label())
          : new Reference(numbers.get(hop), null, null);
    }
  }

  // ---- plans

  static ProgramView runtime(Plan plan) {
    List<ProgramView.Function> functions = new ArrayList<>();
    for (Plan.PlanFunction f : plan.functions().values()) {
      functions.add(
          new ProgramView.Function(
              f.signature().name(),
              slots(f.signature().parameters()),
              slots(f.signature().results()),
              new Body(f.body()).blocks(f.body().blocks())));
    }
    return new ProgramView(functions, new Body(plan.main()).blocks(plan.main().blocks()));
  }

  private static List<ProgramView.Variable> slots(List<Plan.Variable> variables) {
    return variables.stream().map(v -> variable(v.name(), v.data(), v.value())).toList();
  }

  private record Body(Plan.Body body) {
    List<Block> blocks(List<PlanBlock> blocks) {
      return blocks.stream().map(this::block).toList();
    }

    private Block block(PlanBlock block) {
      if (block instanceof PlanBlock.If b) {
        return new Block(
            Kind.IF,
            null,
            -1,
            new Heading.Condition(slot(b.predicateSlot())),
            reason(b.point()),
            instructions(b.predicate()),
            blocks(b.then()),
            blocks(b.otherwise()),
            slots(b.cleanup()));
      } else if (block instanceof PlanBlock.While b) {
        return new Block(
            Kind.WHILE,
            null,
            -1,
            new Heading.Condition(slot(b.predicateSlot())),
            reason(b.point()),
            instructions(b.predicate()),
            blocks(b.body()),
            List.of(),
            slots(b.cleanup()));
      } else if (block instanceof PlanBlock.For b) {
        return new Block(
            b.parallel() ? Kind.PARFOR : Kind.FOR,
            null,
            -1,
            new Heading.Range(
                slot(b.variableSlot()),
                slot(b.fromSlot()),
                slot(b.toSlot()),
                b.stepSlot() == Instruction.NONE ? null : slot(b.stepSlot())),
            reason(b.point()),
            instructions(b.bounds()),
            blocks(b.body()),
            List.of(),
            slots(b.cleanup()));
      }
      PlanBlock.Straight b = (PlanBlock.Straight) block;
      return new Block(
          Kind.BLOCK,
          null,
          -1,
          new Heading.Condition(null),
          reason(b.point()),
          instructions(b.instructions()),
          List.of(),
          List.of(),
          List.of());
    }

    private static String reason(RecompilePoint point) {
      return point == null ? null : point.reason();
    }

    private Content instructions(List<Instruction> instructions) {
      return new Content.Instructions(instructions.stream().map(this::instruction).toList());
    }

    private ProgramView.Instruction instruction(Instruction instruction) {
      if (instruction instanceof Instruction.Compute c) {
        return new ProgramView.Instruction(
            Verb.COMPUTE,
            c.op().name(),
            c.op(),
            slots(c.inputs()),
            list(c.dies()),
            slots(c.outputs()),
            c.exec(),
            c.span());
      } else if (instruction instanceof Instruction.Invoke c) {
        return new ProgramView.Instruction(
            Verb.CALL,
            c.function(),
            null,
            slots(c.inputs()),
            list(c.dies()),
            slots(c.outputs()),
            null,
            c.span());
      } else if (instruction instanceof Instruction.Copy c) {
        return plain(Verb.COPY, c.source(), c.dies(), c.target());
      } else if (instruction instanceof Instruction.Exists c) {
        return plain(Verb.EXISTS, c.variable(), false, c.target());
      }
      int[] slots = ((Instruction.Remove) instruction).slots();
      List<Boolean> dies = Collections.nCopies(slots.length, true);
      return new ProgramView.Instruction(
          Verb.REMOVE, null, null, slots(slots), dies, List.of(), null, null);
    }

    private ProgramView.Instruction plain(Verb verb, int input, boolean dies, int output) {
      return new ProgramView.Instruction(
          verb, null, null, List.of(slot(input)), List.of(dies), List.of(slot(output)), null, null);
    }

    private static List<Boolean> list(boolean[] values) {
      List<Boolean> list = new ArrayList<>();
      for (boolean value : values) {
        list.add(value);
      }
      return list;
    }

    /** Null where absent. */
    private List<String> slots(int[] slots) {
      List<String> names = new ArrayList<>();
      for (int slot : slots) {
        names.add(slot == Instruction.NONE ? null : slot(slot));
      }
      return names;
    }

    private String slot(int slot) {
      return Explain.slot(slot, body);
    }
  }
}
