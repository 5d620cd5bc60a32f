package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.Agreement.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgreementTest {
  @Test
  void toleranceGrowsWithTheTerms() {
    double off = 1 + 500 * 0x1p-52;
    assertFalse(Agreement.agree(1, off, 10, 1));
    assertTrue(Agreement.agree(1, off, 1000, 1));
    assertTrue(Agreement.agree(0, 1e-10, 10, 1e6));
  }

  @Test
  void specialValuesAgreeWithThemselvesOnly() {
    double inf = Double.POSITIVE_INFINITY;
    assertTrue(Agreement.agree(Double.NaN, Double.NaN, 5, 1));
    assertTrue(Agreement.agreeExactly(0.0, -0.0));
    assertTrue(Agreement.agreeExactly(inf, inf));
    assertFalse(Agreement.agree(inf, -inf, 5, 1));
    assertFalse(Agreement.agree(Double.NaN, 0, 5, 1));
    assertFalse(Agreement.agree(1, inf, 5, 1));
  }

  @Test
  void textIsComparedNumberByNumber() {
    assertEquals(Verdict.AGREES, judge("a 1.0 TRUE", "a 1.0000000000000002 TRUE"));
    assertEquals(Verdict.AGREES, judge("-0.000", "0.000"));
    assertEquals(Verdict.DISAGREES, judge("a 1.0 TRUE", "a 1.0 FALSE"));
    assertEquals(Verdict.DISAGREES, judge("1", "1.0"));
    assertEquals(Verdict.DISAGREES, judge("1.0", "1.001"));
    assertEquals(Verdict.DISAGREES, judge("1.0", "1.0\n2.0"));
    assertEquals(Verdict.DISAGREES, judge("NaN", "1.0"));
    assertEquals(Verdict.AGREES, judge("1.0E-10x", "1.0000000001E-10x"));
  }

  @Test
  void theSpreadOfTheOracleWidensTheTolerance() {
    String wide = "1.0000000001";
    assertEquals(Verdict.DISAGREES, Agreement.judge("1.0", List.of("1.0"), wide, 1));
    assertEquals(Verdict.AGREES, Agreement.judge("1.0", List.of("1.0", "1.00000000001"), wide, 1));
    assertEquals(Verdict.UNSTABLE, Agreement.judge("1.0", List.of("1.0", "2.0"), "1.0", 1));
    assertEquals(Verdict.UNSTABLE, Agreement.judge("TRUE", List.of("FALSE"), "TRUE", 1));
  }

  private static Verdict judge(String expected, String actual) {
    return Agreement.judge(expected, List.of(expected), actual, 1);
  }
}
