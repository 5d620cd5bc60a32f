package dev.linden.opt;

import dev.linden.hop.AssignedVariables;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Rebuild;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes a value once that several blocks compute: a later block reads what an earlier one has
 * kept in a variable.
 *
 * <p>How: value numbering. Values have the same number if they are computed by the same operator
 * from values of the same numbers; what a variable may have got in a branch or a loop has a number
 * of its own. A value is available in every block that can't be reached without computing it.
 *
 * <p>When: the value is worth keeping ({@link Worth}) and comes of pure operators. That it can fail
 * does not matter: then it has failed before.
 *
 * <p>Liveness is that of the original blocks; the caller computes it anew.
 */
final class CommonAcrossBlocks {
  private final HopFactory factory;
  private final RewriteReport report;
  private final AssignedVariables assignedVariables = new AssignedVariables();
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final Map<Dag, List<Dag.Bind>> kept = new IdentityHashMap<>();

  /** Variables that this pass has made; nothing else assigns them. */
  private final Map<String, Integer> ownVariables = new HashMap<>();

  private Map<String, Integer> variables = new HashMap<>();
  private Map<Integer, Value> available = new HashMap<>();
  private List<Integer> scope = new ArrayList<>();
  private Map<Hop, Integer> lastNumbers = new IdentityHashMap<>();
  private Map<String, Hop> reads = new HashMap<>();
  private int count;
  private int names;

  CommonAcrossBlocks(HopFactory factory, RewriteReport report) {
    this.factory = factory;
    this.report = report;
  }

  /** A value that a block before computes. */
  private static final class Value {
    final Hop hop;
    final List<Dag.Bind> block;

    /** Null until somebody wants to read it. */
    String variable;

    /** Null until somebody asks: few values are computed twice. */
    private Boolean worthKeeping;

    Value(Hop hop, List<Dag.Bind> block) {
      this.hop = hop;
      this.block = block;
    }

    boolean isWorthKeeping() {
      if (worthKeeping == null) {
        worthKeeping = Worth.isWorthKeeping(hop);
      }
      return worthKeeping;
    }
  }

  /** An operator and the numbers of its operands. */
  private record Key(Object operator, List<Integer> inputs, List<String> names) {
    // Written out, since what javac makes for a record is slow until it is warm.
    @Override
    public boolean equals(Object other) {
      return other instanceof Key that
          && operator.equals(that.operator)
          && inputs.equals(that.inputs)
          && names.equals(that.names);
    }

    @Override
    public int hashCode() {
      return 31 * operator.hashCode() + inputs.hashCode();
    }
  }

  HopProgram merge(HopProgram program) {
    return program.map(
        body -> {
          variables = new HashMap<>();
          available = new HashMap<>();
          scope = new ArrayList<>();
          return HopBlock.mapDags(blocks(body), this::keeping);
        });
  }

  /** The DAG, with variables for values that later blocks read. */
  private Dag keeping(Dag dag) {
    List<Dag.Bind> bindings = kept.getOrDefault(dag, List.of());
    if (bindings.isEmpty()) {
      return dag;
    }
    List<Dag.Root> roots = new ArrayList<>(dag.roots());
    roots.addAll(bindings);
    return new Dag(List.copyOf(roots));
  }

  private List<HopBlock> blocks(List<HopBlock> blocks) {
    List<HopBlock> changed = new ArrayList<>();
    for (HopBlock block : blocks) {
      changed.add(block(block));
    }
    return changed;
  }

  private HopBlock block(HopBlock block) {
    if (block instanceof HopBlock.Straight b) {
      return b.with(straight(b.dag()));
    } else if (block instanceof HopBlock.If b) {
      Dag predicate = dag(b.predicate(), null);
      List<HopBlock> then = inside(b.then());
      List<HopBlock> otherwise = inside(b.otherwise());
      renumber(b.then());
      renumber(b.otherwise());
      return b.with(predicate, then, otherwise);
    } else if (block instanceof HopBlock.While b) {
      renumber(b.body());
      Dag predicate = dag(b.predicate(), null);
      HopBlock changed = b.with(predicate, inside(b.body()));
      renumber(b.body());
      return changed;
    }
    HopBlock.For b = (HopBlock.For) block;
    Dag bounds = dag(b.bounds(), null);
    renumber(List.of(b));
    HopBlock changed = b.with(bounds, inside(b.body()));
    renumber(List.of(b));
    return changed;
  }

  /** What is computed inside need not have been computed afterwards. */
  private List<HopBlock> inside(List<HopBlock> blocks) {
    Map<String, Integer> before = new HashMap<>(variables);
    List<Integer> outer = scope;
    scope = new ArrayList<>();
    List<HopBlock> changed = blocks(blocks);
    scope.forEach(available::remove);
    scope = outer;
    variables = before;
    return changed;
  }

  /** Nothing is known any more of what these blocks assign. */
  private void renumber(List<HopBlock> blocks) {
    Set<String> assigned = new HashSet<>();
    assignedVariables.add(blocks, assigned);
    assigned.forEach(variable -> variables.put(variable, count++));
  }

  private Dag straight(Dag dag) {
    List<Dag.Bind> bindings = new ArrayList<>();
    Map<String, Integer> bound = new HashMap<>();
    Dag changed = dag(dag, bindings);
    for (Dag.Root root : dag.roots()) {
      if (root instanceof Dag.Bind bind) {
        bound.put(bind.variable(), number(bind.hop(), lastNumbers));
      }
    }
    variables.putAll(bound);
    kept.put(changed, bindings);
    return changed;
  }

  /** {@code bindings}: where variables for its values may be bound; null if they can't be. */
  private Dag dag(Dag dag, List<Dag.Bind> bindings) {
    lastNumbers = new IdentityHashMap<>();
    reads = new HashMap<>();
    Dag changed = dag;
    if (!available.isEmpty()) {
      Rebuild rebuild = Rebuild.copying(factory::over);
      DagView.downwards(dag, hop -> !isThere(hop, rebuild));
      changed = rebuild.of(dag);
    }
    if (bindings != null) {
      offer(changed, bindings);
    }
    return changed;
  }

  /** Whether a block before has computed the value, which is then read. */
  private boolean isThere(Hop hop, Rebuild rebuild) {
    if (hop instanceof Hop.Compute) {
      Value value = available.get(number(hop, lastNumbers));
      if (value != null && value.isWorthKeeping()) {
        if (value.variable == null) {
          names++;
          value.variable = "common@" + names;
          value.block.add(new Dag.Bind(value.variable, value.hop));
          ownVariables.put(value.variable, number(hop, lastNumbers));
        }
        // A DAG has one node for a variable that it reads.
        Hop read =
            reads.computeIfAbsent(
                value.variable, name -> new Hop.Read(name, hop.info(), hop.span()));
        rebuild.preset(hop, read);
        report.fired(Optimizer.COMMON_ACROSS_BLOCKS, hop, read);
        return true;
      }
    }
    return false;
  }

  /** Makes the values of a block available to the following ones. */
  private void offer(Dag dag, List<Dag.Bind> bindings) {
    Map<Hop, Integer> own = new IdentityHashMap<>();
    for (Hop hop : DagView.operandsFirst(dag)) {
      if (hop instanceof Hop.Compute call && call.op().isPure() && call.results().size() == 1) {
        int number = number(hop, own);
        if (available.putIfAbsent(number, new Value(hop, bindings)) == null) {
          scope.add(number);
        }
      }
    }
  }

  private int number(Hop hop, Map<Hop, Integer> known) {
    Integer number = known.get(hop);
    if (number == null) {
      number = find(hop, known);
      known.put(hop, number);
    }
    return number;
  }

  private int find(Hop hop, Map<Hop, Integer> known) {
    if (hop instanceof Hop.Read read) {
      Integer own = ownVariables.get(read.variable());
      return own == null ? variables.computeIfAbsent(read.variable(), v -> count++) : own;
    }
    Object operator = null;
    List<String> argumentNames = List.of();
    if (hop instanceof Hop.Literal literal) {
      operator = literal.value();
    } else if (hop instanceof Hop.Compute call
        && call.op().isPure()
        && call.results().size() == 1) {
      operator = call.op();
      argumentNames = call.names();
    }
    if (operator == null) {
      return count++;
    }
    List<Integer> inputs = new ArrayList<>();
    for (Hop input : hop.inputs()) {
      inputs.add(input == null ? -1 : number(input, known));
    }
    return numbers.computeIfAbsent(new Key(operator, inputs, argumentNames), k -> count++);
  }
}
