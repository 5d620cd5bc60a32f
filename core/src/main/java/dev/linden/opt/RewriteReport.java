package dev.linden.opt;

import java.util.Map;
import java.util.TreeMap;

/** Which rules have fired, and how often. */
public final class RewriteReport {
  private final Map<String, Integer> counts = new TreeMap<>();

  void fired(String rule) {
    counts.merge(rule, 1, Integer::sum);
  }

  /** By the name of the rule. */
  public Map<String, Integer> counts() {
    return Map.copyOf(counts);
  }
}
