package dev.linden.lang.pydml;

import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.parse.Dml;
import dev.linden.testkit.AstText;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Target of coverage-guided fuzzing: any text is a script or has errors with a place, which can be
 * put into words again, and the script is one of DML too, unless it has names that are none there.
 * {@link dev.linden.FuzzCorpusTest} runs it on what fuzzing has found so far.
 */
public final class PydmlFuzz {
  private static final Pattern WORDS_OF_DML =
      Pattern.compile(
          "\\b(as|externalFunction|function|ifdef|implemented|return|setwd|source|TRUE|FALSE"
              + "|[iI]nt|[iI]nteger|[dD]ouble|[bB]oolean|[sS]tring|[uU]nknown|NULL|NA)\\b"
              + "|\\b(def|defExternal)\\b" // perhaps of a built-in, which DML can't call then
              + "|\\.[^=]*="); // the name of an argument may have any dot

  private PydmlFuzz() {}

  public static void fuzzerTestOneInput(byte[] data) {
    String text = new String(data, StandardCharsets.UTF_8);
    Pydml pydml = new Pydml();
    Ast.Script script;
    try {
      script = pydml.parse(new Source("fuzz", text));
    } catch (ScriptError e) {
      for (Problem problem : e.problems()) {
        if (problem.render().isEmpty() || pydml.worded(problem).render().isEmpty()) {
          throw new AssertionError("an error without a text", e);
        }
      }
      return;
    }
    String dml = AstText.of(script);
    try {
      String again = AstText.of(new Dml().parse(new Source("again", dml)));
      if (!dml.equals(again)) {
        throw new AssertionError("first: " + dml + "\nagain: " + again);
      }
    } catch (ScriptError e) {
      if (!WORDS_OF_DML.matcher(text).find()) {
        throw new AssertionError("not DML: " + dml + "\n" + e.render(), e);
      }
    }
  }
}
