package dev.linden.lang.print;

import dev.linden.base.Problem;
import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.op.DataType;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How the parts of scripts are written in one syntax. What it has no form for is refused: noted as
 * a problem, and the text is of no use then.
 */
abstract class Notation {
  private static final int NOT_LEVEL = 3;
  private static final int COMPARISON_LEVEL = 4;
  private static final int SUM_LEVEL = 5;
  private static final int TIMES_LEVEL = 6;
  private static final int SIGN_LEVEL = 9;
  private static final int POWER_LEVEL = 10;
  private static final int OPERAND_LEVEL = 11;

  /** Digits that mean the same in all syntaxes. */
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

  private static final String SPECIAL = "\b\t\n\f\r\\";
  private static final String LETTERS = "btnfr\\";

  private final List<String> sourceLines;
  private final List<Problem> problems = new ArrayList<>();

  Notation(Ast.Script script) {
    sourceLines = script.source().text().lines().toList();
  }

  // ---- what syntaxes differ in

  /** What the signs of DML are here. */
  abstract String operator(String dml);

  abstract String bool(boolean value);

  abstract void call(Line out, Ast.Call call);

  abstract void index(Line out, Ast.Index index);

  /** {@code if}, {@code while} and the like with what decides. */
  abstract Line condition(String word, Ast.Expression predicate);

  abstract String elseIf();

  /** What follows a header and begins a block. */
  abstract String opener();

  /** The line that ends a block; null if there is none. */
  abstract String closer();

  /** The values of a loop that has a step. */
  abstract String sequence();

  /** How the definition of a function begins, up to the parenthesis of its parameters. */
  abstract String definition(String name, boolean external);

  /** What stands between parameters and results, with the parenthesis of these. */
  abstract String results();

  abstract String type(ValueType value);

  /** A name with its type. */
  abstract String typed(String type, String name);

  /** Of each level of blocks. */
  abstract String indentation();

  /** What stands in a block without statements; null for nothing. */
  abstract String emptyBody();

  /** A name as it is, unless something else would be read. */
  abstract String name(String name, Span span);

  /** Whether a line can end between two operands outside of brackets. */
  abstract boolean breaksAnywhere();

  abstract boolean hasBlockComments();

  /** What the refusal of a construct begins with. */
  abstract String refusal();

  final void refuse(Span span, String construct, String hint) {
    problems.add(new Problem(span, refusal() + ": " + construct, hint));
  }

  /** A call of a built-in by a name that a function of the script has. */
  final void refuseHidden(Ast.Call call) {
    refuse(
        call.span(),
        "the built-in function " + call.name() + " beside a function of the script",
        "give the function of the script another name than " + call.name());
  }

  /** In the order of the text. */
  final List<Problem> problems() {
    problems.sort(Comparator.comparing(problem -> Place.startOf(problem.span())));
    return problems;
  }

  // ---- statements and headers

  final Line statement(Ast.Statement statement) {
    Line line = new Line();
    if (statement instanceof Ast.Assign assign) {
      target(line, assign.target());
      expression(line.add(" = "), assign.value());
    } else if (statement instanceof Ast.Accumulate accumulate) {
      target(line, accumulate.target());
      expression(line.add(" += "), accumulate.value());
    } else if (statement instanceof Ast.MultiAssign assign) {
      line.open("[");
      for (int i = 0; i < assign.targets().size(); i++) {
        target(i == 0 ? line : line.comma(), assign.targets().get(i));
      }
      call(line.close("]").add(" = "), assign.call());
    } else if (statement instanceof Ast.CallStatement call) {
      call(line, call.call());
    } else if (statement instanceof Ast.Import source) {
      line.add("source(" + string(source.path()) + ") as ");
      line.add(name(source.namespace(), source.span()));
    } else if (statement instanceof Ast.SetWorkingDirectory directory) {
      line.add("setwd(" + string(directory.path()) + ")");
    } else {
      throw new IllegalArgumentException("not a simple statement: " + statement);
    }
    return line;
  }

  private void target(Line out, Ast.Target target) {
    out.add(name(target.name(), target.span()));
    if (target.index() != null) {
      index(out, target.index());
    }
  }

  /** The header of a function, or all of an external one. */
  final Line function(Ast.Function function) {
    boolean external = function.body() == null;
    Line line = new Line();
    line.open(definition(name(function.name(), function.nameSpan()), external));
    for (int i = 0; i < function.parameters().size(); i++) {
      Ast.FunctionParameter parameter = function.parameters().get(i);
      (i == 0 ? line : line.comma()).add(typed(parameter.typed()));
      if (parameter.defaultValue() != null) {
        expression(line.add(" = "), parameter.defaultValue());
      }
    }
    line.close(")");
    if (!function.results().isEmpty()) {
      line.open(results());
      for (int i = 0; i < function.results().size(); i++) {
        (i == 0 ? line : line.comma()).add(typed(function.results().get(i)));
      }
      line.close(")");
    }
    if (external) {
      arguments(line.add(" implemented in "), function.implementedIn());
      return line;
    }
    return line.add(opener());
  }

  private String typed(Ast.TypedName typed) {
    String value = type(typed.value());
    boolean plain = typed.data() == DataType.SCALAR && typed.value() != ValueType.UNKNOWN;
    return typed(
        plain ? value : typed.data().word() + "[" + value + "]", name(typed.name(), typed.span()));
  }

  final Line loop(Ast.For loop) {
    Line line = new Line().add(loop.parallel() ? "parfor " : "for ").open("(");
    line.add(name(loop.variable(), loop.variableSpan())).add(" in ");
    if (loop.step() == null) {
      bounds(line, loop.from(), loop.to());
    } else {
      line.open(sequence() + "(");
      expression(line, loop.from());
      expression(line.comma(), loop.to());
      expression(line.comma(), loop.step());
      line.close(")");
    }
    for (Ast.Argument option : loop.options()) {
      argument(line.comma(), option);
    }
    return line.close(")").add(opener());
  }

  /** A range: blanks around its colon would make it the tightest sign of all. */
  final void bounds(Line out, Ast.Expression from, Ast.Expression to) {
    boolean before = out.tight(true);
    expression(out, from);
    expression(out.add(":"), to);
    out.tight(before);
  }

  final void arguments(Line out, List<Ast.Argument> arguments) {
    out.open("(");
    for (int i = 0; i < arguments.size(); i++) {
      argument(i == 0 ? out : out.comma(), arguments.get(i));
    }
    out.close(")");
  }

  private void argument(Line out, Ast.Argument argument) {
    if (argument.name() != null) {
      out.add(name(argument.name(), argument.nameSpan())).add("=");
    }
    expression(out, argument.value());
  }

  // ---- expressions

  final void expression(Line out, Ast.Expression expression) {
    expression(out, expression, 0);
  }

  /** In parentheses if it binds less tightly than the level. */
  private void expression(Line out, Ast.Expression expression, int atLeast) {
    if (level(expression) < atLeast) {
      bare(out.open("("), expression);
      out.close(")");
    } else {
      bare(out, expression);
    }
  }

  /** How tightly the outermost operator binds; the levels of the parsers. */
  private static int level(Ast.Expression expression) {
    if (expression instanceof Ast.Unary unary) {
      return unary.operator().equals("!") ? NOT_LEVEL : SIGN_LEVEL;
    } else if (expression instanceof Ast.Binary binary) {
      return level(binary.operator());
    } else if (expression instanceof Ast.Literal literal && isNegative(literal.value())) {
      return SIGN_LEVEL;
    }
    return OPERAND_LEVEL;
  }

  private static int level(String operator) {
    return switch (operator) {
      case "|" -> 1;
      case "&" -> 2;
      case "<", "<=", ">", ">=", "==", "!=" -> COMPARISON_LEVEL;
      case "+", "-" -> SUM_LEVEL;
      case "*", "/" -> TIMES_LEVEL;
      case "%/%", "%%" -> 7;
      case "%*%" -> 8;
      case "^" -> POWER_LEVEL;
      default -> throw new IllegalArgumentException("not a binary operator: " + operator);
    };
  }

  private void bare(Line out, Ast.Expression expression) {
    if (expression instanceof Ast.Literal literal) {
      out.add(literal(literal));
    } else if (expression instanceof Ast.ScriptArgument argument) {
      out.add("$" + argument.name());
    } else if (expression instanceof Ast.IfDefined ifDefined) {
      out.open("ifdef(").add("$" + ifDefined.argument().name());
      expression(out.comma(), ifDefined.defaultValue());
      out.close(")");
    } else if (expression instanceof Ast.Name name) {
      out.add(name(name.name(), name.span()));
    } else if (expression instanceof Ast.Indexed indexed) {
      index(out.add(name(indexed.name(), indexed.nameSpan())), indexed.index());
    } else if (expression instanceof Ast.Unary unary) {
      out.add(unary.operator());
      expression(out, unary.operand(), level(unary) + 1);
    } else if (expression instanceof Ast.Binary binary) {
      binary(out, binary);
    } else if (expression instanceof Ast.Call call) {
      call(out, call);
    } else if (expression instanceof Ast.Vector vector) {
      out.open("[");
      for (int i = 0; i < vector.elements().size(); i++) {
        expression(i == 0 ? out : out.comma(), vector.elements().get(i));
      }
      out.close("]");
    } else {
      throw new IllegalArgumentException("unknown expression " + expression);
    }
  }

  private void binary(Line out, Ast.Binary binary) {
    int level = level(binary.operator());
    boolean power = level == POWER_LEVEL;
    // Chains of comparisons are legal, but they mean something else elsewhere.
    boolean groupsLeft = !power && level != COMPARISON_LEVEL;
    expression(out, binary.left(), groupsLeft ? level : level + 1);
    out.operator(operator(binary.operator()), power || level == SUM_LEVEL || level == TIMES_LEVEL);
    // A sign can follow a power directly, and then ends where the power would have ended.
    expression(out, binary.right(), power ? SIGN_LEVEL : level + 1);
  }

  // ---- literals

  private static boolean isNegative(Scalar value) {
    return switch (value.type()) {
      case INT -> value.bits() < 0;
      case DOUBLE -> value.bits() < 0 && !Double.isNaN(value.asDouble());
      default -> false;
    };
  }

  private String literal(Ast.Literal literal) {
    Scalar value = literal.value();
    return switch (value.type()) {
      case STRING -> string(value.text());
      case BOOLEAN -> bool(value.asBoolean());
      default -> number(value, written(literal.span()));
    };
  }

  /** As it was written, if the value is still that; a literal may have been computed. */
  private static String number(Scalar value, String written) {
    if (written.equals("pi") && value.equals(Scalar.of(Math.PI))) {
      return written;
    }
    if (NUMBER.matcher(written).matches() && value.equals(number(written))) {
      return written;
    }
    if (value.type() == ValueType.INT) {
      return value.bits() == Long.MIN_VALUE
          ? "(-" + Long.MAX_VALUE + " - 1)"
          : Long.toString(value.bits());
    }
    return Scalar.format(value.asDouble()).replace("Infinity", "Inf");
  }

  private static Scalar number(String digits) {
    boolean whole = digits.chars().allMatch(Character::isDigit);
    return whole && digits.length() < 19
        ? Scalar.of(Long.parseLong(digits))
        : Scalar.of(Double.parseDouble(digits));
  }

  private String written(Span span) {
    String line = span.line() > sourceLines.size() ? "" : sourceLines.get(span.line() - 1);
    return span.endLine() == span.line() && span.endColumn() <= line.length()
        ? line.substring(span.column() - 1, span.endColumn())
        : "";
  }

  static String string(String value) {
    char quote = value.indexOf('"') >= 0 && value.indexOf('\'') < 0 ? '\'' : '"';
    StringBuilder quoted = new StringBuilder().append(quote);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      int special = SPECIAL.indexOf(c);
      if (special >= 0) {
        quoted.append('\\').append(LETTERS.charAt(special));
      } else {
        quoted.append(c == quote ? "\\" : "").append(c);
      }
    }
    return quoted.append(quote).toString();
  }
}
