package dev.linden.hop;

import dev.linden.op.Scalar;
import java.util.List;

/** How often the bodies of loops run. */
public final class Iterations {
  /** Of loops about which nothing is known. */
  public static final long ASSUMED = 10;

  private Iterations() {}

  /** -1 when the bounds are not known. */
  public static long known(HopBlock.For loop) {
    List<Scalar> bounds =
        loop.bounds().roots().stream()
            .filter(Dag.Needed.class::isInstance)
            .map(root -> root.hop().info().constant())
            .toList();
    if (bounds.contains(null)) {
      return -1;
    }
    long from = bounds.get(0).asLong();
    long to = bounds.get(1).asLong();
    long step = loop.stepped() ? bounds.get(2).asLong() : from <= to ? 1 : -1;
    return step == 0 ? -1 : Math.max(0, (to - from) / step + 1);
  }

  public static long assumed(HopBlock.For loop) {
    long known = known(loop);
    return known < 0 ? ASSUMED : known;
  }
}
