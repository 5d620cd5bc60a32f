package dev.linden.matrix.special;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.Agreement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Against numbers of 17 digits that {@code distributions.py} made; relative, in the tails too. */
class DistributionsTest {
  private static final double TOLERANCE = 1e-12;

  private static List<String> oracle() throws IOException {
    try (InputStream in = DistributionsTest.class.getResourceAsStream("distributions.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static void assertClose(double expected, double found, String what) {
    double distance = TOLERANCE * (expected == 0 ? 1 : Math.abs(expected));
    assertTrue(
        Agreement.within(expected, found, distance),
        what + ": expected " + expected + ", found " + found);
  }

  private static double evaluate(String name, double[] a) {
    return switch (name) {
      case "pnorm" -> Distributions.normal(a[0], 0, 1, true);
      case "qnorm" -> Distributions.normalQuantile(a[0], 0, 1);
      case "pt" -> Distributions.t(a[0], a[1], true);
      case "pchisq" -> Distributions.chiSquared(a[0], a[1], true);
      case "pchisqUpper" -> Distributions.chiSquared(a[0], a[1], false);
      case "pf" -> Distributions.f(a[0], a[1], a[2], true);
      case "pfUpper" -> Distributions.f(a[0], a[1], a[2], false);
      default -> throw new IllegalArgumentException(name);
    };
  }

  @Test
  void agreesWithTheOracle() throws IOException {
    for (String line : oracle()) {
      String[] words = line.split(" ");
      double[] arguments = new double[words.length - 2];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = Double.parseDouble(words[i + 1]);
      }
      double expected = Double.parseDouble(words[words.length - 1]);
      assertClose(expected, evaluate(words[0], arguments), line);
    }
  }

  /** Where a probability is small it determines its quantile to full accuracy. */
  @Test
  void quantilesInvertTheOracle() throws IOException {
    int checked = 0;
    for (String line : oracle()) {
      String[] words = line.split(" ");
      double p = Double.parseDouble(words[words.length - 1]);
      double q = Double.parseDouble(words[1]);
      if (!(p > 0 && p < 0.4)) {
        continue;
      }
      double found =
          switch (words[0]) {
            case "pnorm" -> Distributions.normalQuantile(p, 0, 1);
            case "pt" -> Distributions.tQuantile(p, Double.parseDouble(words[2]));
            case "pchisq" -> Distributions.chiSquaredQuantile(p, Double.parseDouble(words[2]));
            case "pf" ->
                Distributions.fQuantile(
                    p, Double.parseDouble(words[2]), Double.parseDouble(words[3]));
            default -> q;
          };
      assertClose(q, found, "quantile of " + line);
      checked++;
    }
    assertTrue(checked > 100, checked + " quantiles");
  }

  /** The upper half is found from 1 - p, so the probability of the quantile must be p again. */
  @Test
  void quantilesOfTheUpperHalf() {
    for (double p : new double[] {0.5, 0.500001, 0.6, 0.9, 0.999, 1 - 1e-12}) {
      for (double df : new double[] {0.3, 1, 2.5, 17, 4000}) {
        assertClose(
            1 - p,
            Distributions.chiSquared(Distributions.chiSquaredQuantile(p, df), df, false),
            "chi squared " + p + " " + df);
        assertClose(
            1 - p, Distributions.t(Distributions.tQuantile(p, df), df, false), "t " + p + " " + df);
        for (double df2 : new double[] {0.7, 9, 300}) {
          assertClose(
              1 - p,
              Distributions.f(Distributions.fQuantile(p, df, df2), df, df2, false),
              "f " + p + " " + df + " " + df2);
        }
      }
      assertClose(
          1 - p,
          Distributions.exponential(Distributions.exponentialQuantile(p, 3), 3, false),
          "exponential " + p);
    }
  }

  @Test
  void limitsAndEnds() {
    double inf = Double.POSITIVE_INFINITY;
    assertEquals(1, Distributions.normal(inf, 0, 1, true));
    assertEquals(0, Distributions.normal(-inf, 0, 1, true));
    assertEquals(Distributions.normal(1.3, 0, 1, true), Distributions.t(1.3, inf, true));
    assertClose(Distributions.chiSquared(6, 3, true), Distributions.f(2, 3, inf, true), "f of inf");
    assertEquals(0.5, Distributions.t(0, 3, true));
    assertEquals(0, Distributions.t(-inf, 3, true));
    assertEquals(1, Distributions.t(inf, 3, true));
    assertEquals(0, Distributions.tQuantile(0.5, 3));
    assertEquals(inf, Distributions.chiSquaredQuantile(1, 3));
    assertEquals(0, Distributions.chiSquaredQuantile(0, 3));
    assertEquals(0, Distributions.chiSquaredQuantile(1e-300, 1e-3), "below all numbers");
    assertEquals(inf, Distributions.fQuantile(1, 2, 3));
    assertEquals(1, Distributions.exponential(-1, 2, false));
    assertClose(1 / Math.PI * 1e-200, Distributions.t(1e200, 1, false), "far tail of Cauchy");
    assertClose(-1e200, Distributions.tQuantile(1e-200 / Math.PI, 1), "its quantile");
    for (double x :
        new double[] {
          Distributions.normal(Double.NaN, 0, 1, true),
          Distributions.t(Double.NaN, 2, true),
          Distributions.f(Double.NaN, 2, 2, true),
          Distributions.chiSquared(Double.NaN, 2, false),
          Distributions.exponential(Double.NaN, 2, true),
          Distributions.normalQuantile(Double.NaN, 0, 1),
          Distributions.tQuantile(Double.NaN, 2),
          Distributions.fQuantile(Double.NaN, 2, 2),
          Distributions.chiSquaredQuantile(Double.NaN, 2),
          Distributions.exponentialQuantile(Double.NaN, 2)
        }) {
      assertTrue(Double.isNaN(x));
    }
  }

  @Test
  void shiftsAndScales() {
    assertClose(
        Distributions.normal(1.5, 0, 1, true), Distributions.normal(8, 5, 2, true), "normal");
    assertClose(5 + 2 * 1.959963984540054, Distributions.normalQuantile(0.975, 5, 2), "quantile");
  }
}
