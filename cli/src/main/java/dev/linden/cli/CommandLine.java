package dev.linden.cli;

import dev.linden.base.InputError;
import dev.linden.base.Setting;
import dev.linden.base.Settings;
import dev.linden.cli.Command.Action;
import dev.linden.engine.ScriptArguments;
import dev.linden.engine.View;
import dev.linden.op.Scalar;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the words of a command line.
 *
 * <p>Written by hand because two options take "every word up to the next option", two take optional
 * words, and a library that reflects over annotations adds 70 ms to every start (docs/decisions.md,
 * Command line).
 */
final class CommandLine {
  private final Caller caller;
  private final String[] words;
  private int next;

  /** The value of the option at hand, if it was written with an equals sign; null when read. */
  private String joined;

  /** Whether nothing but {@link #joined} belongs to the option at hand. */
  private boolean onlyJoined;

  private Action action = Action.RUN;
  private final Map<Option<?>, Object> options = new LinkedHashMap<>();

  /** Value and origin by the key of a setting. */
  private final Map<String, String[]> changes = new LinkedHashMap<>();

  private CommandLine(Caller caller, String[] words) {
    this.caller = caller;
    this.words = words;
  }

  static Command parse(String... words) {
    return parse(Caller.PROCESS, words);
  }

  static Command parse(Caller caller, String... words) {
    return new CommandLine(caller, words).command();
  }

  private Command command() {
    while (next < words.length) {
      String word = words[next++];
      int equals = word.indexOf('=');
      Option<?> option = Option.named(word);
      if (option != null) {
        read(option);
      } else if (word.startsWith("-") && equals > 0) {
        readJoined(word.substring(0, equals), word.substring(equals + 1));
      } else if (word.startsWith("-") && word.length() > 1) {
        throw unknown(word);
      } else {
        readFreeWord(word);
      }
    }
    if (get(Option.VERSION)) {
      action = Action.VERSION;
    }
    if (get(Option.HELP)) {
      action = Action.HELP;
    }
    if (action == Action.RUN && !hasScript() && caller.types()) {
      action = Action.PROMPT;
    }
    check();
    return new Command(caller, action, options, arguments(), settings());
  }

  private static UsageError unknown(String option) {
    return new UsageError(
        "unknown option " + option + Suggestion.forWord(option, Option.allNames()));
  }

  private <T> void read(Option<T> option) {
    if ((option == Option.FILE || option == Option.TEXT) && hasScript()) {
      throw new UsageError(option.label() + ": a script was given already");
    }
    options.put(option, option.read(this, get(option)));
  }

  /** {@code --threads=4} for {@code --threads 4}. */
  private void readJoined(String name, String value) {
    Option<?> option = Option.named(name);
    if (option == null) {
      throw unknown(name);
    }
    joined = value;
    onlyJoined = true;
    read(option);
    onlyJoined = false;
    if (joined != null) {
      throw new UsageError(
          option.takesValues()
              ? name + ": expected " + option.parameter() + ", found \"" + value + "\""
              : name + " takes no value after =");
    }
  }

  private void readFreeWord(String word) {
    if (action == Action.RUN && !hasScript() && action(word) != Action.RUN) {
      action = action(word);
    } else if (!hasScript()) {
      options.put(Option.FILE, word);
    } else if (word.indexOf('=') > 0) {
      options.put(Option.NAMED, Option.bound(get(Option.NAMED), word, "argument"));
    } else {
      throw new UsageError(
          "unexpected word \"" + word + "\": arguments are given as name=value, or after -args");
    }
  }

  /** The first free word may be a command; a script file of that name needs {@code -f}. */
  private static Action action(String word) {
    for (Action action : Action.values()) {
      if (action != Action.PROMPT && action.word().equals(word)) {
        return action;
      }
    }
    return Action.RUN;
  }

  // ---- for the options

  /** Whether the next word can belong to the option at hand. */
  boolean hasValue() {
    return onlyJoined ? joined != null : next < words.length && Option.named(words[next]) == null;
  }

  /** The next word, which stays. */
  String peek() {
    return onlyJoined ? joined : words[next];
  }

  String value(Option<?> option) {
    if (!hasValue()) {
      throw new UsageError(option.label() + " needs a value");
    }
    String value = peek();
    if (onlyJoined) {
      joined = null;
    } else {
      next++;
    }
    return value;
  }

  /** Whether a word may be there for itself, so that the option at hand need not claim it. */
  boolean canBeScriptOrArgument(String word) {
    boolean argument = word.isEmpty() || word.startsWith("-") || word.indexOf('=') > 0;
    boolean script = !hasScript() && (word.contains(".") || caller.path(word).toFile().exists());
    return !onlyJoined && (argument || script || action(word) != Action.RUN);
  }

  /**
   * Kept until the end: words of the command line win over the configuration file wherever it is
   * named.
   */
  void change(String key, String value, String origin) {
    changes.put(key, new String[] {value, origin});
  }

  // ---- what they come to

  private <T> T get(Option<T> option) {
    return get(options, option);
  }

  /** Only what its reader returned is ever stored under an option. */
  @SuppressWarnings("unchecked")
  static <T> T get(Map<Option<?>, Object> options, Option<T> option) {
    return options.containsKey(option) ? (T) options.get(option) : option.otherwise();
  }

  private boolean hasScript() {
    return get(Option.FILE) != null || get(Option.TEXT) != null;
  }

  private Map<String, Scalar> arguments() {
    List<String> positional = get(Option.POSITIONAL);
    if (positional.isEmpty()) {
      return get(Option.NAMED);
    }
    Map<String, Scalar> arguments = new LinkedHashMap<>();
    for (int i = 0; i < positional.size(); i++) {
      if (!positional.get(i).isEmpty()) { // so that ifdef($2, ...) can skip it
        arguments.put(Integer.toString(i + 1), ScriptArguments.typed(positional.get(i)));
      }
    }
    return arguments;
  }

  private Settings settings() {
    Settings settings = Settings.DEFAULTS;
    if (get(Option.CONFIG) != null) {
      settings = ConfigFile.read(caller, get(Option.CONFIG), settings);
    }
    for (Map.Entry<String, String[]> change : changes.entrySet()) {
      settings = with(settings, change.getKey(), change.getValue()[0], change.getValue()[1]);
    }
    return settings;
  }

  /** {@code origin} says in messages where the pair comes from. */
  static Settings with(Settings settings, String name, String value, String origin) {
    try {
      return settings.with(name, value);
    } catch (InputError e) {
      throw new UsageError(origin + ": " + e.getMessage() + suggestion(name, value));
    }
  }

  /**
   * A number of bytes as the setting {@code memory} takes it.
   *
   * @param origin says in messages where it comes from
   */
  static long bytes(String text, String origin) {
    if (text == null) {
      throw new UsageError(origin + " is missing");
    }
    return with(Settings.DEFAULTS, Settings.MEMORY.name(), text, origin).get(Settings.MEMORY);
  }

  private static String suggestion(String name, String value) {
    for (Setting<?> setting : Settings.ALL) {
      if (setting.name().equals(name)) {
        boolean choice = setting.values().matches("[\\w-]+(, [\\w-]+)+");
        return choice ? Suggestion.forWord(value, List.of(setting.values().split(", "))) : "";
      }
    }
    return Suggestion.forWord(name, Settings.ALL.stream().map(Setting::name).toList());
  }

  private void check() {
    boolean needsScript =
        action == Action.RUN || action == Action.EXPLAIN || action == Action.TRANSLATE;
    if (needsScript && !hasScript()) {
      throw new UsageError("no script given");
    }
    options.keySet().forEach(option -> option.requireFits(action));
    if (action == Action.SERVE && get(Option.SOCKET) == null) {
      throw new UsageError("serve needs --socket FILE, through which clients connect");
    }
    boolean withArguments = !get(Option.POSITIONAL).isEmpty() || !get(Option.NAMED).isEmpty();
    if (action == Action.TRANSLATE && withArguments) {
      throw new UsageError("translate runs nothing, and takes no arguments of the script");
    }
    if (!get(Option.POSITIONAL).isEmpty() && !get(Option.NAMED).isEmpty()) {
      throw new UsageError("-args can't be combined with named arguments");
    }
    boolean page = get(Option.HTML) != null || get(Option.BROWSE);
    if (page && action != Action.RUN && action != Action.EXPLAIN) {
      String option = get(Option.BROWSE) ? Option.BROWSE.label() : Option.HTML.label();
      throw new UsageError(option + " is for scripts that are run or explained");
    }
    if (action == Action.EXPLAIN && get(Option.EXPLAIN).isEmpty() && !page) {
      options.put(Option.EXPLAIN, EnumSet.of(View.HOPS_BEFORE, View.HOPS, View.RUNTIME));
    }
  }
}
