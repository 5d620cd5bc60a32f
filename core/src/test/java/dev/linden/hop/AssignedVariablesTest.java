package dev.linden.hop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.base.Span;
import java.util.AbstractList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AssignedVariablesTest {
  /** Counts how often its blocks are visited. */
  private static final class Visited extends AbstractList<HopBlock> {
    private int visits;

    @Override
    public HopBlock get(int index) {
      visits++;
      return new HopBlock.Straight(new Dag(List.of()), null, null);
    }

    @Override
    public int size() {
      return 1;
    }
  }

  @Test
  void blocksOfANestAreVisitedOnce() {
    Visited innermost = new Visited();
    Dag none = new Dag(List.of());
    Span nowhere = null;
    HopBlock block = new HopBlock.While(none, innermost, null, nowhere);
    AssignedVariables assigned = new AssignedVariables();
    for (int depth = 0; depth < 50; depth++) {
      String counter = "i" + depth;
      block = new HopBlock.For(false, counter, none, false, null, List.of(block), null, nowhere);
      assertEquals(depth + 1, assigned.of(block).size());
    }
    assertEquals(1, innermost.visits);
    HopBlock branch = new HopBlock.If(none, List.of(), List.of(block), null, nowhere);
    assertEquals(assigned.of(block), assigned.of(branch));
    assertEquals(Set.of(), assigned.of(new HopBlock.While(none, List.of(), null, nowhere)));
  }
}
