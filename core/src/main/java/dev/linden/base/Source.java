package dev.linden.base;

import java.io.Serializable;

/** A script text and the name under which messages mention it. */
public final class Source implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final String text;

  public Source(String name, String text) {
    this.name = name;
    this.text = text;
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
    // split anew each time: only messages ask, and most scripts have none
    return number >= 1 ? text.lines().skip(number - 1L).findFirst().orElse("") : "";
  }
}
