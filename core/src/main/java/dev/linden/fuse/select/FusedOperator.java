package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.program.Template;
import dev.linden.hop.Memory;
import java.util.BitSet;

/**
 * Hops that are computed together; one hop alone is an ordinary operator, several without a
 * template are a hand-written one. Sets are not to be changed: plans share operators, and what
 * follows from them is found once.
 */
final class FusedOperator {
  private final int root;
  private final Template template;
  private final BitSet covered;
  private final BitSet inputs;

  // Found when asked for.
  private BitSet needs;
  private Integer driver;

  /**
   * @param root the hop whose value is the result
   * @param template null for an operator that is not generated
   * @param covered all hops computed inside
   * @param inputs hops that are read
   */
  FusedOperator(int root, Template template, BitSet covered, BitSet inputs) {
    this.root = root;
    this.template = template;
    this.covered = covered;
    this.inputs = inputs;
  }

  int root() {
    return root;
  }

  Template template() {
    return template;
  }

  BitSet covered() {
    return covered;
  }

  BitSet inputs() {
    return inputs;
  }

  /** The inputs and all that they are computed from. */
  BitSet needs(MemoTable memo) {
    if (needs == null) {
      BitSet all = new BitSet();
      for (int input = inputs.nextSetBit(0); input >= 0; input = inputs.nextSetBit(input + 1)) {
        all.set(input);
        all.or(memo.below(input));
      }
      needs = all;
    }
    return needs;
  }

  /** The sparsest input that drives it; -1 if there is none. */
  int driver(MemoTable memo) {
    if (driver == null) {
      driver = Drivers.best(memo, this);
    }
    return driver;
  }

  /** The share of cells that have to be visited: the sparsity of the best driver, or 1. */
  double driven(MemoTable memo) {
    return driver(memo) < 0 ? 1 : memo.hop(driver(memo)).info().size().sparsity();
  }

  /** The operator of a single hop. */
  boolean isBasic() {
    return covered.cardinality() == 1;
  }

  /** Computes all that the other one does. */
  boolean covers(FusedOperator other) {
    BitSet missing = (BitSet) other.covered.clone();
    missing.andNot(covered);
    return missing.isEmpty();
  }

  /** Rows that it runs over. */
  long space(MemoTable memo) {
    return Shape.space(memo.hop(root));
  }

  /** Does the work of more than one operator; transposes do not count, products do without them. */
  boolean isWorthwhile(MemoTable memo) {
    int count = 0;
    for (int n = covered.nextSetBit(0); n >= 0; n = covered.nextSetBit(n + 1)) {
      count += Shape.isTranspose(memo.hop(n)) ? 0 : 1;
    }
    return count > 1;
  }

  /** Inputs and result, in the worst case. */
  double bytes(MemoTable memo) {
    double sum = Memory.of(memo.hop(root).info());
    for (int n = inputs.nextSetBit(0); n >= 0; n = inputs.nextSetBit(n + 1)) {
      sum += Memory.of(memo.hop(n).info());
    }
    return sum;
  }

  /**
   * It runs on other machines: all that it computes would, and it does not fit here or reads what
   * is computed there. What could run here must not become part of such an operator: its operands
   * would have to be sent there.
   */
  boolean isDistributed(MemoTable memo, Alternatives alternatives) {
    boolean there =
        covered.stream()
            .mapToObj(memo::hop)
            .allMatch(hop -> Shape.isTranspose(hop) || alternatives.distributed().test(hop));
    return there
        && (bytes(memo) > alternatives.budget()
            || inputs.stream().mapToObj(memo::hop).anyMatch(alternatives.distributed()));
  }

  /** Some matrix that it reads has at least so many cells. */
  boolean reads(long cells, MemoTable memo) {
    return inputs.stream()
        .mapToObj(memo::hop)
        .anyMatch(h -> Shape.isKnownMatrix(h) && Shape.cells(h) >= cells);
  }
}
