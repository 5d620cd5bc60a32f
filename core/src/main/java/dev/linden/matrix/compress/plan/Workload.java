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
 * @param products passes over X in which all of these are computed
 * @param self products of t(X) and X
 * @param rows aggregates of rows
 * @param groups operators that look at distinct values only
 * @param functions what cell functions in these take for each cell; 1 is an addition
 * @param plain operators that need all cells
 * @param restores times that the matrix comes back from disk
 */
public record Workload(
    double right,
    double left,
    double products,
    double self,
    double rows,
    double groups,
    double functions,
    double plain,
    double restores) {
  public static final Workload NONE = new Workload(0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** One X %*% B with so many columns. */
  public static Workload right(double columns) {
    return new Workload(columns, 0, 1, 0, 0, 0, 0, 0, 0);
  }

  /** One t(X) %*% B with so many columns. */
  public static Workload left(double columns) {
    return new Workload(0, columns, 1, 0, 0, 0, 0, 0, 0);
  }

  public static Workload selfProduct() {
    return new Workload(0, 0, 0, 1, 0, 0, 0, 0, 0);
  }

  public static Workload rowFold() {
    return new Workload(0, 0, 0, 0, 1, 0, 0, 0, 0);
  }

  /** One operator that looks at distinct values. */
  public static Workload onGroups() {
    return new Workload(0, 0, 0, 0, 0, 1, 0, 0, 0);
  }

  /** A cell function on top of another operator on distinct values. */
  public static Workload function(double cost) {
    return new Workload(0, 0, 0, 0, 0, 0, cost, 0, 0);
  }

  /** One operator that needs all cells. */
  public static Workload onCells() {
    return new Workload(0, 0, 0, 0, 0, 0, 0, 1, 0);
  }

  /** A product that needs no pass of its own, since another one reads the same rows. */
  public Workload inThePassBefore() {
    return new Workload(right, left, 0, self, rows, groups, functions, plain, restores);
  }

  /** The same where memory is so short that each operator finds the matrix on disk. */
  public Workload fromDisk() {
    return new Workload(right, left, products, self, rows, groups, functions, plain, uses());
  }

  public Workload plus(Workload other) {
    return new Workload(
        right + other.right,
        left + other.left,
        products + other.products,
        self + other.self,
        rows + other.rows,
        groups + other.groups,
        functions + other.functions,
        plain + other.plain,
        restores + other.restores);
  }

  public Workload times(double often) {
    return new Workload(
        right * often,
        left * often,
        products * often,
        self * often,
        rows * often,
        groups * often,
        functions * often,
        plain * often,
        restores * often);
  }

  /** Whether anything in it may be faster on groups. */
  public boolean mayGain() {
    return right + left + self + rows + groups + functions + restores > 0;
  }

  /** Operators, but for cell functions. */
  public double uses() {
    return products + self + rows + groups + plain;
  }

  /** {@code right 20, left 10, products 30}, as {@link #parse} reads it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    parts()
        .forEach(
            (name, count) -> {
              if (count > 0) {
                text.append(text.length() == 0 ? "" : ", ")
                    .append(name)
                    .append(String.format(Locale.ROOT, count < 0.5 ? " %.2g" : " %.0f", count));
              }
            });
    return text.length() == 0 ? "nothing" : text.toString();
  }

  private Map<String, Double> parts() {
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("right", right);
    parts.put("left", left);
    parts.put("products", products);
    parts.put("self", self);
    parts.put("rows", rows);
    parts.put("groups", groups);
    parts.put("functions", functions);
    parts.put("plain", plain);
    parts.put("restores", restores);
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
        parts.get("products"),
        parts.get("self"),
        parts.get("rows"),
        parts.get("groups"),
        parts.get("functions"),
        parts.get("plain"),
        parts.get("restores"));
  }
}
