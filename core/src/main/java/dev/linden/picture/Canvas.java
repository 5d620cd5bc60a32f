package dev.linden.picture;

/** What drawings are made on: units are those of pixels, y goes down. Colours are 0xRRGGBB. */
interface Canvas {
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** A line through all points; {@code width} of the pen. */
  void line(double[] x, double[] y, int color, double width);

  void dot(double x, double y, double radius, int color, double opacity);

  void box(double x, double y, double width, double height, int color, double opacity);

  /** {@code y} is the base line. */
  void text(double x, double y, String text, double size, Anchor anchor);
}
