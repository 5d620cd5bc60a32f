package dev.linden.lang.parse;

import dev.linden.base.DeepStack;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.atn.PredictionMode;

/** Text to syntax tree. */
public final class DmlParser {
  private DmlParser() {}

  /**
   * @throws dev.linden.base.ScriptError with all syntax errors of the text
   */
  public static Ast.Script parse(Source source) {
    return DeepStack.call(() -> parsed(source));
  }

  private static Ast.Script parsed(Source source) {
    SourceChars chars = new SourceChars(source);
    Problems problems = new Problems(chars);
    Tokens tokens = new Tokens(chars, problems);
    DmlGrammarParser parser =
        new DmlGrammarParser(new CommonTokenStream(new ListTokenSource(tokens.all())));
    parser.removeErrorListeners();
    parser.setErrorHandler(new Recovery(tokens, chars, problems));
    // Exact for this grammar: its only decision beyond one token is the else, which the first
    // alternative takes.
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    Ast.Script script = null;
    try {
      script = new AstBuilder(source, chars, problems).script(parser.script());
    } catch (BoundedParser.TooDeep e) {
      problems.add(e.token(), "this is nested too deeply", "split it into several statements");
    }
    if (!problems.isEmpty()) {
      throw ScriptError.beforeRun(problems.inOrder());
    }
    return script;
  }
}
