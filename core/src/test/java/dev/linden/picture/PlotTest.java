package dev.linden.picture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Pictures in their three forms. */
class PlotTest {
  private static Matrix matrix(double[][] rows) {
    Dense cells = Dense.zeros(rows.length, rows[0].length);
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        cells.set(i, j, rows[i][j]);
      }
    }
    return cells;
  }

  private static Plot plot(Plot.Kind kind, double[][] rows, String... names) {
    List<String> columns = names.length == 0 ? null : List.of(names);
    return Plot.of(kind, matrix(rows), columns, null, null, "A <title> & more");
  }

  private static final double[][] TWO = {{1, 4}, {2, 3}, {3, 2}, {4, 1}};

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static List<String> texts(Document svg, String tag) {
    NodeList found = svg.getElementsByTagName(tag);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> found.item(i).getTextContent())
        .toList();
  }

  // ---- SVG

  @Test
  void svgHasTitleAxesAndOneLineForEachSeries() throws Exception {
    Document svg = parsed(plot(Plot.Kind.LINE, TWO, "up", "down").svg());
    Element root = svg.getDocumentElement();
    assertEquals("svg", root.getTagName());
    assertEquals("0 0 640 400", root.getAttribute("viewBox"));
    List<String> words = texts(svg, "text");
    assertTrue(
        words.containsAll(List.of("A <title> & more", "up", "down", "1.0", "4.0")), "" + words);
    NodeList lines = svg.getElementsByTagName("polyline");
    long series =
        IntStream.range(0, lines.getLength())
            .map(i -> ((Element) lines.item(i)).getAttribute("points").trim().split("\\s+").length)
            .filter(points -> points == TWO.length)
            .count();
    assertEquals(2, series);
  }

  @Test
  void svgAsksForNothingFromElsewhere() {
    for (Plot.Kind kind : Plot.Kind.values()) {
      String svg = plot(kind, TWO, "<script>", "&b").svg();
      assertFalse(svg.contains("<script") || svg.contains("href") || svg.contains("url("), svg);
    }
  }

  @Test
  void everyPointOfAScatterPlotIsDrawn() throws Exception {
    Document svg = parsed(plot(Plot.Kind.SCATTER, TWO).svg());
    assertTrue(svg.getElementsByTagName("circle").getLength() >= 8);
  }

  @Test
  void barsOfAHistogramCountAllValues() throws Exception {
    double[][] rows = new double[100][1];
    for (int i = 0; i < rows.length; i++) {
      rows[i][0] = i;
    }
    Plot.Bins bins = Plot.Bins.of(plot(Plot.Kind.HIST, rows).series());
    assertEquals(100, Arrays.stream(bins.counts()[0]).sum());
    Document svg = parsed(plot(Plot.Kind.HIST, rows).svg());
    assertTrue(svg.getElementsByTagName("rect").getLength() >= bins.count());
  }

  /** Quartiles are far apart here, which alone would give two. */
  @Test
  void aHistogramOfFewValuesHasMoreThanTwoBars() {
    double[][] rows = new double[50][1];
    double[][] dice = new double[50][1];
    for (int i = 0; i < rows.length; i++) {
      rows[i][0] = Math.sin((i + 1) / 5.0);
      dice[i][0] = 1 + i % 6;
    }
    assertEquals(10, Plot.Bins.of(plot(Plot.Kind.HIST, rows).series()).count());
    Plot.Bins throwsOfDice = Plot.Bins.of(plot(Plot.Kind.HIST, dice).series());
    assertArrayEquals(new long[] {9, 9, 8, 8, 8, 8}, throwsOfDice.counts()[0]);
  }

  @Test
  void aBoxHasTheQuartiles() {
    Plot.Box box = Plot.Box.of(new double[] {1, 2, 3, 4, 100});
    assertEquals(2, box.q1());
    assertEquals(3, box.median());
    assertEquals(4, box.q3());
    assertEquals(4, box.high());
    assertArrayEquals(new double[] {100}, box.outliers());
  }

  // ---- PNG

  @Test
  void pngIsAnImageOfTheSameSizeWithSomethingInIt() throws Exception {
    for (Plot.Kind kind : Plot.Kind.values()) {
      byte[] bytes = plot(kind, TWO, "a", "b").png();
      byte[] signature = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
      assertArrayEquals(signature, Arrays.copyOf(bytes, signature.length));
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(bytes));
      assertEquals(0, image.getWidth() % Drawing.WIDTH);
      assertEquals(
          (double) Drawing.WIDTH / Drawing.HEIGHT, (double) image.getWidth() / image.getHeight());
      int[] pixels =
          image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
      assertTrue(Arrays.stream(pixels).distinct().count() > 3, kind + " is empty");
    }
  }

  // ---- characters

  @Test
  void sketchOfALineRises() {
    String sketch = plot(Plot.Kind.LINE, new double[][] {{0}, {1}}).sketch();
    List<String> lines = sketch.lines().toList();
    assertEquals("A <title> & more", lines.get(0));
    assertTrue(lines.get(1).indexOf('\u2880') > 0 || lines.get(1).length() > 60, sketch);
    assertTrue(lines.get(16).length() < 16, sketch);
  }

  @Test
  void linesOfASketchHaveTheirNamesAtTheirEnds() {
    List<String> lines = plot(Plot.Kind.LINE, TWO, "up", "down").sketch().lines().toList();
    assertTrue(lines.get(1).endsWith(" up"), lines.get(1));
    assertTrue(lines.get(16).endsWith(" down"), lines.get(16));
    List<String> unnamed = plot(Plot.Kind.LINE, TWO).sketch().lines().toList();
    assertTrue(unnamed.get(1).endsWith(" 1"), unnamed.get(1));
    String same = plot(Plot.Kind.LINE, new double[][] {{0, 0}, {1, 1}}, "a", "b").sketch();
    assertTrue(same.contains(" a, b\n"), same);
    assertFalse(plot(Plot.Kind.LINE, new double[][] {{0}, {1}}, "only").sketch().contains(" only"));
  }

  @Test
  void pointsOfSeveralSeriesHaveSigns() {
    String sketch = plot(Plot.Kind.SCATTER, TWO, "up", "down").sketch();
    assertTrue(sketch.endsWith("   o up   x down\n"), sketch);
    String field = sketch.substring(sketch.indexOf('\n'), sketch.indexOf('└'));
    assertEquals(4, field.chars().filter(c -> c == 'o').count(), sketch);
    assertEquals(4, field.chars().filter(c -> c == 'x').count(), sketch);
  }

  @Test
  void whatCannotBeSeenIsLeftOut() {
    double[][] rows = {{Double.NaN, 1}, {Double.POSITIVE_INFINITY, 2}};
    for (Plot.Kind kind : Plot.Kind.values()) {
      assertFalse(plot(kind, rows).sketch().isEmpty());
      assertFalse(plot(kind, rows).svg().contains("NaN"), kind.toString());
    }
  }

  // ---- errors

  @Test
  void whatDoesNotFitIsSaid() {
    Matrix x = matrix(new double[][] {{1}, {2}});
    Matrix y = matrix(new double[][] {{1}, {2}, {3}});
    String shape =
        assertThrows(InputError.class, () -> Plot.of(Plot.Kind.LINE, x, null, y, null, ""))
            .getMessage();
    assertTrue(shape.contains("2x1") && shape.contains("3x1"), shape);
    assertThrows(InputError.class, () -> Plot.of(Plot.Kind.HIST, x, null, x, null, ""));
    assertThrows(InputError.class, () -> Plot.Kind.of("pie"));
  }
}
