package dev.linden.lang.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.misc.IntervalSet;

/**
 * Says in plain words what is wrong at a token the parser can't accept. Mistakes that are easy to
 * make (habits from R, from other languages) get a sentence of their own; everything else is
 * "expected this before that".
 */
final class SyntaxMessages {
  private static final Set<String> STATEMENTS_OF_R = Set.of("break", "next", "repeat");
  private static final Set<String> COMPOSITE_TYPES = Set.of("matrix", "frame", "list", "scalar");

  /** What may be named in "expected ...", in this order. */
  private static final int[] NAMEABLE = {
    DmlGrammarParser.IN, DmlGrammarParser.AS, DmlGrammarParser.IMPLEMENTED, DmlGrammarParser.ASSIGN,
    DmlGrammarParser.COMMA, DmlGrammarParser.OPEN, DmlGrammarParser.OPEN_INDEX,
        DmlGrammarParser.OPEN_BLOCK,
    DmlGrammarParser.CLOSE, DmlGrammarParser.CLOSE_INDEX, DmlGrammarParser.CLOSE_BLOCK
  };

  private final Tokens tokens;
  private final SourceChars chars;
  private final Problems problems;

  SyntaxMessages(Tokens tokens, SourceChars chars, Problems problems) {
    this.tokens = tokens;
    this.chars = chars;
    this.problems = problems;
  }

  /** An error inside a statement. */
  void report(Parser parser, RecognitionException error, IntervalSet expected) {
    Place place = new Place(parser, (ParserRuleContext) error.getCtx(), expected);
    if (!reportForeignOperator(place)
        && !reportMisplacedSign(place)
        && !reportUnfinishedHeader(place)
        && !reportType(place)
        && !reportMissingOperand(place)
        && !reportReservedWord(place)) {
      reportExpected(place);
    }
  }

  /** A token where a statement should start. */
  void reportInList(Parser parser) {
    Place place = new Place(parser, parser.getContext(), parser.getExpectedTokens());
    if (!reportForeignOperator(place) && !reportMisplacedSign(place)) {
      reportNoStatement(place);
    }
  }

  /** How other languages continue an if. */
  private static final Set<String> ELSE_IF = Set.of("elif", "elseif", "elsif");

  /** Where an error is: the token, its neighbours and what the parser would have accepted. */
  private final class Place {
    final ParserRuleContext context;
    final IntervalSet expected;
    final Token token;
    final Token previous;
    final Token next;
    private final TokenStream tokens;

    Place(Parser parser, ParserRuleContext context, IntervalSet expected) {
      this.context = context;
      this.expected = expected;
      this.token = parser.getCurrentToken();
      this.tokens = parser.getInputStream();
      this.previous = tokens.LT(-1);
      this.next = is(Token.EOF) ? token : parser.getInputStream().LT(2);
    }

    /** The token this many places before this one; null before the first. */
    Token back(int places) {
      return tokens.LT(-places);
    }

    /** The token in front of the brackets that end before this one; null if there is none. */
    Token beforeBrackets() {
      int depth = 0;
      for (int places = 1; back(places) != null; places++) {
        int type = back(places).getType();
        depth += type == DmlGrammarParser.CLOSE ? 1 : type == DmlGrammarParser.OPEN ? -1 : 0;
        if (depth == 0) {
          return type == DmlGrammarParser.OPEN ? back(places + 1) : null;
        }
      }
      return null;
    }

    boolean is(int type) {
      return token.getType() == type;
    }

    boolean follows(int type) {
      return previous != null && previous.getType() == type;
    }

    boolean isInLineOfPrevious() {
      return previous != null
          && !is(Token.EOF)
          && chars.span(previous).endLine() == chars.line(token);
    }

    boolean isIn(int rule) {
      return context.getRuleIndex() == rule;
    }

    boolean isInIndex() {
      return isIn(DmlGrammarParser.RULE_index)
          || isIn(DmlGrammarParser.RULE_targetIndex)
          || isIn(DmlGrammarParser.RULE_positions);
    }

    boolean isInList() {
      return isIn(DmlGrammarParser.RULE_script) || isIn(DmlGrammarParser.RULE_block);
    }

    boolean expectsOperand() {
      return !isInList() && expected.contains(DmlGrammarParser.INT);
    }

    boolean isInBrackets() {
      return expected.contains(DmlGrammarParser.CLOSE)
          || expected.contains(DmlGrammarParser.CLOSE_INDEX);
    }

    void report(String message, String hint) {
      problems.add(token, message, hint);
    }

    String quoted() {
      return is(Token.EOF) ? "the end of the script" : quote(token.getText());
    }
  }

  /** In quotes; long texts and those of several lines are cut. */
  private static String quote(String text) {
    String line = text.lines().findFirst().orElse("");
    boolean whole = line.length() == text.length() && line.length() <= 40;
    return whole ? "'" + text + "'" : "'" + line.substring(0, Math.min(37, line.length())) + "...'";
  }

  /** Operators of other languages that the lexer sees as two. */
  private boolean reportForeignOperator(Place place) {
    return reportForeignOperator(place.previous, place.token)
        || reportForeignOperator(place.token, place.next);
  }

  private boolean reportForeignOperator(Token first, Token second) {
    if (first == null || first.getStopIndex() + 1 != second.getStartIndex()) {
      return false;
    }
    int type = first.getType();
    String hint;
    if (isArithmetic(type) && second.getType() == DmlGrammarParser.ASSIGN) {
      hint = "only += exists; write x = x " + first.getText() + " ...";
    } else if (type == DmlGrammarParser.TIMES && second.getType() == DmlGrammarParser.TIMES) {
      hint = "use ^ for powers";
    } else if (type == DmlGrammarParser.MINUS && second.getType() == DmlGrammarParser.GREATER) {
      hint = "the target stands on the left: x = ... or x <- ...";
    } else {
      return false;
    }
    String sign = first.getText() + second.getText();
    problems.add(chars.span(first, second), "'" + sign + "' is not an operator of DML", hint);
    return true;
  }

  private static boolean isArithmetic(int type) {
    return type == DmlGrammarParser.MINUS
        || type == DmlGrammarParser.TIMES
        || type == DmlGrammarParser.DIVIDE
        || type == DmlGrammarParser.POWER
        || type == DmlGrammarParser.MODULO
        || type == DmlGrammarParser.INTEGER_DIVIDE
        || type == DmlGrammarParser.MATRIX_TIMES
        || type == DmlGrammarParser.AND
        || type == DmlGrammarParser.OR;
  }

  /**
   * Signs that exist, but not here: assignments and ranges inside expressions, an index after a
   * value.
   */
  private boolean reportMisplacedSign(Place place) {
    switch (place.token.getType()) {
      case DmlGrammarParser.ASSIGN, DmlGrammarParser.ARROW, DmlGrammarParser.ACCUMULATE -> {
        return reportAssignment(place);
      }
      case DmlGrammarParser.COLON -> {
        return reportColon(place);
      }
      case DmlGrammarParser.OPEN_INDEX, DmlGrammarParser.OPEN -> {
        return reportBracketAfterValue(place);
      }
      default -> {
        return false;
      }
    }
  }

  /** The operator that ends the line before the one of this token, or null. */
  private Token operatorAtLineEnd(Place place) {
    int places = 1;
    while (place.back(places) != null
        && chars.line(place.back(places)) == chars.line(place.token)) {
      places++;
    }
    Token last = place.back(places);
    return last != null && last.getText().matches("[-+*/^%<>=!&|]+") ? last : null;
  }

  private void reportOperatorAtLineEnd(Token operator, String next) {
    problems.add(
        operator,
        "'"
            + operator.getText()
            + "' has no right operand in its line, and the next line is "
            + next,
        "an operator at the end of a line continues the expression in the next one");
  }

  /** What follows can't be an operand, and stands in a line of its own. */
  private boolean reportMissingOperand(Place place) {
    if (place.isIn(DmlGrammarParser.RULE_target) && operatorAtLineEnd(place) != null) {
      reportOperatorAtLineEnd(operatorAtLineEnd(place), "an assignment"); // to X[1, 2]
      return true;
    }
    if (!place.expectsOperand()
        || place.is(Token.EOF)
        || place.isInLineOfPrevious()
        || operatorAtLineEnd(place) == null) {
      return false;
    }
    reportOperatorAtLineEnd(operatorAtLineEnd(place), "no expression");
    return true;
  }

  private boolean reportAssignment(Place place) {
    if (place.expectsOperand() || place.isIn(DmlGrammarParser.RULE_forStatement)) {
      return false;
    }
    if (place.is(DmlGrammarParser.ARROW) && place.isInBrackets()) {
      boolean simple = isSimple(place.previous) && isSimple(place.next);
      String comparison =
          simple
              ? place.previous.getText() + " < -" + place.next.getText()
              : "< - with a blank between";
      place.report(
          "'<-' is the assignment arrow and can't stand in an expression",
          "to compare, write " + comparison);
    } else if (place.isIn(DmlGrammarParser.RULE_arguments)) {
      place.report("assignment is not an expression", "a comparison is written with ==");
    } else if (place.isInBrackets()) {
      place.report("'" + place.token.getText() + "' is not a comparison", "write == to compare");
    } else if (!place.isInList()) {
      return false;
    } else if (followsCall(place)) {
      place.report("a function call can't be assigned to", null);
    } else if (followsAssignment(place) && operatorAtLineEnd(place) != null) {
      reportOperatorAtLineEnd(operatorAtLineEnd(place), "an assignment");
    } else if (followsAssignment(place)) {
      place.report("assignment is not an expression", "write one assignment per statement");
    } else {
      return false;
    }
    return true;
  }

  private static boolean isSimple(Token token) {
    return token.getType() == DmlGrammarParser.ID
        || token.getType() == DmlGrammarParser.INT
        || token.getType() == DmlGrammarParser.DOUBLE;
  }

  private static boolean followsCall(Place place) {
    DmlGrammarParser.SimpleStatementContext last = lastStatement(place);
    return last != null && last.assignment() == null && last.arguments() != null;
  }

  private static boolean followsAssignment(Place place) {
    DmlGrammarParser.SimpleStatementContext last = lastStatement(place);
    return last != null && (last.assignment() != null || last.targets() != null);
  }

  /** The simple statement that ends right before the token, or null. */
  private static DmlGrammarParser.SimpleStatementContext lastStatement(Place place) {
    int children = place.context.getChildCount();
    if (children == 0
        || place.follows(DmlGrammarParser.SEMICOLON)
        || !(place.context.getChild(children - 1)
            instanceof DmlGrammarParser.StatementContext last)) {
      return null;
    }
    while (last.simpleStatement() == null) {
      DmlGrammarParser.BodyContext body = lastBody(last);
      if (body == null || body.statement() == null) {
        return null;
      }
      last = body.statement();
    }
    return last.simpleStatement();
  }

  private static DmlGrammarParser.BodyContext lastBody(
      DmlGrammarParser.StatementContext statement) {
    if (statement.ifStatement() != null && !statement.ifStatement().body().isEmpty()) {
      List<DmlGrammarParser.BodyContext> bodies = statement.ifStatement().body();
      return bodies.get(bodies.size() - 1);
    }
    if (statement.whileStatement() != null) {
      return statement.whileStatement().body();
    }
    return statement.forStatement() == null ? null : statement.forStatement().body();
  }

  private boolean reportColon(Place place) {
    if (place.next.getType() == DmlGrammarParser.COLON) {
      place.report(
          "unexpected '::'",
          "a function of a namespace is called as ns::name(...), without blanks around ::");
    } else if (place.expectsOperand()) {
      boolean lowerBound =
          place.follows(DmlGrammarParser.OPEN_INDEX)
              || place.follows(DmlGrammarParser.OPEN_TARGETS)
              || place.follows(DmlGrammarParser.COMMA);
      if (!lowerBound) {
        return false;
      }
      place.report("the range has no lower bound", "write both bounds, for example 1:n");
    } else if (place.isInIndex() || place.isIn(DmlGrammarParser.RULE_forStatement)) {
      place.report("a range has only two bounds", null);
    } else {
      boolean simple = place.previous != null && isSimple(place.previous) && isSimple(place.next);
      String call =
          simple
              ? "seq(" + place.previous.getText() + ", " + place.next.getText() + ")"
              : "seq(from, to)";
      place.report("':' is only for indexes and for loops", "use " + call);
    }
    return true;
  }

  private boolean reportBracketAfterValue(Place place) {
    if (!place.isInLineOfPrevious() || place.expectsOperand()) {
      return false;
    }
    boolean afterBracket =
        place.follows(DmlGrammarParser.CLOSE) || place.follows(DmlGrammarParser.CLOSE_INDEX);
    boolean afterLiteral =
        place.follows(DmlGrammarParser.INT)
            || place.follows(DmlGrammarParser.DOUBLE)
            || place.follows(DmlGrammarParser.STRING)
            || place.follows(DmlGrammarParser.BOOLEAN)
            || place.follows(DmlGrammarParser.ARG);
    if (!afterBracket && !afterLiteral
        || !place.isInList() && !place.expected.contains(DmlGrammarParser.PLUS)) {
      return false;
    }
    if (place.is(DmlGrammarParser.OPEN_INDEX)) {
      place.report(
          "only a variable can be indexed", "assign the result to a variable first, then index it");
    } else {
      place.report("only a named function can be called", null);
    }
    return true;
  }

  private void reportBlock(Place place) {
    Token word = place.beforeBrackets();
    if (word != null && ELSE_IF.contains(word.getText())) {
      problems.add(word, "'" + word.getText() + "' is no word of DML", "write else if (...)");
    } else {
      place.report(
          "unexpected '{'",
          "a block stands after if, else, while, for, parfor or a function header");
    }
  }

  private void reportNoStatement(Place place) {
    String text = place.token.getText();
    switch (place.token.getType()) {
      case DmlGrammarParser.ELSE ->
          place.report("'else' without 'if'", "several statements between if and else need braces");
      case DmlGrammarParser.RETURN ->
          place.report(
              "there is no return statement in DML",
              "assign to the result variables that the function's return (...) names");
      case DmlGrammarParser.FUNCTION, DmlGrammarParser.EXTERNAL_FUNCTION ->
          place.report("a function needs a name", "write name = " + text + "(...)");
      case DmlGrammarParser.OPEN_BLOCK -> reportBlock(place);
      case DmlGrammarParser.CLOSE_BLOCK ->
          place.report("unexpected '}'", "there is no open '{' here");
      case DmlGrammarParser.CLOSE -> place.report("unexpected ')'", "there is no open '(' here");
      case DmlGrammarParser.CLOSE_INDEX ->
          place.report("unexpected ']'", "there is no open '[' here");
      case DmlGrammarParser.COMMA,
          DmlGrammarParser.ASSIGN,
          DmlGrammarParser.ARROW,
          DmlGrammarParser.ACCUMULATE ->
          place.report("unexpected " + place.quoted(), null);
      default -> reportExpressionAlone(place, text);
    }
  }

  private void reportExpressionAlone(Place place, String text) {
    boolean assigned =
        place.next.getType() == DmlGrammarParser.ASSIGN
            || place.next.getType() == DmlGrammarParser.ARROW
            || place.next.getType() == DmlGrammarParser.ACCUMULATE;
    if (place.is(DmlGrammarParser.ARG) && assigned) {
      place.report("the script argument " + text + " can't be assigned", null);
    } else if (place.is(DmlGrammarParser.VALUE_TYPE)
        && place.next.getType() == DmlGrammarParser.ID) {
      place.report(
          reserved(text),
          "variables have no declared type: write " + place.next.getText() + " = ...");
    } else if (isReserved(place.token.getType())
        && (assigned || !place.is(DmlGrammarParser.BOOLEAN))) {
      place.report(reserved(text), assigned ? "choose another name" : null);
    } else if (assigned && !place.isInLineOfPrevious()) {
      place.report(place.quoted() + " can't be assigned to", null);
    } else if (lastStatement(place) != null
        && place.isInLineOfPrevious()
        && !isBinary(place.token.getType())) {
      place.report("expected an operator before " + place.quoted(), likelyCause(place));
    } else {
      place.report("an expression alone is not a statement", "assign it to a variable or print it");
    }
  }

  private static boolean isBinary(int type) {
    return type >= DmlGrammarParser.POWER
        && type <= DmlGrammarParser.OR
        && type != DmlGrammarParser.NOT;
  }

  private static boolean isReserved(int type) {
    return type >= DmlGrammarParser.AS && type <= DmlGrammarParser.VALUE_TYPE;
  }

  private static String reserved(String word) {
    return "'" + word + "' is a reserved word";
  }

  /** Errors whose usual cause lies in the construct around them. */
  private boolean reportUnfinishedHeader(Place place) {
    if (place.is(Token.EOF) && place.isIn(DmlGrammarParser.RULE_block)) {
      problems.add(
          place.context.getStart(),
          "'{' is not closed",
          "a '}' is missing before the end of the script");
      return true;
    }
    boolean opensHeader = place.expected.contains(DmlGrammarParser.OPEN);
    if (opensHeader
        && place.previous == place.context.getStart()
        && isReserved(place.previous.getType())
        && (place.is(DmlGrammarParser.ASSIGN) || place.is(DmlGrammarParser.ACCUMULATE))) {
      problems.add(place.previous, reserved(place.previous.getText()), "choose another name");
      return true;
    }
    boolean startsWithName =
        place.isIn(DmlGrammarParser.RULE_simpleStatement)
            || place.isIn(DmlGrammarParser.RULE_assignment);
    if (startsWithName && place.expected.contains(DmlGrammarParser.ACCUMULATE)) {
      return reportNameAlone(place);
    }
    if (place.expectsOperand()
        && place.follows(DmlGrammarParser.COLON)
        && (place.is(DmlGrammarParser.COMMA)
            || place.is(DmlGrammarParser.CLOSE_INDEX)
            || place.is(DmlGrammarParser.CLOSE))) {
      place.report("the range has no upper bound", "write both bounds, for example 2:nrow(X)");
      return true;
    }
    if (place.isInIndex() && place.is(DmlGrammarParser.COMMA)) {
      place.report("an index has at most two positions", null);
      return true;
    }
    if (place.isIn(DmlGrammarParser.RULE_operand)
        && place.expected.contains(DmlGrammarParser.ARG)
        && !place.expectsOperand()) {
      place.report("ifdef needs a script argument such as $name first", "ifdef($name, default)");
      return true;
    }
    if (place.expected.size() == 1 && place.expected.contains(DmlGrammarParser.STRING)) {
      place.report("expected a string literal before " + place.quoted(), null);
      return true;
    }
    return false;
  }

  /** A name starts a statement, but no assignment or call follows. */
  private boolean reportNameAlone(Place place) {
    if (place.follows(DmlGrammarParser.ID) && STATEMENTS_OF_R.contains(place.previous.getText())) {
      String word = place.previous.getText();
      String hint =
          word.equals("repeat")
              ? "use while"
              : "use a while loop whose condition says when to go on";
      problems.add(place.previous, "there is no " + word + " statement in DML", hint);
      return true;
    }
    if (isBinary(place.token.getType())) {
      place.report("an expression alone is not a statement", "assign it to a variable or print it");
      return true;
    }
    return false;
  }

  private boolean reportType(Place place) {
    if (place.isIn(DmlGrammarParser.RULE_type)
        && place.expected.contains(DmlGrammarParser.OPEN_INDEX)) {
      String word = place.previous.getText();
      boolean alone =
          place.is(DmlGrammarParser.COMMA)
              || place.is(DmlGrammarParser.CLOSE)
              || place.is(DmlGrammarParser.ASSIGN);
      if (alone) {
        problems.add(
            place.previous,
            "'" + word + "' needs a type",
            "for example double " + word + " or matrix[double] " + word);
      } else if (COMPOSITE_TYPES.contains(word.toLowerCase(Locale.ROOT))) {
        String cells =
            word.equalsIgnoreCase("list")
                ? "unknown"
                : word.equalsIgnoreCase("frame") ? "string" : "double";
        problems.add(
            place.previous,
            "the type '" + word + "' is not complete",
            "write " + word + "[" + cells + "]");
      } else {
        problems.add(place.previous, "'" + word + "' is not a type", AstBuilder.TYPES_HINT);
      }
      return true;
    }
    if (place.expected.contains(DmlGrammarParser.VALUE_TYPE)) {
      place.report("expected a type before " + place.quoted(), AstBuilder.TYPES_HINT);
      return true;
    }
    return false;
  }

  private boolean reportReservedWord(Place place) {
    boolean nameExpected = place.expectsOperand() || place.expected.contains(DmlGrammarParser.ID);
    int type = place.token.getType();
    if (!nameExpected || !isReserved(type) || place.expected.contains(DmlGrammarParser.IF)) {
      return false;
    }
    boolean statement =
        type == DmlGrammarParser.IF
            || type == DmlGrammarParser.WHILE
            || type == DmlGrammarParser.FOR
            || type == DmlGrammarParser.PARFOR;
    if (place.expectsOperand()
        && (statement || type == DmlGrammarParser.SOURCE || type == DmlGrammarParser.SETWD)) {
      if (!place.isInLineOfPrevious()) {
        return false;
      }
      String hint =
          type == DmlGrammarParser.IF
              ? "use ifelse(condition, a, b), or assign in both branches"
              : null;
      place.report(
          "'" + place.token.getText() + "' is a statement and can't stand in an expression", hint);
    } else if (type == DmlGrammarParser.FUNCTION || type == DmlGrammarParser.EXTERNAL_FUNCTION) {
      place.report(
          "a function can't stand in an expression",
          "define it at the top level as name = function(...)");
    } else if (type == DmlGrammarParser.ELSE && place.expectsOperand()) {
      return false;
    } else {
      place.report(reserved(place.token.getText()), null);
    }
    return true;
  }

  private void reportExpected(Place place) {
    String expected = describe(place);
    String message =
        expected.isEmpty()
            ? "unexpected " + place.quoted()
            : "expected " + expected + " before " + place.quoted();
    place.report(message, likelyCause(place));
  }

  /** A hint at what probably went wrong before the token, or null. */
  private String likelyCause(Place place) {
    if (place.follows(DmlGrammarParser.STRING)
        && chars.span(place.previous).line() < chars.span(place.previous).endLine()) {
      return "perhaps the string that starts in line "
          + chars.line(place.previous)
          + " should end earlier";
    }
    if (place.isIn(DmlGrammarParser.RULE_target)) {
      return "[a, b] = f(...) assigns the results of a function to variables";
    }
    return place.isInBrackets() ? openBracketHint(place) : null;
  }

  private static String describe(Place place) {
    IntervalSet expected = place.expected;
    boolean brackets = place.isInBrackets();
    if (expected.contains(DmlGrammarParser.IF)) {
      return "a statement";
    }
    if (place.expectsOperand() && !(brackets && place.is(Token.EOF))) {
      return "an expression";
    }
    boolean onlyClosers = place.expectsOperand() || place.isInBrackets() && place.is(Token.EOF);
    List<String> words = new ArrayList<>();
    if (expected.contains(DmlGrammarParser.ID) && !onlyClosers) {
      words.add("a name");
    }
    for (int type : NAMEABLE) {
      boolean lessLikely =
          type == DmlGrammarParser.OPEN_INDEX && expected.contains(DmlGrammarParser.ASSIGN)
              || type == DmlGrammarParser.ASSIGN && expected.contains(DmlGrammarParser.COMMA)
              || type == DmlGrammarParser.OPEN && expected.contains(DmlGrammarParser.POWER)
              || type == DmlGrammarParser.OPEN_INDEX && expected.contains(DmlGrammarParser.POWER);
      boolean closes = type == DmlGrammarParser.CLOSE || type == DmlGrammarParser.CLOSE_INDEX;
      if (expected.contains(type) && !lessLikely && (closes || !onlyClosers)) {
        words.add(DmlGrammarParser.VOCABULARY.getLiteralName(type));
      }
    }
    if (words.size() < 2) {
      return String.join("", words);
    }
    return String.join(", ", words.subList(0, words.size() - 1))
        + " or "
        + words.get(words.size() - 1);
  }

  /** Names the line of the open bracket when it is another one. */
  private String openBracketHint(Place place) {
    int closed = 0;
    for (int i = place.token.getTokenIndex() - 1; i >= 0; i--) {
      CommonToken token = tokens.all().get(i);
      switch (token.getType()) {
        case DmlGrammarParser.CLOSE, DmlGrammarParser.CLOSE_INDEX -> closed++;
        case DmlGrammarParser.OPEN, DmlGrammarParser.OPEN_INDEX, DmlGrammarParser.OPEN_TARGETS -> {
          if (closed == 0) {
            int line = chars.line(token);
            boolean sameLine = chars.span(place.token).line() == line;
            return sameLine
                ? null
                : "the '" + token.getText() + "' in line " + line + " is not closed";
          }
          closed--;
        }
        case DmlGrammarParser.OPEN_BLOCK, DmlGrammarParser.CLOSE_BLOCK -> {
          return null;
        }
        default -> {}
      }
    }
    return null;
  }
}
