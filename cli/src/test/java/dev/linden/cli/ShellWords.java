package dev.linden.cli;

import java.util.ArrayList;
import java.util.List;

/** The commands of a shell script as words: enough for quotes, comments and continued lines. */
final class ShellWords {
  private final String text;
  private int at;
  private final List<List<String>> commands = new ArrayList<>();
  private List<String> command = new ArrayList<>();

  /** The rest of a command behind {@code >} is a file, not a word of it. */
  private boolean redirected;

  private ShellWords(String text) {
    this.text = text;
  }

  static List<List<String>> commands(String text) {
    ShellWords words = new ShellWords(text.replace("\\\n", " "));
    words.read();
    return words.commands;
  }

  private void read() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n' || c == ';' || c == '&' || c == '|') {
        at++;
        endCommand();
      } else if (c == '>' || c == '<') {
        at++;
        redirected = true;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (c == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else {
        String word = word();
        if (!redirected) {
          command.add(word);
        }
        redirected = false;
      }
    }
    endCommand();
  }

  private void endCommand() {
    if (!command.isEmpty()) {
      commands.add(command);
    }
    command = new ArrayList<>();
    redirected = false;
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c) || ";&|<>".indexOf(c) >= 0) {
        break;
      }
      at++;
      if (c == '\'' || c == '"') {
        int end = text.indexOf(c, at);
        if (end < 0) {
          throw new AssertionError("a quote has no end: " + text);
        }
        word.append(text, at, end);
        at = end + 1;
      } else {
        word.append(c);
      }
    }
    return word.toString();
  }
}
