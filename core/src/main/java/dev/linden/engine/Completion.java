package dev.linden.engine;

import dev.linden.base.InputError;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.check.LibraryFunctions;
import dev.linden.op.Catalogue;
import dev.linden.op.FrameValue;
import dev.linden.op.Info;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Parameter;
import dev.linden.op.Value;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may stand at a place of an input that is being written: parameters of the function around
 * it, variables, functions, words; files in texts, columns in texts that are an index. The text
 * need not be whole, so this looks at characters.
 */
public final class Completion {
  /** Files of a folder beyond these are left out. */
  private static final int MOST_FILES = 500;

  /** The end of a text behind which the value of a named argument follows. */
  private static final Pattern ARGUMENT = Pattern.compile("([A-Za-z_][A-Za-z0-9_.]*)\\s*=\\s*$");

  /**
   * Something that may stand there.
   *
   * @param text the whole word
   * @param kind {@code parameter}, {@code variable}, {@code function}, {@code library}, {@code
   *     built-in}, {@code word}, {@code namespace}, {@code file}, {@code column}, {@code element}
   *     of a list or {@code choice}
   * @param note a few words about it; may be empty
   */
  public record Candidate(String text, String kind, String note) {}

  /** Candidates for the text from {@code start} to {@code end}. */
  public record Result(int start, int end, List<Candidate> candidates) {}

  private final Workspace workspace;
  private final Path directory;
  private final List<Candidate> found = new ArrayList<>();

  Completion(Workspace workspace, Path directory) {
    this.workspace = workspace;
    this.directory = directory;
  }

  /** Where the cursor is: an open bracket and the name before it. */
  private record Open(char bracket, String name) {}

  /** Candidates in the order of their kinds, then of the alphabet. */
  Result complete(String text, int cursor) {
    Deque<Open> open = new ArrayDeque<>();
    int at = 0;
    while (at < cursor) {
      char c = text.charAt(at);
      if (c == '"' || c == '\'') {
        int end = endOfText(text, at, cursor);
        if (end < 0) {
          return inText(text, at + 1, cursor, open);
        }
        at = end;
      } else if (c == '#') {
        int end = text.indexOf('\n', at);
        if (end < 0 || end >= cursor) {
          return new Result(cursor, cursor, List.of());
        }
        at = end;
      } else if (c == '(' || c == '[' || c == '{') {
        open.push(new Open(c, wordBefore(text, at)));
        at++;
      } else {
        if ((c == ')' || c == ']' || c == '}') && !open.isEmpty()) {
          open.pop();
        }
        at++;
      }
    }
    String word = wordBefore(text, cursor);
    int start = cursor - word.length();
    names(word, open.peek());
    return new Result(start, cursor, List.copyOf(found));
  }

  /** Behind the closing quote; -1 if that is not before the cursor. */
  private static int endOfText(String text, int quote, int cursor) {
    for (int i = quote + 1; i < cursor; i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == text.charAt(quote)) {
        return i + 1;
      }
    }
    return -1;
  }

  private static String wordBefore(String text, int end) {
    int start = end;
    while (start > 0 && isPart(text.charAt(start - 1))) {
      start--;
    }
    return text.substring(start, end);
  }

  private static boolean isPart(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '.'
        || c == ':';
  }

  // ---- names

  private void names(String word, Open around) {
    int qualified = word.indexOf("::");
    if (qualified >= 0) {
      String namespace = word.substring(0, qualified);
      for (Ast.Function function : workspace.functionsOf(namespace)) {
        add(word, namespace + "::" + function.name(), "function", Manual.signature(function));
      }
      return;
    }
    if (around != null && around.bracket() == '(') {
      parameters(word, around.name());
    }
    for (Map.Entry<String, Info> variable : workspace.variables().entrySet()) {
      if (!variable.getKey().equals("_")) {
        add(word, variable.getKey(), "variable", variable.getValue().describe());
      }
    }
    for (String namespace : workspace.namespaces().stream().sorted().toList()) {
      add(word, namespace + "::", "namespace", "");
    }
    workspace.functions().stream()
        .sorted(Comparator.comparing(Ast.Function::name))
        .forEach(f -> add(word, f.name(), "function", Manual.signature(f)));
    if (word.isEmpty()) {
      return; // all that there is would help nobody
    }
    for (String name : Catalogue.names().stream().sorted().toList()) {
      if (Character.isLetter(name.charAt(0)) && name.indexOf(' ') < 0) {
        add(word, name, "built-in", Catalogue.find(name).summary());
      }
    }
    LibraryFunctions.names().forEach(name -> add(word, name, "library", ""));
    Manual.words().forEach(name -> add(word, name, "word", ""));
  }

  private void parameters(String word, String function) {
    Op op = Catalogue.find(function);
    if (op != null) {
      for (Parameter parameter : op.parameters()) {
        if (!parameter.variadic()) {
          add(word, parameter.name() + "=", "parameter", "");
        }
      }
      return;
    }
    Ast.Function known = workspace.function(function);
    if (known == null) {
      known = LibraryFunctions.find(function);
    }
    if (known != null) {
      known.parameters().forEach(p -> add(word, p.typed().name() + "=", "parameter", ""));
    }
  }

  private void add(String word, String candidate, String kind, String note) {
    if (candidate.startsWith(word)
        && found.stream().noneMatch(other -> other.text().equals(candidate))) {
      found.add(new Candidate(candidate, kind, note));
    }
  }

  // ---- texts

  private Result inText(String text, int start, int cursor, Deque<Open> open) {
    String begun = text.substring(start, cursor);
    Open around = open.peek();
    List<String> words = words(around, text.substring(0, start - 1));
    Open index = index(open);
    if (index != null) {
      named(workspace.look(index.name()), begun);
    } else if (!words.isEmpty()) {
      words.forEach(word -> add(begun, word, "choice", ""));
    } else {
      files(begun);
    }
    return new Result(start, cursor, List.copyOf(found));
  }

  /** The index that the text is part of, perhaps in a list of names; null if it is in none. */
  private static Open index(Deque<Open> open) {
    for (Open each : open) {
      if (each.bracket() == '[') {
        return each;
      } else if (each.bracket() != '(' || !each.name().equals("list")) {
        return null;
      }
    }
    return null;
  }

  /** Names by which parts of a value are found. */
  private void named(Value value, String begun) {
    List<String> names = null;
    String kind = "column";
    if (value instanceof FrameValue frame) {
      names = frame.frame().names();
    } else if (value instanceof MatrixValue matrix) {
      names = matrix.names();
    } else if (value instanceof ListValue list && list.isNamed()) {
      names = list.names();
      kind = "element";
    }
    if (names != null) {
      for (String name : names) {
        add(begun, name, kind, "");
      }
    }
  }

  /** The words that an argument may be whose text begins behind {@code name =}. */
  private static List<String> words(Open around, String before) {
    Matcher argument = ARGUMENT.matcher(before);
    Op op = around == null || around.bracket() != '(' ? null : Catalogue.find(around.name());
    if (op != null && argument.find()) {
      for (Parameter parameter : op.parameters()) {
        if (parameter.name().equals(argument.group(1))) {
          return parameter.words();
        }
      }
    }
    return List.of();
  }

  private void files(String begun) {
    int slash = begun.lastIndexOf('/') + 1;
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> folder =
        Files.newDirectoryStream(directory.resolve(begun.substring(0, slash)))) {
      for (Path path : folder) {
        if (paths.size() < MOST_FILES) {
          paths.add(path);
        }
      }
    } catch (IOException | InvalidPathException e) {
      return; // no such folder: nothing to offer
    }
    paths.sort(null);
    for (Path path : paths) {
      String name = path.getFileName().toString();
      boolean hidden = name.startsWith(".") && begun.length() == slash;
      if (!hidden) {
        String ending = Files.isDirectory(path) ? "/" : "";
        add(begun, begun.substring(0, slash) + name + ending, "file", "");
      }
    }
  }

  /**
   * @throws InputError if the cursor is not in the text
   */
  static void requireInside(String text, int cursor) {
    if (cursor < 0 || cursor > text.length()) {
      throw new InputError(
          "the cursor at " + cursor + " is outside a text of " + text.length() + " characters");
    }
  }
}
