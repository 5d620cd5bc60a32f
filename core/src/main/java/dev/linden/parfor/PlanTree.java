package dev.linden.parfor;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Memory;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.opt.LoopFacts;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the plan tree of a loop whose operators know their sizes. */
final class PlanTree {
  /** Functions that call functions below a loop; deeper ones are not looked at. */
  private static final int MOST_NESTED_FUNCTIONS = 8;

  private final Map<String, HopProgram.HopFunction> functions;
  private final Environment environment;

  /** Functions on the way from the root. */
  private final Deque<String> calls = new ArrayDeque<>();

  private PlanTree(Map<String, HopProgram.HopFunction> functions, Environment environment) {
    this.functions = functions;
    this.environment = environment;
  }

  static PlanNode of(
      HopBlock.For loop, Map<String, HopProgram.HopFunction> functions, Environment environment) {
    return new PlanTree(functions, environment).loop(loop);
  }

  private PlanNode loop(HopBlock.For loop) {
    PlanNode.Type type = loop.parallel() ? PlanNode.Type.PARFOR : PlanNode.Type.FOR;
    PlanNode node = new PlanNode(type, title(type + " " + loop.variable(), loop));
    node.loop = loop;
    node.iterations = iterations(loop);
    operations(loop.bounds(), node);
    blocks(loop.body(), node);
    return node;
  }

  private static String title(String what, HopBlock block) {
    return what + " (line " + block.span().line() + ")";
  }

  private void blocks(List<HopBlock> blocks, PlanNode parent) {
    for (HopBlock block : blocks) {
      if (block instanceof HopBlock.Straight b) {
        PlanNode node = new PlanNode(PlanNode.Type.BLOCK, title("BLOCK", b));
        operations(b.dag(), node);
        add(node, parent);
      } else if (block instanceof HopBlock.If b) {
        PlanNode node = new PlanNode(PlanNode.Type.IF, title("IF", b));
        operations(b.predicate(), node);
        blocks(b.then(), node);
        blocks(b.otherwise(), node);
        add(node, parent);
      } else if (block instanceof HopBlock.While b) {
        PlanNode node = new PlanNode(PlanNode.Type.WHILE, title("WHILE", b));
        operations(b.predicate(), node);
        blocks(b.body(), node);
        add(node, parent);
      } else {
        parent.children.add(loop((HopBlock.For) block));
      }
    }
  }

  /** Blocks that only compute scalars tell nothing. */
  private static void add(PlanNode node, PlanNode parent) {
    if (!node.children.isEmpty()) {
      parent.children.add(node);
    }
  }

  private void operations(Dag dag, PlanNode parent) {
    Set<Hop> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Dag.Root root : dag.roots()) {
      operations(root.hop(), seen, parent);
    }
  }

  private void operations(Hop hop, Set<Hop> seen, PlanNode parent) {
    if (!seen.add(hop)) {
      return;
    }
    for (Hop input : hop.inputs()) {
      if (input != null) {
        operations(input, seen, parent);
      }
    }
    if (hop instanceof Hop.Compute call && touchesMatrix(call)) {
      parent.children.add(operation(call));
    } else if (hop instanceof Hop.Invoke invoke) {
      function(invoke, parent);
    }
  }

  private static boolean touchesMatrix(Hop.Compute call) {
    return call.results().stream().anyMatch(Info::isMatrix)
        || call.inputs().stream()
            .anyMatch(i -> i != null && i.info() != null && i.info().isMatrix());
  }

  private PlanNode operation(Hop.Compute call) {
    PlanNode node = new PlanNode(PlanNode.Type.OPERATION, call.op().name());
    node.call = call;
    node.memory = Memory.ofOperation(call, environment);
    for (Hop input : call.inputs()) {
      if (input instanceof Hop.Read read && read.info().isMatrix()) {
        node.reads.put(read.variable(), Memory.of(read.info()));
      }
    }
    return node;
  }

  private void function(Hop.Invoke invoke, PlanNode parent) {
    String key = invoke.function().key();
    HopProgram.HopFunction function = functions.get(key);
    if (function == null || calls.size() >= MOST_NESTED_FUNCTIONS) {
      return;
    }
    boolean recursive = calls.contains(key);
    String name = invoke.function().name() + (recursive ? " (recursive)" : "");
    PlanNode node = new PlanNode(PlanNode.Type.FUNCTION, "FUNCTION " + name);
    if (!recursive) {
      calls.push(key);
      List<Info> arguments =
          invoke.inputs().stream().map(i -> i == null ? null : i.info()).toList();
      blocks(LoopFacts.body(function, arguments, environment), node);
      calls.pop();
    }
    parent.children.add(node);
  }

  /** -1 when the bounds are not known. */
  private static long iterations(HopBlock.For loop) {
    List<Scalar> bounds =
        loop.bounds().roots().stream()
            .filter(Dag.Needed.class::isInstance)
            .map(root -> root.hop().info().constant())
            .toList();
    if (bounds.contains(null)) {
      return -1;
    }
    long from = bounds.get(0).asLong();
    long to = bounds.get(1).asLong();
    long step = loop.stepped() ? bounds.get(2).asLong() : from <= to ? 1 : -1;
    return step == 0 ? -1 : Math.max(0, (to - from) / step + 1);
  }
}
