package dev.linden.opt;

/** A name for a part of a pattern: what it matched is found under it. */
public final class Capture {
  private final String name;

  private Capture(String name) {
    this.name = name;
  }

  public static Capture capture(String name) {
    return new Capture(name);
  }

  @Override
  public String toString() {
    return name;
  }
}
