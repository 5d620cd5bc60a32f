package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.explore.Template;
import dev.linden.hop.Hop;
import dev.linden.hop.Memory;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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
    return computed(memo).size() > 1;
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
   * It runs on other machines: it does not fit here or reads what is computed there, and the
   * operators that it stands for run there too or would send more to and fro.
   */
  boolean isDistributed(MemoTable memo, Alternatives alternatives) {
    if (bytes(memo) <= alternatives.budget()
        && hops(inputs, memo).noneMatch(alternatives.distributed())) {
      return false;
    }
    return isAllThere(memo, alternatives)
        || (computed(memo).stream().anyMatch(alternatives.distributed())
            && sentAsOne(memo, alternatives) < sentOneByOne(memo, alternatives));
  }

  /** All operators that it stands for run on other machines. */
  boolean isAllThere(MemoTable memo, Alternatives alternatives) {
    return computed(memo).stream().allMatch(alternatives.distributed());
  }

  private static Stream<Hop> hops(BitSet numbers, MemoTable memo) {
    return numbers.stream().mapToObj(memo::hop);
  }

  /** What costs something: products do without transposes. */
  private List<Hop> computed(MemoTable memo) {
    return hops(covered, memo).filter(hop -> !Shape.isTranspose(hop)).toList();
  }

  /** Bytes that it gets from here, and that it gives back though they could be computed here. */
  private double sentAsOne(MemoTable memo, Alternatives alternatives) {
    Hop result = memo.hop(root);
    double back = alternatives.distributed().test(result) ? 0 : Memory.of(result.info());
    return back
        + hops(inputs, memo)
            .filter(input -> !isThere(input, alternatives))
            .mapToDouble(input -> Memory.of(input.info()))
            .sum();
  }

  /** Bytes of operands and values in between that would move from here to there or back. */
  private double sentOneByOne(MemoTable memo, Alternatives alternatives) {
    Set<Hop> sent = new HashSet<>();
    for (Hop hop : computed(memo)) {
      boolean there = alternatives.distributed().test(hop);
      for (Hop operand : hop.inputs()) {
        Hop value = Shape.isTranspose(operand) ? operand.inputs().get(0) : operand;
        if (value != null
            && there != isThere(value, alternatives)
            && (there || covered.get(memo.numberOf(value)))) {
          sent.add(value);
        }
      }
    }
    return sent.stream().mapToDouble(value -> Memory.of(value.info())).sum();
  }

  private static boolean isThere(Hop hop, Alternatives alternatives) {
    return alternatives.distributed().test(hop) || Memory.of(hop.info()) > alternatives.budget();
  }

  /** Some matrix that it reads has at least this many cells. */
  boolean reads(long cells, MemoTable memo) {
    return hops(inputs, memo).anyMatch(h -> Shape.isKnownMatrix(h) && Shape.cells(h) >= cells);
  }
}
