package dev.linden.lang.parse;

import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.parse.DmlGrammarParser.AssignmentContext;
import dev.linden.lang.parse.DmlGrammarParser.BodyContext;
import dev.linden.lang.parse.DmlGrammarParser.ForStatementContext;
import dev.linden.lang.parse.DmlGrammarParser.IfStatementContext;
import dev.linden.lang.parse.DmlGrammarParser.ParameterContext;
import dev.linden.lang.parse.DmlGrammarParser.ResultsContext;
import dev.linden.lang.parse.DmlGrammarParser.ScriptContext;
import dev.linden.lang.parse.DmlGrammarParser.SimpleStatementContext;
import dev.linden.lang.parse.DmlGrammarParser.StatementContext;
import dev.linden.lang.parse.DmlGrammarParser.TargetIndexContext;
import dev.linden.lang.parse.DmlGrammarParser.TypedNameContext;
import dev.linden.op.DataType;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * Parse tree to syntax tree. Leaves out statements the parser gave up, and reports what the grammar
 * lets through but DML does not allow.
 */
final class AstBuilder {
  static final String TYPES_HINT =
      "the types are int, double, boolean, string, matrix[double], frame[string], frame[unknown],"
          + " list[unknown]";

  /** Names with a meaning in R that users expect here too. */
  private static final Set<String> VALUES_OF_R = Set.of("NULL", "NA");

  private final Source source;
  private final SourceChars chars;
  private final Problems problems;
  private final ExpressionBuilder expressions;
  private final List<Ast.Function> functions = new ArrayList<>();
  private final Set<String> assigned = new HashSet<>();

  AstBuilder(Source source, SourceChars chars, Problems problems) {
    this.source = source;
    this.chars = chars;
    this.problems = problems;
    this.expressions = new ExpressionBuilder(chars, problems);
  }

  Ast.Script script(ScriptContext context) {
    return script(topLevel(context.statement()));
  }

  /** Statements outside of functions; the functions among them are kept for the script. */
  List<Ast.Statement> topLevel(List<StatementContext> contexts) {
    return statements(contexts, true);
  }

  /** The expression at the end of an input of a session. */
  Ast.Expression value(DmlGrammarParser.ExpressionContext context) {
    return expressions.build(context);
  }

  /** A script of these statements and of the functions that were found on the way. */
  Ast.Script script(List<Ast.Statement> statements) {
    for (Ast.Name name : expressions.names()) {
      if (VALUES_OF_R.contains(name.name()) && !assigned.contains(name.name())) {
        problems.add(name.span(), "there is no " + name.name() + " in DML", null);
      }
    }
    return new Ast.Script(source, List.copyOf(functions), List.copyOf(statements));
  }

  private List<Ast.Statement> statements(List<StatementContext> contexts, boolean topLevel) {
    List<Ast.Statement> statements = new ArrayList<>(contexts.size());
    for (StatementContext context : contexts) {
      addStatement(context, topLevel, statements);
    }
    return List.copyOf(statements);
  }

  private void addStatement(
      StatementContext context, boolean topLevel, List<Ast.Statement> statements) {
    if (context.exception != null) {
      return; // reported by the parser
    }
    if (context.ifStatement() != null) {
      statements.add(ifStatement(context.ifStatement()));
    } else if (context.whileStatement() != null) {
      BodyContext body = context.whileStatement().body();
      Ast.Expression predicate = expressions.build(context.whileStatement().expression());
      List<Ast.Statement> built = body(body);
      Span span = span(context.getStart(), body, built);
      statements.add(new Ast.While(predicate, built, span));
    } else if (context.forStatement() != null) {
      statements.add(forStatement(context.forStatement()));
    } else {
      addSimple(context.simpleStatement(), topLevel, statements);
    }
  }

  private void addSimple(
      SimpleStatementContext context, boolean topLevel, List<Ast.Statement> statements) {
    Token first = context.getStart();
    Span span = chars.span(first, context.getStop());
    switch (first.getType()) {
      case DmlGrammarParser.SOURCE ->
          statements.add(
              new Ast.Import(string(context.STRING().getSymbol()), context.ID().getText(), span));
      case DmlGrammarParser.SETWD ->
          statements.add(new Ast.SetWorkingDirectory(string(context.STRING().getSymbol()), span));
      case DmlGrammarParser.OPEN_TARGETS -> statements.add(multiAssign(context, span));
      default -> {
        if (context.arguments() != null) {
          statements.add(
              new Ast.CallStatement(expressions.call(first, context.arguments(), span), span));
        } else {
          addAssignment(context, topLevel, span, statements);
        }
      }
    }
  }

  private static String string(Token token) {
    return Literals.unquote(token.getText());
  }

  private void addAssignment(
      SimpleStatementContext context, boolean topLevel, Span span, List<Ast.Statement> statements) {
    AssignmentContext assignment = context.assignment();
    if (assignment.expression() == null) {
      addFunction(context, topLevel, span);
      return;
    }
    Ast.Target target = target(context.ID().getSymbol(), context.targetIndex());
    if (assignment.getStart().getType() == DmlGrammarParser.ACCUMULATE) {
      statements.add(new Ast.Accumulate(target, expressions.build(assignment.expression()), span));
    } else {
      statements.add(
          new Ast.Assign(target, expressions.buildRightSide(assignment.expression()), span));
    }
  }

  private Ast.Statement multiAssign(SimpleStatementContext context, Span span) {
    List<Ast.Target> targets = new ArrayList<>();
    for (DmlGrammarParser.TargetContext target : context.targets().target()) {
      targets.add(target(target.ID().getSymbol(), target.targetIndex()));
    }
    DmlGrammarParser.ExpressionContext value = context.expression();
    boolean plainCall = value.getChildCount() == 1 && value.operand(0).arguments() != null;
    if (!plainCall) {
      problems.add(
          chars.span(value.getStart(), value.getStop()),
          "only a function call can be assigned to several variables",
          null);
      // Stands in for the missing call: the reported problem keeps the tree from leaving the
      // parser.
      Ast.Expression expression = expressions.build(value);
      return new Ast.MultiAssign(
          targets, new Ast.Call(null, "", expression.span(), List.of(), expression.span()), span);
    }
    return new Ast.MultiAssign(List.copyOf(targets), (Ast.Call) expressions.build(value), span);
  }

  private Ast.Target target(Token name, TargetIndexContext index) {
    defines(name);
    Span span = chars.span(name, index == null ? name : index.getStop());
    return new Ast.Target(
        name.getText(), index == null ? null : expressions.index(index, index.positions()), span);
  }

  /** Notes that a variable of this name exists. */
  private void defines(Token name) {
    if (Literals.CONSTANTS.containsKey(name.getText())) {
      problems.add(
          name,
          "'" + name.getText() + "' is a constant and can't be assigned",
          "choose another name");
    }
    assigned.add(name.getText());
  }

  private Ast.Statement ifStatement(IfStatementContext context) {
    Ast.Expression predicate = expressions.build(context.expression());
    List<BodyContext> bodies = context.body();
    List<Ast.Statement> then = body(bodies.get(0));
    List<Ast.Statement> otherwise = bodies.size() == 1 ? List.of() : body(bodies.get(1));
    boolean hasElse = bodies.size() > 1;
    Span span = span(context.getStart(), bodies.get(hasElse ? 1 : 0), hasElse ? otherwise : then);
    return new Ast.If(predicate, then, otherwise, span);
  }

  private List<Ast.Statement> body(BodyContext context) {
    return context.block() != null
        ? statements(context.block().statement(), false)
        : statements(List.of(context.statement()), false);
  }

  /**
   * To the end of the body, without the semicolons after it.
   *
   * @param built the statements of the body
   */
  private Span span(Token first, BodyContext body, List<Ast.Statement> built) {
    if (body.block() != null) {
      return chars.span(first, body.block().getStop());
    }
    SimpleStatementContext simple = body.statement().simpleStatement();
    if (body.statement().exception != null || (simple == null && built.isEmpty())) {
      return chars.span(first); // never used: the script has errors
    }
    return simple != null
        ? chars.span(first, simple.getStop())
        : chars.span(first).to(built.get(built.size() - 1).span());
  }

  private Ast.Statement forStatement(ForStatementContext context) {
    Token variable = context.ID().getSymbol();
    defines(variable);
    List<DmlGrammarParser.ExpressionContext> bounds = context.bounds().expression();
    Ast.Expression from = expressions.build(bounds.get(0));
    Ast.Expression to = null;
    Ast.Expression step = null;
    if (bounds.size() == 2) {
      to = expressions.build(bounds.get(1));
    } else {
      List<Ast.Expression> steps = sequence(from);
      if (steps == null) {
        problems.add(
            from.span(),
            "a loop runs over from:to or seq(from, to, step)",
            "for example 1:nrow(X)");
      } else {
        from = steps.get(0);
        to = steps.get(1);
        step = steps.size() == 3 ? steps.get(2) : null;
      }
    }
    List<Ast.Argument> options = new ArrayList<>();
    for (DmlGrammarParser.ForOptionContext option : context.forOption()) {
      options.add(option(option));
    }
    List<Ast.Statement> body = body(context.body());
    return new Ast.For(
        context.PARFOR() != null,
        variable.getText(),
        chars.span(variable),
        from,
        to,
        step,
        List.copyOf(options),
        body,
        span(context.getStart(), context.body(), body));
  }

  /** The two or three arguments of {@code seq(from, to, incr)}, or null if it is something else. */
  private static List<Ast.Expression> sequence(Ast.Expression expression) {
    if (!(expression instanceof Ast.Call call)
        || call.namespace() != null
        || !call.name().equals("seq")
        || call.arguments().size() < 2
        || call.arguments().size() > 3) {
      return null;
    }
    List<String> names = List.of("from", "to", "incr");
    List<Ast.Expression> values = new ArrayList<>();
    for (Ast.Argument argument : call.arguments()) {
      if (argument.name() != null && !argument.name().equals(names.get(values.size()))) {
        return null;
      }
      values.add(argument.value());
    }
    return values;
  }

  private Ast.Argument option(DmlGrammarParser.ForOptionContext context) {
    Token name = context.ID().getSymbol();
    Ast.Expression value = expressions.build(context.expression());
    boolean word = value instanceof Ast.Name;
    if (!word && !(value instanceof Ast.Literal) && !(value instanceof Ast.ScriptArgument)) {
      problems.add(
          value.span(),
          "the value of option '"
              + name.getText()
              + "' must be a literal, a script argument or a word",
          null);
    }
    return new Ast.Argument(
        name.getText(), chars.span(name), value, chars.span(name, context.getStop()));
  }

  private void addFunction(SimpleStatementContext context, boolean topLevel, Span span) {
    Token name = context.ID().getSymbol();
    AssignmentContext assignment = context.assignment();
    if (!topLevel) {
      problems.add(name, "functions can only be defined at the top level", null);
    } else if (context.targetIndex() != null
        || assignment.getStart().getType() == DmlGrammarParser.ACCUMULATE) {
      problems.add(name, "a function is defined as name = function(...)", null);
    }
    if (Literals.CONSTANTS.containsKey(name.getText())) {
      problems.add(name, "'" + name.getText() + "' is a constant and can't name a function", null);
    }
    DmlGrammarParser.FunctionContext function = assignment.function();
    DmlGrammarParser.ExternalFunctionContext external = assignment.externalFunction();
    boolean inDml = function != null;
    functions.add(
        new Ast.Function(
            name.getText(),
            chars.span(name),
            parameters(inDml ? function.parameter() : external.parameter()),
            results(inDml ? function.results() : external.results()),
            inDml ? statements(function.block().statement(), false) : null,
            inDml ? List.of() : expressions.arguments(external.argument()),
            span));
  }

  private List<Ast.FunctionParameter> parameters(List<ParameterContext> contexts) {
    List<Ast.FunctionParameter> parameters = new ArrayList<>();
    for (ParameterContext context : contexts) {
      Ast.Expression defaultValue =
          context.expression() == null ? null : expressions.build(context.expression());
      parameters.add(new Ast.FunctionParameter(typedName(context.typedName()), defaultValue));
    }
    return List.copyOf(parameters);
  }

  private List<Ast.TypedName> results(ResultsContext context) {
    List<Ast.TypedName> results = new ArrayList<>();
    if (context != null) {
      for (TypedNameContext result : context.typedName()) {
        results.add(typedName(result));
      }
    }
    return List.copyOf(results);
  }

  private Ast.TypedName typedName(TypedNameContext context) {
    Token name = context.ID().getSymbol();
    defines(name);
    Span span = chars.span(context.getStart(), name);
    Token composite = context.type().ID() == null ? null : context.type().ID().getSymbol();
    DataType data = composite == null ? DataType.SCALAR : dataType(composite);
    return new Ast.TypedName(
        data, valueType(context.type().VALUE_TYPE().getText()), name.getText(), span);
  }

  /** Only the first letter may be upper case. */
  private DataType dataType(Token word) {
    switch (word.getText()) {
      case "matrix", "Matrix":
        return DataType.MATRIX;
      case "frame", "Frame":
        return DataType.FRAME;
      case "list", "List":
        return DataType.LIST;
      case "scalar", "Scalar":
        return DataType.SCALAR;
      default:
        problems.add(word, "'" + word.getText() + "' is not a type", TYPES_HINT);
        return DataType.MATRIX;
    }
  }

  private static ValueType valueType(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "int", "integer" -> ValueType.INT;
      case "double" -> ValueType.DOUBLE;
      case "boolean" -> ValueType.BOOLEAN;
      case "string" -> ValueType.STRING;
      default -> ValueType.UNKNOWN;
    };
  }
}
