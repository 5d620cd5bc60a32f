package dev.linden.opt;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.Rebuild;
import dev.linden.lang.Block;
import dev.linden.op.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes one DAG of straight-line blocks that have become adjacent, so that values, sizes and
 * constants of the first reach the operators of the second.
 */
final class BlockJoin {
  /** Blocks that are larger than this when joined stay apart. */
  private static final int MOST_ROOTS = 2000;

  private final HopFactory factory;

  BlockJoin(HopFactory factory) {
    this.factory = factory;
  }

  /** Adds a block at the end; if {@code joinable}, as a part of the last one where possible. */
  void append(List<HopBlock> blocks, HopBlock next, boolean joinable) {
    int last = blocks.size() - 1;
    if (joinable
        && last >= 0
        && blocks.get(last) instanceof HopBlock.Straight a
        && next instanceof HopBlock.Straight b
        && a.dag().roots().size() + b.dag().roots().size() <= MOST_ROOTS) {
      HopBlock joined = join(a, b);
      if (joined != null) {
        blocks.set(last, joined);
        return;
      }
    }
    blocks.add(next);
  }

  /**
   * Both DAGs as one, or null if a call of the second turns out to be impossible: it must fail in
   * its own time.
   */
  private HopBlock join(HopBlock.Straight a, HopBlock.Straight b) {
    Map<String, Hop> values = new HashMap<>();
    // A DAG has one node for a variable that it reads.
    for (Hop hop : DagView.operandsFirst(a.dag())) {
      if (hop instanceof Hop.Read read) {
        values.put(read.variable(), read);
      }
    }
    Map<String, Hop> bound = DagView.finalValues(a.dag());
    values.putAll(bound);
    List<Dag.Root> roots = new ArrayList<>(a.dag().roots());
    if (b.dag().hasBarrier()) {
      roots.addAll(Dag.pins(a.dag().roots()));
    }
    try {
      Rebuild rebuild =
          Rebuild.copying(
              (hop, inputs) -> valueOf(factory.over(hop, inputs), values, bound.keySet()));
      roots.addAll(rebuild.roots(b.dag().roots()));
    } catch (InputError revealed) {
      return null;
    }
    Span span = a.span().to(b.span());
    Block.Liveness liveness = new Block.Liveness(a.liveness().in(), b.liveness().out());
    return new HopBlock.Straight(new Dag(List.copyOf(roots)), liveness, span);
  }

  /** What a variable of the second DAG has got in the first one. */
  private static Hop valueOf(Hop hop, Map<String, Hop> values, Set<String> bound) {
    if (hop instanceof Hop.Read read) {
      return values.getOrDefault(read.variable(), hop);
    } else if (hop instanceof Hop.Exists exists && bound.contains(exists.variable())) {
      return new Hop.Literal(Scalar.of(true), hop.span());
    }
    return hop;
  }
}
