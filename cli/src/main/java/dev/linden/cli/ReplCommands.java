package dev.linden.cli;

import static java.util.stream.Collectors.joining;

import dev.linden.api.ExplainLevel;
import dev.linden.api.Script;
import dev.linden.api.SessionInput;
import dev.linden.api.Variable;
import dev.linden.base.Bytes;
import dev.linden.base.InputError;
import dev.linden.base.Setting;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.Completion;
import dev.linden.engine.Manual;
import dev.linden.op.Display;
import dev.linden.op.Value;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Lines for the prompt itself: {@code .name ...}, {@code ?name}, {@code ??name}. */
final class ReplCommands {
  static final int HEAVIEST = 10;

  /** What a command takes, what it does in words, and what it does. */
  private record Entry(String takes, String text, Consumer<String> action) {}

  private final Repl repl;
  private final PrintStream out;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  ReplCommands(Repl repl, PrintStream out) {
    this.repl = repl;
    this.out = out;
    add(".vars", "", "the variables: type, size, form, memory", rest -> variables());
    add(".drop", "NAME ...", "removes variables; * for all", this::drop);
    add(".explain", "[INPUT]", "the plan of an input, or of the last one", this::explain);
    add(
        ".plan",
        "[INPUT]",
        "a page for browsers about it, with the times of the last one",
        this::plan);
    add(".plan text", "[INPUT]", "its instructions", this::instructions);
    add(".stats", "on|off", "after each input, where its time went", this::statistics);
    add(".time", "on|off", "after each input, how long it took", this::time);
    add(
        ".set",
        "[NAME [VALUE]]",
        "a setting; without a value what it is, without name all",
        this::set);
    add(".source", "FILE", "runs a file as an input", this::source);
    add(".save", "FILE", "writes the inputs so far, without those that failed", this::save);
    add(".mode", "table|csv|json", "how values are shown", this::mode);
    add(".python", "", "from DML to PyDML, and back", rest -> python());
    add(".help", "[NAME]", "this, or what a name means", this::help);
    add(Repl.BYE, "", "ends it, as Ctrl-D does", rest -> {});
  }

  private void add(String name, String takes, String text, Consumer<String> action) {
    entries.put(name, new Entry(takes, text, action));
  }

  /** Whether a line is for the prompt. A number may begin with a dot, too. */
  static boolean isOne(String line) {
    String text = line.stripLeading();
    return text.startsWith("?")
        || text.startsWith(".") && text.length() > 1 && Character.isLetter(text.charAt(1))
        || text.equals(".");
  }

  void execute(String line) {
    if (line.startsWith("??")) {
      written(line.substring(2).strip());
      return;
    }
    if (line.startsWith("?")) {
      help(line.substring(1).strip());
      return;
    }
    String name = name(line);
    Entry entry = entries.get(name);
    if (entry == null) {
      throw new InputError(
          "there is no command "
              + name
              + Suggestion.forWord(name, entries.keySet())
              + "; .help lists them");
    }
    String rest = line.substring(name.length()).strip();
    if (entry.takes().isEmpty() && !rest.isEmpty()) {
      throw new InputError(name + " takes nothing, but \"" + rest + "\" is given");
    }
    entry.action().accept(rest);
  }

  /** The first word of a line, or the first two where they are a command. */
  private String name(String line) {
    String[] words = line.split("\\s+", 3);
    String two = words.length > 1 ? words[0] + " " + words[1] : "";
    return entries.containsKey(two) && line.startsWith(two) ? two : words[0];
  }

  Completion.Result complete(String line, int cursor) {
    String text = line.substring(0, cursor);
    int start = Math.max(text.lastIndexOf(' '), text.lastIndexOf('?')) + 1;
    String word = text.substring(start);
    List<Completion.Candidate> found = new ArrayList<>();
    boolean first = text.stripLeading().indexOf(' ') < 0;
    if (line.stripLeading().startsWith("?")) {
      candidates(word, Manual.names(), "name", found);
    } else if (first) {
      candidates(word, entries.keySet(), "command", found);
    } else {
      String name = text.strip().split("\\s+", 2)[0];
      switch (name) {
        case ".drop" -> candidates(word, repl.session().names(), "variable", found);
        case ".set" ->
            candidates(word, Settings.ALL.stream().map(Setting::name).toList(), "setting", found);
        case ".mode" ->
            candidates(
                word,
                Arrays.stream(ShownValue.values()).map(ShownValue::word).toList(),
                "mode",
                found);
        case ".time", ".stats" -> candidates(word, List.of("on", "off"), "word", found);
        case ".help" -> candidates(word, Manual.names(), "name", found);
        case ".source", ".save" -> {
          String quoted = "\"" + word;
          repl.session()
              .workspace()
              .complete(quoted, quoted.length())
              .candidates()
              .forEach(found::add);
        }
        default -> {
          return repl.session().workspace().complete(line, cursor);
        }
      }
    }
    return new Completion.Result(start, cursor, found);
  }

  private static void candidates(
      String word, Iterable<String> names, String kind, List<Completion.Candidate> found) {
    for (String name : names) {
      if (name.startsWith(word)) {
        found.add(new Completion.Candidate(name, kind, ""));
      }
    }
  }

  // ---- variables

  private void variables() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("name", "type", "size", "non-zeros", "form", "memory"));
    for (Variable variable : repl.session().variables()) {
      boolean table = variable.type().equals("matrix") || variable.type().equals("frame");
      rows.add(
          List.of(
              variable.name(),
              variable.type(),
              table
                  ? variable.rows() + "x" + variable.cols()
                  : variable.type().equals("list") ? String.valueOf(variable.rows()) : "",
              variable.nonZeros() < 0 ? "" : String.valueOf(variable.nonZeros()),
              variable.form(),
              Bytes.text(variable.bytes())));
    }
    if (rows.size() == 1) {
      out.println("no variables yet");
    } else {
      printColumns(rows);
    }
  }

  private void printColumns(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    rows.forEach(
        row -> {
          for (int j = 0; j < widths.length; j++) {
            widths[j] = Math.max(widths[j], row.get(j).length());
          }
        });
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int j = 0; j < widths.length; j++) {
        line.append(row.get(j)).append(" ".repeat(widths[j] - row.get(j).length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private void drop(String rest) {
    if (rest.isEmpty()) {
      throw new InputError(".drop needs the names of variables, or * for all");
    }
    List<String> names = rest.equals("*") ? repl.session().names() : List.of(rest.split("[\\s,]+"));
    List<String> known = repl.session().names();
    for (String name : names) { // all of them or none
      if (!known.contains(name)) {
        throw new InputError("there is no variable " + name + Suggestion.forWord(name, known));
      }
    }
    names.forEach(repl.session()::remove);
  }

  // ---- plans and figures

  private void explain(String rest) {
    out.println(input(".explain", rest).explain(ExplainLevel.HOPS).stripTrailing());
  }

  private void instructions(String rest) {
    out.println(input(".plan text", rest).explain(ExplainLevel.RUNTIME).stripTrailing());
  }

  private void plan(String rest) {
    out.println(repl.show(input(".plan", rest)));
  }

  /** One that is only compiled, or the last one. */
  private SessionInput input(String command, String text) {
    if (!text.isEmpty()) {
      return repl.session().input(new Source("input", text, repl.syntax())).recorded(true);
    }
    if (repl.last() == null) {
      throw new InputError("nothing has run yet; " + command + " INPUT shows the plan of an input");
    }
    return repl.last();
  }

  private void statistics(String rest) {
    repl.measured(isOn(".stats", rest, repl.isMeasured()));
    out.println(".stats is " + (repl.isMeasured() ? "on" : "off"));
  }

  private void time(String rest) {
    repl.timed(isOn(".time", rest, repl.isTimed()));
    out.println(".time is " + (repl.isTimed() ? "on" : "off"));
  }

  /** Without a word the other than before. */
  private static boolean isOn(String command, String word, boolean before) {
    return switch (word) {
      case "" -> !before;
      case "on" -> true;
      case "off" -> false;
      default -> throw new InputError(command + ": expected on or off, found \"" + word + "\"");
    };
  }

  // ---- settings

  private void set(String rest) {
    String[] parts = rest.split("[\\s=]+", 2);
    if (parts.length == 2 && !parts[1].isBlank()) {
      repl.settings(repl.settings().with(parts[0], parts[1].strip()));
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (Setting<?> setting : Settings.ALL) {
      if (rest.isEmpty() ? repl.settings().isSet(setting) : setting.name().equals(parts[0])) {
        rows.add(List.of(setting.name(), text(setting)));
      }
    }
    if (rest.isEmpty() && rows.isEmpty()) {
      out.println(
          "all settings have their defaults; .set NAME shows one, docs/settings.md tells of all");
    } else if (rows.isEmpty()) {
      throw new InputError(
          "there is no setting "
              + parts[0]
              + Suggestion.forWord(parts[0], Settings.ALL.stream().map(Setting::name).toList()));
    } else {
      printColumns(rows);
    }
  }

  private <T> String text(Setting<T> setting) {
    return setting.text(repl.settings().get(setting));
  }

  private void mode(String rest) {
    for (ShownValue mode : ShownValue.values()) {
      if (mode.word().equals(rest.toLowerCase(Locale.ROOT))) {
        repl.mode(mode);
        return;
      }
    }
    String words = Arrays.stream(ShownValue.values()).map(ShownValue::word).collect(joining(", "));
    if (rest.isEmpty()) {
      out.println(".mode is " + repl.mode().word() + ", of " + words);
    } else {
      throw new InputError(".mode: expected one of " + words + ", found \"" + rest + "\"");
    }
  }

  private void python() {
    String name = repl.switchSyntax();
    out.println(
        name.equals("dml") ? "inputs are DML" : "inputs are PyDML; blocks end with an empty line");
  }

  // ---- files

  private void source(String rest) {
    if (rest.isEmpty()) {
      throw new InputError(".source needs the name of a file");
    }
    String name = unquoted(rest);
    try {
      repl.input(new Source(name, Files.readString(Path.of(name))));
    } catch (CharacterCodingException e) {
      throw new InputError(name + " is not UTF-8 text", e);
    } catch (IOException | InvalidPathException e) {
      throw new InputError("the file " + name + " can't be read", e);
    }
  }

  private void save(String rest) {
    if (rest.isEmpty()) {
      throw new InputError(".save needs the name of a file");
    }
    String name = unquoted(rest);
    TextFile.write(name, repl.succeeded().stream().map(text -> text + "\n").collect(joining()));
    out.println("wrote " + repl.succeeded().size() + " inputs to " + name);
  }

  private static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  // ---- help

  private void help(String name) {
    if (name.isEmpty()) {
      overview();
      return;
    }
    Value value = repl.session().workspace().look(name);
    if (value != null) {
      out.println(name + ": " + Display.title(value));
      return;
    }
    Entry command = entries.get(name);
    if (command != null) {
      out.println((name + " " + command.takes()).strip() + "\n\n" + command.text());
      return;
    }
    Manual.Page page = page(name);
    boolean python = repl.syntax().equals(Script.PYDML);
    out.println((python ? page.inPydml() : page).render().stripTrailing());
  }

  private Manual.Page page(String name) {
    Manual.Page page = repl.session().workspace().page(name);
    if (page == null) {
      throw new InputError(
          "nothing is known of " + name + Manual.suggestion(name, repl.session().names()));
    }
    return page;
  }

  private void overview() {
    out.println("Type DML. The value of a last expression is shown, and is _ from then on.");
    entries.forEach(
        (name, entry) ->
            out.println(
                String.format(
                    Locale.ROOT,
                    "  %-24s %s",
                    (name + " " + entry.takes()).strip(),
                    entry.text())));
    out.println("  ?NAME                    signature, text and example of a function");
    out.println("  ??NAME                   how a function of the library is written");
    out.println("Tab completes, Ctrl-R searches what was typed, Ctrl-C ends what runs.");
  }

  private void written(String name) {
    if (name.isEmpty()) {
      throw new InputError("?? needs the name of a function, as in ??lm");
    }
    Manual.Page page = page(name);
    if (page.dml() == null) {
      throw new InputError(name + " is built in, not written in DML; ?" + name + " tells of it");
    }
    out.println(page.dml());
  }
}
