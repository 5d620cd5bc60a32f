package dev.linden.lang.parse;

import dev.linden.base.Cancellation;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;

/**
 * Base of the generated parser: refuses what is nested too deeply for a reader, and answers when
 * somebody calls the compilation off. A chain of {@code else if} is not nesting.
 */
abstract class BoundedParser extends Parser {
  /**
   * Rules entered at a time; a pair of parentheses takes two, a call or a nested statement four.
   */
  private static final int MAX_RULES = 1000;

  /** Rules between an {@code else} and the {@code if} behind it: body, statement, ifStatement. */
  private static final int RULES_OF_ELSE_IF = 3;

  private int rules;

  BoundedParser(TokenStream input) {
    super(input);
  }

  @Override
  public void enterRule(ParserRuleContext context, int state, int ruleIndex) {
    // Thrown before the rule's own try block: the rule that called this one is the last to be left.
    if (rules >= MAX_RULES) {
      throw new TooDeep(getCurrentToken());
    }
    Cancellation.checkThread();
    super.enterRule(context, state, ruleIndex);
    rules += levels(context);
  }

  /** How much deeper what is in the rule stands than what is around it. */
  private int levels(ParserRuleContext context) {
    boolean elseIf =
        context.getRuleIndex() == DmlGrammarParser.RULE_ifStatement
            && context.getStart().getTokenIndex() > 0
            && getTokenStream().get(context.getStart().getTokenIndex() - 1).getType()
                == DmlGrammarParser.ELSE;
    return elseIf ? 1 - RULES_OF_ELSE_IF : 1;
  }

  @Override
  public void exitRule() {
    rules -= levels(getContext());
    super.exitRule();
  }

  /** Ends the parse. Not a RecognitionException: no rule may recover from it. */
  static final class TooDeep extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Token token;

    TooDeep(Token token) {
      super(null, null, false, false);
      this.token = token;
    }

    Token token() {
      return token;
    }
  }
}
