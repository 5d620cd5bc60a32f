package dev.linden.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.frame.Column;
import dev.linden.frame.Frame;
import dev.linden.matrix.Dense;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TableTest {
  private static List<String> numerals(double... numbers) {
    return Numerals.of(numbers);
  }

  @Test
  void wholeNumbersHaveNoDecimals() {
    assertEquals(List.of("1", "-20", "0"), numerals(1, -20, -0.0));
    assertEquals(List.of("123456789012345"), numerals(123456789012345.0));
  }

  @Test
  void pointsStandBelowEachOther() {
    assertEquals(List.of("1.00", "434.90", "0.25"), numerals(1, 434.9, 0.25));
    assertEquals(List.of("3.1416"), numerals(Math.PI));
  }

  @Test
  void smallNumbersDoNotLookLikeZero() {
    assertEquals(List.of("2.3e-16", "5.0e-02"), numerals(2.3e-16, 0.05));
    assertEquals(List.of("0.0004"), numerals(0.0004));
    assertEquals(List.of("1e+300", "0e+00"), numerals(1e300, 0));
  }

  @Test
  void whatIsNoNumberHasItsName() {
    assertEquals(
        List.of("NaN", "Inf", "-Inf", "1"),
        numerals(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1));
  }

  @Test
  void noNumberButZeroIsShownAsZero() {
    Random random = new Random(7);
    for (int round = 0; round < 2000; round++) {
      double[] numbers = new double[4];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
      }
      List<String> texts = Numerals.of(numbers);
      for (int i = 0; i < numbers.length; i++) {
        double shown = Double.parseDouble(texts.get(i));
        assertEquals(numbers[i], shown, Math.abs(numbers[i]) * 1e-4, texts.toString());
      }
    }
  }

  @Test
  void framesShowNamesTypesAndMissingCells() {
    Frame frame =
        new Frame(
            2,
            List.of("name", "age"),
            List.of(Column.of("Ann\nLee", null), Column.of(31.5, Double.NaN)));
    assertEquals(
        """
        a frame
           name       age
           string    fp64
        1  Ann\\nLee  31.5
        2  NA         NaN
        """,
        TextTable.of(frame, "a frame", Limits.DEFAULT));
  }

  @Test
  void whatDoesNotFitIsCountedAndNamed() {
    Dense cells = Dense.zeros(60, 4);
    Limits limits = new Limits(2, 50, 12);
    List<String> names = List.of("aaa", "bbb", "ccc", "ddd");
    assertEquals(
        """
        zeros
           aaa  bbb
        1    0    0
        2    0    0
        … 58 more rows, 2 more columns (ccc, ddd)
        """,
        TextTable.of(cells, null, names, "zeros", limits));
    String wide = TextTable.of(Dense.zeros(1, 200), null, null, "w", limits);
    assertTrue(wide.endsWith("… 199 more columns\n"), wide);
  }

  @Test
  void longTextsAreCut() {
    String text = "x".repeat(100);
    assertEquals("x".repeat(39) + "…", Table.oneLine(text));
    assertEquals("x".repeat(40), Table.oneLine("x".repeat(40)));
    assertEquals("\\u001b[31m", Table.oneLine("\u001b[31m"));
  }

  @Test
  void htmlIsEscaped() {
    Frame frame = new Frame(1, List.of("<b>"), List.of(Column.of("a & \"b\"")));
    String html = HtmlTable.of(Table.of(frame, "1x1 <frame>", Limits.DEFAULT));
    assertTrue(html.contains("&lt;b&gt;<br><small>string</small>"), html);
    assertTrue(html.contains("<td style=\"text-align:left\">a &amp; &quot;b&quot;</td>"), html);
    assertTrue(html.contains("<caption>1x1 &lt;frame&gt;</caption>"), html);
  }

  @Test
  void emptyTablesHaveTheirTitle() {
    Frame none = new Frame(0, List.of(), Collections.emptyList());
    assertEquals("empty\n", TextTable.of(none, "empty", Limits.DEFAULT));
  }

  @Test
  void rowsStandBehindTheirNames() {
    Dense cells = Dense.wrap(2, 1, new double[] {1, 2.5});
    assertEquals(
        """
        m
               price
        area     1.0
        rooms    2.5
        """,
        TextTable.of(cells, List.of("area", "rooms"), List.of("price"), "m", Limits.DEFAULT));
    String html = HtmlTable.of(Table.of(cells, List.of("a<b", "rooms"), null, "m", Limits.DEFAULT));
    assertTrue(html.contains("<tr><th>a&lt;b</th>"), html);
  }

  @Test
  void columnsThatDoNotFitStandBelow() {
    Frame frame =
        new Frame(
            2,
            List.of("column", "first", "second"),
            List.of(
                Column.of(new String[] {"a", "b"}),
                Column.of(new double[] {1, 2}),
                Column.of(new double[] {3, 4})));
    assertEquals(
        """
        f
           column  first
           string   fp64
        1  a           1
        2  b           2

           column  second
           string    fp64
        1  a            3
        2  b            4
        """,
        TextTable.wrapped(frame, "f", new Limits(10, 10, 18)));
  }
}
