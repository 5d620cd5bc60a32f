package dev.linden.lang.check;

import dev.linden.base.LindenBug;
import dev.linden.lang.ast.Ast;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The options in the header of a {@code parfor} (or {@code for}) loop. */
final class LoopOptions {
  private static final List<String> FLAG = List.of("0", "1");
  private static final List<String> POSITIVE_INT = List.of();
  private static final Map<String, List<String>> ALLOWED = allowed();

  private final Map<String, Scalar> scriptArguments;
  private final Problems problems;

  LoopOptions(Map<String, Scalar> scriptArguments, Problems problems) {
    this.scriptArguments = scriptArguments;
    this.problems = problems;
  }

  private static Map<String, List<String>> allowed() {
    Map<String, List<String>> values = new LinkedHashMap<>();
    values.put("check", FLAG);
    values.put("par", POSITIVE_INT);
    values.put(
        "mode", List.of("LOCAL", "REMOTE_SPARK", "REMOTE_SPARK_DP", "REMOTE_MR", "REMOTE_MR_DP"));
    values.put(
        "taskpartitioner",
        List.of("FIXED", "NAIVE", "STATIC", "FACTORING", "FACTORING_CMIN", "FACTORING_CMAX"));
    values.put("tasksize", POSITIVE_INT);
    values.put("datapartitioner", List.of("NONE", "LOCAL", "REMOTE_SPARK", "REMOTE_MR"));
    values.put(
        "resultmerge",
        List.of("LOCAL_MEM", "LOCAL_FILE", "LOCAL_AUTOMATIC", "REMOTE_SPARK", "REMOTE_MR"));
    values.put(
        "opt", List.of("NONE", "RULEBASED", "CONSTRAINED", "HEURISTIC", "GREEDY", "FULL_DP"));
    values.put("log", List.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL", "OFF"));
    values.put("profile", FLAG);
    return values;
  }

  /** Values by name, without those that were reported. */
  Map<String, String> check(List<Ast.Argument> options) {
    Map<String, String> checked = new LinkedHashMap<>();
    for (Ast.Argument option : options) {
      String key = option.name() == null ? null : option.name().toLowerCase(Locale.ROOT);
      List<String> allowed = key == null ? null : ALLOWED.get(key);
      if (allowed == null) {
        String name = option.name() == null ? "without a name" : option.name();
        problems.error(
            option.span(),
            "unknown loop option "
                + name
                + "; the options are "
                + Words.and(List.copyOf(ALLOWED.keySet())),
            option.name() == null ? null : Suggestions.hint(option.name(), ALLOWED.keySet()));
        continue;
      }
      String value = value(option);
      if (value != null && isAllowed(option, value, allowed) && checked.put(key, value) != null) {
        problems.error(option.span(), "loop option " + option.name() + " is given twice");
      }
    }
    return checked;
  }

  /** The value as text, or null after reporting. */
  private String value(Ast.Argument option) {
    Ast.Expression value = option.value();
    if (value instanceof Ast.Literal literal) {
      return text(literal.value());
    }
    if (value instanceof Ast.Name word) {
      return upper(word.name());
    }
    if (value instanceof Ast.ScriptArgument argument) {
      Scalar given = ScriptArguments.find(scriptArguments, argument.name());
      if (given == null) {
        ScriptArguments.reportMissing(argument, problems);
        return null;
      }
      return text(given);
    }
    throw new LindenBug("the parser lets no such value of a loop option pass: " + value);
  }

  /** TRUE and FALSE serve as 1 and 0. */
  private static String text(Scalar value) {
    return value.type() == ValueType.BOOLEAN
        ? Long.toString(value.asLong())
        : upper(value.asText());
  }

  /** Words mean the same in any case. */
  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }

  private boolean isAllowed(Ast.Argument option, String value, List<String> allowed) {
    boolean good = allowed == POSITIVE_INT ? isPositiveInt(value) : allowed.contains(value);
    if (!good) {
      String expected =
          allowed == POSITIVE_INT ? "a positive integer" : "one of " + String.join(", ", allowed);
      problems.error(
          option.value().span(),
          "loop option " + option.name() + " must be " + expected + ", but it is " + value,
          Suggestions.hint(value, allowed));
    }
    return good;
  }

  private static boolean isPositiveInt(String text) {
    return text.matches("[0-9]{1,9}") && Integer.parseInt(text) > 0;
  }
}
