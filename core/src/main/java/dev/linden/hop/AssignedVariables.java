package dev.linden.hop;

import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Variables that blocks write, counters of loops included, found once per block. A pass that asks
 * at every level of nesting would else walk all levels below each time: a chain of else-ifs is a
 * nest as deep as it is long.
 */
public final class AssignedVariables {
  private final Map<HopBlock, Set<String>> found = new IdentityHashMap<>();

  /** Adds those of all blocks. */
  public void add(List<HopBlock> blocks, Collection<String> into) {
    blocks.forEach(block -> into.addAll(of(block)));
  }

  /** Not to be changed. */
  public Set<String> of(HopBlock block) {
    Set<String> known = found.get(block);
    if (known != null) {
      return known;
    }
    Set<String> assigned = new HashSet<>();
    block.dag().addAssigned(assigned);
    if (block instanceof HopBlock.For loop) {
      assigned.add(loop.variable());
    }
    add(block.inside(), assigned);
    found.put(block, assigned);
    return assigned;
  }
}
