package dev.linden.lang.print;

import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.op.ValueType;
import java.util.Set;

/** Scripts in the R-like syntax. */
final class DmlNotation extends Notation {
  static final Set<String> RESERVED =
      Set.of(
          "as",
          "else",
          "externalFunction",
          "for",
          "function",
          "if",
          "ifdef",
          "implemented",
          "in",
          "parfor",
          "return",
          "setwd",
          "source",
          "while",
          "TRUE",
          "FALSE",
          "int",
          "Int",
          "integer",
          "Integer",
          "double",
          "Double",
          "boolean",
          "Boolean",
          "string",
          "String",
          "unknown",
          "Unknown");

  DmlNotation(Ast.Script script) {
    super(script);
  }

  @Override
  String operator(String dml) {
    return dml;
  }

  @Override
  String bool(boolean value) {
    return value ? "TRUE" : "FALSE";
  }

  @Override
  void call(Line out, Ast.Call call) {
    if (Ast.BUILT_IN.equals(call.namespace())) {
      refuseHidden(call);
    } else if (call.namespace() != null) {
      out.add(name(call.namespace(), call.span())).add("::");
    }
    arguments(out.add(name(call.name(), call.nameSpan())), call.arguments());
  }

  @Override
  void index(Line out, Ast.Index index) {
    out.open("[");
    range(out, index.rows());
    if (index.hasComma()) {
      range(
          index.rows() == null && index.cols() == null ? out.add(",") : out.comma(), index.cols());
    }
    out.close("]");
  }

  private void range(Line out, Ast.Range range) {
    if (range != null && range.to() == null) {
      expression(out, range.from());
    } else if (range != null) {
      bounds(out, range.from(), range.to());
    }
  }

  @Override
  Line condition(String word, Ast.Expression predicate) {
    Line line = new Line().open(word + " (");
    expression(line, predicate);
    return line.close(")").add(opener());
  }

  @Override
  String elseIf() {
    return "else if";
  }

  @Override
  String opener() {
    return " {";
  }

  @Override
  String closer() {
    return "}";
  }

  @Override
  String sequence() {
    return "seq";
  }

  @Override
  String definition(String name, boolean external) {
    return name + (external ? " = externalFunction(" : " = function(");
  }

  @Override
  String results() {
    return " return (";
  }

  @Override
  String type(ValueType value) {
    return value.word();
  }

  @Override
  String typed(String type, String name) {
    return type + " " + name;
  }

  @Override
  String indentation() {
    return "  ";
  }

  @Override
  String emptyBody() {
    return null;
  }

  @Override
  String name(String name, Span span) {
    if (RESERVED.contains(name)) {
      refuse(span, "the name '" + name + "', which is a word of DML", "choose another name");
    }
    return name;
  }

  @Override
  boolean breaksAnywhere() {
    return true;
  }

  @Override
  boolean hasBlockComments() {
    return true;
  }

  @Override
  String refusal() {
    return "this PyDML construct has no DML form";
  }
}
