package dev.linden.lang.pydml;

import dev.linden.base.Problem;
import dev.linden.base.Span;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What later stages say of a script, who know DML only, in the words of PyDML: positions count from
 * 0 and ranges end before their upper bound, operators, functions and types have their names here.
 * Quoted texts stay as they are, and so does what stands under the caret: those are the words of
 * the script.
 */
final class Wording {
  private static final Pattern OUTSIDE =
      Pattern.compile("(row|column|list) index (-?\\d+|NaN) is outside 1\\.\\.(\\d+)");
  private static final Pattern TOO_SMALL =
      Pattern.compile("(row|column|list) index (-?\\d+|NaN) must be at least 1");
  private static final Pattern BACKWARDS =
      Pattern.compile("(row|column|list) range (-?\\d+):(-?\\d+) runs backwards");

  /** A quoted text, a function of a namespace, a word, or an operator that is written otherwise. */
  private static final Pattern WORD =
      Pattern.compile(
          "\"[^\"]*\"|'[^']*'|(?<space>\\w+)::(?<function>\\w+)|[A-Za-z][A-Za-z0-9_]*"
              + "(?:\\.[A-Za-z][A-Za-z0-9_]*)*|%\\*%|%/%|%%|\\^");

  private static final Pattern WORD_OF_SCRIPT =
      Pattern.compile("[A-Za-z][A-Za-z0-9_]*(?:\\.[A-Za-z][A-Za-z0-9_]*)*|@");

  private static final Map<String, String> WORDS =
      Map.of(
          "double", "float",
          "string", "str",
          "boolean", "bool",
          "TRUE", "True",
          "FALSE", "False",
          "%%", "%",
          "%/%", "//",
          "^", "**");

  private final Span span;
  private final String line;
  private final String underCaret;
  private final Set<String> wordsOfLine = new HashSet<>();

  private Wording(Span span) {
    this.span = span;
    this.line = span.source().line(span.line());
    int from = Math.min(span.column() - 1, line.length());
    int to = span.line() == span.endLine() ? Math.min(span.endColumn(), line.length()) : from;
    this.underCaret = line.substring(from, Math.max(from, to));
    Matcher words = WORD_OF_SCRIPT.matcher(line);
    while (words.find()) {
      String word = words.group();
      wordsOfLine.add(word);
      if (!word.startsWith("as.")) {
        wordsOfLine.add(word.substring(word.lastIndexOf('.') + 1)); // a method
      }
    }
  }

  static Problem of(Problem problem) {
    Wording wording = new Wording(problem.span());
    if (wording.underCaret.equals("stop")) {
      return problem; // the script itself says so
    }
    String hint = problem.hint();
    return new Problem(
        problem.span(),
        wording.words(wording.positions(problem.message()), false),
        hint == null ? null : wording.words(hint, true));
  }

  // ---- positions

  private String positions(String message) {
    boolean upper = isUpperBound();
    String text =
        OUTSIDE
            .matcher(message)
            .replaceAll(
                found ->
                    upper
                        ? ending(found) + ", which is outside 1.." + found.group(3)
                        : index(found) + " is outside 0.." + (Long.parseLong(found.group(3)) - 1));
    text =
        TOO_SMALL
            .matcher(text)
            .replaceAll(
                found ->
                    upper
                        ? ending(found) + ", but must end at 1 or behind"
                        : index(found) + " must be at least 0");
    return BACKWARDS
        .matcher(text)
        .replaceAll(
            found ->
                found.group(1)
                    + " range "
                    + less(found.group(2))
                    + ":"
                    + found.group(3)
                    + " is empty or runs backwards");
  }

  private static String ending(MatchResult found) {
    return found.group(1) + " range ends at " + found.group(2);
  }

  private static String index(MatchResult found) {
    return found.group(1) + " index " + less(found.group(2));
  }

  private static String less(String position) {
    return position.equals("NaN") ? position : Long.toString(Long.parseLong(position) - 1);
  }

  /** Whether the caret stands behind the colon of a range. */
  private boolean isUpperBound() {
    return line.substring(0, Math.min(span.column() - 1, line.length()))
        .stripTrailing()
        .endsWith(":");
  }

  // ---- words

  private String words(String text, boolean hint) {
    return WORD.matcher(text)
        .replaceAll(
            found -> {
              String word = found.group();
              boolean call = found.end() < text.length() && text.charAt(found.end()) == '(';
              boolean function = call || namesFunction(text.substring(0, found.start()));
              return Matcher.quoteReplacement(word(word, function, hint && call));
            });
  }

  /** Whether a function is named behind these words; a matrix, for example, is none elsewhere. */
  private static boolean namesFunction(String before) {
    return before.isEmpty() || before.endsWith("function ") || before.endsWith(" of ");
  }

  private String word(String word, boolean function, boolean called) {
    if (word.equals(underCaret)) {
      return word;
    }
    if (word.equals("%*%")) {
      return wordsOfLine.contains("@") ? "@" : "dot";
    }
    if (WORDS.containsKey(word)) {
      return WORDS.get(word);
    }
    if (word.contains("::")) {
      String here = word.replace("::", ".");
      return wordsOfLine.contains(here) ? here : word;
    }
    for (String name : !function ? Set.<String>of() : PydmlNames.namesOf(word)) {
      if (wordsOfLine.contains(name)) {
        return name;
      }
    }
    return called ? PydmlNames.nameInCalls(word) : word;
  }
}
