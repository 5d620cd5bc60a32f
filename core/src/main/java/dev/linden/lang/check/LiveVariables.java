package dev.linden.lang.check;

import dev.linden.lang.Block;
import dev.linden.lang.Stmt;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which variables are needed before and after each block: one walk from the end to the start, loops
 * to a fixpoint.
 */
final class LiveVariables {
  private final Map<Block, Block.Liveness> liveness = new IdentityHashMap<>();

  Map<Block, Block.Liveness> result() {
    return liveness;
  }

  /**
   * Enters the blocks of the main script or of one function.
   *
   * @param liveAtEnd variables needed after the last block
   * @return variables needed before the first one
   */
  Set<String> add(List<Block> blocks, Set<String> liveAtEnd) {
    Set<String> live = liveAtEnd;
    for (int i = blocks.size() - 1; i >= 0; i--) {
      Block block = blocks.get(i);
      Set<String> out = live;
      live = before(block, out);
      liveness.put(
          block,
          new Block.Liveness(Collections.unmodifiableSet(live), Collections.unmodifiableSet(out)));
    }
    return live;
  }

  private Set<String> before(Block block, Set<String> out) {
    if (block instanceof Block.Basic basic) {
      return beforeStatements(basic.statements(), out);
    }
    if (block instanceof Block.If branch) {
      Set<String> in = new HashSet<>(add(branch.then(), out));
      in.addAll(add(branch.otherwise(), out));
      Variables.addReads(branch.predicate(), in);
      return in;
    }
    if (block instanceof Block.While loop) {
      return beforeWhile(loop, out);
    }
    return beforeFor((Block.For) block, out);
  }

  private static Set<String> beforeStatements(List<Stmt> statements, Set<String> out) {
    Set<String> live = new HashSet<>(out);
    for (int i = statements.size() - 1; i >= 0; i--) {
      live.removeAll(Variables.assignedBy(statements.get(i)));
      Variables.addReads(Variables.valueOf(statements.get(i)), live);
    }
    return live;
  }

  private Set<String> beforeWhile(Block.While loop, Set<String> out) {
    Set<String> head = new HashSet<>(out);
    Variables.addReads(loop.predicate(), head);
    Set<String> body = add(loop.body(), new HashSet<>(head));
    while (head.addAll(body)) {
      body = add(loop.body(), new HashSet<>(head));
    }
    return head;
  }

  private Set<String> beforeFor(Block.For loop, Set<String> out) {
    Set<String> afterIteration = new HashSet<>(out);
    Set<String> carried = beforeIteration(loop, afterIteration);
    while (afterIteration.addAll(carried)) {
      carried = beforeIteration(loop, afterIteration);
    }
    Set<String> in = new HashSet<>(out);
    if (loop.step() == null) {
      // The loop runs at least once, so that an earlier value of its variable is overwritten.
      in.remove(loop.variable());
    }
    in.addAll(carried);
    Variables.addReads(loop.from(), in);
    Variables.addReads(loop.to(), in);
    Variables.addReads(loop.step(), in);
    return in;
  }

  private Set<String> beforeIteration(Block.For loop, Set<String> afterIteration) {
    Set<String> live = new HashSet<>(add(loop.body(), new HashSet<>(afterIteration)));
    live.remove(loop.variable());
    return live;
  }
}
