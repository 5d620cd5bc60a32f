package dev.linden.picture;

import dev.linden.base.ResourceError;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Draws an image with twice as many pixels each way, for sharp screens. Needs no display. */
final class ImageCanvas implements Canvas {
  private static final int SCALE = 2;

  private final BufferedImage image;
  private final Graphics2D graphics;

  ImageCanvas(int width, int height) {
    image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
    graphics.scale(SCALE, SCALE);
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
  }

  byte[] png() {
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      if (!ImageIO.write(image, "png", bytes)) {
        throw new ResourceError(
            "this Java has no writer of PNG files; use a name that ends in .svg");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Override
  public void line(double[] x, double[] y, int color, double width) {
    Path2D path = new Path2D.Double();
    for (int i = 0; i < x.length; i++) {
      if (i == 0) {
        path.moveTo(x[i], y[i]);
      } else {
        path.lineTo(x[i], y[i]);
      }
    }
    graphics.setColor(new Color(color));
    graphics.setStroke(
        new BasicStroke((float) width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    graphics.draw(path);
  }

  @Override
  public void dot(double x, double y, double radius, int color, double opacity) {
    graphics.setColor(color(color, opacity));
    graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
  }

  @Override
  public void box(double x, double y, double width, double height, int color, double opacity) {
    graphics.setColor(color(color, opacity));
    graphics.fill(new Rectangle2D.Double(x, y, width, height));
  }

  private static Color color(int color, double opacity) {
    return new Color(
        color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF, (int) Math.round(255 * opacity));
  }

  @Override
  public void text(double x, double y, String text, double size, Anchor anchor) {
    graphics.setColor(new Color(0x333333));
    graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont((float) size));
    double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
    double start =
        switch (anchor) {
          case START -> x;
          case MIDDLE -> x - width / 2;
          case END -> x - width;
        };
    graphics.drawString(text, (float) start, (float) y);
  }
}
