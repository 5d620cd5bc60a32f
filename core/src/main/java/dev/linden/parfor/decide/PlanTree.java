package dev.linden.parfor.decide;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Iterations;
import dev.linden.hop.Memory;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.opt.LoopFacts;
import dev.linden.plan.physical.PhysicalRules;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Makes the plan tree of a loop whose operators know their sizes. */
final class PlanTree {
  /** Functions that call functions below a loop; deeper ones are not looked at. */
  private static final int MOST_NESTED_FUNCTIONS = 8;

  private final Map<String, HopProgram.HopFunction> functions;
  private final Environment environment;

  /** Functions on the way from the root. */
  private final Deque<String> calls = new ArrayDeque<>();

  /** Functions that were found to call themselves, perhaps through others. */
  private final Set<String> recursive = new HashSet<>();

  private PlanTree(Map<String, HopProgram.HopFunction> functions, Environment environment) {
    this.functions = functions;
    this.environment = environment;
  }

  static PlanNode.Loop of(
      HopBlock.For loop, Map<String, HopProgram.HopFunction> functions, Environment environment) {
    return new PlanTree(functions, environment).loop(loop);
  }

  private PlanNode.Loop loop(HopBlock.For loop) {
    List<PlanNode> children = operations(loop.bounds());
    children.addAll(blocks(loop.body()));
    return new PlanNode.Loop(loop, Iterations.known(loop), children, null);
  }

  private List<PlanNode> blocks(List<HopBlock> blocks) {
    List<PlanNode> nodes = new ArrayList<>();
    for (HopBlock block : blocks) {
      PlanNode node = block(block);
      // Blocks that only compute scalars tell nothing.
      if (node instanceof PlanNode.Loop || !node.children().isEmpty()) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  private PlanNode block(HopBlock block) {
    if (block instanceof HopBlock.For loop) {
      return loop(loop);
    }
    List<PlanNode> children = operations(block.dag());
    children.addAll(blocks(block.inside()));
    PlanNode.Kind kind =
        block instanceof HopBlock.If
            ? PlanNode.Kind.IF
            : block instanceof HopBlock.While ? PlanNode.Kind.WHILE : PlanNode.Kind.BLOCK;
    return new PlanNode.Nest(kind, block, children);
  }

  /**
   * Operands before the operations that take them. Physical operators count, as those run: they
   * need no transposes, for example.
   */
  private List<PlanNode> operations(Dag dag) {
    List<PlanNode> nodes = new ArrayList<>();
    for (Hop hop : DagView.operandsFirst(PhysicalRules.select(dag, null, Set.of()))) {
      if (hop instanceof Hop.Compute call && touchesMatrix(call)) {
        nodes.add(operation(call));
      } else if (hop instanceof Hop.Invoke invoke) {
        function(invoke, nodes);
      }
    }
    return nodes;
  }

  private static boolean touchesMatrix(Hop.Compute call) {
    return call.results().stream().anyMatch(Info::isMatrix)
        || call.inputs().stream()
            .anyMatch(i -> i != null && i.info() != null && i.info().isMatrix());
  }

  private PlanNode.Operation operation(Hop.Compute call) {
    Map<String, Double> reads = new TreeMap<>();
    for (Hop input : call.inputs()) {
      if (input instanceof Hop.Read read && read.info().isMatrix()) {
        reads.put(read.variable(), Memory.of(read.info()));
      }
    }
    return new PlanNode.Operation(call, Memory.ofOperation(call, environment), reads, false);
  }

  private void function(Hop.Invoke invoke, List<PlanNode> nodes) {
    String key = invoke.function().key();
    String name = invoke.function().name();
    HopProgram.HopFunction function = functions.get(key);
    if (function == null || calls.size() >= MOST_NESTED_FUNCTIONS) {
      return;
    }
    if (calls.contains(key)) {
      recursive.add(key);
      nodes.add(new PlanNode.Call(name, true, true, List.of()));
      return;
    }
    calls.push(key);
    List<Info> arguments = invoke.inputs().stream().map(i -> i == null ? null : i.info()).toList();
    List<PlanNode> children = blocks(LoopFacts.body(function, arguments, environment));
    calls.pop();
    nodes.add(new PlanNode.Call(name, false, recursive.contains(key), children));
  }
}
