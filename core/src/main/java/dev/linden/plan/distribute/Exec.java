package dev.linden.plan.distribute;

/**
 * Where an operator runs: in this process, or on Spark by a method.
 *
 * @param method null in this process
 */
public record Exec(Method method) {
  public static final Exec LOCAL = new Exec(null);

  public boolean isOnSpark() {
    return method != null;
  }

  /** {@code LOCAL} or {@code SPARK}. */
  public String place() {
    return isOnSpark() ? "SPARK" : "LOCAL";
  }

  /** As in EXPLAIN: {@code SPARK mapmm}. */
  @Override
  public String toString() {
    return isOnSpark() && !method.label().isEmpty() ? place() + " " + method.label() : place();
  }
}
