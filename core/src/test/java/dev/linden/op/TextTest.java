package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.DeepStack;
import dev.linden.base.InputError;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
  @ParameterizedTest
  @CsvSource({
    "1, 3, 1.000",
    "-2.5, 3, -2.500",
    "3.14159, 3, 3.142",
    "0, 3, 0.000",
    "1e6, 3, 1000000.000",
    "123456789.98765, 3, 123456789.988",
    "-2.5, 1, -2.5",
    "3.14159, 1, 3.142",
    "3.14159, 5, 3.14159",
    "1, 0, 1",
    "-2.5, 0, -2.5",
    "3.14159, 0, 3.142",
    "NaN, 3, NaN",
    "-Infinity, 3, -Infinity",
    "0.0005, 3, 0.000",
    "0.0015, 3, 0.002",
    "0.5, 0, 0.5",
    "1e15, 3, 1000000000000000.000",
    "-1e-5, 3, -0.000",
    "-1e-5, 0, -0",
    "-0.0, 3, -0.000",
    "0.00005, 4, 0.0000",
    "-0.0005, 1, -0.0",
    "1e17, 0, 100000000000000000",
    "-1.5e20, 1, -150000000000000000000.0",
    "0.0625, 3, 0.062",
    "0.1875, 3, 0.188",
    "2.1, 2, 2.10"
  })
  void showsCells(double value, int decimals, String expected) {
    StringBuilder out = new StringBuilder();
    Text.appendCell(out, value, decimals);
    assertEquals(expected, out.toString());
  }

  @Test
  void endsEveryRowWithTheLineSeparator() {
    Dense a = Dense.of(2, 2, 1, 0, 0, 4);
    assertEquals("1.000 0.000\n0.000 4.000\n", Text.of(new MatrixValue(a)));
    assertEquals("1 | 0;0 | 4;", Text.of(a, new Text.Layout(100, 100, 0, false, " | ", ";")));
    assertEquals("1.000\n", Text.of(a, new Text.Layout(1, 1, 3, false, " ", "\n")));
    assertEquals("", Text.of(new MatrixValue(Dense.zeros(0, 3))));
  }

  @Test
  void listsNonZeros() {
    Text.Layout sparse = new Text.Layout(100, 100, 3, true, " ", "\n");
    assertEquals("1 1 1.000\n2 2 4.000\n", Text.of(Dense.of(2, 2, 1, 0, 0, 4), sparse));
    Csr csr = new Csr(2, 3, new int[] {0, 1, 3}, new int[] {1, 0, 2}, new double[] {5, 6, 7});
    assertEquals("1 2 5.000\n2 1 6.000\n2 3 7.000\n", Text.of(csr, sparse));
    assertEquals(
        "1 2 5.000\n2 1 6.000\n", Text.of(csr, new Text.Layout(100, 2, 3, true, " ", "\n")));
  }

  @Test
  void showsLists() {
    ListValue list =
        new ListValue(
            List.of(Scalar.of(1), Scalar.of("s"), new MatrixValue(Dense.of(1, 2, 1, 1))),
            List.of("a", "b", "c"));
    assertEquals("List containing:\n[1, s, \nMatrix:\n1.000 1.000\n]", Text.of(list));
    assertEquals("List containing:]", Text.of(new ListValue(List.of(), null)));
  }

  /** One text for all levels: with a copy at each this took a minute. */
  @Test
  void listsInLists() {
    int depth = 20000;
    Value nested = Scalar.of(1L);
    for (int i = 0; i < depth; i++) {
      nested = new ListValue(List.of(nested), null);
    }
    Value deepest = nested;
    String text = DeepStack.call(() -> Text.of(deepest));
    assertEquals("List containing:\n[".repeat(depth) + "1" + "]".repeat(depth), text);
  }

  @Test
  void formatsScalars() {
    assertEquals(
        "3.14|   2.000|ab   |   42|true",
        Text.format(
            "%.2f|%8.3f|%-5s|%5d|%b",
            List.of(
                Scalar.of(3.14159), Scalar.of(2.0), Scalar.of("ab"), Scalar.of(42), Scalar.TRUE)));
    InputError error =
        assertThrows(InputError.class, () -> Text.format("%d", List.of(Scalar.of(2.5))));
    assertEquals("the format does not fit its values: %d cannot show a double", error.getMessage());
    assertThrows(InputError.class, () -> Text.format("%d %d", List.of(Scalar.of(2))));
    assertThrows(InputError.class, () -> Text.format("%y", List.of(Scalar.of(2))));
  }
}
