package dev.linden.matrix.kernel.random;

import java.util.Arrays;

/** Random choices of one kind for one tree, one after the other. */
public final class Draws {
  public static final int ROWS = 0;
  public static final int FEATURES = 1;
  public static final int NODE = 2;

  private final Philox random;
  private final long tree;
  private final int kind;
  private int next;

  public Draws(long seed, long tree, int kind) {
    this.random = new Philox(seed);
    this.tree = tree;
    this.kind = kind;
  }

  /** One of 0, ..., bound - 1. */
  public int below(int bound) {
    random.moveTo(4 * tree + kind, Philox.TREES, next++);
    return (int) (Philox.unit(random.first()) * bound);
  }

  /** This many of them, each at most once, in their order. */
  public int[] subset(int[] all, int some) {
    int[] order = all.clone();
    for (int i = 0; i < some; i++) {
      int other = i + below(order.length - i);
      int chosen = order[other];
      order[other] = order[i];
      order[i] = chosen;
    }
    int[] subset = Arrays.copyOf(order, some);
    Arrays.sort(subset);
    return subset;
  }
}
