package dev.linden.picture;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Writes SVG: a file by itself, without styles or scripts from elsewhere. */
final class SvgCanvas implements Canvas {
  private final StringBuilder out = new StringBuilder();

  SvgCanvas(int width, int height, String title) {
    out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"").append(width);
    out.append("\" height=\"").append(height).append("\" viewBox=\"0 0 ").append(width).append(' ');
    out.append(height).append("\" font-family=\"sans-serif\" role=\"img\">\n");
    if (!title.isEmpty()) {
      out.append("<title>").append(escaped(title)).append("</title>\n");
    }
    out.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
  }

  String text() {
    return out + "</svg>\n";
  }

  @Override
  public void line(double[] x, double[] y, int color, double width) {
    out.append("<polyline fill=\"none\" stroke=\"").append(color(color));
    out.append("\" stroke-width=\"").append(number(width)).append("\" points=\"");
    for (int i = 0; i < x.length; i++) {
      out.append(i == 0 ? "" : " ").append(number(x[i])).append(',').append(number(y[i]));
    }
    out.append("\"/>\n");
  }

  @Override
  public void dot(double x, double y, double radius, int color, double opacity) {
    out.append("<circle cx=\"").append(number(x)).append("\" cy=\"").append(number(y));
    out.append("\" r=\"").append(number(radius));
    fill(color, opacity);
  }

  @Override
  public void box(double x, double y, double width, double height, int color, double opacity) {
    out.append("<rect x=\"").append(number(x)).append("\" y=\"").append(number(y));
    out.append("\" width=\"").append(number(width)).append("\" height=\"").append(number(height));
    fill(color, opacity);
  }

  private void fill(int color, double opacity) {
    out.append("\" fill=\"").append(color(color));
    if (opacity < 1) {
      out.append("\" fill-opacity=\"").append(number(opacity));
    }
    out.append("\"/>\n");
  }

  @Override
  public void text(double x, double y, String text, double size, Anchor anchor) {
    out.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
    out.append("\" font-size=\"").append(number(size)).append("\" fill=\"#333333\"");
    if (anchor != Anchor.START) {
      out.append(" text-anchor=\"").append(anchor.name().toLowerCase(Locale.ROOT)).append('"');
    }
    out.append('>').append(escaped(text)).append("</text>\n");
  }

  private static String color(int color) {
    return String.format(Locale.ROOT, "#%06x", color);
  }

  private static String number(double value) {
    BigDecimal rounded = new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** Characters that XML does not have become blanks. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                default -> escaped.appendCodePoint(Character.isISOControl(c) ? ' ' : c);
              }
            });
    return escaped.toString();
  }
}
