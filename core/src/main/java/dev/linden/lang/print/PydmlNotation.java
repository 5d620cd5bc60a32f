package dev.linden.lang.print;

import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.pydml.Positions;
import dev.linden.lang.pydml.PydmlNames;
import dev.linden.op.Catalogue;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.HashSet;
import java.util.Set;

/** Scripts in the Python-like syntax. */
final class PydmlNotation extends Notation {
  /** Names of the functions that the script defines: these win over all others. */
  private final Set<String> functions = new HashSet<>();

  private final PossibleTexts texts;

  PydmlNotation(Ast.Script script) {
    super(script);
    texts = new PossibleTexts(script);
    script.functions().forEach(function -> functions.add(function.name()));
  }

  @Override
  String operator(String dml) {
    return PydmlNames.operator(dml);
  }

  @Override
  String bool(boolean value) {
    return value ? "True" : "False";
  }

  @Override
  void call(Line out, Ast.Call call) {
    boolean builtIn = Ast.BUILT_IN.equals(call.namespace());
    if (call.namespace() != null && !builtIn) {
      out.add(name(call.namespace(), call.span())).add(".");
      arguments(out.add(name(call.name(), call.nameSpan())), call.arguments());
      return;
    }
    Ast.Call here = builtIn ? builtIn(call) : PydmlNames.toPydml(call, functions::contains);
    boolean unknown = !functions.contains(call.name()) && Catalogue.find(call.name()) == null;
    if (unknown && PydmlNames.isFunction(call.name())) {
      refuse(
          call.nameSpan(),
          "the function '" + call.name() + "', which is a built-in function of PyDML",
          "choose another name");
    }
    arguments(out.add(name(here.name(), here.nameSpan())), here.arguments());
  }

  /** By a name that none of the script's functions has. */
  private Ast.Call builtIn(Ast.Call call) {
    Ast.Call unqualified =
        new Ast.Call(null, call.name(), call.nameSpan(), call.arguments(), call.span());
    Ast.Call here =
        PydmlNames.toPydml(
            unqualified, name -> !name.equals(call.name()) && functions.contains(name));
    if (functions.contains(here.name())) {
      refuseHidden(call);
    }
    return here;
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
      return;
    }
    refuseNegative(range.from());
    if (range.to() == null) {
      expression(out, before(range.from()));
    } else {
      refuseNegative(range.to());
      bounds(out, before(range.from()), range.to());
    }
  }

  /** Nothing is there, but in Python it would count from the end. */
  private void refuseNegative(Ast.Expression position) {
    if (position instanceof Ast.Unary minus && minus.operand() instanceof Ast.Literal) {
      refuse(position.span(), "a negative position", "positions of DML count from 1");
    }
  }

  /** One less than the position; the name of an element stays. */
  private Ast.Expression before(Ast.Expression position) {
    if (isText(position)) {
      return position;
    }
    Span span = position.span();
    // What would be read as something else, a text perhaps, is a plain difference.
    return texts.mayBe(position) || addsUpToOther(position)
        ? new Ast.Binary("-", span, position, new Ast.Literal(Scalar.of(1L), span), span)
        : Positions.shifted(position, -1);
  }

  /**
   * Whether the way there and back adds up more than was added: {@code a + 0}, {@code a - 1 + 1}.
   */
  private static boolean addsUpToOther(Ast.Expression position) {
    Long added = added(position);
    return added != null
        && (added == 0
            || added == 1
                && position instanceof Ast.Binary sum
                && (sum.left() instanceof Ast.Literal
                    || sum.left() instanceof Ast.Unary
                    || added(sum.left()) != null));
  }

  /** The whole number that is the right operand of a sum or, below 0, a difference; or null. */
  private static Long added(Ast.Expression expression) {
    if (expression instanceof Ast.Binary sum
        && (sum.operator().equals("+") || sum.operator().equals("-"))
        && sum.right() instanceof Ast.Literal literal
        && literal.value().type() == ValueType.INT) {
      return sum.operator().equals("+") ? literal.value().bits() : -literal.value().bits();
    }
    return null;
  }

  /** Whether anybody can see that it is a text. */
  private static boolean isText(Ast.Expression expression) {
    return expression instanceof Ast.Literal literal
        ? literal.value().type() == ValueType.STRING
        : expression instanceof Ast.Binary sum
            && sum.operator().equals("+")
            && (isText(sum.left()) || isText(sum.right()));
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
  String definition(String name, boolean external) {
    return (external ? "defExternal " : "def ") + name + "(";
  }

  @Override
  String results() {
    return " -> (";
  }

  @Override
  String type(ValueType value) {
    return switch (value) {
      case DOUBLE -> "float";
      case INT -> "int";
      case STRING -> "str";
      case BOOLEAN -> "bool";
      case UNKNOWN -> "unknown";
    };
  }

  @Override
  String typed(String type, String name) {
    return name + ": " + type;
  }

  @Override
  String indentation() {
    return "    ";
  }

  @Override
  String emptyBody() {
    return "pass";
  }

  @Override
  String name(String name, Span span) {
    if (PydmlNames.isReserved(name)) {
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
