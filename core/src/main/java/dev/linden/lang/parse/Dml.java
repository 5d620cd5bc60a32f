package dev.linden.lang.parse;

import dev.linden.base.DeepStack;
import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Cell;
import dev.linden.lang.ast.Syntax;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.atn.PredictionMode;

/** DML, the R-like syntax. */
public final class Dml implements Syntax {
  /** Operators such as %*% are in the catalogue, too. */
  private static final Pattern FUNCTION = Pattern.compile("[A-Za-z][A-Za-z0-9_.]*");

  @Override
  public String name() {
    return "dml";
  }

  @Override
  public String ending() {
    return ".dml";
  }

  @Override
  public Ast.Script parse(Source source) {
    return DeepStack.call(() -> parsed(source));
  }

  @Override
  public Cell cell(Source source, Set<String> functions, Set<String> namespaces) {
    return DeepStack.call(() -> new CellParser(source).cell());
  }

  @Override
  public boolean isUnfinished(Source source) {
    return DeepStack.call(() -> new CellParser(source).isUnfinished());
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

  @Override
  public List<String> spellings(Collection<String> builtins) {
    return builtins.stream().filter(name -> FUNCTION.matcher(name).matches()).toList();
  }

  @Override
  public String qualified(String namespace, String function) {
    return namespace + "::" + function;
  }

  @Override
  public String importing(String namespace) {
    return "source(\"file.dml\") as " + namespace;
  }

  @Override
  public Problem worded(Problem problem) {
    return problem;
  }

  @Override
  public String hintForFunction(String name) {
    return ForeignNames.function(name);
  }

  @Override
  public String hintForVariable(String name) {
    return ForeignNames.variable(name);
  }
}
