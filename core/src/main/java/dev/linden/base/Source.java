package dev.linden.base;

import java.util.ArrayList;
import java.util.List;

/** A script text and the name under which messages mention it. */
public final class Source {
  private final String name;
  private final String text;
  private final List<String> lines;

  public Source(String name, String text) {
    this.name = name;
    this.text = text;
    this.lines = splitLines(text);
  }

  private static List<String> splitLines(String text) {
    List<String> lines = new ArrayList<>();
    text.lines().forEach(lines::add);
    return lines;
  }

  /** File name as given by the user, or {@code <script>} for a script string. */
  public String name() {
    return name;
  }

  public String text() {
    return text;
  }

  /** The text of a 1-based line; empty past the end. */
  public String line(int number) {
    return number >= 1 && number <= lines.size() ? lines.get(number - 1) : "";
  }
}
