package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Block;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which variables are needed before and after each block, by what the DAGs read: one walk from the
 * end to the start, loops to a fixpoint.
 */
final class LiveVariables {
  /** Variables that a DAG reads; a DAG in a loop is looked at several times. */
  private final Map<Dag, Set<String>> reads = new IdentityHashMap<>();

  private LiveVariables() {}

  static HopProgram update(HopProgram program) {
    return program.map(new LiveVariables()::update);
  }

  /** Whatever was needed after the last block still is: results of a function, or of the script. */
  private List<HopBlock> update(List<HopBlock> blocks) {
    Set<String> atTheEnd =
        blocks.isEmpty() ? Set.of() : blocks.get(blocks.size() - 1).liveness().out();
    return walk(blocks, atTheEnd).blocks();
  }

  /** Blocks with their liveness, and what is needed before the first one. */
  private record Walked(List<HopBlock> blocks, Set<String> in) {}

  private Walked walk(List<HopBlock> blocks, Set<String> out) {
    List<HopBlock> updated = new ArrayList<>();
    Set<String> live = out;
    for (int i = blocks.size() - 1; i >= 0; i--) {
      HopBlock block = block(blocks.get(i), live);
      updated.add(block);
      live = block.liveness().in();
    }
    Collections.reverse(updated);
    return new Walked(Collections.unmodifiableList(updated), live);
  }

  private HopBlock block(HopBlock block, Set<String> out) {
    if (block instanceof HopBlock.Straight straight) {
      Set<String> in = new HashSet<>(out);
      for (Dag.Root root : straight.dag().roots()) {
        if (root instanceof Dag.Bind bind) {
          in.remove(bind.variable());
        }
      }
      addReads(straight.dag(), in);
      return new HopBlock.Straight(straight.dag(), liveness(in, out), straight.span());
    } else if (block instanceof HopBlock.If branch) {
      Walked then = walk(branch.then(), out);
      Walked otherwise = walk(branch.otherwise(), out);
      Set<String> in = new HashSet<>(then.in());
      in.addAll(otherwise.in());
      addReads(branch.predicate(), in);
      return new HopBlock.If(
          branch.predicate(), then.blocks(), otherwise.blocks(), liveness(in, out), branch.span());
    } else if (block instanceof HopBlock.While loop) {
      Set<String> head = new HashSet<>(out);
      addReads(loop.predicate(), head);
      Walked body = walk(loop.body(), Set.copyOf(head));
      while (head.addAll(body.in())) {
        body = walk(loop.body(), Set.copyOf(head));
      }
      return new HopBlock.While(loop.predicate(), body.blocks(), liveness(head, out), loop.span());
    }
    return loop((HopBlock.For) block, out);
  }

  private HopBlock loop(HopBlock.For loop, Set<String> out) {
    Set<String> afterIteration = new HashSet<>(out);
    Walked body = walk(loop.body(), Set.copyOf(afterIteration));
    while (afterIteration.addAll(without(body.in(), loop.variable()))) {
      body = walk(loop.body(), Set.copyOf(afterIteration));
    }
    Set<String> in = new HashSet<>(out);
    if (!loop.stepped()) {
      // The loop runs at least once, so that an earlier value of its variable is overwritten.
      in.remove(loop.variable());
    }
    in.addAll(without(body.in(), loop.variable()));
    addReads(loop.bounds(), in);
    return new HopBlock.For(
        loop.parallel(),
        loop.variable(),
        loop.bounds(),
        loop.stepped(),
        loop.options(),
        body.blocks(),
        liveness(in, out),
        loop.span());
  }

  private static Set<String> without(Set<String> names, String name) {
    Set<String> others = new HashSet<>(names);
    others.remove(name);
    return others;
  }

  private static Block.Liveness liveness(Set<String> in, Set<String> out) {
    return new Block.Liveness(Set.copyOf(in), Set.copyOf(out));
  }

  private void addReads(Dag dag, Set<String> names) {
    names.addAll(reads.computeIfAbsent(dag, LiveVariables::readsOf));
  }

  private static Set<String> readsOf(Dag dag) {
    Set<String> names = new HashSet<>();
    for (Hop hop : DagView.operandsFirst(dag)) {
      if (hop instanceof Hop.Read read) {
        names.add(read.variable());
      } else if (hop instanceof Hop.Exists exists) {
        names.add(exists.variable());
      }
    }
    return names;
  }

  /**
   * Variables that may have no value when they are read: those needed at the start that get a value
   * later. Parameters and inputs may be among them. Needs liveness that is up to date.
   */
  static Set<String> uncertain(List<HopBlock> body) {
    Set<String> uncertain = new HashSet<>();
    if (!body.isEmpty()) {
      HopBlock.addAssigned(body, uncertain);
      uncertain.retainAll(body.get(0).liveness().in());
    }
    return uncertain;
  }
}
