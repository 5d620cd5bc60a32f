package dev.linden.lang.print;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Syntax;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptPrinterTest {
  private static final Syntax DML = Syntaxes.ALL.get(0);
  private static final Syntax PYDML = Syntaxes.ALL.get(1);

  private static String printed(String text, Syntax from, Syntax to) {
    Ast.Script script = Syntaxes.parse(new Source("<script>", text, from.name()));
    return ScriptPrinter.print(script, to);
  }

  @Test
  void dmlAsPydml() {
    String dml =
        """
        /* A block
         * of text
         */
        x = 1 /* one */ ; y = 2 # two


        # alone
        if (x == 1) y = 3 # why
        if (x > 2) { # big
          print("a\\tb")

          # tail
        } # end
        # before else
        else if (x > 1) { /* mid */
          y = -2^2 + (-2)^2 - (1 - (2 - 3))
        }
        else { # other
          # first
          while (FALSE) {
          }
          # nothing
        }
        f = function(int a,  # first
            double b = 1e-3) # second
          return (double c)
        {
          # body
          c = a + # plus
              b
        }
        X[2:3, 1] = X[1:2, 2] %*% t(X[x+1, ]) %% 3 %/% 2
        parfor (i in seq(1, 10, 2), check=0) X[i - 1, ] = colSums(X)
        """;
    assertEquals(
        """
        # A block
        # of text
        x = 1  # one
        y = 2  # two

        # alone
        if x == 1:  # why
            y = 3
        if x > 2:  # big
            print("a\\tb")

            # tail
        # end
        # before else
        elif x > 1:  # mid
            y = -2 ** 2 + (-2) ** 2 - (1 - (2 - 3))
        else:  # other
            # first
            while False:
                pass
            # nothing
        # first
        # second
        def f(a: int, b: float = 1e-3) -> (c: float):
            # body
            # plus
            c = a + b
        X[1:3, 0] = X[0:2, 1] @ transpose(X[x, :]) % 3 // 2
        parfor (i in range(1, 10, 2), check=0):
            X[i - 2, :] = sum(X, axis=0)
        """,
        printed(dml, DML, PYDML));
  }

  @Test
  void pydmlAsDml() {
    String pydml =
        """
        # sums
        def f(X: matrix[float], k: int) -> (s: float):  # two of them
            for i in 0:k:

                s = sum(X[i, :])  # of a row
                # in the loop
            # in the function
        # outside
        s = f(full(1, 2, 2), 1)
        if s > 1 and True:
            pass
        elif s == 1:
            print("no")
        """;
    assertEquals(
        """
        # sums
        f = function(matrix[double] X, int k) return (double s) {  # two of them
          for (i in 0:k) {
            s = sum(X[i + 1, ])  # of a row
            # in the loop
          }
          # in the function
        }
        # outside
        s = f(matrix(1, 2, 2), 1)
        if (s > 1 & TRUE) {
        } else if (s == 1) {
          print("no")
        }
        """,
        printed(pydml, PYDML, DML));
  }

  @Test
  void stringsKeepTheirQuotesOrNeedNoEscapes() {
    assertEquals(
        "print('say \"x\"')\nprint(\"it's\")\nprint(\"'\\\"\\\\\\n\")\n",
        printed("print('say \"x\"'); print('it\\'s'); print('\\'\"\\\\\n')", DML, PYDML));
  }

  @Test
  void numbersStayAsWritten() {
    assertEquals(
        "x = 1e-3 + 0.10 + 5.0 + 0.5 + 9223372036854775807 + pi + 1e22 + 100\n",
        printed("x = 1e-3 + 0.10 + 5. + .5 + 9223372036854775807 + pi + 1e22 + 100", DML, DML));
  }

  @Test
  void longLinesAreBroken() {
    String call = "y = f(" + String.join(", ", Collections.nCopies(30, "argument")) + ")";
    for (Syntax syntax : List.of(DML, PYDML)) {
      List<String> lines = printed(call, DML, syntax).lines().toList();
      assertEquals(4, lines.size());
      assertTrue(lines.stream().allMatch(line -> line.length() <= 100));
    }
    String sum = "y = " + String.join(" + ", Collections.nCopies(20, "summand"));
    assertEquals(3, printed(sum, DML, DML).lines().count());
    assertEquals(1, printed(sum, DML, PYDML).lines().count(), "a line ends a statement there");
  }

  @Test
  void whatHasNoFormIsRefusedWithItsPlace() {
    assertRefused(
        DML,
        PYDML,
        "and = 1\nx = def + len(2)\nprint(X[-1, ])",
        "<script>:1:1: this DML construct has no PyDML form: the name 'and', which is a word of"
            + " PyDML",
        "<script>:2:5: this DML construct has no PyDML form: the name 'def', which is a word of"
            + " PyDML",
        "<script>:2:11: this DML construct has no PyDML form: the function 'len', which is a"
            + " built-in function of PyDML",
        "<script>:3:9: this DML construct has no PyDML form: a negative position");
    assertRefused(
        PYDML,
        DML,
        "return = 1\ndef t(x: int) -> (y: int):\n    y = x\nprint(transpose(X))",
        "<script>:1:1: this PyDML construct has no DML form: the name 'return', which is a word of"
            + " DML",
        "<script>:4:7: this PyDML construct has no DML form: the built-in function t beside a"
            + " function of the script");
  }

  private static void assertRefused(Syntax from, Syntax to, String text, String... problems) {
    ScriptError error = assertThrows(ScriptError.class, () -> printed(text, from, to));
    assertEquals(String.join("; ", problems), error.getMessage());
  }

  /** The words that no name can be are those that the parser of DML says. */
  @Test
  void wordsOfDmlAreThoseOfItsParser() {
    for (String word : DmlNotation.RESERVED) {
      assertThrows(ScriptError.class, () -> printed(word + " = 1", DML, DML), word);
    }
  }
}
