package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The one place that says when two results count as the same.
 *
 * <p>Equal numbers agree, and so do NaN with NaN and the two zeros (a sparse block does not keep
 * the sign of a zero). Where the order of additions may differ, the distance may be as large as the
 * rounding errors of that many terms.
 *
 * <p>Whether 0 times NaN gives 0 or NaN depends on whether a block stores the zero
 * (docs/decisions.md). Nothing is tolerated for that here: random programs avoid it, and the oracle
 * reports the ones in which it happened.
 */
public final class Agreement {
  /** Relative error of a formula that is computed in another order, or elsewhere. */
  public static final double OTHER_ORDER = 1e-9;

  /** Relative error of central differences of step 1e-5: its square, and rounding. */
  public static final double SLOPE = 1e-7;

  private static final double UNIT = 0x1p-52;

  /** How much farther than the perturbed run of the oracle a result may be off. */
  private static final double SPREAD_FACTOR = 64;

  /** Runs of the oracle that are farther apart than this judge nothing. */
  private static final double STABLE = 1e-7;

  private static final Pattern NUMBER =
      Pattern.compile("-?(?:\\d+(?:\\.\\d+)?(?:E-?\\d+)?|Infinity)|NaN");

  private Agreement() {}

  /** How a program behaved compared to the oracle. */
  public enum Verdict {
    AGREES,
    DISAGREES,
    /** The program depends on rounding: nobody can say which answer is right. */
    UNSTABLE
  }

  /** Relative error that a sum of that many terms may have. */
  public static double tolerance(long terms) {
    return (8 + terms) * UNIT;
  }

  /**
   * @param terms how many terms were added up to get the number
   * @param magnitude sum of the absolute terms, or the size of the result when nothing can cancel
   */
  public static boolean agree(double expected, double actual, long terms, double magnitude) {
    return within(expected, actual, tolerance(terms) * Math.max(magnitude, Math.abs(expected)));
  }

  /** For results computed by the same operations in the same order. */
  public static boolean agreeExactly(double expected, double actual) {
    return within(expected, actual, 0);
  }

  /** {@code relative}: of the expected number, or of 1 where that is smaller. */
  public static boolean close(double expected, double actual, double relative) {
    return within(expected, actual, relative * Math.max(1, Math.abs(expected)));
  }

  /** An infinite number agrees with itself only, whatever the distance. */
  public static boolean within(double expected, double actual, double distance) {
    return expected == actual
        || (Double.isNaN(expected) && Double.isNaN(actual))
        || (Double.isFinite(expected) && Math.abs(expected - actual) <= distance);
  }

  /** That two numbers are {@link #close}. */
  public static void assertClose(double expected, double actual, double relative, String what) {
    assertTrue(close(expected, actual, relative), () -> difference(expected, actual, what));
  }

  /** That two numbers are {@link #within} a distance, for results whose error is known as such. */
  public static void assertWithin(double expected, double actual, double distance, String what) {
    assertTrue(within(expected, actual, distance), () -> difference(expected, actual, what));
  }

  public static void assertWithin(double expected, double actual, double distance) {
    assertWithin(expected, actual, distance, "result");
  }

  private static String difference(double expected, double actual, String what) {
    return what + ": expected " + expected + ", but found " + actual;
  }

  /**
   * Compares printed text: numbers as numbers, an int only with an int, everything else letter by
   * letter.
   *
   * @param perturbed what the oracle prints in its perturbed runs: the distance to {@code expected}
   *     shows how sensitive each number is
   */
  public static Verdict judge(String expected, List<String> perturbed, String actual, long terms) {
    List<String> words = words(expected);
    List<List<String>> references = perturbed.stream().map(Agreement::words).toList();
    List<String> found = words(actual);
    for (int k = 0; k < perturbed.size(); k++) {
      if (!sameLayout(expected, perturbed.get(k)) || !comparable(words, references.get(k))) {
        return Verdict.UNSTABLE;
      }
    }
    if (!sameLayout(expected, actual) || words.size() != found.size()) {
      return Verdict.DISAGREES;
    }
    for (int i = 0; i < words.size(); i++) {
      if (isInteger(words.get(i)) != isInteger(found.get(i))) {
        return Verdict.DISAGREES;
      }
      double number = Double.parseDouble(words.get(i));
      double spread = 0;
      for (List<String> reference : references) {
        double distance = Math.abs(number - Double.parseDouble(reference.get(i)));
        spread = Double.isFinite(distance) ? Math.max(spread, distance) : spread;
      }
      double distance = tolerance(terms) * Math.max(1, Math.abs(number)) + SPREAD_FACTOR * spread;
      if (!within(number, Double.parseDouble(found.get(i)), distance)) {
        return Verdict.DISAGREES;
      }
    }
    return Verdict.AGREES;
  }

  private static boolean comparable(List<String> words, List<String> reference) {
    for (int i = 0; i < words.size(); i++) {
      double number = Double.parseDouble(words.get(i));
      double other = Double.parseDouble(reference.get(i));
      if (isInteger(words.get(i)) ? number != other : !within(number, other, allowance(number))) {
        return false;
      }
    }
    return true;
  }

  private static double allowance(double number) {
    return STABLE * Math.max(1, Math.abs(number));
  }

  /** Whether two texts differ in numbers only. */
  private static boolean sameLayout(String a, String b) {
    return NUMBER.matcher(a).replaceAll("0").equals(NUMBER.matcher(b).replaceAll("0"));
  }

  private static List<String> words(String text) {
    return NUMBER.matcher(text).results().map(MatchResult::group).toList();
  }

  private static boolean isInteger(String word) {
    for (int i = word.startsWith("-") ? 1 : 0; i < word.length(); i++) {
      if (!Character.isDigit(word.charAt(i))) {
        return false;
      }
    }
    return !word.equals("-");
  }
}
