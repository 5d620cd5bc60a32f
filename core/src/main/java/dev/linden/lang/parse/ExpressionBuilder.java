package dev.linden.lang.parse;

import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.parse.DmlGrammarParser.ArgumentContext;
import dev.linden.lang.parse.DmlGrammarParser.BoundsContext;
import dev.linden.lang.parse.DmlGrammarParser.ExpressionContext;
import dev.linden.lang.parse.DmlGrammarParser.OperandContext;
import dev.linden.lang.parse.DmlGrammarParser.PositionsContext;
import dev.linden.op.Scalar;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Parse tree to expressions: operator precedence, literals, and what the grammar lets through. */
final class ExpressionBuilder {
  /**
   * Levels between an expression and the innermost one in it, as a reader counts them: operands of
   * a sum are all on one level, however many they are.
   */
  private static final int MAX_DEPTH = 500;

  /** Operators in one expression; later passes recurse over them (see {@code DeepStack}). */
  private static final int MAX_OPERATORS = 100_000;

  private static final int NOT_LEVEL = 3;
  private static final int SIGN_LEVEL = 9;
  private static final int POWER_LEVEL = 10;

  private final SourceChars chars;
  private final Problems problems;
  private final List<Ast.Name> names = new ArrayList<>();
  private int depth;

  ExpressionBuilder(SourceChars chars, Problems problems) {
    this.chars = chars;
    this.problems = problems;
  }

  /** All names read so far. */
  List<Ast.Name> names() {
    return names;
  }

  /** The right side of an assignment: an expression, or an {@code ifdef} by itself. */
  Ast.Expression buildRightSide(ExpressionContext context) {
    boolean alone = context.getChildCount() == 1;
    return alone && context.operand(0).IFDEF() != null
        ? ifDefined(context.operand(0))
        : build(context);
  }

  Ast.Expression build(ExpressionContext context) {
    int levels = 1 + nestingOperators(context.children);
    depth += levels;
    if (depth > MAX_DEPTH || context.children.size() > MAX_OPERATORS) {
      throw new BoundedParser.TooDeep(context.getStart());
    }
    Ast.Expression expression = new Climb(context.children).climb(0);
    depth -= levels;
    return expression;
  }

  /** Signs and powers put what follows one level deeper; all others group from the left. */
  private static int nestingOperators(List<ParseTree> parts) {
    int operators = 0;
    for (ParseTree part : parts) {
      boolean nests =
          part instanceof DmlGrammarParser.PrefixContext
              || (part instanceof DmlGrammarParser.BinaryContext binary
                  && binary.getStart().getType() == DmlGrammarParser.POWER);
      operators += nests ? 1 : 0;
    }
    return operators;
  }

  /** Precedence climbing over the flat list of operators and operands. */
  private final class Climb {
    private final List<ParseTree> parts;
    private int next;

    Climb(List<ParseTree> parts) {
      this.parts = parts;
    }

    /**
     * The longest expression from here on whose operators bind at least as tightly as the level.
     */
    Ast.Expression climb(int level) {
      int first = next;
      Ast.Expression left = operandOrPrefix();
      while (next < parts.size() && level(token(next).getType()) >= level) {
        Token operator = token(next++);
        int own = level(operator.getType());
        Ast.Expression right = climb(own == POWER_LEVEL ? own : own + 1);
        left =
            new Ast.Binary(operator.getText(), chars.span(operator), left, right, spanFrom(first));
      }
      return left;
    }

    /**
     * A prefix operator may be looser than the operator before it: {@code a * !b == c} is {@code a
     * * !(b == c)}.
     */
    private Ast.Expression operandOrPrefix() {
      int first = next++;
      if (parts.get(first) instanceof OperandContext operand) {
        return operand(operand);
      }
      Token operator = token(first);
      Ast.Expression operand =
          climb(operator.getType() == DmlGrammarParser.NOT ? NOT_LEVEL : SIGN_LEVEL);
      return new Ast.Unary(operator.getText(), chars.span(operator), operand, spanFrom(first));
    }

    private Token token(int part) {
      return ((ParserRuleContext) parts.get(part)).getStart();
    }

    private Span spanFrom(int first) {
      return chars.span(token(first), ((ParserRuleContext) parts.get(next - 1)).getStop());
    }
  }

  /** How tightly a binary operator binds. */
  private static int level(int operator) {
    return switch (operator) {
      case DmlGrammarParser.OR -> 1;
      case DmlGrammarParser.AND -> 2;
      case DmlGrammarParser.LESS,
          DmlGrammarParser.LESS_EQUAL,
          DmlGrammarParser.GREATER,
          DmlGrammarParser.GREATER_EQUAL,
          DmlGrammarParser.EQUAL,
          DmlGrammarParser.NOT_EQUAL ->
          4;
      case DmlGrammarParser.PLUS, DmlGrammarParser.MINUS -> 5;
      case DmlGrammarParser.TIMES, DmlGrammarParser.DIVIDE -> 6;
      case DmlGrammarParser.INTEGER_DIVIDE, DmlGrammarParser.MODULO -> 7;
      case DmlGrammarParser.MATRIX_TIMES -> 8;
      case DmlGrammarParser.POWER -> POWER_LEVEL;
      default -> throw new IllegalArgumentException("not a binary operator: " + operator);
    };
  }

  private Ast.Expression operand(OperandContext context) {
    Token first = context.getStart();
    Span span = chars.span(first, context.getStop());
    return switch (first.getType()) {
      case DmlGrammarParser.INT ->
          new Ast.Literal(Scalar.of(Long.parseLong(first.getText())), span);
      case DmlGrammarParser.DOUBLE ->
          new Ast.Literal(Scalar.of(Double.parseDouble(first.getText())), span);
      case DmlGrammarParser.BOOLEAN ->
          new Ast.Literal(Scalar.of(first.getText().equals("TRUE")), span);
      case DmlGrammarParser.STRING ->
          new Ast.Literal(Scalar.of(Literals.unquote(first.getText())), span);
      case DmlGrammarParser.ARG -> argument(first);
      case DmlGrammarParser.ID -> named(context, first, span);
      case DmlGrammarParser.QUALIFIED -> call(first, context.arguments(), span);
      case DmlGrammarParser.OPEN -> build(context.expression(0));
      case DmlGrammarParser.OPEN_INDEX -> {
        List<Ast.Expression> elements = new ArrayList<>();
        for (ExpressionContext element : context.expression()) {
          elements.add(build(element));
        }
        yield new Ast.Vector(List.copyOf(elements), span);
      }
      case DmlGrammarParser.IFDEF -> {
        problems.add(
            span,
            "ifdef can only be the whole right side of an assignment",
            "write x = ifdef(...) first, then use x");
        yield ifDefined(context);
      }
      default -> throw new IllegalArgumentException("not an operand: " + first.getText());
    };
  }

  private Ast.Expression ifDefined(OperandContext context) {
    Ast.ScriptArgument argument = argument(context.ARG().getSymbol());
    Span span = chars.span(context.getStart(), context.getStop());
    return new Ast.IfDefined(argument, build(context.expression(0)), span);
  }

  private Ast.ScriptArgument argument(Token token) {
    return new Ast.ScriptArgument(token.getText().substring(1), chars.span(token));
  }

  private Ast.Expression named(OperandContext context, Token name, Span span) {
    if (context.arguments() != null) {
      return call(name, context.arguments(), span);
    }
    if (context.index() != null) {
      return new Ast.Indexed(
          name.getText(),
          chars.span(name),
          index(context.index(), context.index().positions()),
          span);
    }
    Scalar constant = Literals.CONSTANTS.get(name.getText());
    if (constant != null) {
      return new Ast.Literal(constant, span);
    }
    Ast.Name read = new Ast.Name(name.getText(), span);
    names.add(read);
    return read;
  }

  /** The name is an ID or, with its namespace, a QUALIFIED token. */
  Ast.Call call(Token name, DmlGrammarParser.ArgumentsContext arguments, Span span) {
    String text = name.getText();
    int separator = text.indexOf("::");
    String namespace = separator < 0 ? null : text.substring(0, separator);
    int start = separator < 0 ? 0 : separator + 2;
    Span nameSpan = chars.span(name.getStartIndex() + start, name.getStopIndex());
    return new Ast.Call(
        namespace, text.substring(start), nameSpan, arguments(arguments.argument()), span);
  }

  List<Ast.Argument> arguments(List<ArgumentContext> contexts) {
    List<Ast.Argument> arguments = new ArrayList<>();
    for (ArgumentContext context : contexts) {
      Span span = chars.span(context.getStart(), context.getStop());
      List<ExpressionContext> parts = context.expression();
      if (parts.size() == 1) {
        arguments.add(new Ast.Argument(null, null, build(parts.get(0)), span));
        continue;
      }
      Token name = parts.get(0).getStart();
      boolean plain = name == parts.get(0).getStop() && name.getType() == DmlGrammarParser.ID;
      if (!plain) {
        problems.add(
            chars.span(name, parts.get(0).getStop()),
            "expected the name of a parameter before '='",
            "a comparison is written with ==");
      }
      arguments.add(new Ast.Argument(name.getText(), chars.span(name), build(parts.get(1)), span));
    }
    return List.copyOf(arguments);
  }

  /**
   * @param brackets the positions with the brackets around them
   */
  Ast.Index index(ParserRuleContext brackets, PositionsContext positions) {
    Ast.Range rows = null;
    Ast.Range cols = null;
    boolean hasComma = false;
    List<ParseTree> parts = positions.children == null ? List.of() : positions.children;
    for (ParseTree part : parts) {
      if (part instanceof TerminalNode sign) {
        hasComma |= sign.getSymbol().getType() == DmlGrammarParser.COMMA;
      } else if (hasComma) {
        cols = range((BoundsContext) part);
      } else {
        rows = range((BoundsContext) part);
      }
    }
    return new Ast.Index(rows, cols, hasComma, chars.span(brackets.getStart(), brackets.getStop()));
  }

  private Ast.Range range(BoundsContext context) {
    List<ExpressionContext> bounds = context.expression();
    return new Ast.Range(build(bounds.get(0)), bounds.size() == 1 ? null : build(bounds.get(1)));
  }
}
