package dev.linden.api;

import dev.linden.picture.Plot;

/** What a script shows by {@code plot}. */
public final class Picture {
  private final Plot plot;

  Picture(Plot plot) {
    this.plot = plot;
  }

  /** A text of SVG. */
  public String svg() {
    return plot.svg();
  }

  /** The bytes of a PNG file. */
  public byte[] png() {
    return plot.png();
  }

  /** Characters for a terminal. */
  public String sketch() {
    return plot.sketch();
  }
}
