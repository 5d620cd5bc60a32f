package dev.linden.hop;

import dev.linden.op.Op;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.List;

/** Operators as an expression, such as {@code sum(t(X) %*% v)}; what lies deep is left out. */
public final class HopText {
  private static final int DEEPEST = 5;

  /** How operators are named whose sign others have, too. */
  private static final String UNARY = "unary ";

  private static final int LONGEST_TEXT = 40;

  private HopText() {}

  public static String of(Hop hop) {
    return text(hop, DEEPEST, false);
  }

  private static String text(Hop hop, int depth, boolean operand) {
    if (hop instanceof Hop.Literal literal) {
      return literal.value().type() == ValueType.STRING
          ? quoted(literal.value().text())
          : literal.label();
    } else if (hop.inputs().isEmpty()) {
      return hop.label();
    } else if (depth == 0) {
      return "…";
    }
    List<String> operands = new ArrayList<>();
    boolean infix = isInfix(hop);
    boolean sign = hop.label().startsWith(UNARY);
    for (int i = 0; i < hop.inputs().size(); i++) {
      if (hop.inputs().get(i) != null) {
        operands.add(name(hop, i) + text(hop.inputs().get(i), depth - 1, infix || sign));
      }
    }
    if (infix) {
      String text = String.join(" " + hop.label() + " ", operands);
      return operand ? "(" + text + ")" : text;
    }
    if (hop.label().startsWith(UNARY)) {
      return hop.label().substring(UNARY.length()) + operands.get(0);
    }
    if (hop.label().equals("[]")) {
      return operands.get(0) + "[" + String.join(", ", operands.subList(1, operands.size())) + "]";
    }
    return hop.label() + "(" + String.join(", ", operands) + ")";
  }

  /** What follows an absent argument is named. */
  private static String name(Hop hop, int input) {
    boolean gap = hop.inputs().subList(0, input).contains(null);
    if (!gap || !(hop instanceof Hop.Compute call)) {
      return "";
    }
    Op op = call.op();
    return input < op.parameters().size() ? op.parameters().get(input).name() + "=" : "";
  }

  private static boolean isInfix(Hop hop) {
    String label = hop.label();
    return hop.inputs().size() == 2
        && !label.startsWith("[")
        && (label.startsWith("%") || label.chars().noneMatch(Character::isLetterOrDigit));
  }

  private static String quoted(String text) {
    return '"'
        + (text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text)
        + '"';
  }
}
