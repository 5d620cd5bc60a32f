package dev.linden.matrix.compress.plan;

/**
 * Whether a matrix is compressed, and why.
 *
 * @param reason for people
 * @param ratio bytes of the cells over those of the groups, as a sample tells; 0 without one
 */
public record Decision(boolean compress, String reason, double ratio) {
  static Decision yes(String reason, double ratio) {
    return new Decision(true, reason, ratio);
  }

  static Decision no(String reason, double ratio) {
    return new Decision(false, reason, ratio);
  }

  /** The same with what turned out in the end. */
  public Decision butNot(String otherReason) {
    return no(otherReason, ratio);
  }
}
