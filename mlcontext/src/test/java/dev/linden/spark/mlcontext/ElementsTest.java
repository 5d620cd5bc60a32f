package dev.linden.spark.mlcontext;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import org.junit.jupiter.api.Test;

class ElementsTest {
  /** The grammar of numbers is that of files and casts, not Java's. */
  @Test
  void numbersInTextsAreThoseOfFiles() {
    double[] cells = {1.5, Double.POSITIVE_INFINITY, Double.NaN, 1000};
    assertArrayEquals(cells, Elements.row("X", "1.5, inf, nan, 1E3").values());
    for (String java : new String[] {"1d", "2F", "0x1p3"}) {
      InputError error = assertThrows(InputError.class, () -> Elements.row("X", "1," + java));
      assertEquals("X: expected a number, found " + java + " (String)", error.getMessage());
      assertThrows(InputError.class, () -> Elements.cell("X", "1 1 " + java));
    }
  }
}
