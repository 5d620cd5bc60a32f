package dev.linden.opt;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which rules and passes have fired, and how often. */
public final class RewriteReport {
  private final Map<String, Integer> counts = new TreeMap<>();

  void fired(String rule) {
    counts.merge(rule, 1, Integer::sum);
  }

  void add(RewriteReport other) {
    other.counts.forEach((rule, count) -> counts.merge(rule, count, Integer::sum));
  }

  /** By the name of the rule. */
  public Map<String, Integer> counts() {
    return Map.copyOf(counts);
  }

  /** {@code SumOfTranspose 2, TraceOfProduct 1}; empty when nothing has fired. */
  @Override
  public String toString() {
    return counts.entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }
}
