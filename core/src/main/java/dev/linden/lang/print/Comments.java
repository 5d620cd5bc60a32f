package dev.linden.lang.print;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * What a syntax tree leaves out of its text and a printer needs: the comments, from first to last,
 * and the words and signs that end the parts of a conditional statement. The text is that of a
 * script without syntax errors.
 */
final class Comments {
  /**
   * A comment as written, with its signs.
   *
   * @param end its last character
   */
  record Comment(Place start, Place end, String text) {
    boolean isBlock() {
      return text.startsWith("/*");
    }

    /** Its lines as comments that begin with a number sign. */
    List<String> asLineComments() {
      if (!isBlock()) {
        return List.of(text);
      }
      List<String> lines = new ArrayList<>();
      for (String line : text.substring(2, text.length() - 2).split("\\R")) {
        lines.add(("# " + line.strip().replaceFirst("^\\*+\\s*", "")).strip());
      }
      while (lines.size() > 1 && lines.get(lines.size() - 1).equals("#")) {
        lines.remove(lines.size() - 1);
      }
      while (lines.size() > 1 && lines.get(0).equals("#")) {
        lines.remove(0);
      }
      return lines;
    }

    /** Its lines as written; those of a block lose the blanks in front of its first line. */
    List<String> lines() {
      List<String> lines = new ArrayList<>();
      for (String line : text.split("\\R")) {
        int blanks = lines.isEmpty() ? 0 : Math.min(start.column() - 1, leadingBlanks(line));
        lines.add(line.substring(blanks).stripTrailing());
      }
      return lines;
    }

    private static int leadingBlanks(String line) {
      return line.length() - line.stripLeading().length();
    }
  }

  private final List<Comment> comments = new ArrayList<>();
  private final NavigableSet<Place> elses = new TreeSet<>();
  private final NavigableSet<Place> closers = new TreeSet<>();
  private int next;

  /** Where the scanner is. */
  private final String text;

  private int at;
  private int line = 1;
  private int lineStart;

  /**
   * @param withBlocks whether there are comments that end with a sign, and braces
   */
  Comments(String text, boolean withBlocks) {
    this.text = text;
    while (at < text.length()) {
      char c = text.charAt(at);
      Place place = new Place(line, at - lineStart + 1);
      if (c == '"' || c == '\'') {
        string(c);
      } else if (c == '#') {
        int start = at;
        skipTo(endOfLine());
        comments.add(new Comment(place, last(), text.substring(start, at).stripTrailing()));
      } else if (withBlocks && text.startsWith("/*", at)) {
        int start = at;
        skipTo(text.indexOf("*/", at + 2) + 2);
        comments.add(new Comment(place, last(), text.substring(start, at)));
      } else if (Character.isLetter(c)) {
        int start = at;
        skipTo(endOfName());
        String word = text.substring(start, at);
        if (word.equals("else") || word.equals("elif")) {
          elses.add(place);
        }
      } else {
        if (c == '}' && withBlocks) {
          closers.add(place);
        }
        skipTo(at + 1);
      }
    }
  }

  private void string(char quote) {
    int end = at + 1;
    while (text.charAt(end) != quote) {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    skipTo(end + 1);
  }

  private int endOfLine() {
    int end = at;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  private int endOfName() {
    int end = at;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end))
            || text.charAt(end) == '_'
            || text.charAt(end) == '.')) {
      end++;
    }
    return end;
  }

  /** Counts the lines on the way: those of {@link String#lines}. */
  private void skipTo(int end) {
    for (; at < end; at++) {
      char c = text.charAt(at);
      boolean first = c == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
      if (c == '\n' || c == '\r' && !first) {
        line++;
        lineStart = at + 1;
      }
    }
  }

  private Place last() {
    return new Place(line, at - lineStart);
  }

  /** Whether a comment that was not taken yet starts before the place. */
  boolean hasBefore(Place place) {
    return next < comments.size() && comments.get(next).start.isBefore(place);
  }

  /** The first comment that was not taken yet. */
  Comment peek() {
    return comments.get(next);
  }

  Comment take() {
    return comments.get(next++);
  }

  /** The else, or elif, that a statement at the place follows or is. */
  Place elseOf(Place statement) {
    return elses.floor(statement);
  }

  /** The last closing brace between two places, or else the second of them. */
  Place closerBetween(Place first, Place second) {
    Place closer = closers.lower(second);
    return closer != null && first.isBefore(closer) ? closer : second;
  }
}
