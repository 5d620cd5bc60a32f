package dev.linden.testkit;

import dev.linden.lang.ast.Ast;
import dev.linden.op.DataType;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.List;

/**
 * A syntax tree as DML text: every operator in parentheses, every body in braces, one statement per
 * line. Parsing the text gives the same tree but for spans, provided the tree could come from a
 * text (a negative literal, say, can't: it comes back as a minus sign and a literal). Spans are
 * never read and may be null.
 */
public final class AstText {
  private static final String SPECIAL = "\b\t\n\f\r\"\\";
  private static final String LETTERS = "btnfr\"\\";

  private final StringBuilder out = new StringBuilder();
  private int indent;

  private AstText() {}

  public static String of(Ast.Script script) {
    AstText text = new AstText();
    for (Ast.Function function : script.functions()) {
      text.function(function);
    }
    text.statements(script.statements());
    return text.out.toString();
  }

  public static String of(Ast.Statement statement) {
    AstText text = new AstText();
    text.statement(statement);
    return text.out.toString();
  }

  public static String of(Ast.Expression expression) {
    if (expression instanceof Ast.Literal literal) {
      return literal(literal.value());
    } else if (expression instanceof Ast.ScriptArgument argument) {
      return "$" + argument.name();
    } else if (expression instanceof Ast.IfDefined ifDefined) {
      return "ifdef(" + of(ifDefined.argument()) + ", " + of(ifDefined.defaultValue()) + ")";
    } else if (expression instanceof Ast.Name name) {
      return name.name();
    } else if (expression instanceof Ast.Indexed indexed) {
      return indexed.name() + index(indexed.index());
    } else if (expression instanceof Ast.Unary unary) {
      return "(" + unary.operator() + of(unary.operand()) + ")";
    } else if (expression instanceof Ast.Binary binary) {
      return "(" + of(binary.left()) + " " + binary.operator() + " " + of(binary.right()) + ")";
    } else if (expression instanceof Ast.Call call) {
      String namespace = call.namespace() == null ? "" : call.namespace() + "::";
      return namespace + call.name() + arguments(call.arguments());
    } else if (expression instanceof Ast.Vector vector) {
      List<String> elements = new ArrayList<>();
      vector.elements().forEach(element -> elements.add(of(element)));
      return "[" + String.join(", ", elements) + "]";
    }
    throw new IllegalArgumentException("unknown expression " + expression);
  }

  private static String literal(Scalar value) {
    return switch (value.type()) {
      case STRING -> quote(value.text());
      case DOUBLE -> literal(value.asDouble());
      case INT -> {
        if (value.bits() == Long.MIN_VALUE) {
          yield "(-9223372036854775807 - 1)";
        }
        yield value.bits() < 0 ? "(" + value.bits() + ")" : Long.toString(value.bits());
      }
      case BOOLEAN, UNKNOWN -> value.asText();
    };
  }

  private static String literal(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    String digits = Double.isInfinite(value) ? "Inf" : Double.toString(Math.abs(value));
    boolean negative = value < 0 || 1 / value < 0;
    return negative ? "(-" + digits + ")" : digits;
  }

  private static String quote(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      int special = SPECIAL.indexOf(value.charAt(i));
      if (special >= 0) {
        quoted.append('\\').append(LETTERS.charAt(special));
      } else {
        quoted.append(value.charAt(i));
      }
    }
    return quoted.append('"').toString();
  }

  private static String index(Ast.Index index) {
    return "[" + range(index.rows()) + (index.hasComma() ? ", " + range(index.cols()) : "") + "]";
  }

  private static String range(Ast.Range range) {
    if (range == null) {
      return "";
    }
    return of(range.from()) + (range.to() == null ? "" : ":" + of(range.to()));
  }

  private static String arguments(List<Ast.Argument> arguments) {
    List<String> texts = new ArrayList<>();
    for (Ast.Argument argument : arguments) {
      texts.add((argument.name() == null ? "" : argument.name() + "=") + of(argument.value()));
    }
    return "(" + String.join(", ", texts) + ")";
  }

  private static String target(Ast.Target target) {
    return target.name() + (target.index() == null ? "" : index(target.index()));
  }

  private void line(String text) {
    out.append("  ".repeat(indent)).append(text).append('\n');
  }

  private void statements(List<Ast.Statement> statements) {
    for (Ast.Statement statement : statements) {
      statement(statement);
    }
  }

  private void statement(Ast.Statement statement) {
    if (statement instanceof Ast.Assign assign) {
      line(target(assign.target()) + " = " + of(assign.value()));
    } else if (statement instanceof Ast.Accumulate accumulate) {
      line(target(accumulate.target()) + " += " + of(accumulate.value()));
    } else if (statement instanceof Ast.MultiAssign assign) {
      List<String> targets = new ArrayList<>();
      assign.targets().forEach(target -> targets.add(target(target)));
      line("[" + String.join(", ", targets) + "] = " + of(assign.call()));
    } else if (statement instanceof Ast.CallStatement call) {
      line(of(call.call()));
    } else if (statement instanceof Ast.If branch) {
      block("if (" + of(branch.predicate()) + ")", branch.then());
      if (!branch.otherwise().isEmpty()) {
        block("else", branch.otherwise());
      }
    } else if (statement instanceof Ast.While loop) {
      block("while (" + of(loop.predicate()) + ")", loop.body());
    } else if (statement instanceof Ast.For loop) {
      block(header(loop), loop.body());
    } else if (statement instanceof Ast.Import source) {
      line("source(" + quote(source.path()) + ") as " + source.namespace());
    } else if (statement instanceof Ast.SetWorkingDirectory directory) {
      line("setwd(" + quote(directory.path()) + ")");
    } else {
      throw new IllegalArgumentException("unknown statement " + statement);
    }
  }

  private void block(String header, List<Ast.Statement> body) {
    line(header + " {");
    indent++;
    statements(body);
    indent--;
    line("}");
  }

  private static String header(Ast.For loop) {
    String range =
        loop.step() == null
            ? of(loop.from()) + ":" + of(loop.to())
            : "seq(" + of(loop.from()) + ", " + of(loop.to()) + ", " + of(loop.step()) + ")";
    String options = loop.options().isEmpty() ? "" : ", " + inner(arguments(loop.options()));
    return (loop.parallel() ? "parfor (" : "for (")
        + loop.variable()
        + " in "
        + range
        + options
        + ")";
  }

  private static String inner(String parenthesised) {
    return parenthesised.substring(1, parenthesised.length() - 1);
  }

  private void function(Ast.Function function) {
    List<String> parameters = new ArrayList<>();
    for (Ast.FunctionParameter parameter : function.parameters()) {
      String value = parameter.defaultValue() == null ? "" : " = " + of(parameter.defaultValue());
      parameters.add(typed(parameter.typed()) + value);
    }
    List<String> results = new ArrayList<>();
    function.results().forEach(result -> results.add(typed(result)));
    boolean external = function.body() == null;
    String header =
        function.name()
            + (external ? " = externalFunction(" : " = function(")
            + String.join(", ", parameters)
            + ")"
            + (results.isEmpty() ? "" : " return (" + String.join(", ", results) + ")");
    if (external) {
      line(header + " implemented in " + arguments(function.implementedIn()));
    } else {
      block(header, function.body());
    }
  }

  private static String typed(Ast.TypedName typed) {
    boolean plain = typed.data() == DataType.SCALAR && typed.value() != ValueType.UNKNOWN;
    String type =
        plain ? typed.value().word() : typed.data().word() + "[" + typed.value().word() + "]";
    return type + " " + typed.name();
  }
}
