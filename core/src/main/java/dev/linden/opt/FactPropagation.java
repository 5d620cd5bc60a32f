package dev.linden.opt;

import dev.linden.base.InputError;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.Rebuild;
import dev.linden.op.Info;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Carries sizes, types and constants over the blocks of one body: into the variables that DAGs
 * read, through their operators, and out of the variables they bind. A branch keeps what both sides
 * agree on; a loop is repeated until what holds before an iteration also holds after it, so the
 * body is rebuilt once for most loops.
 *
 * <p>A DAG that turns out to be impossible stays as it is: it must fail in its own time, with its
 * own message.
 */
final class FactPropagation {
  private final HopFactory factory;

  /** What is known of the results of functions, by their keys. */
  private final Map<String, List<Info>> results;

  FactPropagation(HopFactory factory, Map<String, List<Info>> results) {
    this.factory = factory;
    this.results = results;
  }

  /** Blocks that know more, and what holds at their end. */
  record Propagated(List<HopBlock> blocks, Facts end) {}

  /** {@code start} is changed. */
  Propagated run(List<HopBlock> blocks, Facts start) {
    List<HopBlock> changed = new ArrayList<>();
    Facts facts = start;
    for (HopBlock block : blocks) {
      if (block instanceof HopBlock.Straight straight) {
        changed.add(straight(straight, facts));
      } else if (block instanceof HopBlock.If branch) {
        Dag predicate = dag(branch.predicate(), facts);
        Propagated then = run(branch.then(), facts.copy());
        Propagated otherwise = run(branch.otherwise(), facts);
        changed.add(branch.with(predicate, then.blocks(), otherwise.blocks()));
        facts = then.end().join(otherwise.end());
      } else if (block instanceof HopBlock.While loop) {
        facts = whileLoop(loop, facts, changed);
      } else {
        facts = forLoop((HopBlock.For) block, facts, changed);
      }
    }
    return new Propagated(changed, facts);
  }

  private HopBlock straight(HopBlock.Straight block, Facts facts) {
    Dag dag = dag(block.dag(), facts);
    for (Dag.Root root : dag.roots()) {
      if (root instanceof Dag.Bind bind) {
        facts.assign(bind.variable(), bind.hop().info());
      }
    }
    SizeConstraints.apply(dag, facts);
    return block.with(dag);
  }

  private Facts whileLoop(HopBlock.While loop, Facts entry, List<HopBlock> changed) {
    Facts head = entry;
    head.dropConstants(assignedIn(loop.body()));
    while (true) {
      Dag predicate = dag(loop.predicate(), head);
      Propagated body = run(loop.body(), head.copy());
      Facts next = head.joinIteration(body.end());
      if (next.equals(head)) {
        changed.add(loop.with(predicate, body.blocks()));
        return head;
      }
      head = next;
    }
  }

  private Facts forLoop(HopBlock.For loop, Facts entry, List<HopBlock> changed) {
    Dag bounds = dag(loop.bounds(), entry);
    Facts head = entry.copy();
    head.dropConstants(assignedIn(loop.body()));
    head.forget(loop.variable());
    while (true) {
      Facts start = head.copy();
      start.assign(loop.variable(), Info.scalar(ValueType.INT));
      Propagated body = run(loop.body(), start);
      Facts carried = body.end().copy();
      carried.forget(loop.variable());
      Facts next = head.joinIteration(carried);
      if (next.equals(head)) {
        changed.add(loop.with(bounds, body.blocks()));
        return afterFor(loop, entry, body.end());
      }
      head = next;
    }
  }

  /** Without a step there is at least one iteration, since the direction follows the bounds. */
  private static Facts afterFor(HopBlock.For loop, Facts entry, Facts end) {
    if (loop.parallel()) {
      Facts after = entry.join(end);
      after.keepOnlyThoseOf(entry);
      return after;
    }
    return loop.stepped() ? entry.join(end) : end;
  }

  private static Set<String> assignedIn(List<HopBlock> body) {
    Set<String> assigned = new HashSet<>();
    HopBlock.addAssigned(body, assigned);
    return assigned;
  }

  // ---- DAGs

  private Dag dag(Dag dag, Facts facts) {
    try {
      Rebuild rebuild = Rebuild.copying((hop, inputs) -> known(factory.over(hop, inputs), facts));
      return rebuild.of(dag);
    } catch (InputError revealed) {
      return dag;
    }
  }

  private Hop known(Hop hop, Facts facts) {
    if (hop instanceof Hop.Read read) {
      Info info = facts.get(read.variable());
      Info both = info == null ? hop.info() : Facts.both(info, hop.info());
      return both.equals(hop.info()) ? hop : new Hop.Read(read.variable(), both, hop.span());
    } else if (hop instanceof Hop.Invoke invoke) {
      List<Info> known = results.get(invoke.function().key());
      return known == null || known.equals(invoke.results())
          ? hop
          : invoke.with(invoke.inputs(), known, invoke.span());
    } else if (hop instanceof Hop.Result result) {
      Info info =
          result.call() instanceof Hop.Invoke invoke
              ? invoke.results().get(result.index())
              : ((Hop.Compute) result.call()).results().get(result.index());
      return info.equals(hop.info()) ? hop : new Hop.Result(result.call(), result.index(), info);
    }
    return hop;
  }
}
