package dev.linden.plan.compress;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Iterations;
import dev.linden.matrix.compress.plan.Workload;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Size;
import dev.linden.opt.LoopFacts;
import dev.linden.plan.distribute.Placement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What blocks do with the matrices that they read, and how often. */
final class Workloads {
  /** Functions that call functions below a loop; deeper ones are not looked at. */
  private static final int MOST_NESTED_FUNCTIONS = 8;

  private final Map<String, HopProgram.HopFunction> functions;
  private final Placement.Selector selector;
  private final Environment environment;
  private final Map<String, Info> infos = new HashMap<>();

  Workloads(
      Map<String, HopProgram.HopFunction> functions,
      Placement.Selector selector,
      Environment environment) {
    this.functions = functions;
    this.selector = selector;
    this.environment = environment;
  }

  /** What was known of a variable where it was met last. */
  Info info(String variable) {
    return infos.get(variable);
  }

  /** By variable: all that one execution of the block does. */
  Map<String, Workload> of(HopBlock block) {
    return of(block, 0);
  }

  private Map<String, Workload> of(HopBlock block, int depth) {
    Map<String, Workload> found = new HashMap<>();
    boolean straight = block instanceof HopBlock.Straight;
    add(found, of(block.dag(), straight ? block.liveness().out() : null, depth), 1);
    for (HopBlock inner : block.inside()) {
      add(found, of(inner, depth), 1);
    }
    double often =
        block instanceof HopBlock.For loop
            ? Iterations.assumed(loop)
            : block instanceof HopBlock.While ? Iterations.ASSUMED : 1;
    found.replaceAll((variable, workload) -> workload.times(often));
    return found;
  }

  private static void add(Map<String, Workload> to, Map<String, Workload> more, double often) {
    more.forEach((variable, workload) -> to.merge(variable, workload.times(often), Workload::plus));
  }

  private Map<String, Workload> of(Dag dag, Set<String> liveOut, int depth) {
    Map<String, Workload> found = new HashMap<>();
    if (DagView.operandsFirst(dag).stream().noneMatch(Workloads::isMatrix)) {
      return found;
    }
    for (Hop hop : DagView.operandsFirst(selector.select(dag, liveOut).dag())) {
      for (int i = 0; i < hop.inputs().size(); i++) {
        if (hop.inputs().get(i) instanceof Hop.Read read && isMatrix(read)) {
          infos.put(read.variable(), read.info());
          Workload use =
              hop instanceof Hop.Compute call
                  ? use(call, i)
                  : hop instanceof Hop.Invoke call ? use(call, i, depth) : Workload.NONE;
          found.merge(read.variable(), use, Workload::plus);
        }
      }
    }
    return found;
  }

  private static boolean isMatrix(Hop hop) {
    return hop instanceof Hop.Read read && read.info() != null && read.info().isMatrix();
  }

  private static Workload use(Hop.Compute call, int argument) {
    Size result = call.info() != null && call.info().isMatrix() ? call.info().size() : null;
    double rows = result == null ? 1 : Math.max(1, result.rows());
    double cols = result == null ? 1 : Math.max(1, result.cols());
    // products with a matrix that is as long as X are long, too: the other side tells its columns
    double others = Math.min(rows, cols);
    return switch (call.op().groupUse(argument, call.operands())) {
      case VALUES -> new Workload(0, 0, 0, 0, 1, 0);
      case ROWS -> new Workload(0, 0, 0, 1, 0, 0);
      case RIGHT -> new Workload(others, 0, 0, 0, 0, 0);
      case LEFT -> new Workload(0, others, 0, 0, 0, 0);
      case SELF -> new Workload(0, 0, 1, 0, 0, 0);
      case CHAIN -> new Workload(others, others, 0, 0, 0, 0);
      case PLAIN, TILES -> new Workload(0, 0, 0, 0, 0, 1);
    };
  }

  /** What a function does with its parameter. */
  private Workload use(Hop.Invoke call, int argument, int depth) {
    HopProgram.HopFunction function = functions.get(call.function().key());
    if (function == null || depth >= MOST_NESTED_FUNCTIONS) {
      return new Workload(0, 0, 0, 0, 0, 1);
    }
    String parameter = function.source().parameters().get(argument).name();
    List<Info> arguments = call.inputs().stream().map(i -> i == null ? null : i.info()).toList();
    Map<String, Workload> found = new HashMap<>();
    for (HopBlock block : LoopFacts.body(function, arguments, environment)) {
      add(found, of(block, depth + 1), 1);
    }
    return found.getOrDefault(parameter, Workload.NONE);
  }
}
