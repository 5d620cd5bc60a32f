package dev.linden.lang.parse;

import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Cell;
import dev.linden.lang.parse.DmlGrammarParser.ExpressionContext;
import dev.linden.lang.parse.DmlGrammarParser.ScriptContext;
import dev.linden.lang.parse.DmlGrammarParser.StatementContext;
import dev.linden.lang.parse.DmlGrammarParser.ValueContext;
import dev.linden.op.Catalogue;
import dev.linden.op.Op;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * Input of a session. A script ends where its grammar meets something else; if that is an
 * expression that begins a line and reaches to the end, it is the value of the input. So whatever
 * is a script means the same here as in a file.
 *
 * <p>The first error tells whether there may be more to come: at the end of the text, or in a
 * string or comment that is not closed.
 */
final class CellParser {
  private final Source source;
  private final SourceChars chars;
  private final Problems problems;
  private final Tokens tokens;
  private final CommonTokenStream stream;
  private final DmlGrammarParser parser;

  /** Where the first error is; -1 if there is none. */
  private int failedAt = -1;

  private Cell cell;

  /** The value whose errors count; null if those of the whole text do. */
  private RecognitionException valueError;

  CellParser(Source source) {
    this.source = source;
    chars = new SourceChars(source);
    problems = new Problems(chars);
    tokens = Tokens.ofCell(chars, problems);
    stream = new CommonTokenStream(new ListTokenSource(tokens.all()));
    parser = new DmlGrammarParser(stream);
    parser.removeErrorListeners();
    parser.setErrorHandler(new BailErrorStrategy());
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    try {
      parse();
    } catch (BoundedParser.TooDeep e) {
      problems.add(e.token(), "this is nested too deeply", "split it into several statements");
    }
  }

  /**
   * @throws ScriptError with all syntax errors of the text
   */
  Cell cell() {
    if (problems.isEmpty() && cell == null) {
      report();
    }
    if (!problems.isEmpty()) {
      throw ScriptError.beforeRun(problems.inOrder());
    }
    return cell;
  }

  /** Whether more text may make something valid of this one. */
  boolean isUnfinished() {
    return tokens.endsInside()
        || cell == null
            && failedAt >= 0
            && stream.get(failedAt).getType() == Token.EOF
            && !isWholeImport();
  }

  /** {@code source("x.dml")} looks whole to whoever forgot the name: waiting would not tell. */
  private boolean isWholeImport() {
    int end = failedAt;
    return end >= 4
        && stream.get(end - 1).getText().equals(")")
        && stream.get(end - 2).getType() == DmlGrammarParser.STRING
        && stream.get(end - 4).getType() == DmlGrammarParser.SOURCE;
  }

  private void parse() {
    try {
      build(parser.script().statement(), null);
    } catch (ParseCancellationException e) {
      parseValue((RecognitionException) e.getCause());
    }
  }

  private void parseValue(RecognitionException error) {
    failedAt = error.getOffendingToken().getTokenIndex();
    ScriptContext script = scriptOf(error.getCtx());
    for (int start : possibleStarts(error, script)) {
      stream.seek(start);
      try {
        ExpressionContext value = parser.value().expression();
        build(before(start, script), value);
        return;
      } catch (ParseCancellationException e) {
        RecognitionException inValue = (RecognitionException) e.getCause();
        if (inValue.getOffendingToken().getTokenIndex() > failedAt) {
          failedAt = inValue.getOffendingToken().getTokenIndex();
          // Something behind a whole expression: then that is no value, but a statement gone wrong.
          valueError = inValue.getCtx() instanceof ValueContext ? null : inValue;
        }
      }
    }
  }

  private static ScriptContext scriptOf(RuleContext context) {
    RuleContext outermost = context;
    while (!(outermost instanceof ScriptContext script)) {
      outermost = outermost.getParent();
    }
    return script;
  }

  /**
   * Where an expression may begin: the statement with the error, or, where no statement begins, the
   * call before that place, which may be the start of an expression, and the place itself.
   */
  private List<Integer> possibleStarts(RecognitionException error, ScriptContext script) {
    List<Integer> starts = new ArrayList<>();
    List<StatementContext> statements = script.statement();
    if (!statements.isEmpty()) {
      StatementContext last = statements.get(statements.size() - 1);
      boolean maybe = last.simpleStatement() != null && (error.getCtx() != script || isCall(last));
      if (maybe && beginsLine(last.getStart())) {
        starts.add(last.getStart().getTokenIndex());
      }
    }
    if (error.getCtx() == script && beginsLine(error.getOffendingToken())) {
      starts.add(error.getOffendingToken().getTokenIndex());
    }
    return starts;
  }

  private boolean beginsLine(Token token) {
    if (token.getTokenIndex() == 0) {
      return true;
    }
    CommonToken before = tokens.all().get(token.getTokenIndex() - 1);
    return before.getType() == DmlGrammarParser.SEMICOLON
        || before.getType() == DmlGrammarParser.CLOSE_BLOCK
        || chars.span(before).endLine() < chars.line(token);
  }

  private static List<StatementContext> before(int start, ScriptContext script) {
    return script.statement().stream()
        .filter(statement -> statement.getStart().getTokenIndex() < start)
        .toList();
  }

  /**
   * @param value null if there is none
   */
  private void build(List<StatementContext> contexts, ExpressionContext value) {
    AstBuilder builder = new AstBuilder(source, chars, problems);
    List<Ast.Statement> statements = new ArrayList<>(builder.topLevel(contexts));
    boolean hasValue = value != null;
    if (hasValue) {
      statements.add(shown(builder.value(value)));
    } else if (!contexts.isEmpty() && last(statements) instanceof Ast.CallStatement call) {
      boolean endsWithCall = isCall(contexts.get(contexts.size() - 1));
      if (endsWithCall && hasResult(call.call())) {
        statements.set(statements.size() - 1, shown(call.call()));
        hasValue = true;
      }
    }
    cell = new Cell(builder.script(statements), hasValue, words());
  }

  private static Ast.Statement last(List<Ast.Statement> statements) {
    return statements.isEmpty() ? null : statements.get(statements.size() - 1);
  }

  /** The last statement of the tree is that of the text: functions leave none. */
  private static boolean isCall(StatementContext statement) {
    return statement.simpleStatement() != null && statement.simpleStatement().arguments() != null;
  }

  /** Functions of the user may have none: such an assignment is a call. */
  private static boolean hasResult(Ast.Call call) {
    Op op = call.namespace() == null ? Catalogue.find(call.name()) : null;
    return op == null || op.results() > 0;
  }

  private static Ast.Statement shown(Ast.Expression value) {
    return new Ast.Assign(new Ast.Target(Cell.VALUE, null, value.span()), value, value.span());
  }

  private Set<String> words() {
    Set<String> words = new HashSet<>();
    for (CommonToken token : tokens.all()) {
      if (token.getType() == DmlGrammarParser.ID) {
        words.add(token.getText());
      } else if (token.getType() == DmlGrammarParser.STRING) {
        words.add(Literals.unquote(token.getText()));
      }
    }
    return words;
  }

  /** What is wrong, in the words of scripts; a value is no statement of one. */
  private void report() {
    if (valueError != null) {
      stream.seek(failedAt);
      new SyntaxMessages(tokens, chars, problems)
          .report(parser, valueError, valueError.getExpectedTokens());
    } else {
      stream.seek(0);
      parser.setErrorHandler(new Recovery(tokens, chars, problems));
      new AstBuilder(source, chars, problems).script(parser.script());
    }
  }
}
