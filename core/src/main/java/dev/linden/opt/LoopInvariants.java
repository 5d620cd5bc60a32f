package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Block;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes values that are the same in every iteration once, before the loop.
 *
 * <p>When: the value can be computed without failing and without being noticed, because the loop
 * may have no iteration, and something before it may print or fail; it is worth keeping ({@link
 * Worth}); and it would be computed in every iteration, so nothing leaves an {@code if}. From inner
 * loops values move outwards as far as they can.
 *
 * <p>Liveness is that of the original blocks; the caller computes it anew.
 */
final class LoopInvariants {
  private final HopFactory factory;
  private final RewriteReport report;
  private final BlockJoin join;

  /** Variables of the body at hand that may have no value when they are read. */
  private Set<String> uncertain = Set.of();

  private int hoisted;

  LoopInvariants(HopFactory factory, RewriteReport report) {
    this.factory = factory;
    this.report = report;
    this.join = new BlockJoin(factory);
  }

  /** Needs liveness that is up to date. */
  HopProgram hoist(HopProgram program) {
    return Blocks.map(
        program,
        body -> {
          // A parameter that is assigned is among them: its value may be moved less often.
          uncertain = Blocks.uncertain(body);
          return blocks(body);
        });
  }

  private List<HopBlock> blocks(List<HopBlock> blocks) {
    List<HopBlock> result = new ArrayList<>();
    for (HopBlock block : blocks) {
      if (block instanceof HopBlock.Straight) {
        result.add(block);
      } else if (block instanceof HopBlock.If b) {
        result.add(
            new HopBlock.If(
                b.predicate(), blocks(b.then()), blocks(b.otherwise()), b.liveness(), b.span()));
      } else {
        loop(block, result);
      }
    }
    return result;
  }

  private void loop(HopBlock loop, List<HopBlock> result) {
    List<HopBlock> body =
        blocks(loop instanceof HopBlock.While w ? w.body() : ((HopBlock.For) loop).body());
    Set<String> assigned = new HashSet<>(uncertain);
    HopBlock.addAssigned(body, assigned);
    if (loop instanceof HopBlock.For counted) {
      assigned.add(counted.variable());
    }
    Hoist hoist = new Hoist(assigned);
    boolean[] barrier = {false};
    HopBlock.forEachDag(List.of(loop), dag -> barrier[0] |= dag.hasBarrier());
    // What an iteration computes behind a barrier must not be computed before it.
    List<HopBlock> changed = barrier[0] ? body : hoist.everyIteration(body);
    HopBlock smaller =
        loop instanceof HopBlock.While w
            ? w.with(barrier[0] ? w.predicate() : hoist.from(w.predicate()), changed)
            : ((HopBlock.For) loop).with(((HopBlock.For) loop).bounds(), changed);
    if (!hoist.values.isEmpty()) {
      List<Dag.Root> roots = new ArrayList<>();
      hoist.values.forEach((variable, hop) -> roots.add(new Dag.Bind(variable, hop)));
      // Equal values of different blocks become one.
      Dag dag = new Rewriter(List.of(), factory, report).rewrite(new Dag(List.copyOf(roots)));
      Block.Liveness liveness = new Block.Liveness(Set.of(), loop.liveness().in());
      join.append(result, new HopBlock.Straight(dag, liveness, loop.span()), true);
    }
    result.add(smaller);
  }

  /** Takes values out of one loop. */
  private final class Hoist {
    private final Set<String> assigned;
    private final Map<String, Hop> values = new LinkedHashMap<>();

    Hoist(Set<String> assigned) {
      this.assigned = assigned;
    }

    List<HopBlock> everyIteration(List<HopBlock> body) {
      List<HopBlock> changed = new ArrayList<>();
      for (HopBlock block : body) {
        if (block instanceof HopBlock.Straight b) {
          changed.add(new HopBlock.Straight(from(b.dag()), b.liveness(), b.span()));
        } else if (block instanceof HopBlock.If b) {
          Dag predicate = from(b.predicate());
          changed.add(new HopBlock.If(predicate, b.then(), b.otherwise(), b.liveness(), b.span()));
        } else if (block instanceof HopBlock.While b) {
          changed.add(b.with(from(b.predicate()), b.body()));
        } else {
          HopBlock.For b = (HopBlock.For) block;
          changed.add(b.with(from(b.bounds()), b.body()));
        }
      }
      return changed;
    }

    Dag from(Dag dag) {
      Rebuild rebuild = new Rebuild(factory, hop -> hop);
      Set<Hop> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      Map<Hop, Boolean> invariant = new IdentityHashMap<>();
      int before = values.size();
      dag.roots().forEach(root -> visit(root.hop(), seen, invariant, rebuild));
      return values.size() == before ? dag : new Dag(List.copyOf(rebuild.roots(dag)));
    }

    private void visit(Hop hop, Set<Hop> seen, Map<Hop, Boolean> invariant, Rebuild rebuild) {
      if (!seen.add(hop)) {
        return;
      }
      if (hop instanceof Hop.Compute
          && isInvariant(hop, invariant)
          && Worth.isWorthKeeping(hop)
          && Droppable.isDroppable(hop)) {
        hoisted++;
        String variable = "invariant@" + hoisted;
        values.put(variable, hop);
        rebuild.preset(hop, new Hop.Read(variable, hop.info(), hop.span()));
        report.fired(Optimizer.LOOP_INVARIANTS);
        return;
      }
      for (Hop input : hop.inputs()) {
        if (input != null) {
          visit(input, seen, invariant, rebuild);
        }
      }
    }

    private boolean isInvariant(Hop hop, Map<Hop, Boolean> known) {
      Boolean answer = known.get(hop);
      if (answer == null) {
        answer =
            hop instanceof Hop.Literal
                || (hop instanceof Hop.Read read && !assigned.contains(read.variable()))
                || (hop instanceof Hop.Compute call
                    && call.op().isPure()
                    && call.inputs().stream()
                        .allMatch(input -> input == null || isInvariant(input, known)));
        known.put(hop, answer);
      }
      return answer;
    }
  }
}
