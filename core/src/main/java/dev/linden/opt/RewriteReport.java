package dev.linden.opt;

import dev.linden.base.Span;
import dev.linden.hop.Hop;
import dev.linden.hop.HopText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which rules and passes have fired, and how often; if asked for, also what they made of what. */
public final class RewriteReport {
  /** What more of them would tell nobody reads. */
  private static final int MOST_FIRINGS = 500;

  /**
   * A rewrite at a place of the script.
   *
   * @param before what stood there, shortened
   * @param after what has taken its place
   */
  public record Firing(String rule, Span span, String before, String after) {}

  private final Map<String, Integer> counts = new TreeMap<>();

  /** Null if only numbers are wanted. */
  private final List<Firing> firings;

  public RewriteReport() {
    this(false);
  }

  /**
   * @param detailed whether to keep {@link #firings}
   */
  public RewriteReport(boolean detailed) {
    firings = detailed ? new ArrayList<>() : null;
  }

  /** An empty report that keeps as much as this one. */
  RewriteReport another() {
    return new RewriteReport(firings != null);
  }

  void fired(String rule) {
    counts.merge(rule, 1, Integer::sum);
  }

  void fired(String rule, Hop before, Hop after) {
    fired(rule);
    if (firings != null && firings.size() < MOST_FIRINGS) {
      firings.add(new Firing(rule, before.span(), HopText.of(before), HopText.of(after)));
    }
  }

  void fired(String rule, Span span, String before, String after) {
    fired(rule);
    if (firings != null && firings.size() < MOST_FIRINGS) {
      firings.add(new Firing(rule, span, before, after));
    }
  }

  void add(RewriteReport other) {
    other.counts.forEach((rule, count) -> counts.merge(rule, count, Integer::sum));
    if (firings != null && other.firings != null) {
      int room = Math.min(MOST_FIRINGS - firings.size(), other.firings.size());
      firings.addAll(other.firings.subList(0, room));
    }
  }

  /** By the name of the rule. */
  public Map<String, Integer> counts() {
    return Map.copyOf(counts);
  }

  /** The first ones, in order; empty if they were not asked for. */
  public List<Firing> firings() {
    return firings == null ? List.of() : Collections.unmodifiableList(firings);
  }

  /** {@code SumOfTranspose 2, TraceOfProduct 1}; empty when nothing has fired. */
  @Override
  public String toString() {
    return counts.entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }
}
