package dev.linden.parfor.decide;

import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.Iterations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A node of the plan tree of a parfor loop (Boehm et al.: Hybrid Parallelization Strategies for
 * Large-Scale Machine Learning in SystemML, 4.1): loops, branches, functions and blocks, with
 * operations as leaves. Nodes never change: what decides makes another tree.
 */
sealed interface PlanNode {

  /** As plans show it. */
  String label();

  List<PlanNode> children();

  /** How often what is below runs in one execution, as far as known. */
  default long repeats() {
    return 1;
  }

  /** The same node above other ones. */
  PlanNode with(List<PlanNode> others);

  /**
   * A {@code for} or {@code parfor} loop.
   *
   * @param iterations -1 if not known
   * @param decision how it runs; null for {@code for}, and for {@code parfor} before that is known
   */
  record Loop(HopBlock.For source, long iterations, List<PlanNode> children, Decision decision)
      implements PlanNode {
    @Override
    public String label() {
      return title((source.parallel() ? "PARFOR " : "FOR ") + source.variable(), source);
    }

    @Override
    public Loop with(List<PlanNode> others) {
      return new Loop(source, iterations, others, decision);
    }

    Loop withIterations(long number) {
      return new Loop(source, number, children, decision);
    }

    Loop with(Decision decided) {
      return new Loop(source, iterations, children, decided);
    }

    /** The same loop with other operations below. */
    Loop mapOperations(UnaryOperator<Operation> change) {
      return (Loop) map(this, change);
    }

    @Override
    public long repeats() {
      return iterations < 0 ? Iterations.ASSUMED : iterations;
    }
  }

  /** What a {@link Nest} is, and the word that plans show. */
  enum Kind {
    WHILE,
    IF,
    BLOCK
  }

  /** A {@code while} loop, both parts of a branch, or straight-line statements. */
  record Nest(Kind kind, HopBlock source, List<PlanNode> children) implements PlanNode {
    @Override
    public String label() {
      return title(kind.name(), source);
    }

    @Override
    public long repeats() {
      return kind == Kind.WHILE ? Iterations.ASSUMED : 1;
    }

    @Override
    public Nest with(List<PlanNode> others) {
      return new Nest(kind, source, others);
    }
  }

  /**
   * A call of a function.
   *
   * @param again it is running already: nothing is below, since it would be the same again
   * @param recursive it calls itself, perhaps through others
   */
  record Call(String name, boolean again, boolean recursive, List<PlanNode> children)
      implements PlanNode {
    @Override
    public String label() {
      return "FUNCTION " + name + (again ? " (recursive)" : "");
    }

    @Override
    public Call with(List<PlanNode> others) {
      return new Call(name, again, recursive, others);
    }
  }

  /**
   * An operation on matrices.
   *
   * @param memory bytes of operands, intermediates and results; infinite if not known
   * @param reads bytes of the variables among the operands, by name
   * @param onSpark it is too large for this process and runs on the cluster
   */
  record Operation(Hop.Compute call, double memory, Map<String, Double> reads, boolean onSpark)
      implements PlanNode {
    @Override
    public String label() {
      return call.op().name();
    }

    @Override
    public List<PlanNode> children() {
      return List.of();
    }

    @Override
    public Operation with(List<PlanNode> others) {
      return this;
    }

    boolean fits(double budget) {
      return memory <= budget || Double.isInfinite(memory);
    }

    Operation onSparkUnlessFits(double budget) {
      return fits(budget) ? this : new Operation(call, memory, reads, true);
    }

    /** It takes this much and does not need the variable as a whole. */
    Operation without(String variable, double bytes) {
      Map<String, Double> others = new TreeMap<>(reads);
      others.remove(variable);
      return new Operation(call, bytes, others, onSpark);
    }
  }

  private static String title(String what, HopBlock block) {
    return what + " (line " + block.span().line() + ")";
  }

  private static PlanNode map(PlanNode node, UnaryOperator<Operation> change) {
    return node instanceof Operation operation
        ? change.apply(operation)
        : node.with(node.children().stream().map(child -> map(child, change)).toList());
  }

  /** This node and all below it, from the top. */
  default void forEach(Consumer<PlanNode> action) {
    action.accept(this);
    children().forEach(child -> child.forEach(action));
  }

  /** The operations below this node. */
  default List<Operation> operations() {
    List<Operation> found = new ArrayList<>();
    forEach(
        node -> {
          if (node instanceof Operation operation) {
            found.add(operation);
          }
        });
    return found;
  }
}
