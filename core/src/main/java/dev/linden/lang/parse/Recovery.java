package dev.linden.lang.parse;

import java.util.List;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.misc.IntervalSet;

/**
 * What the parser does about an error: it reports one problem, gives up the statement and goes on
 * with the next one.
 *
 * <p>An error inside a statement climbs as an exception to the innermost enclosing {@code
 * statement} rule; a token that can't start a statement is met by {@link #sync} in the list of
 * statements. Both skip to where the next statement probably starts: behind the brackets around the
 * error, then after a {@code ;} or a brace, or at the first token of a line that looks like the
 * start of a statement. Line breaks mean nothing in DML, but a lot in practice.
 *
 * <p>To avoid follow-up errors, braces and {@code else} that belong to a skipped header are skipped
 * as well.
 */
final class Recovery extends DefaultErrorStrategy {
  private final Tokens tokens;
  private final SourceChars chars;
  private final SyntaxMessages messages;

  /**
   * Where the parser was when it first looked at the current token: there all that may follow is
   * known.
   */
  private int lookedAt = -1;

  private int state;
  private ParserRuleContext context;

  private boolean endReported;

  /** Ifs that were given up before their else. */
  private int brokenIfs;

  /** Blocks whose opening brace is missing. */
  private int unopenedBlocks;

  Recovery(Tokens tokens, SourceChars chars, Problems problems) {
    this.tokens = tokens;
    this.chars = chars;
    this.messages = new SyntaxMessages(tokens, chars, problems);
  }

  @Override
  public void reportError(Parser parser, RecognitionException error) {
    // recover reports, once the error has reached a statement
  }

  @Override
  public void recover(Parser parser, RecognitionException error) {
    if (!(parser.getContext() instanceof DmlGrammarParser.StatementContext statement)) {
      throw error;
    }
    if (mayReport(parser.getCurrentToken())) {
      messages.report(parser, error, expected(parser, error));
    }
    if (error.getCtx() instanceof DmlGrammarParser.BlockContext block
        && block.OPEN_BLOCK() == null) {
      unopenedBlocks++;
    }
    boolean elseWithBraces =
        skip(parser.getInputStream(), statement.getStart(), waitsForElse(statement));
    boolean brokenIf = statement.ifStatement() != null && statement.ifStatement().ELSE() == null;
    if (brokenIf && !elseWithBraces) {
      brokenIfs++;
    }
  }

  private IntervalSet expected(Parser parser, RecognitionException error) {
    return lookedAt == parser.getInputStream().index()
        ? parser.getATN().getExpectedTokens(state, context)
        : error.getExpectedTokens();
  }

  @Override
  public Token recoverInline(Parser parser) {
    throw new InputMismatchException(parser);
  }

  /**
   * Called at each decision. Only lists of statements recover here, every other rule fails at its
   * next token.
   */
  @Override
  public void sync(Parser parser) {
    int index = parser.getInputStream().index();
    if (index != lookedAt) {
      lookedAt = index;
      state = parser.getState();
      context = parser.getContext();
    }
    int rule = parser.getContext().getRuleIndex();
    if (rule != DmlGrammarParser.RULE_script && rule != DmlGrammarParser.RULE_block) {
      return;
    }
    TokenStream input = parser.getInputStream();
    skipSemicolons(input);
    while (!mayStandInList(input.LA(1), rule)) {
      Token token = input.LT(1);
      if (!isLeftOver(token) && mayReport(token)) {
        messages.reportInList(parser);
      }
      if (token.getType() == DmlGrammarParser.CLOSE_BLOCK) {
        input.consume();
      } else {
        skip(input, token, false);
        if (input.LT(1) == token) {
          input.consume();
        }
      }
      skipSemicolons(input);
      if (input.LA(1) == DmlGrammarParser.ELSE) { // its if is lost in what was skipped
        skipElse(input);
        skipSemicolons(input);
      }
    }
  }

  /** Whether the token belongs to a construct that was given up. */
  private boolean isLeftOver(Token token) {
    if (token.getType() == DmlGrammarParser.ELSE) {
      return brokenIfs > 0; // skipElse counts it
    }
    if (token.getType() == DmlGrammarParser.CLOSE_BLOCK && unopenedBlocks > 0) {
      unopenedBlocks--;
      return true;
    }
    return false;
  }

  private static boolean mayStandInList(int type, int rule) {
    return switch (type) {
      case DmlGrammarParser.ID,
          DmlGrammarParser.QUALIFIED,
          DmlGrammarParser.OPEN_TARGETS,
          DmlGrammarParser.SOURCE,
          DmlGrammarParser.SETWD,
          DmlGrammarParser.IF,
          DmlGrammarParser.WHILE,
          DmlGrammarParser.FOR,
          DmlGrammarParser.PARFOR,
          Token.EOF ->
          true;
      case DmlGrammarParser.CLOSE_BLOCK -> rule == DmlGrammarParser.RULE_block;
      default -> false;
    };
  }

  /**
   * Unknown tokens have been reported already, and one message about the end of the script is
   * enough.
   */
  private boolean mayReport(Token token) {
    if (token.getType() == Token.EOF) {
      boolean first = !endReported;
      endReported = true;
      return first;
    }
    return token.getType() != DmlGrammarParser.UNKNOWN;
  }

  /** Whether the statement is the body of an if that may still be followed by its else. */
  private static boolean waitsForElse(DmlGrammarParser.StatementContext statement) {
    ParserRuleContext context = statement.getParent();
    while (context instanceof DmlGrammarParser.BodyContext) {
      ParserRuleContext owner = context.getParent();
      if (owner instanceof DmlGrammarParser.IfStatementContext branch && branch.ELSE() == null) {
        return true;
      }
      context = owner.getParent().getParent();
    }
    return false;
  }

  /**
   * Skips what remains of the statement that begins with {@code start}.
   *
   * @return whether that ended with an opening brace
   */
  private boolean skip(TokenStream input, Token start, boolean stopAtElse) {
    leaveBrackets(input, start);
    while (true) {
      Token token = input.LT(1);
      switch (token.getType()) {
        case Token.EOF, DmlGrammarParser.CLOSE_BLOCK -> {
          return false;
        }
        case DmlGrammarParser.SEMICOLON -> {
          skipSemicolons(input);
          return false;
        }
        case DmlGrammarParser.OPEN_BLOCK -> {
          dropBraces(token);
          skipSemicolons(input);
          return true;
        }
        case DmlGrammarParser.ELSE -> {
          if (stopAtElse) {
            return false;
          }
          skipElse(input);
        }
        default -> {
          if (token != start && isFirstInLine(token) && looksLikeStatement(input)) {
            return false;
          }
          CommonToken closer = tokens.closerOf(token);
          skipPast(input, closer == null ? token : closer);
        }
      }
    }
  }

  /**
   * Goes behind the outermost bracket that was opened since the start and is closed after the
   * current token.
   */
  private void leaveBrackets(TokenStream input, Token start) {
    int current = input.LT(1).getTokenIndex();
    for (int i = start.getTokenIndex(); i < current; i++) {
      CommonToken token = tokens.all().get(i);
      CommonToken closer =
          token.getType() == DmlGrammarParser.OPEN_BLOCK ? null : tokens.closerOf(token);
      if (closer != null && closer.getTokenIndex() >= current) {
        skipPast(input, closer);
        return;
      }
    }
  }

  private boolean isFirstInLine(Token token) {
    int index = token.getTokenIndex();
    return index == 0 || chars.line(token) > chars.span(tokens.all().get(index - 1)).endLine();
  }

  private static boolean looksLikeStatement(TokenStream input) {
    return switch (input.LA(1)) {
      case DmlGrammarParser.QUALIFIED,
          DmlGrammarParser.OPEN_TARGETS,
          DmlGrammarParser.SOURCE,
          DmlGrammarParser.SETWD,
          DmlGrammarParser.IF,
          DmlGrammarParser.WHILE,
          DmlGrammarParser.FOR,
          DmlGrammarParser.PARFOR ->
          true;
      case DmlGrammarParser.ID ->
          switch (input.LA(2)) {
            case DmlGrammarParser.ASSIGN,
                DmlGrammarParser.ARROW,
                DmlGrammarParser.ACCUMULATE,
                DmlGrammarParser.OPEN,
                DmlGrammarParser.OPEN_INDEX,
                DmlGrammarParser.OPEN_TARGETS ->
                true;
            default -> false;
          };
      default -> false;
    };
  }

  private void skipElse(TokenStream input) {
    brokenIfs = Math.max(0, brokenIfs - 1);
    input.consume();
    if (input.LA(1) == DmlGrammarParser.OPEN_BLOCK) {
      dropBraces(input.LT(1));
    }
  }

  /**
   * The header of the block is lost: its statements join the surrounding list, and its braces do no
   * more than end a statement. So does an else after it, with its braces.
   */
  private void dropBraces(Token open) {
    List<CommonToken> all = tokens.all();
    CommonToken brace = all.get(open.getTokenIndex());
    while (brace.getType() == DmlGrammarParser.OPEN_BLOCK) {
      brace.setType(DmlGrammarParser.SEMICOLON);
      CommonToken closer = tokens.closerOf(brace);
      if (closer == null) {
        return;
      }
      closer.setType(DmlGrammarParser.SEMICOLON);
      CommonToken next = all.get(closer.getTokenIndex() + 1);
      if (next.getType() != DmlGrammarParser.ELSE) {
        return;
      }
      next.setType(DmlGrammarParser.SEMICOLON);
      brace = all.get(next.getTokenIndex() + 1);
    }
  }

  private static void skipSemicolons(TokenStream input) {
    while (input.LA(1) == DmlGrammarParser.SEMICOLON) {
      input.consume();
    }
  }

  private static void skipPast(TokenStream input, Token last) {
    while (input.LA(1) != Token.EOF && input.LT(1).getTokenIndex() <= last.getTokenIndex()) {
      input.consume();
    }
  }
}
