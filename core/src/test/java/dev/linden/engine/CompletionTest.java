package dev.linden.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.api.Session;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What may stand at the end of a text. */
class CompletionTest {
  private final Linden linden = Linden.create();
  private final Session session = linden.session();

  @AfterEach
  void close() {
    session.close();
    linden.close();
  }

  private List<String> at(String text) {
    return session.workspace().complete(text, text.length()).candidates().stream()
        .map(Completion.Candidate::text)
        .toList();
  }

  @Test
  void namesOfColumnsInIndices() {
    session.bind("F", new String[] {"age", "height", "home"}, new String[][] {{"1", "2", "3"}});
    session.run("X = as.matrix(F)");
    for (String table : new String[] {"F", "X"}) {
      assertEquals(List.of("height", "home"), at(table + "[, \"h"));
      assertEquals(List.of("age", "height", "home"), at("y = 3 * " + table + "[1, '"));
      assertEquals(List.of("age"), at(table + "[, list(\"height\", \"a"));
      assertEquals(List.of("age"), at("b = lm(X=X, y=" + table + "[,\"a"));
    }
    assertEquals(List.of(), at("nothing[, \"h"));
    assertEquals(List.of(), at("Z[, f(\"h"), "the text is not for the index");
  }

  @Test
  void elementsOfLists() {
    session.run("L = list(first=1, second=2); U = list(1, 2)");
    assertEquals(List.of("second"), at("L[\"s"));
    assertEquals(List.of(), at("U[\"s"));
  }

  @Test
  void wordsThatAnArgumentMayBe() {
    List<String> kinds = List.of("line", "scatter", "hist", "heat", "box");
    assertEquals(kinds, at("plot(x, kind=\""));
    assertEquals(List.of("hist", "heat"), at("plot(seq(1, 3), kind = 'h"));
  }

  @Test
  void parametersOfTheCallComeFirst() {
    session.run("verbosity = 1; a = 2");
    List<String> found = at("b = lm(X=X, ver");
    assertEquals("verbose=", found.get(0));
    assertTrue(found.contains("verbosity"), found.toString());
    assertEquals("X=", at("lm(").get(0));
  }
}
