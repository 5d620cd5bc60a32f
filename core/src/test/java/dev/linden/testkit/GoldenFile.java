package dev.linden.testkit;

import dev.linden.matrix.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code .dmlt} file: scripts and what they must do, readable as documentation.
 *
 * <pre>
 * # any number of comment lines
 * args a=5 b=2.5
 * input A 2x3 = 1 2 3  4 5 6
 * file lib.dml
 * twice = function(double x) return (double y) { y = 2 * x }
 * ----
 *
 * run
 * print(sum(A) + $a)
 * ----
 * 26.0
 * </pre>
 *
 * <p>{@code args}, {@code input} and {@code file} hold for all blocks below them; the same name
 * again replaces the value, and {@code args} replaces all arguments. {@code settings key=value} and
 * {@code assume X=1e8x500,0.1}, the sizes of inputs that are not there, work like {@code args}.
 * {@code syntax pydml} tells what the scripts below are written in. Blocks:
 *
 * <ul>
 *   <li>{@code run}: the script succeeds and prints the expectation. {@code run slow}: the same for
 *       a script of seconds, under few configurations usually.
 *   <li>{@code error} or {@code error exit N}: it ends with exactly this error text and exit code
 *       (1 if not given).
 *   <li>{@code fails compile}: it is rejected before it prints anything.
 *   <li>{@code fails run}: it is rejected, at the latest while it runs; an expectation is what it
 *       prints before.
 *   <li>{@code explain STAGE}: its plan reads like the expectation.
 * </ul>
 *
 * <p>A script extends to the line {@code ----}, whatever it holds. The expectation extends to the
 * end of the file or to a blank line that is followed by a keyword line, perhaps with comment lines
 * right in front of it. Trailing blank lines do not count. A line of the expectation that would be
 * taken for one of these is written with a backslash in front, and so is one that starts with a
 * backslash.
 */
final class GoldenFile {
  enum Kind {
    RUN,
    ERROR,
    FAILS_COMPILE,
    FAILS_RUN,
    EXPLAIN
  }

  /**
   * One test. {@code line} is the 1-based line of its keyword; {@code stage} is set for explain;
   * the expectation covers the 0-based lines {@code [expectedStart, expectedEnd)} of the file.
   */
  record Block(
      Kind kind,
      int line,
      boolean slow,
      String stage,
      int exitCode,
      String script,
      String expected,
      int expectedStart,
      int expectedEnd,
      Map<String, String> args,
      Map<String, Matrix> inputs,
      Map<String, String> files,
      Map<String, String> settings,
      Map<String, String> assumed,
      String syntax) {
    /** The same test of the same script in another syntax. */
    Block translated(String other, String otherSyntax) {
      return new Block(
          kind,
          line,
          slow,
          stage,
          exitCode,
          other,
          expected,
          expectedStart,
          expectedEnd,
          args,
          inputs,
          files,
          settings,
          assumed,
          otherSyntax);
    }
  }

  private static final String RULE = "----";
  private static final Pattern KEYWORD =
      Pattern.compile(
          "run(?<slow> slow)?|error( exit (?<exit>\\d+))?|fails (?<when>compile|run)|explain"
              + " (?<stage>\\w+)|args( .*)?|settings( .*)?|assume( .*)?|input \\w+ .*|file \\S+"
              + "|syntax \\w+");

  private final Path path;
  private final List<String> lines;
  private final List<Block> blocks = new ArrayList<>();

  private Map<String, String> args = Map.of();
  private Map<String, Matrix> inputs = Map.of();
  private Map<String, String> files = Map.of();
  private Map<String, String> settings = Map.of();
  private Map<String, String> assumed = Map.of();
  private String syntax;

  private GoldenFile(Path path, List<String> lines) {
    this.path = path;
    this.lines = lines;
    parse();
  }

  static GoldenFile read(Path path) throws IOException {
    return new GoldenFile(path, Files.readAllLines(path));
  }

  static GoldenFile of(String text) {
    return new GoldenFile(Path.of("text.dmlt"), text.lines().toList());
  }

  Path path() {
    return path;
  }

  List<Block> blocks() {
    return blocks;
  }

  private void parse() {
    int at = 0;
    while (at < lines.size()) {
      String line = lines.get(at);
      if (line.isBlank() || line.startsWith("#")) {
        at++;
        continue;
      }
      Matcher keyword = KEYWORD.matcher(line);
      if (!keyword.matches()) {
        throw problem(
            at,
            "expected run, error, fails, explain, args, settings, assume, input, file or syntax");
      }
      if (line.startsWith("args")) {
        args = parseArgs(line.substring("args".length()));
        at++;
      } else if (line.startsWith("settings")) {
        settings = parseArgs(line.substring("settings".length()));
        at++;
      } else if (line.startsWith("assume")) {
        assumed = parseArgs(line.substring("assume".length()));
        at++;
      } else if (line.startsWith("syntax ")) {
        syntax = line.substring("syntax ".length());
        at++;
      } else if (line.startsWith("input ")) {
        String[] words = line.split(" ", 3);
        inputs = with(inputs, words[1], parseInput(at, words[2]));
        at++;
      } else if (line.startsWith("file ")) {
        int end = rule(at + 1);
        files = with(files, line.substring("file ".length()), text(at + 1, end));
        at = end + 1;
      } else {
        at = parseBlock(at, keyword);
      }
    }
  }

  private int parseBlock(int at, Matcher keyword) {
    int scriptEnd = rule(at + 1);
    int end = expectationEnd(scriptEnd + 1);
    StringBuilder expected = new StringBuilder();
    for (String line : lines.subList(scriptEnd + 1, end)) {
      expected.append(line.startsWith("\\") ? line.substring(1) : line).append('\n');
    }
    String exit = keyword.group("exit");
    blocks.add(
        new Block(
            kind(keyword),
            at + 1,
            keyword.group("slow") != null,
            keyword.group("stage"),
            exit == null ? 1 : Integer.parseInt(exit),
            text(at + 1, scriptEnd),
            expected.toString(),
            scriptEnd + 1,
            end,
            args,
            inputs,
            files,
            settings,
            assumed,
            syntax));
    return end;
  }

  private static Kind kind(Matcher keyword) {
    if (keyword.group("when") != null) {
      return keyword.group("when").equals("compile") ? Kind.FAILS_COMPILE : Kind.FAILS_RUN;
    }
    if (keyword.group("stage") != null) {
      return Kind.EXPLAIN;
    }
    return keyword.group().startsWith("run") ? Kind.RUN : Kind.ERROR;
  }

  /** The line after the expectation that starts at {@code start}, without trailing blank lines. */
  private int expectationEnd(int start) {
    int end = start;
    while (end < lines.size() && !(blankOrFirst(end, start) && opensBlock(lines, end))) {
      end++;
    }
    while (end > start && lines.get(end - 1).isBlank()) {
      end--;
    }
    return end;
  }

  private boolean blankOrFirst(int at, int start) {
    return at == start || lines.get(at - 1).isBlank();
  }

  /** Whether a keyword stands here, or comments that lead directly to one. */
  private static boolean opensBlock(List<String> lines, int at) {
    int next = at;
    while (next < lines.size() && lines.get(next).startsWith("#")) {
      next++;
    }
    return next < lines.size() && KEYWORD.matcher(lines.get(next)).matches();
  }

  private int rule(int from) {
    for (int at = from; at < lines.size(); at++) {
      if (lines.get(at).equals(RULE)) {
        return at;
      }
    }
    throw problem(from - 1, "no line " + RULE + " follows");
  }

  private String text(int from, int to) {
    StringBuilder text = new StringBuilder();
    lines.subList(from, to).forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  private static <V> Map<String, V> with(Map<String, V> map, String key, V value) {
    Map<String, V> changed = new LinkedHashMap<>(map);
    changed.put(key, value);
    return changed;
  }

  /** Words {@code key=value}; a value in double quotes may hold blanks and keeps its quotes. */
  private static Map<String, String> parseArgs(String text) {
    Map<String, String> parsed = new LinkedHashMap<>();
    Matcher item = Pattern.compile("([\\w./]+)=(\"[^\"]*\"|\\S*)").matcher(text);
    while (item.find()) {
      parsed.put(item.group(1), item.group(2));
    }
    return parsed;
  }

  private Matrix parseInput(int at, String text) {
    try {
      return GoldenInput.parse(text);
    } catch (IllegalArgumentException e) {
      throw problem(at, e.getMessage());
    }
  }

  private IllegalArgumentException problem(int at, String message) {
    return new IllegalArgumentException(path + ":" + (at + 1) + ": " + message);
  }

  /** The file with new expectations for some of its blocks. */
  String rewritten(Map<Block, String> expectations) {
    List<String> changed = new ArrayList<>();
    int at = 0;
    for (Block block : blocks) {
      String expectation = expectations.get(block);
      if (expectation == null) {
        continue;
      }
      changed.addAll(lines.subList(at, block.expectedStart()));
      changed.addAll(escaped(expectation));
      at = block.expectedEnd();
    }
    changed.addAll(lines.subList(at, lines.size()));
    return String.join("\n", changed) + "\n";
  }

  private static List<String> escaped(String expectation) {
    List<String> raw = expectation.stripTrailing().lines().toList();
    List<String> escaped = new ArrayList<>();
    for (int i = 0; i < raw.size(); i++) {
      boolean boundary = i == 0 || raw.get(i - 1).isBlank();
      boolean misread = raw.get(i).startsWith("\\") || (boundary && opensBlock(raw, i));
      escaped.add(misread ? "\\" + raw.get(i) : raw.get(i));
    }
    return escaped;
  }
}
