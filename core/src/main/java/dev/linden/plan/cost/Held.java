package dev.linden.plan.cost;

/** Where a value is at some moment of a run, and what executors have done for it. */
final class Held {
  /** Uses from which executors keep blocks that they have computed. */
  private static final int USES_TO_KEEP = 2;

  private final boolean onExecutors;

  /** Seconds in which executors compute it once more, as long as they do not keep it. */
  private final Seconds making;

  private boolean kept;
  private boolean placed;
  private boolean here;
  private boolean sent;
  private int uses;

  private Held(boolean onExecutors, Seconds making) {
    this.onExecutors = onExecutors;
    this.making = making;
    this.here = !onExecutors;
  }

  /** A value of this process. */
  static Held here() {
    return new Held(false, Seconds.NONE);
  }

  /**
   * Blocks of executors.
   *
   * @param making what it takes to compute them, which the operator that makes them counts
   * @param placed they meet others of the same position without moving
   */
  static Held onExecutors(Seconds making, boolean placed) {
    Held held = new Held(true, making);
    held.placed = placed;
    return held;
  }

  boolean isOnExecutors() {
    return onExecutors;
  }

  boolean isPlaced() {
    return placed;
  }

  boolean isKept() {
    return kept;
  }

  void keep() {
    kept = true;
  }

  void place() {
    placed = true;
  }

  /** What executors compute again for one more use; after it they keep the blocks. */
  Seconds use() {
    uses++;
    if (kept || uses < USES_TO_KEEP) {
      return Seconds.NONE;
    }
    kept = true;
    return making;
  }

  /** Whether it has to come to the driver; it is there afterwards. */
  boolean mustCome() {
    boolean must = !here;
    here = true;
    return must;
  }

  /** Whether it has to go to all executors; they have it afterwards. */
  boolean mustBeSent() {
    boolean must = !sent;
    sent = true;
    return must;
  }
}
