package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.hop.Hop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Fused operators over the same rows that read the same matrix run in one pass, if none needs
 * another's result: the data are read once, and what is common is computed once (the paper's
 * multi-aggregates, for any results).
 */
final class Passes {
  private final MemoTable memo;
  private final List<Pass> passes = new ArrayList<>();

  /** Operators that run together; what they need are all hops below their inputs. */
  private static final class Pass {
    final List<FusedOperator> members = new ArrayList<>();
    final BitSet roots = new BitSet();
    final BitSet needs = new BitSet();
    final int driver;

    Pass(int driver) {
      this.driver = driver;
    }

    void add(FusedOperator operator, BitSet needed) {
      members.add(operator);
      roots.set(operator.root());
      needs.or(needed);
    }
  }

  private Passes(MemoTable memo) {
    this.memo = memo;
  }

  static List<List<FusedOperator>> of(MemoTable memo, List<FusedOperator> operators) {
    Passes combined = new Passes(memo);
    operators.forEach(combined::add);
    List<List<FusedOperator>> lists = new ArrayList<>();
    combined.passes.forEach(pass -> lists.add(pass.members));
    return lists;
  }

  private void add(FusedOperator operator) {
    BitSet needed = operator.needs(memo);
    int driver = operator.template().isJoining() ? operator.driver(memo) : -1;
    for (Pass pass : passes) {
      if (canJoin(pass, operator, needed, driver)) {
        pass.add(operator, needed);
        return;
      }
    }
    Pass pass = new Pass(driver);
    pass.add(operator, needed);
    passes.add(pass);
  }

  private boolean canJoin(Pass pass, FusedOperator operator, BitSet needed, int driver) {
    FusedOperator first = pass.members.get(0);
    return operator.template() == first.template()
        && first.template().isJoining()
        && first.space(memo) == operator.space(memo)
        && driver == pass.driver
        && memo.areNeighbours(first.root(), operator.root())
        && !pass.roots.get(operator.root())
        && sharesMatrix(pass, operator)
        && !waitsForItself(pass, operator, needed);
  }

  private boolean sharesMatrix(Pass pass, FusedOperator operator) {
    for (FusedOperator member : pass.members) {
      if (sharesMatrix(member, operator)) {
        return true;
      }
    }
    return false;
  }

  private boolean sharesMatrix(FusedOperator a, FusedOperator b) {
    long rows = a.space(memo);
    BitSet inputs = a.inputs();
    for (int input = inputs.nextSetBit(0); input >= 0; input = inputs.nextSetBit(input + 1)) {
      Hop hop = memo.hop(input);
      if (b.inputs().get(input) && Shape.isKnownMatrix(hop) && Shape.rows(hop) == rows) {
        return true;
      }
    }
    return false;
  }

  /** Whether the pass with the operator would need its own results, perhaps through others. */
  private boolean waitsForItself(Pass pass, FusedOperator operator, BitSet needed) {
    BitSet all = (BitSet) pass.needs.clone();
    all.or(needed);
    boolean grows = true;
    while (grows) {
      if (all.get(operator.root()) || all.intersects(pass.roots)) {
        return true;
      }
      int before = all.cardinality();
      for (Pass other : passes) {
        if (other != pass && all.intersects(other.roots)) {
          all.or(other.needs);
        }
      }
      grows = all.cardinality() > before;
    }
    return false;
  }
}
