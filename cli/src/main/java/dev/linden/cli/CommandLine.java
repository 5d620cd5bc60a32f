package dev.linden.cli;

import dev.linden.base.InputError;
import dev.linden.base.Setting;
import dev.linden.base.Settings;
import dev.linden.cli.Command.Action;
import dev.linden.engine.AssumedSize;
import dev.linden.engine.ScriptArguments;
import dev.linden.engine.View;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads the words of a command line.
 *
 * <p>Written by hand because two options take "every word up to the next option", two take optional
 * words, and a library that reflects over annotations adds 70 ms to every start (docs/decisions.md,
 * Command line).
 */
final class CommandLine {
  private static final int DEFAULT_HEAVIEST = 10;

  /** What {@code -explain} shows by the words behind it. */
  private static final Map<String, Set<View>> LEVELS = levels();

  private static final List<String> MODES = List.of("hybrid", "local", "singlenode", "spark");

  private final String[] words;
  private int next;

  /** The value of the option at hand, if it was written with an equals sign. */
  private String joined;

  private Action action = Action.RUN;
  private String file;
  private String text;
  private final Map<String, Scalar> named = new LinkedHashMap<>();
  private final Map<String, Scalar> positional = new LinkedHashMap<>();
  private int positionalCount;
  private Settings.Exec mode;
  private final Set<View> views = EnumSet.noneOf(View.class);
  private final Map<String, Size> assumed = new LinkedHashMap<>();
  private String cluster;
  private String socket;
  private int heaviest;
  private String configFile;
  private final Map<String, String[]> changes = new LinkedHashMap<>();
  private boolean json;
  private boolean debug;

  private CommandLine(String[] words) {
    this.words = words;
  }

  static Command parse(String... words) {
    return new CommandLine(words).command();
  }

  private Command command() {
    while (next < words.length) {
      String word = words[next++];
      Option option = Option.named(word);
      if (option != null) {
        readOption(option);
      } else if (word.startsWith("--") && word.indexOf('=') > 0) {
        readJoined(word);
      } else if (word.startsWith("-") && word.length() > 1) {
        throw new UsageError(
            "unknown option " + word + Suggestion.forWord(word, Option.allNames()));
      } else {
        readFreeWord(word);
      }
    }
    check();
    return new Command(
        action,
        file,
        text,
        positionalCount > 0 ? positional : named,
        mode,
        views,
        assumed,
        cluster,
        socket,
        heaviest,
        settings(),
        json,
        debug);
  }

  /** The first free word may be a command; a script file of that name needs {@code -f}. */
  private static Action action(String word) {
    return switch (word) {
      case "explain" -> Action.EXPLAIN;
      case "version" -> Action.VERSION;
      case "doctor" -> Action.DOCTOR;
      case "serve" -> Action.SERVE;
      case "profile" -> Action.PROFILE;
      case "help" -> Action.HELP;
      default -> Action.RUN;
    };
  }

  private void readOption(Option option) {
    switch (option) {
      case FILE -> setScript(option, value(option), null);
      case TEXT -> setScript(option, null, value(option));
      case POSITIONAL -> readPositional();
      case NAMED -> readNamed();
      case EXEC -> mode = mode(value(option));
      case MASTER -> change("spark.master", value(option), option.label());
      case EXPLAIN -> readLevels();
      case ASSUME -> readAssumption(value(option));
      case CLUSTER -> cluster = value(option);
      case SOCKET -> socket = value(option);
      case STATS -> heaviest = optionalCount();
      case CONFIG -> configFile = value(option);
      case SET -> readSetting(value(option));
      case THREADS -> change("threads", value(option), option.label());
      case MEMORY -> change("memory", value(option), option.label());
      case SEED -> change("seed", value(option), option.label());
      case JARS -> change("jars", value(option), option.label());
      case RESTRICTED -> change("restricted", value(option), option.label());
      case JSON -> json = true;
      case DEBUG -> debug = true;
      case VERSION -> action = Action.VERSION;
      case HELP -> action = Action.HELP;
    }
  }

  /** {@code --threads=4} for {@code --threads 4}. */
  private void readJoined(String word) {
    int equals = word.indexOf('=');
    String name = word.substring(0, equals);
    Option option = Option.named(name);
    if (option == null) {
      throw new UsageError("unknown option " + name + Suggestion.forWord(name, Option.allNames()));
    }
    if (!option.takesOneValue()) {
      throw new UsageError(name + " takes no value after =");
    }
    joined = word.substring(equals + 1);
    readOption(option);
  }

  private void readFreeWord(String word) {
    int equals = word.indexOf('=');
    boolean hasScript = file != null || text != null;
    if (action == Action.RUN && !hasScript && action(word) != Action.RUN) {
      action = action(word);
    } else if (hasScript && equals > 0) {
      bind(word, "argument");
    } else if (!hasScript) {
      file = word;
    } else {
      throw new UsageError(
          "unexpected word \"" + word + "\": arguments are given as name=value, or after -args");
    }
  }

  private void setScript(Option option, String newFile, String newText) {
    if (file != null || text != null) {
      throw new UsageError(option.label() + ": a script was given already");
    }
    file = newFile;
    text = newText;
  }

  private void readPositional() {
    while (hasValue()) {
      String value = words[next++];
      positionalCount++;
      if (!value.isEmpty()) { // an empty one counts as missing, so that ifdef($2, ...) can skip it
        positional.put(Integer.toString(positionalCount), ScriptArguments.typed(value));
      }
    }
  }

  private void readNamed() {
    while (hasValue()) {
      bind(words[next++], Option.NAMED.label());
    }
  }

  /** The value keeps further equals signs; a name given twice keeps the last value. */
  private void bind(String pair, String origin) {
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
    named.put(name, ScriptArguments.typed(pair.substring(equals + 1)));
  }

  private static Settings.Exec mode(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "hybrid" -> Settings.Exec.HYBRID;
      case "local", "singlenode" -> Settings.Exec.LOCAL;
      case "spark" -> Settings.Exec.SPARK;
      default ->
          throw new UsageError(
              "-exec: expected one of "
                  + String.join(", ", MODES)
                  + ", found "
                  + word
                  + Suggestion.forWord(word, MODES));
    };
  }

  private void readAssumption(String pair) {
    String origin = Option.ASSUME.label();
    int equals = pair.lastIndexOf('=');
    if (equals <= 0) {
      throw new UsageError(origin + ": expected NAME=ROWSxCOLS, found \"" + pair + "\"");
    }
    try {
      assumed.put(pair.substring(0, equals), AssumedSize.parse(pair.substring(equals + 1)));
    } catch (InputError e) {
      throw new UsageError(origin + ": " + e.getMessage());
    }
  }

  private static Map<String, Set<View>> levels() {
    Map<String, Set<View>> levels = new LinkedHashMap<>();
    for (View view : View.values()) {
      if (view != View.HOPS_BEFORE) {
        levels.put(view.key(), EnumSet.of(view));
      }
    }
    levels.get(View.HOPS.key()).add(View.HOPS_BEFORE);
    levels.put("all", EnumSet.allOf(View.class));
    return levels;
  }

  private void readLevels() {
    boolean any = false;
    while (next < words.length && LEVELS.containsKey(words[next].toLowerCase(Locale.ROOT))) {
      any = true;
      views.addAll(LEVELS.get(words[next++].toLowerCase(Locale.ROOT)));
    }
    if (!any) {
      checkIsNoLevel();
      views.add(View.RUNTIME);
    }
  }

  /** A word behind -explain that is neither a script nor an argument was meant as a level. */
  private void checkIsNoLevel() {
    String word = hasValue() ? words[next] : "";
    boolean argument = word.isEmpty() || word.startsWith("-") || word.indexOf('=') > 0;
    boolean script =
        file == null && text == null && (word.contains(".") || new java.io.File(word).exists());
    if (!argument && !script && action(word) == Action.RUN) {
      throw new UsageError(
          "-explain: expected one of "
              + String.join(", ", LEVELS.keySet())
              + ", found "
              + word
              + Suggestion.forWord(word, LEVELS.keySet()));
    }
  }

  private int optionalCount() {
    if (next < words.length && words[next].matches("[0-9]{1,6}")) {
      int count = Integer.parseInt(words[next++]);
      if (count == 0) {
        throw new UsageError("-stats: expected a number of operators of at least 1, found 0");
      }
      return count;
    }
    return DEFAULT_HEAVIEST;
  }

  private void readSetting(String pair) {
    int equals = pair.indexOf('=');
    if (equals <= 0) {
      throw new UsageError("--set: expected key=value, found \"" + pair + "\"");
    }
    String key = pair.substring(0, equals);
    change(key, pair.substring(equals + 1), "--set " + key);
  }

  /**
   * Kept until the end: words of the command line win over the configuration file wherever it is
   * named.
   */
  private void change(String key, String value, String origin) {
    changes.put(key, new String[] {value, origin});
  }

  /** {@code origin} says in messages where the pair comes from. */
  static Settings with(Settings settings, String name, String value, String origin) {
    try {
      return settings.with(name, value);
    } catch (InputError e) {
      List<String> names = Settings.ALL.stream().map(Setting::name).toList();
      String hint = names.contains(name) ? "" : Suggestion.forWord(name, names);
      throw new UsageError(origin + ": " + e.getMessage() + hint);
    }
  }

  private Settings settings() {
    Settings settings = Settings.DEFAULTS;
    if (configFile != null) {
      settings = ConfigFile.read(configFile, settings);
    }
    for (Map.Entry<String, String[]> change : changes.entrySet()) {
      settings = with(settings, change.getKey(), change.getValue()[0], change.getValue()[1]);
    }
    return settings;
  }

  private boolean hasValue() {
    return next < words.length && Option.named(words[next]) == null;
  }

  private String value(Option option) {
    if (joined != null) {
      String value = joined;
      joined = null;
      return value;
    }
    if (!hasValue()) {
      throw new UsageError(option.label() + " needs a value");
    }
    return words[next++];
  }

  private void check() {
    boolean needsScript = action == Action.RUN || action == Action.EXPLAIN;
    if (needsScript && file == null && text == null) {
      throw new UsageError("no script given");
    }
    if ((action == Action.SERVE) != (socket != null)) {
      throw new UsageError(
          action == Action.SERVE
              ? "serve needs --socket FILE, through which clients connect"
              : "--socket is for linden serve");
    }
    if (positionalCount > 0 && !named.isEmpty()) {
      throw new UsageError("-args can't be combined with named arguments");
    }
    if (action == Action.EXPLAIN && views.isEmpty()) {
      views.addAll(LEVELS.get(View.HOPS.key()));
      views.add(View.RUNTIME);
    }
    boolean whatIf = !assumed.isEmpty() || cluster != null;
    if (whatIf && action != Action.EXPLAIN) {
      Option option = assumed.isEmpty() ? Option.CLUSTER : Option.ASSUME;
      throw new UsageError(option.label() + " is for linden explain: nothing can run on it");
    }
  }
}
