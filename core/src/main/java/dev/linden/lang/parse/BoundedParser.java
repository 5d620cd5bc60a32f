package dev.linden.lang.parse;

import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;

/** Base of the generated parser: refuses to descend so deep that the stack could overflow. */
abstract class BoundedParser extends Parser {
  /**
   * Rules entered at a time; a pair of parentheses takes two, a call or a nested statement four.
   */
  private static final int MAX_RULES = 1000;

  private int rules;

  BoundedParser(TokenStream input) {
    super(input);
  }

  @Override
  public void enterRule(ParserRuleContext context, int state, int ruleIndex) {
    // Thrown before the rule's own try block: the rule that called this one is the last to be left.
    if (rules == MAX_RULES) {
      throw new TooDeep(getCurrentToken());
    }
    rules++;
    super.enterRule(context, state, ruleIndex);
  }

  @Override
  public void exitRule() {
    rules--;
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
