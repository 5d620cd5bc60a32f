package dev.linden.base;

import java.io.Serializable;

/** A script text and the name under which messages mention it. */
public final class Source implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final String text;
  private final String syntax;

  public Source(String name, String text) {
    this(name, text, null);
  }

  /**
   * @param syntax what it is written in, whatever the ending of its name says; null to go by that
   */
  public Source(String name, String text, String syntax) {
    this.name = name;
    this.text = text;
    this.syntax = syntax;
  }

  /** File name as given by the user, or {@code <script>} for a script string. */
  public String name() {
    return name;
  }

  public String text() {
    return text;
  }

  /** The name of the syntax that was asked for, or null. */
  public String syntax() {
    return syntax;
  }

  /** The text of a 1-based line; empty past the end. */
  public String line(int number) {
    // split anew each time: messages ask, and operators on Spark, which take milliseconds
    return number >= 1 ? text.lines().skip(number - 1L).findFirst().orElse("") : "";
  }
}
