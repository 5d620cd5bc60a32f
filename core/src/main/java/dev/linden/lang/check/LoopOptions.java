package dev.linden.lang.check;

import dev.linden.base.LindenBug;
import dev.linden.base.Suggestions;
import dev.linden.lang.ParforOptions;
import dev.linden.lang.ParforOptions.DataPartitioner;
import dev.linden.lang.ParforOptions.MergeMethod;
import dev.linden.lang.ParforOptions.Mode;
import dev.linden.lang.ParforOptions.Optimization;
import dev.linden.lang.ParforOptions.TaskPartitioner;
import dev.linden.lang.ast.Ast;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the options in the header of a {@code parfor} (or {@code for}) loop. */
final class LoopOptions {
  private static final List<String> FLAG = List.of("0", "1");
  private static final List<String> POSITIVE_INT = List.of();
  private static final Map<String, List<String>> ALLOWED = allowed();

  /** What {@code log} may say; from DEBUG on, decisions are reported. */
  private enum Log {
    ALL,
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR,
    FATAL,
    OFF
  }

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
    values.put("mode", words(Mode.class));
    values.put("taskpartitioner", words(TaskPartitioner.class));
    values.put("tasksize", POSITIVE_INT);
    values.put("datapartitioner", words(DataPartitioner.class));
    values.put("resultmerge", words(MergeMethod.class));
    values.put("opt", words(Optimization.class));
    values.put("log", words(Log.class));
    values.put("profile", FLAG);
    return values;
  }

  /** The constants, and for those of Spark the words of old scripts, which say MapReduce. */
  private static <E extends Enum<E>> List<String> words(Class<E> type) {
    List<String> words = new ArrayList<>();
    List<String> old = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      words.add(constant.name());
      if (constant.name().startsWith("REMOTE_SPARK")) {
        old.add(constant.name().replace("REMOTE_SPARK", "REMOTE_MR"));
      }
    }
    words.addAll(old);
    return words;
  }

  /** What was reported is left out. */
  ParforOptions read(List<Ast.Argument> options) {
    Map<String, String> words = new LinkedHashMap<>();
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
      if (value != null && isAllowed(option, value, allowed) && words.put(key, value) != null) {
        problems.error(option.span(), "loop option " + option.name() + " is given twice");
      }
    }
    return words.isEmpty() ? ParforOptions.DEFAULTS : of(words);
  }

  /** {@code words} by the names of options, in upper case, all allowed. */
  private static ParforOptions of(Map<String, String> words) {
    String workers = words.get("par");
    String taskSize = words.get("tasksize");
    Log log = constant(Log.class, words.get("log"), Log.INFO);
    return new ParforOptions(
        !"0".equals(words.get("check")),
        workers == null ? null : Integer.valueOf(workers),
        constant(Mode.class, words.get("mode"), null),
        constant(TaskPartitioner.class, words.get("taskpartitioner"), null),
        taskSize == null ? null : Long.valueOf(taskSize),
        constant(DataPartitioner.class, words.get("datapartitioner"), null),
        constant(MergeMethod.class, words.get("resultmerge"), null),
        constant(Optimization.class, words.get("opt"), ParforOptions.DEFAULTS.optimization()),
        log.compareTo(Log.DEBUG) <= 0,
        "1".equals(words.get("profile")));
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String word, E otherwise) {
    return word == null ? otherwise : Enum.valueOf(type, word.replace("REMOTE_MR", "REMOTE_SPARK"));
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
