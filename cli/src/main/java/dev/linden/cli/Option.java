package dev.linden.cli;

import static java.util.stream.Collectors.joining;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.cli.Command.Action;
import dev.linden.engine.AssumedSize;
import dev.linden.engine.ScriptArguments;
import dev.linden.engine.View;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The options of the command line: the only list of them. Parser, values after an equals sign,
 * help, suggestions and the table of docs/command-line.md derive from it; whoever needs what an
 * option says asks the {@link Command} for it.
 *
 * @param <T> what the words behind it mean
 */
final class Option<T> {
  /** In the order of help and documentation. */
  private static final List<Option<?>> DEFINED = new ArrayList<>();

  static final List<Option<?>> ALL = Collections.unmodifiableList(DEFINED);

  static final Option<String> FILE =
      word("FILE", "the script is in this file, `-` is standard input", "-f");

  static final Option<String> TEXT = word("TEXT", "the script is this text", "-s");

  static final Option<Boolean> PYTHON =
      flag(
          "the script is written in PyDML, whatever the ending of its file; see"
              + " [pydml.md](pydml.md)",
          "--python",
          "-python");

  static final Option<List<String>> POSITIONAL =
      new Option<>(
          "VALUE ...",
          "values of `$1`, `$2`, ... in the script; an empty one counts as missing",
          List.of(),
          (line, option, before) -> {
            List<String> values = new ArrayList<>(before);
            while (line.hasValue()) {
              values.add(line.value(option));
            }
            return values;
          },
          "-args");

  static final Option<Map<String, Scalar>> NAMED =
      new Option<>(
          "NAME=VALUE ...",
          "values of `$NAME` in the script; the value keeps further `=`; of a name given twice the"
              + " last value counts",
          Map.of(),
          (line, option, before) -> {
            Map<String, Scalar> values = before;
            while (line.hasValue()) {
              values = bound(values, line.value(option), option.label());
            }
            return values;
          },
          "-nvargs");

  static final Option<String> EXEC =
      setting(
          Settings.EXEC.name(),
          "MODE",
          "`hybrid` (default): operators whose memory estimate exceeds the local budget are planned"
              + " for Spark; `local` or `singlenode`: all run here; `spark`: all that can; see"
              + " [spark.md](spark.md)",
          "-exec",
          "--exec");

  static final Option<String> MASTER =
      setting(
          "spark.master",
          "URL",
          "the Spark to use: `local[*]` (default), `spark://host:7077`, `yarn`, `k8s://...`",
          "--master");

  static final Option<Set<View>> EXPLAIN =
      new Option<>(
          "[LEVEL ...]",
          "print plans on stderr: " + Levels.words() + "; see [plans](command-line.md#plans)",
          Set.of(),
          (line, option, before) -> Levels.read(line, option, before),
          "-explain");

  static final Option<Map<String, Size>> ASSUME =
      new Option<>(
              "NAME=ROWSxCOLS[,SHARE]",
              "size, and share of non-zeros, of an input that need not be there; repeatable",
              Map.<String, Size>of(),
              (line, option, before) -> assumed(before, line.value(option), option.label()),
              "--assume")
          .only(Action.EXPLAIN);

  static final Option<String> CLUSTER =
      word("FILE", "plan for the cluster that this JSON file describes", "--cluster")
          .only(Action.EXPLAIN);

  static final Option<String> OUTPUT =
      word("FILE", "the file to write, in place of stdout", "-o").only(Action.TRANSLATE);

  static final Option<String> SOCKET =
      word("FILE", "the socket through which programs connect", "--socket").only(Action.SERVE);

  static final Option<Integer> STATS =
      new Option<>(
          "[N]",
          "print times and the N (default 10) heaviest operators on stderr",
          0,
          (line, option, before) -> heaviest(line, option),
          "-stats");

  static final Option<String> HTML =
      word(
          "FILE",
          "write the plan, with times and sizes if the script runs, as a page for browsers; see"
              + " [plans.md](plans.md)",
          "--html");

  static final Option<Boolean> BROWSE =
      flag(
          "serve that page to a browser until Ctrl-C: prints its address, under which it plans"
              + " again for other sizes, memory or clusters",
          "--browse");

  static final Option<String> CONFIG =
      word(
          "FILE", "settings from an XML file; see [settings](command-line.md#settings)", "-config");

  static final Option<String> SET =
      new Option<>(
          "KEY=VALUE",
          "one setting of [settings.md](settings.md)",
          null,
          (line, option, before) -> {
            String pair = line.value(option);
            int equals = pair.indexOf('=');
            if (equals <= 0) {
              throw new UsageError("--set: expected key=value, found \"" + pair + "\"");
            }
            String key = pair.substring(0, equals);
            line.change(key, pair.substring(equals + 1), "--set " + key);
            return pair;
          },
          "--set");

  static final Option<String> THREADS =
      setting("threads", "N", "threads to use; default: all cores", "--threads");

  static final Option<String> MEMORY =
      setting(
          "memory",
          "SIZE",
          "heap, such as `8g` or `500m`; default: 75 % of the memory of machine or container."
              + " Operations plan with 0.7 of the heap",
          "--mem");

  static final Option<String> SEED =
      setting("seed", "N", "make unseeded random numbers reproducible", "--seed", "-seed");

  static final Option<String> JARS =
      setting(
          "jars",
          "FILE,...",
          "jars and directories with the classes of external functions",
          "--jars");

  static final Option<String> RESTRICTED =
      setting(
          "restricted",
          "FOLDER,...",
          "scripts read and write below these folders only, run no Java and load no classes; see"
              + " [trust.md](trust.md)",
          "--restricted");

  static final Option<Boolean> JSON =
      flag("errors, plans, statistics, version and doctor as JSON", "--json");

  static final Option<Boolean> DEBUG =
      flag("show stack traces of errors, and warnings about the script", "-debug", "--debug");

  static final Option<Boolean> VERSION = flag("show the version", "--version", "-version");

  static final Option<Boolean> HELP = flag("show the options", "--help", "-help", "-h");

  /** How the words behind an option are read; {@code before} is what it meant so far. */
  @FunctionalInterface
  private interface Reader<T> {
    T read(CommandLine line, Option<T> option, T before);
  }

  private final String parameter;
  private final String text;
  private final T otherwise;
  private final Reader<T> reader;
  private final List<String> names;
  private Action only;

  /**
   * @param parameter what stands behind it; empty for nothing, in brackets for what may be left out
   * @param text what it does, in Markdown
   * @param otherwise what it means not to give it
   */
  private Option(String parameter, String text, T otherwise, Reader<T> reader, String... names) {
    this.parameter = parameter;
    this.text = text;
    this.otherwise = otherwise;
    this.reader = reader;
    this.names = List.of(names);
    DEFINED.add(this);
  }

  private static Option<String> word(String parameter, String text, String... names) {
    return new Option<>(parameter, text, null, (line, option, before) -> line.value(option), names);
  }

  private static Option<Boolean> flag(String text, String... names) {
    return new Option<>("", text, false, (line, option, before) -> true, names);
  }

  /** Short for {@code --set key=VALUE}. */
  private static Option<String> setting(
      String key, String parameter, String text, String... names) {
    return new Option<>(
        parameter,
        text,
        null,
        (line, option, before) -> {
          String value = line.value(option);
          line.change(key, value, option.label());
          return value;
        },
        names);
  }

  private Option<T> only(Action action) {
    only = action;
    return this;
  }

  // ---- what the words mean

  /** Another name and value; {@code origin} says in messages where the pair comes from. */
  static Map<String, Scalar> bound(Map<String, Scalar> before, String pair, String origin) {
    int equals = pair.indexOf('=');
    if (equals < 0) {
      throw new UsageError(origin + ": expected name=value, found \"" + pair + "\"");
    }
    String name = pair.substring(0, equals);
    if (!ScriptArguments.isName(name)) {
      throw new UsageError(
          origin
              + ": \""
              + name
              + "\" is not a name; expected a letter, then letters, digits or _, then =value");
    }
    return with(before, name, ScriptArguments.typed(pair.substring(equals + 1)));
  }

  private static Map<String, Size> assumed(Map<String, Size> before, String pair, String origin) {
    int equals = pair.lastIndexOf('=');
    if (equals <= 0) {
      throw new UsageError(origin + ": expected NAME=ROWSxCOLS, found \"" + pair + "\"");
    }
    try {
      return with(before, pair.substring(0, equals), AssumedSize.parse(pair.substring(equals + 1)));
    } catch (InputError e) {
      throw new UsageError(origin + ": " + e.getMessage());
    }
  }

  private static <V> Map<String, V> with(Map<String, V> before, String key, V value) {
    Map<String, V> after = new LinkedHashMap<>(before);
    after.put(key, value);
    return after;
  }

  private static int heaviest(CommandLine line, Option<Integer> option) {
    if (!line.hasValue() || !line.peek().matches("[0-9]{1,6}")) {
      return 10;
    }
    int count = Integer.parseInt(line.value(option));
    if (count == 0) {
      throw new UsageError("-stats: expected a number of operators of at least 1, found 0");
    }
    return count;
  }

  /** What {@code -explain} shows by the words behind it. */
  private static final class Levels {
    private static final Map<String, Set<View>> VIEWS = new LinkedHashMap<>();

    static {
      for (View view : View.values()) {
        if (view != View.HOPS_BEFORE) {
          VIEWS.put(view.key(), EnumSet.of(view));
        }
      }
      VIEWS.get(View.HOPS.key()).add(View.HOPS_BEFORE);
      VIEWS.put("all", EnumSet.allOf(View.class));
    }

    /** For the documentation. */
    static String words() {
      return VIEWS.keySet().stream()
          .map(word -> "`" + word + "`" + (word.equals(View.RUNTIME.key()) ? " (default)" : ""))
          .collect(joining(", "));
    }

    static Set<View> read(CommandLine line, Option<Set<View>> option, Set<View> before) {
      Set<View> views = EnumSet.noneOf(View.class);
      while (line.hasValue() && VIEWS.containsKey(line.peek().toLowerCase(Locale.ROOT))) {
        views.addAll(VIEWS.get(line.value(option).toLowerCase(Locale.ROOT)));
      }
      if (views.isEmpty()) {
        if (line.hasValue() && !line.canBeScriptOrArgument(line.peek())) {
          throw new UsageError(
              "-explain: expected one of "
                  + String.join(", ", VIEWS.keySet())
                  + ", found "
                  + line.peek()
                  + Suggestion.forWord(line.peek(), VIEWS.keySet()));
        }
        views.add(View.RUNTIME);
      }
      views.addAll(before);
      return views;
    }
  }

  // ---- what derives from the list

  /** The option of that name, or null. */
  static Option<?> named(String word) {
    for (Option<?> option : ALL) {
      if (option.names.contains(word)) {
        return option;
      }
    }
    return null;
  }

  static List<String> allNames() {
    return ALL.stream().flatMap(option -> option.names.stream()).toList();
  }

  T read(CommandLine line, T before) {
    return reader.read(line, this, before);
  }

  T otherwise() {
    return otherwise;
  }

  /** Whether words may stand behind it. */
  boolean takesValues() {
    return !parameter.isEmpty();
  }

  /** Whether it is among the words of a command line, understood or not. */
  boolean isIn(String... words) {
    return !Collections.disjoint(List.of(words), names);
  }

  void requireFits(Action action) {
    if (only != null && only != action) {
      throw new UsageError(label() + " is for linden " + only.word());
    }
  }

  /** The name that messages and help use. */
  String label() {
    return names.get(0);
  }

  String parameter() {
    return parameter;
  }

  /** Its lines of the help text. */
  String help() {
    StringBuilder lines = new StringBuilder();
    String head = "  " + label() + " " + parameter;
    int width = 0;
    for (String word : plain(text()).split(" ")) {
      if (width == 0 || width + 1 + word.length() > 93) {
        lines.append(String.format(width == 0 ? "%-26s" : "%n%26s", width == 0 ? head : ""));
        width = 26;
      }
      lines.append(' ').append(word);
      width += 1 + word.length();
    }
    return lines.toString();
  }

  /** All its names, with what stands behind them. */
  String forms() {
    return names.stream().map(name -> (name + " " + parameter).strip()).collect(joining(", "));
  }

  /** What it means, without markup. */
  String plainText() {
    return plain(text());
  }

  /** Links become the pages they lead to, and code loses its quotes. */
  private static String plain(String markdown) {
    return markdown.replaceAll("\\[[^\\]]+\\]\\(([^)#]*)[^)]*\\)", "docs/$1").replace("`", "");
  }

  /** Its row in the table of the documentation. */
  String row() {
    List<String> forms =
        names.stream().map(name -> "`" + (name + " " + parameter).strip() + "`").toList();
    return "| " + String.join(", ", forms) + " | " + text() + " |";
  }

  private String text() {
    return only == null ? text : "with `" + only.word() + "`: " + text;
  }
}
