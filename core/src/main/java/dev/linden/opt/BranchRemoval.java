package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.op.Scalar;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes control flow of known outcome: an {@code if} with a constant predicate becomes the blocks
 * of its branch, a {@code while (FALSE)} and a {@code for} without iterations vanish, and so does a
 * {@code for} whose body has become empty, unless its variable is needed. Straight-line blocks that
 * become adjacent are joined into one DAG, so that values, sizes and constants of the first reach
 * the operators of the second.
 *
 * <p>Liveness of the blocks is that of the original ones; the caller computes it anew.
 */
final class BranchRemoval {
  private final BlockJoin join;
  private final RewriteReport report;

  BranchRemoval(HopFactory factory, RewriteReport report) {
    this.join = new BlockJoin(factory);
    this.report = report;
  }

  List<HopBlock> simplify(List<HopBlock> blocks) {
    List<HopBlock> result = new ArrayList<>();
    boolean seam = false;
    for (HopBlock block : blocks) {
      List<HopBlock> simplified = simplify(block);
      boolean removed = simplified.size() != 1 || simplified.get(0).getClass() != block.getClass();
      for (int i = 0; i < simplified.size(); i++) {
        boolean joinable = seam || removed;
        join.append(result, simplified.get(i), joinable);
      }
      seam = removed;
    }
    return result;
  }

  /** What remains of a block: itself, the blocks of its only possible branch, or nothing. */
  private List<HopBlock> simplify(HopBlock block) {
    if (block instanceof HopBlock.If branch) {
      Scalar outcome = constant(branch.predicate(), 0);
      List<HopBlock> then = simplify(branch.then());
      List<HopBlock> otherwise = simplify(branch.otherwise());
      if (outcome != null) {
        report.fired(
            Optimizer.BRANCH_REMOVAL,
            branch.span(),
            "if",
            outcome.asBoolean() ? "its first branch" : "its second branch");
        return outcome.asBoolean() ? then : otherwise;
      }
      return List.of(branch.with(branch.predicate(), then, otherwise));
    } else if (block instanceof HopBlock.While loop) {
      Scalar outcome = constant(loop.predicate(), 0);
      if (outcome != null && !outcome.asBoolean()) {
        report.fired(Optimizer.BRANCH_REMOVAL, loop.span(), "while", "never runs");
        return List.of();
      }
      return List.of(loop.with(loop.predicate(), simplify(loop.body())));
    } else if (block instanceof HopBlock.For loop) {
      return simplify(loop);
    }
    return List.of(block);
  }

  private List<HopBlock> simplify(HopBlock.For loop) {
    List<HopBlock> body = simplify(loop.body());
    boolean needed = loop.liveness().out().contains(loop.variable());
    if (hasNoIteration(loop) || (body.isEmpty() && !needed && canNotFail(loop))) {
      report.fired(Optimizer.BRANCH_REMOVAL, loop.span(), "for", "has nothing to do");
      return List.of();
    }
    return List.of(loop.with(loop.bounds(), body));
  }

  /** Without a step the direction follows from the bounds, and there is always an iteration. */
  private static boolean hasNoIteration(HopBlock.For loop) {
    if (!loop.stepped() || !canNotFail(loop)) {
      return false;
    }
    long from = constant(loop.bounds(), 0).asLong();
    long to = constant(loop.bounds(), 1).asLong();
    return constant(loop.bounds(), 2).asLong() > 0 ? from > to : from < to;
  }

  /** The bounds are known and are such that the loop would not be refused. */
  private static boolean canNotFail(HopBlock.For loop) {
    int count = loop.stepped() ? 3 : 2;
    for (int i = 0; i < count; i++) {
      Scalar bound = constant(loop.bounds(), i);
      if (bound == null || Double.isNaN(bound.asDouble())) {
        return false;
      }
    }
    return !loop.stepped() || constant(loop.bounds(), 2).asLong() != 0;
  }

  /** Value number {@code i} that the control structure needs, or null; text never counts. */
  private static Scalar constant(Dag dag, int i) {
    boolean onlyNeeded = dag.roots().stream().allMatch(root -> root instanceof Dag.Needed);
    if (onlyNeeded
        && dag.roots().get(i).hop() instanceof Hop.Literal literal
        && !literal.info().isString()) {
      return literal.value();
    }
    return null;
  }
}
