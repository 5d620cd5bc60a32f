package dev.linden.plan.cost;

import dev.linden.base.Settings;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import dev.linden.plan.distribute.Placement;
import dev.linden.plan.distribute.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The time that a script is expected to take, by operators, as text and as data. */
public final class Prediction {
  /** Share of the whole time from which text shows an operator or block. */
  private static final double LEAST_SHOWN = 0.005;

  private final Node main;
  private final Set<String> unknown;
  private final Set<String> assumed;

  private Prediction(Node main, Set<String> unknown, Set<String> assumed) {
    this.main = main;
    this.unknown = unknown;
    this.assumed = assumed;
  }

  /**
   * @param selector how DAGs are going to run
   */
  public static Prediction of(
      HopProgram program,
      Placement.Selector selector,
      Resources resources,
      Hardware hardware,
      Environment environment) {
    OnCluster cluster =
        new OnCluster(
            resources.cluster(),
            resources.mode() == Settings.Exec.LOCAL
                ? Double.POSITIVE_INFINITY
                : resources.localBudget(),
            hardware.rates());
    Walk walk =
        new Walk(program, selector, environment, cluster, hardware.rates(), hardware.threads());
    return new Prediction(walk.run(), walk.unknown(), walk.assumedSizes());
  }

  public Seconds seconds() {
    return main.seconds();
  }

  // ---- for people

  /** A line for each operator and block that matters, with its share of the whole time. */
  public String text() {
    StringBuilder out = new StringBuilder("predicted: " + text(seconds()) + "\n");
    list("with sizes made up for results of: ", assumed, out);
    list("not counted, since sizes are unknown: ", unknown, out);
    append(main, 0, LEAST_SHOWN * seconds().total(), out);
    return out.toString();
  }

  private static void list(String title, Set<String> operators, StringBuilder out) {
    if (!operators.isEmpty()) {
      out.append(title).append(String.join(", ", operators)).append('\n');
    }
  }

  private static void append(Node node, int depth, double least, StringBuilder out) {
    Seconds seconds = node.seconds();
    out.append("  ".repeat(depth)).append(node.title());
    if (depth > 0) {
      out.append(" (line ").append(node.line()).append(")");
    }
    if (node.times() != 1) {
      out.append(" x").append(number(node.times()));
    }
    out.append("  ").append(text(seconds)).append('\n');
    for (Node inner : node.inside()) {
      if (inner.seconds().total() > least) {
        append(inner, depth + 1, least, out);
      }
    }
  }

  /** {@code 3.1 s: compute 3.0, overhead 0.1}. */
  private static String text(Seconds seconds) {
    List<String> parts = new ArrayList<>();
    seconds
        .parts()
        .forEach(
            (name, part) -> {
              if (part > LEAST_SHOWN * seconds.total()) {
                parts.add(name + " " + number(part));
              }
            });
    String whole = number(seconds.total()) + " s";
    return parts.isEmpty() ? whole : whole + ": " + String.join(", ", parts);
  }

  /** Two digits are more than an estimate knows. */
  private static String number(double value) {
    if (value == 0 || value >= 100) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    int digits = (int) Math.max(0, 1 - Math.floor(Math.log10(value)));
    return String.format(Locale.ROOT, "%." + Math.min(digits, 9) + "f", value);
  }

  // ---- for programs

  /** The lines of {@link #text}, the parts of the whole time, and all operators. */
  public Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("time", text().lines().toList());
    data.put("seconds", parts(seconds()));
    List<Object> operators = new ArrayList<>();
    addTo(operators, main);
    data.put("operators", operators);
    data.put("madeUp", List.copyOf(assumed));
    data.put("unknown", List.copyOf(unknown));
    return data;
  }

  private static Map<String, Object> parts(Seconds seconds) {
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put("total", seconds.total());
    parts.putAll(seconds.parts());
    return parts;
  }

  private static void addTo(List<Object> operators, Node node) {
    if (node.isOperator()) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("operator", node.title());
      data.put("line", node.line());
      data.put("times", node.times());
      data.put("seconds", node.seconds().total());
      data.put("parts", parts(node.seconds()));
      operators.add(data);
    }
    node.inside().forEach(inner -> addTo(operators, inner));
  }
}
