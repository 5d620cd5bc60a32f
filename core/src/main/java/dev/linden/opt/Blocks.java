package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Walks over the blocks of a program and what they consist of. */
final class Blocks {
  private Blocks() {}

  static HopProgram map(HopProgram program, UnaryOperator<List<HopBlock>> change) {
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>();
    program
        .functions()
        .forEach(
            (key, f) ->
                functions.put(key, new HopProgram.HopFunction(f.source(), change.apply(f.body()))));
    return program.with(change.apply(program.main()), functions);
  }

  static HopProgram mapDags(HopProgram program, UnaryOperator<Dag> change) {
    return mapDags(program, change, (dag, liveOut) -> change.apply(dag));
  }

  /** Changes predicates and straight-line blocks; for these it matters what is read afterwards. */
  static HopProgram mapDags(
      HopProgram program,
      UnaryOperator<Dag> ofPredicate,
      BiFunction<Dag, Set<String>, Dag> ofBlock) {
    return map(program, blocks -> mapDags(blocks, ofPredicate, ofBlock));
  }

  static List<HopBlock> mapDags(
      List<HopBlock> blocks,
      UnaryOperator<Dag> ofPredicate,
      BiFunction<Dag, Set<String>, Dag> ofBlock) {
    List<HopBlock> changed = new ArrayList<>();
    blocks.forEach(block -> changed.add(mapDags(block, ofPredicate, ofBlock)));
    return changed;
  }

  private static HopBlock mapDags(
      HopBlock block, UnaryOperator<Dag> ofPredicate, BiFunction<Dag, Set<String>, Dag> ofBlock) {
    if (block instanceof HopBlock.Straight b) {
      Dag dag = ofBlock.apply(b.dag(), b.liveness().out());
      return dag == b.dag() ? b : new HopBlock.Straight(dag, b.liveness(), b.span());
    } else if (block instanceof HopBlock.If b) {
      return new HopBlock.If(
          ofPredicate.apply(b.predicate()),
          mapDags(b.then(), ofPredicate, ofBlock),
          mapDags(b.otherwise(), ofPredicate, ofBlock),
          b.liveness(),
          b.span());
    } else if (block instanceof HopBlock.While b) {
      Dag predicate = ofPredicate.apply(b.predicate());
      return b.with(predicate, mapDags(b.body(), ofPredicate, ofBlock));
    }
    HopBlock.For b = (HopBlock.For) block;
    Dag bounds = ofPredicate.apply(b.bounds());
    return b.with(bounds, mapDags(b.body(), ofPredicate, ofBlock));
  }

  /** Every node of a DAG once, operands first. */
  static void forEachHop(Dag dag, Consumer<Hop> action) {
    Set<Hop> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    dag.roots().forEach(root -> forEachHop(root.hop(), seen, action));
  }

  private static void forEachHop(Hop hop, Set<Hop> seen, Consumer<Hop> action) {
    if (!seen.add(hop)) {
      return;
    }
    for (Hop input : hop.inputs()) {
      if (input != null) {
        forEachHop(input, seen, action);
      }
    }
    action.accept(hop);
  }

  static void forEachHop(List<HopBlock> blocks, Consumer<Hop> action) {
    HopBlock.forEachDag(blocks, dag -> forEachHop(dag, action));
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
