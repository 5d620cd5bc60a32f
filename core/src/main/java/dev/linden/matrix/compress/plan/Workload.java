package dev.linden.matrix.compress.plan;

import dev.linden.base.LindenBug;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a program is about to do with a matrix.
 *
 * @param right columns that X is multiplied with, of all products X %*% B together
 * @param left rows that X is multiplied with from the left, or columns of t(X) %*% B
 * @param self products of t(X) and X
 * @param rows aggregates of rows
 * @param groups operators that look at distinct values only
 * @param plain operators that need all cells
 */
public record Workload(
    double right, double left, double self, double rows, double groups, double plain) {
  public static final Workload NONE = new Workload(0, 0, 0, 0, 0, 0);

  public Workload plus(Workload other) {
    return new Workload(
        right + other.right,
        left + other.left,
        self + other.self,
        rows + other.rows,
        groups + other.groups,
        plain + other.plain);
  }

  public Workload times(double often) {
    return new Workload(
        right * often, left * often, self * often, rows * often, groups * often, plain * often);
  }

  /** Whether anything in it may be faster on groups. */
  public boolean mayGain() {
    return right + left + self + rows + groups > 0;
  }

  /** {@code right 20, left 10}, as {@link #parse} reads it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    parts()
        .forEach(
            (name, count) -> {
              if (count > 0) {
                text.append(text.length() == 0 ? "" : ", ")
                    .append(name)
                    .append(String.format(Locale.ROOT, " %.0f", count));
              }
            });
    return text.length() == 0 ? "nothing" : text.toString();
  }

  private Map<String, Double> parts() {
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("right", right);
    parts.put("left", left);
    parts.put("self", self);
    parts.put("rows", rows);
    parts.put("groups", groups);
    parts.put("plain", plain);
    return parts;
  }

  public static Workload parse(String text) {
    Map<String, Double> parts = NONE.parts();
    if (!text.equals("nothing")) {
      for (String part : text.split(", ", -1)) {
        String[] words = part.split(" ", -1);
        if (words.length != 2 || !parts.containsKey(words[0])) {
          throw new LindenBug("no workload: " + text);
        }
        parts.put(words[0], Double.parseDouble(words[1]));
      }
    }
    return new Workload(
        parts.get("right"),
        parts.get("left"),
        parts.get("self"),
        parts.get("rows"),
        parts.get("groups"),
        parts.get("plain"));
  }
}
