package dev.linden.opt;

import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.op.Property;
import java.util.List;

/**
 * Calls such as {@code rand} that draw their seed when they run: with a seed for the whole script
 * they give the same numbers only if all of them still run, and in the same order.
 */
final class RandomCalls {
  private RandomCalls() {}

  /** A random call may be replaced by a new one in its place, but neither vanish nor move. */
  static boolean sameOrder(Hop before, Hop after) {
    List<Hop> old = in(before);
    if (old.isEmpty()) {
      return true;
    }
    List<Hop> now = in(after);
    if (old.size() != now.size()) {
      return false;
    }
    for (int i = 0; i < now.size(); i++) {
      if (now.get(i) != old.get(i) && old.contains(now.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** In the order in which they are executed. */
  private static List<Hop> in(Hop root) {
    return DagView.operandsFirst(root).stream().filter(RandomCalls::isRandom).toList();
  }

  private static boolean isRandom(Hop hop) {
    return hop instanceof Hop.Compute call && call.op().has(Property.NONDETERMINISTIC);
  }
}
