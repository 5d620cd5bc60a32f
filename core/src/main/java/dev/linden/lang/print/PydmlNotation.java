package dev.linden.lang.print;

import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.op.DataType;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Scripts in the Python-like syntax. */
final class PydmlNotation extends Notation {
  private static final Map<String, String> OPERATORS =
      Map.of("%*%", "@", "^", "**", "%%", "%", "%/%", "//");

  private static final Set<String> RESERVED =
      Set.of(
          "if",
          "elif",
          "else",
          "while",
          "for",
          "parfor",
          "in",
          "def",
          "defExternal",
          "True",
          "False",
          "and",
          "or");

  /** Names of the functions that the script defines: these win over all others. */
  private final Set<String> functions = new HashSet<>();

  PydmlNotation(Ast.Script script) {
    super(script);
    script.functions().forEach(function -> functions.add(function.name()));
  }

  @Override
  String operator(String dml) {
    return OPERATORS.getOrDefault(dml, dml);
  }

  @Override
  String bool(boolean value) {
    return value ? "True" : "False";
  }

  @Override
  void call(Line out, Ast.Call call) {
    if (call.namespace() != null) {
      out.add(name(call.namespace(), call.span())).add(".");
    }
    boolean byPosition = call.arguments().stream().allMatch(argument -> argument.name() == null);
    boolean sequence = call.namespace() == null && call.name().equals("seq") && byPosition;
    String name = sequence ? sequence() : name(call.name(), call.nameSpan());
    arguments(out.add(name), call.arguments());
  }

  // ---- positions, which count from 0 here

  @Override
  void index(Line out, Ast.Index index) {
    out.open("[");
    range(out, index.rows());
    if (index.hasComma()) {
      range(out.comma(), index.cols());
    }
    out.close("]");
  }

  private void range(Line out, Ast.Range range) {
    if (range == null) {
      out.add(":");
    } else if (range.to() == null) {
      expression(out, before(range.from()));
    } else {
      bounds(out, before(range.from()), range.to());
    }
  }

  /** One less than the position; the name of an element or a column stays. */
  private Ast.Expression before(Ast.Expression position) {
    Span span = position.span();
    if (position instanceof Ast.Literal literal && literal.value().type() == ValueType.STRING) {
      return position;
    }
    Long whole = whole(position);
    if (whole != null && whole < 1 || position instanceof Ast.Unary) {
      refuse(span, "a position before the first", "the first one is 1 in DML and 0 in PyDML");
      return position;
    }
    if (whole != null) {
      return new Ast.Literal(Scalar.of(whole - 1), span);
    }
    if (position instanceof Ast.Binary sum && !isShifted(sum.left())) {
      Long right = whole(sum.right());
      boolean plus = sum.operator().equals("+");
      if (right != null && right > 0 && (plus || sum.operator().equals("-"))) {
        long rest = plus ? right - 1 : right + 1;
        Ast.Expression shift = new Ast.Literal(Scalar.of(rest), sum.right().span());
        return rest == 0
            ? sum.left()
            : new Ast.Binary(sum.operator(), sum.operatorSpan(), sum.left(), shift, span);
      }
    }
    return new Ast.Binary("-", span, position, new Ast.Literal(Scalar.of(1L), span), span);
  }

  /** Whether it would be taken for a shift of what stands left in it. */
  private static boolean isShifted(Ast.Expression expression) {
    return whole(expression) != null
        || expression instanceof Ast.Binary sum
            && (sum.operator().equals("+") || sum.operator().equals("-"))
            && whole(sum.right()) != null;
  }

  /** The value of a whole number, or null. */
  private static Long whole(Ast.Expression expression) {
    return expression instanceof Ast.Literal literal && literal.value().type() == ValueType.INT
        ? literal.value().bits()
        : null;
  }

  // ---- headers

  @Override
  Line condition(String word, Ast.Expression predicate) {
    Line line = new Line().add(word + " ");
    expression(line, predicate);
    return line.add(opener());
  }

  @Override
  String elseIf() {
    return "elif";
  }

  @Override
  String opener() {
    return ":";
  }

  @Override
  String closer() {
    return null;
  }

  @Override
  String sequence() {
    return functions.contains("range") ? "seq" : "range";
  }

  @Override
  Line function(Ast.Function function) {
    boolean external = function.body() == null;
    Line line = new Line().add(external ? "defExternal " : "def ");
    line.add(name(function.name(), function.nameSpan())).open("(");
    for (int i = 0; i < function.parameters().size(); i++) {
      Ast.FunctionParameter parameter = function.parameters().get(i);
      typed(i == 0 ? line : line.comma(), parameter.typed());
      if (parameter.defaultValue() != null) {
        refuse(
            parameter.defaultValue().span(),
            "the default value of a parameter",
            "give the value in the calls");
      }
    }
    line.close(")");
    if (!function.results().isEmpty()) {
      line.open(" -> (");
      for (int i = 0; i < function.results().size(); i++) {
        typed(i == 0 ? line : line.comma(), function.results().get(i));
      }
      line.close(")");
    }
    if (external) {
      arguments(line.add(" implemented in "), function.implementedIn());
      return line;
    }
    return line.add(opener());
  }

  private void typed(Line out, Ast.TypedName typed) {
    String value =
        switch (typed.value()) {
          case DOUBLE -> "float";
          case INT -> "int";
          case STRING -> "str";
          case BOOLEAN -> "bool";
          case UNKNOWN -> "unknown";
        };
    boolean plain = typed.data() == DataType.SCALAR && typed.value() != ValueType.UNKNOWN;
    out.add(name(typed.name(), typed.span()) + ": ");
    out.add(plain ? value : typed.data().word() + "[" + value + "]");
  }

  @Override
  void emptyBody(Span span) {
    refuse(span, "a block without statements", null);
  }

  @Override
  String name(String name, Span span) {
    if (RESERVED.contains(name)) {
      refuse(span, "the name '" + name + "', which is a word of PyDML", "choose another name");
    }
    return name;
  }

  @Override
  boolean breaksAnywhere() {
    return false;
  }

  @Override
  boolean hasBlockComments() {
    return false;
  }

  @Override
  String refusal() {
    return "this DML construct has no PyDML form";
  }
}
