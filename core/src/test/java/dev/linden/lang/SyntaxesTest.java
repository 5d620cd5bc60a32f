package dev.linden.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Syntax;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which syntax a text is taken for. */
class SyntaxesTest {
  @Test
  void theEndingDecidesUnlessTheSourceSaysMore() {
    for (Syntax syntax : Syntaxes.ALL) {
      assertEquals(syntax, Syntaxes.of(new Source("a/b" + syntax.ending(), "")));
      assertEquals(syntax, Syntaxes.of(new Source("b.dml", "", syntax.name())));
      assertEquals(syntax, Syntaxes.of(new Source("<script>", "", syntax.name())));
    }
  }

  @Test
  void withoutAKnownEndingItIsDml() {
    for (String name : List.of("<script>", "script", "a.txt", "dml")) {
      assertEquals("dml", Syntaxes.of(new Source(name, "")).name());
    }
  }

  @Test
  void anUnknownSyntaxIsRefused() {
    InputError error =
        assertThrows(InputError.class, () -> Syntaxes.of(new Source("a.dml", "", "cobol")));
    assertTrue(error.getMessage().endsWith(", not in cobol"), error.getMessage());
  }

  @Test
  void namesAndEndingsAreUnique() {
    Set<String> words = new HashSet<>();
    Syntaxes.ALL.forEach(syntax -> words.addAll(List.of(syntax.name(), syntax.ending())));
    assertEquals(2 * Syntaxes.ALL.size(), words.size());
  }
}
