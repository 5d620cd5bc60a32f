package dev.linden.plan.compress;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.matrix.compress.plan.Gain;
import dev.linden.matrix.compress.plan.Workload;
import dev.linden.op.Environment;
import dev.linden.op.GroupUse;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.op.Property;
import dev.linden.op.ReorgOps;
import dev.linden.op.Size;
import dev.linden.opt.LoopFacts;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What blocks do with matrices, and how often. It is read off operators as they are written: fused
 * and physical ones do the same work in fewer passes. What is computed of the cells one by one has
 * the codes of the matrix, so what is done with that counts for it, too.
 */
final class Workloads {
  /** Functions that call functions below a loop; deeper ones are not looked at. */
  private static final int MOST_NESTED_FUNCTIONS = 8;

  /** Columns of the other operand of a product, where nothing tells. */
  private static final double ASSUMED_COLUMNS = 4;

  /** How often a branch is taken. */
  private static final double BRANCH = 0.5;

  private final Map<String, HopProgram.HopFunction> functions;
  private final Environment environment;

  Workloads(Map<String, HopProgram.HopFunction> functions, Environment environment) {
    this.functions = functions;
    this.environment = environment;
  }

  /** Few cells, or a vector: its codes would take what the cells take. */
  static boolean isSmall(Info info) {
    Size size = info.size();
    return size.rows() == 1 || size.cols() == 1 || size.known() && size.cells() < Gain.FEWEST_CELLS;
  }

  /** What one execution of blocks, all iterations of loops, does with a variable. */
  Workload of(List<HopBlock> blocks, String variable) {
    return of(blocks, namesOf(variable, blocks), 0);
  }

  /** The same for one iteration of a loop. */
  Workload ofIteration(HopBlock loop, String variable) {
    return ofIteration(loop, namesOf(variable, List.of(loop)), 0);
  }

  /** The variable, and others that get its value in the blocks. */
  private static Set<String> namesOf(String variable, List<HopBlock> blocks) {
    Set<String> names = new HashSet<>(Set.of(variable));
    HopBlock.forEachDag(
        blocks,
        dag -> {
          for (Dag.Root root : dag.roots()) {
            if (root instanceof Dag.Bind bind && isRead(bind.hop(), names)) {
              names.add(bind.variable());
            }
          }
        });
    return names;
  }

  private static boolean isRead(Hop hop, Set<String> names) {
    return hop instanceof Hop.Read read && names.contains(read.variable());
  }

  private Workload ofIteration(HopBlock block, Set<String> names, int depth) {
    boolean straight = block instanceof HopBlock.Straight;
    Workload all = of(block.dag(), straight ? block.liveness().out() : null, names, depth);
    double often = block instanceof HopBlock.If ? BRANCH : 1;
    return all.plus(of(block.inside(), names, depth).times(often));
  }

  private Workload of(List<HopBlock> blocks, Set<String> names, int depth) {
    Workload all = Workload.NONE;
    for (HopBlock block : blocks) {
      double often = ExpectedIterations.assumed(block);
      all = all.plus(ofIteration(block, names, depth).times(often));
    }
    return all;
  }

  private Workload of(Dag dag, Set<String> liveOut, Set<String> names, int depth) {
    List<Hop> reads =
        DagView.operandsFirst(dag).stream().filter(hop -> isRead(hop, names)).toList();
    if (reads.isEmpty()) {
      return Workload.NONE;
    }
    Uses uses = new Uses(new DagView(dag, liveOut), depth);
    return reads.stream().map(uses::of).reduce(Workload.NONE, Workload::plus);
  }

  /** What the operators of a DAG do with a value that it computes. */
  Workload of(Dag dag, Set<String> liveOut, Hop value) {
    return new Uses(new DagView(dag, liveOut), 0).of(value);
  }

  private final class Uses {
    private final DagView view;
    private final int depth;
    private final Map<Hop, Workload> known = new IdentityHashMap<>();

    Uses(DagView view, int depth) {
      this.view = view;
      this.depth = depth;
    }

    Workload of(Hop value) {
      Workload all = known.get(value);
      if (all == null) {
        all = Workload.NONE;
        for (Hop consumer : view.consumers(value).stream().distinct().toList()) {
          all = all.plus(by(consumer, value));
        }
        known.put(value, all);
      }
      return all;
    }

    private Workload by(Hop consumer, Hop value) {
      if (consumer instanceof Hop.Invoke call) {
        return byFunction(call, call.inputs().indexOf(value), depth);
      } else if (consumer instanceof Hop.Compute call) {
        return call.op() == ReorgOps.TRANSPOSE ? ofTransposed(call, value) : by(call, value);
      }
      return Workload.NONE; // one of several results: what makes them consumes the value
    }

    private Workload by(Hop.Compute call, Hop value) {
      Op op = call.op();
      int argument = call.inputs().indexOf(value);
      if (op.has(Property.ASKS_SHAPE) || op.isOfPart()) {
        return Workload.NONE; // a part of the codes, as of the cells
      } else if (op == ProductOps.MATMULT && isTransposed(call.inputs().get(1 - argument), value)) {
        return Workload.NONE; // with itself, which counts where it is transposed
      }
      GroupUse use = op.groupUse(argument, call.operands());
      return switch (use) {
        case VALUES -> op.hasCellFunction() ? ofCells(call) : Workload.onGroups();
        case ROWS -> Workload.rowFold();
        case RIGHT -> Workload.right(columns(call.info().size().cols(), call.inputs().get(1)));
        case LEFT -> Workload.left(rows(call.info().size().rows(), call.inputs().get(0)));
        case SELF -> Workload.selfProduct();
        case CHAIN -> Workload.right(1).plus(Workload.left(1));
        case PLAIN, TILES -> Workload.onCells();
      };
    }

    private static boolean isTransposed(Hop hop, Hop value) {
      return hop instanceof Hop.Compute call
          && call.op() == ReorgOps.TRANSPOSE
          && call.inputs().get(0) == value;
    }

    /** A pass of its own if it is needed as such, else one with what reads it. */
    private Workload ofCells(Hop.Compute call) {
      Workload function = Workload.function(call.op().costPerCell(call.operands()));
      Workload further = of(call).plus(function);
      return view.isNeeded(call) ? further.plus(Workload.onGroups()) : further;
    }

    /** No product needs the transposed matrix; everything else does. */
    private Workload ofTransposed(Hop transposed, Hop value) {
      Workload all = view.isNeeded(transposed) ? Workload.onCells() : Workload.NONE;
      for (Hop consumer : view.consumers(transposed).stream().distinct().toList()) {
        boolean product = consumer instanceof Hop.Compute call && call.op() == ProductOps.MATMULT;
        all = all.plus(product ? ofProduct(consumer, transposed, value) : Workload.onCells());
      }
      return all;
    }

    private Workload ofProduct(Hop product, Hop transposed, Hop value) {
      Hop left = product.inputs().get(0);
      Hop right = product.inputs().get(1);
      Size size = product.info().size();
      if (left == transposed && right == value) {
        return Workload.selfProduct();
      } else if (right == transposed) {
        return left == value ? Workload.onCells() : Workload.right(rows(size.rows(), left));
      }
      Workload leftProduct = Workload.left(columns(size.cols(), right));
      return isOfRows(right, value) ? leftProduct.inThePassBefore() : leftProduct;
    }

    /** Computed from a product of the same matrix, a row from each of its rows. */
    private static boolean isOfRows(Hop operand, Hop value) {
      return DagView.operandsFirst(operand).stream()
          .anyMatch(
              hop ->
                  hop instanceof Hop.Compute call
                      && call.op() == ProductOps.MATMULT
                      && call.inputs().get(0) == value);
    }
  }

  private static double columns(long known, Hop other) {
    return known >= 0 ? known : assumed(other.info().size().cols());
  }

  private static double rows(long known, Hop other) {
    return known >= 0 ? known : assumed(other.info().size().rows());
  }

  private static double assumed(long known) {
    return known >= 0 ? known : ASSUMED_COLUMNS;
  }

  /** What a function does with its parameter. */
  private Workload byFunction(Hop.Invoke call, int argument, int depth) {
    HopProgram.HopFunction function = functions.get(call.function().key());
    if (function == null || depth >= MOST_NESTED_FUNCTIONS) {
      return Workload.onCells();
    }
    String parameter = function.source().parameters().get(argument).name();
    List<Info> arguments = call.inputs().stream().map(i -> i == null ? null : i.info()).toList();
    List<HopBlock> body = LoopFacts.body(function, arguments, environment);
    return of(body, namesOf(parameter, body), depth + 1);
  }
}
