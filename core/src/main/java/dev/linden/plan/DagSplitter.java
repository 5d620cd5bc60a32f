package dev.linden.plan;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Rebuild;
import dev.linden.lang.Block;
import dev.linden.op.DataType;
import dev.linden.op.Op;
import dev.linden.op.Property;
import dev.linden.plan.physical.PhysicalRule;
import dev.linden.plan.physical.SelectionOfRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cuts straight-line blocks in two behind operators whose result has a size that only running them
 * tells: reads of files without metadata, {@code removeEmpty}, {@code table} and the like, calls of
 * functions with results of unknown size; and behind scalars found in data that give other matrices
 * their size. When the second part is about to run, the size is known, and recompilation can plan
 * it.
 *
 * <p>What the second part needs of the first passes through variables: those of the script, or new
 * ones whose names no script can use. Effects and random calls keep their order.
 *
 * <p>No cut where nothing is gained: the result is only printed, bound, returned or asked for its
 * shape.
 */
public final class DagSplitter {
  /** Names of scripts do not begin with an underscore. */
  private static final String PREFIX = "_s";

  private int variables;

  private DagSplitter() {}

  public static HopProgram split(HopProgram program) {
    return program.map(body -> new DagSplitter().blocks(body));
  }

  private List<HopBlock> blocks(List<HopBlock> blocks) {
    List<HopBlock> result = new ArrayList<>();
    for (HopBlock block : blocks) {
      if (block instanceof HopBlock.Straight straight) {
        straight(straight, result);
      } else {
        result.add(block.map(dag -> dag, this::blocks));
      }
    }
    return result;
  }

  /** Adds the block, or its parts, to {@code result}. */
  private void straight(HopBlock.Straight block, List<HopBlock> result) {
    HopBlock.Straight rest = block;
    for (Cut cut = Cut.first(rest.dag()); cut != null; cut = Cut.first(rest.dag())) {
      Dag first = new Dag(List.copyOf(cut.before));
      Second second = new Second(first, cut.after);
      Dag last = new Dag(second.roots());
      Set<String> between = liveBefore(last, rest.liveness().out());
      List<Dag.Root> roots = new ArrayList<>(cut.before);
      roots.removeIf(root -> second.isMoved(root, between));
      roots.addAll(second.passed);
      Dag before = new Dag(List.copyOf(roots));
      result.add(
          new HopBlock.Straight(
              before, new Block.Liveness(rest.liveness().in(), between), rest.span()));
      rest =
          new HopBlock.Straight(
              last, new Block.Liveness(between, rest.liveness().out()), rest.span());
    }
    result.add(rest);
  }

  private static Set<String> liveBefore(Dag dag, Set<String> after) {
    Set<String> live = new HashSet<>(after);
    for (Dag.Root root : dag.roots()) {
      if (root instanceof Dag.Bind bind) {
        live.remove(bind.variable());
      }
    }
    for (Hop hop : DagView.operandsFirst(dag)) {
      if (hop instanceof Hop.Read read) {
        live.add(read.variable());
      } else if (hop instanceof Hop.Exists exists) {
        live.add(exists.variable());
      }
    }
    return Set.copyOf(live);
  }

  // ---- where to cut

  /** The roots that come before a cut, with the value to cut behind, and the others. */
  private static final class Cut {
    private final List<Dag.Root> before = new ArrayList<>();
    private final List<Dag.Root> after;

    private Cut(List<Dag.Root> roots, int position) {
      before.addAll(roots.subList(0, position));
      after = roots.subList(position, roots.size());
    }

    /** Behind the first operator of unknown size that others wait for; null if there is none. */
    static Cut first(Dag dag) {
      Set<Hop> awaited = awaited(dag);
      List<Dag.Root> roots = dag.roots();
      List<List<Hop>> byRoot = DagView.byRoot(dag);
      for (int i = 0; i < roots.size(); i++) {
        List<Hop> computed = byRoot.get(i);
        for (int k = 0; k < computed.size(); k++) {
          if (awaited.contains(computed.get(k))) {
            return behind(roots, i, computed.subList(0, k + 1));
          }
        }
      }
      return null;
    }

    /**
     * @param computed what root number {@code i} computes up to the operator to cut behind
     */
    private static Cut behind(List<Dag.Root> roots, int i, List<Hop> computed) {
      Hop last = computed.get(computed.size() - 1);
      int position = roots.get(i).hop() == last ? i + 1 : i;
      // What a call is bound to belongs to it.
      while (position > i
          && position < roots.size()
          && roots.get(position) instanceof Dag.Bind
          && isOf(roots.get(position).hop(), last)) {
        position++;
      }
      Cut cut = new Cut(roots, position);
      if (position == i) {
        for (Hop hop : computed) {
          if (hop == last || isRandom(hop)) {
            cut.before.add(new Dag.Effect(hop));
          }
        }
      }
      return cut.after.isEmpty() ? null : cut;
    }

    private static boolean isOf(Hop hop, Hop call) {
      return hop == call || (hop instanceof Hop.Result result && result.call() == call);
    }

    private static boolean isRandom(Hop hop) {
      return hop instanceof Hop.Compute call && call.op().has(Property.NONDETERMINISTIC);
    }

    /** Operators of unknown size whose result another operator computes with. */
    private static Set<Hop> awaited(Dag dag) {
      Set<Hop> awaited = new HashSet<>();
      for (Hop hop : DagView.operandsFirst(dag)) {
        if (hop instanceof Hop.Compute call
            && gains(call.op())
            && !SelectionOfRows.isProduct(call)) {
          for (Hop input : call.inputs()) {
            Hop source = input instanceof Hop.Result result ? result.call() : input;
            if (source != null && isUnknownUntilRun(source)) {
              awaited.add(source);
            }
          }
          if (hasUnknownSize(call) && !call.op().hasCellFunction()) {
            call.inputs().stream().filter(Cut::isFoundInData).forEach(awaited::add);
          }
        }
      }
      return awaited;
    }

    /** A scalar that comes from the cells of a matrix. */
    private static boolean isFoundInData(Hop hop) {
      if (hop == null || hop.info() == null || !hop.info().isScalar() || hop.info().isConstant()) {
        return false;
      }
      if (!(hop instanceof Hop.Compute call)) {
        return hop instanceof Hop.Invoke || hop instanceof Hop.Result;
      }
      return !call.op().has(Property.ASKS_SHAPE)
          && call.inputs().stream()
              .anyMatch(
                  input -> input != null && (input.info().isMatrix() || isFoundInData(input)));
    }

    private static boolean hasUnknownSize(Hop.Compute call) {
      return call.results().stream().anyMatch(r -> r.isMatrix() && !r.size().known());
    }

    private static boolean gains(Op op) {
      return !op.has(Property.EFFECT) && !op.has(Property.ASKS_SHAPE);
    }

    private static boolean isUnknownUntilRun(Hop hop) {
      if (hop instanceof Hop.Invoke call) {
        return call.results().stream()
            .anyMatch(r -> r.data() == DataType.MATRIX && !r.size().known());
      }
      return hop instanceof Hop.Compute call
          && (call.op().has(Property.DATA_DEPENDENT_SIZE)
              || call.op().has(Property.READS_FILE)
              || SelectionOfRows.isProduct(call))
          && hasUnknownSize(call);
    }
  }

  // ---- the second part

  /** The roots behind a cut, with variables in place of what has been computed before it. */
  private final class Second {
    private final List<Dag.Root> after;
    private final Set<Hop> computed;
    private final Set<Hop> consumed = new HashSet<>();
    private final Map<String, Hop> bound = new LinkedHashMap<>();
    private final Rebuild rebuild = Rebuild.replacing(this::fromFirst);

    /** Bindings of new variables, to be added to the first part. */
    private final List<Dag.Root> passed = new ArrayList<>();

    Second(Dag first, List<Dag.Root> after) {
      this.after = after;
      this.computed = new HashSet<>(DagView.operandsFirst(first));
      computed.forEach(hop -> consumed.addAll(hop.inputs()));
      for (Dag.Root root : first.roots()) {
        if (root instanceof Dag.Bind bind) {
          bound.put(bind.variable(), bind.hop());
        }
      }
    }

    List<Dag.Root> roots() {
      return List.copyOf(rebuild.roots(after));
    }

    /** What stands for a value that is not computed again, itself included; else null. */
    private Hop fromFirst(Hop hop) {
      if (hop instanceof Hop.Literal) {
        return hop;
      }
      if (hop instanceof Hop.Read read) {
        // The variable may have got another value since.
        return bound.getOrDefault(read.variable(), read) == read ? read : passed(hop);
      }
      if (hop instanceof Hop.Exists exists) {
        return bound.containsKey(exists.variable()) ? passed(hop) : hop;
      }
      if ((computed.contains(hop) && !isMovable(hop))
          || (hop instanceof Hop.Result result && computed.contains(result.call()))) {
        return passed(hop);
      }
      return null;
    }

    /** Products do without their transposed operands, if they find them in their own DAG. */
    private boolean isMovable(Hop hop) {
      return hop instanceof Hop.Compute call
          && PhysicalRule.isTranspose(call)
          && !consumed.contains(hop);
    }

    /** Whether a root of the first part is needed in the second one only. */
    boolean isMoved(Dag.Root root, Set<String> between) {
      return root instanceof Dag.Bind bind
          && isMovable(bind.hop())
          && rebuild.hasSeen(bind.hop())
          && !between.contains(bind.variable());
    }

    /** A variable that holds the value when the first part has ended. */
    private Hop passed(Hop hop) {
      for (Map.Entry<String, Hop> entry : bound.entrySet()) {
        if (entry.getValue() == hop) {
          return new Hop.Read(entry.getKey(), hop.info(), hop.span());
        }
      }
      String variable = PREFIX + ++variables;
      passed.add(new Dag.Bind(variable, hop));
      bound.put(variable, hop);
      return new Hop.Read(variable, hop.info(), hop.span());
    }
  }
}
