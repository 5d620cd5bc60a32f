package dev.linden.lang.parse;

import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.testkit.AstText;
import java.nio.charset.StandardCharsets;

/**
 * Target of coverage-guided fuzzing: any text is a script or has errors with a place, and the text
 * of a script is the same script. {@link dev.linden.FuzzCorpusTest} runs it on what fuzzing has
 * found so far.
 */
public final class ParserFuzz {
  private ParserFuzz() {}

  public static void fuzzerTestOneInput(byte[] data) {
    Ast.Script script;
    try {
      script = new Dml().parse(new Source("fuzz", new String(data, StandardCharsets.UTF_8)));
    } catch (ScriptError e) {
      if (e.render().isEmpty()) {
        throw new AssertionError("an error without a text");
      }
      return;
    }
    String text = AstText.of(script);
    String again = AstText.of(new Dml().parse(new Source("again", text)));
    if (!text.equals(again)) {
      throw new AssertionError("first: " + text + "\nagain: " + again);
    }
  }
}
