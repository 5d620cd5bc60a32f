package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Rebuild;
import dev.linden.lang.Block;
import java.util.ArrayList;
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
    return program.map(
        body -> {
          // A parameter that is assigned is among them: its value may be moved less often.
          uncertain = LiveVariables.uncertain(body);
          return blocks(body);
        });
  }

  private List<HopBlock> blocks(List<HopBlock> blocks) {
    List<HopBlock> result = new ArrayList<>();
    for (HopBlock block : blocks) {
      HopBlock changed = block.map(dag -> dag, this::blocks);
      if (block instanceof HopBlock.While || block instanceof HopBlock.For) {
        loop(changed, result);
      } else {
        result.add(changed);
      }
    }
    return result;
  }

  private void loop(HopBlock loop, List<HopBlock> result) {
    Set<String> assigned = new HashSet<>(uncertain);
    HopBlock.addAssigned(List.of(loop), assigned);
    Hoist hoist = new Hoist(assigned);
    boolean[] barrier = {false};
    HopBlock.forEachDag(List.of(loop), dag -> barrier[0] |= dag.hasBarrier());
    // What an iteration computes behind a barrier must not be computed before it.
    HopBlock smaller = barrier[0] ? loop : hoist.from(loop);
    if (!hoist.values.isEmpty()) {
      List<Dag.Root> roots = new ArrayList<>();
      hoist.values.forEach((variable, hop) -> roots.add(new Dag.Bind(variable, hop)));
      // Equal values of different blocks become one.
      Dag dag =
          new Rewriter(List.of(), false, factory, report).rewrite(new Dag(List.copyOf(roots)));
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

    /** The loop without what is the same in all iterations; the bounds are computed once anyway. */
    HopBlock from(HopBlock loop) {
      List<HopBlock> smaller = new ArrayList<>();
      for (HopBlock block : loop.inside()) {
        smaller.add(block.map(this::from, inside -> inside));
      }
      return loop.map(
          bounds -> loop instanceof HopBlock.For ? bounds : from(bounds), body -> smaller);
    }

    private Dag from(Dag dag) {
      Rebuild rebuild = Rebuild.copying(factory::over);
      Map<Hop, Boolean> invariant = new IdentityHashMap<>();
      DagView.downwards(
          dag,
          hop -> {
            boolean hoisted =
                hop instanceof Hop.Compute
                    && isInvariant(hop, invariant)
                    && Worth.isWorthKeeping(hop)
                    && Droppable.isDroppable(hop);
            if (hoisted) {
              rebuild.preset(hop, read(hop));
            }
            return !hoisted;
          });
      return rebuild.of(dag);
    }

    /** The variable in which the value is kept from now on. */
    private Hop read(Hop hop) {
      hoisted++;
      String variable = "invariant@" + hoisted;
      values.put(variable, hop);
      Hop.Read read = new Hop.Read(variable, hop.info(), hop.span());
      report.fired(Optimizer.LOOP_INVARIANTS, hop, read);
      return read;
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
