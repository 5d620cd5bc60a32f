package dev.linden.plan;

import dev.linden.hop.Dag;
import dev.linden.hop.HopBlock;
import java.util.List;
import java.util.Set;

/** Which variables a block writes. */
final class Variables {
  private Variables() {}

  static void assignedIn(HopBlock block, Set<String> into) {
    if (block instanceof HopBlock.Straight straight) {
      for (Dag.Root root : straight.dag().roots()) {
        if (root instanceof Dag.Bind bind) {
          into.add(bind.variable());
        }
      }
    } else if (block instanceof HopBlock.If branch) {
      assignedIn(branch.then(), into);
      assignedIn(branch.otherwise(), into);
    } else if (block instanceof HopBlock.While loop) {
      assignedIn(loop.body(), into);
    } else {
      HopBlock.For loop = (HopBlock.For) block;
      into.add(loop.variable());
      assignedIn(loop.body(), into);
    }
  }

  private static void assignedIn(List<HopBlock> blocks, Set<String> into) {
    blocks.forEach(block -> assignedIn(block, into));
  }
}
