package dev.linden.fuse.select;

/** How materialization points are decided. */
public enum Policy {
  /** By estimated time. */
  COST("cost"),
  /** Fuse whatever can be, at the price of repeated computation. */
  ALL("all"),
  /** Materialize whatever has several consumers. */
  NO_REDUNDANCY("no-redundancy"),
  /** No fusion. */
  OFF("off");

  private final String text;

  Policy(String text) {
    this.text = text;
  }

  /** As in settings. */
  public String text() {
    return text;
  }

  /** Null if there is none of that name. */
  public static Policy of(String text) {
    for (Policy policy : values()) {
      if (policy.text.equals(text)) {
        return policy;
      }
    }
    return null;
  }
}
