package dev.linden.lang.parse;

import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A syntax tree without its spans, as an s-expression: {@code (+ a (* b 2))}. Operators and
 * operands are written short, every other node as its class name and components, so that no part of
 * a tree is forgotten.
 */
final class AstShape {
  private AstShape() {}

  static String of(Object node) {
    if (node instanceof Ast.Name name) {
      return name.name();
    } else if (node instanceof Ast.Literal literal) {
      return literal.value().toString();
    } else if (node instanceof Ast.ScriptArgument argument) {
      return "$" + argument.name();
    } else if (node instanceof Ast.Unary unary) {
      return "(" + unary.operator() + " " + of(unary.operand()) + ")";
    } else if (node instanceof Ast.Binary binary) {
      return "(" + binary.operator() + " " + of(binary.left()) + " " + of(binary.right()) + ")";
    } else if (node instanceof List<?> list) {
      return list.stream().map(AstShape::of).collect(Collectors.joining(" ", "[", "]"));
    } else if (node instanceof Record record
        && record.getClass().getEnclosingClass() == Ast.class) {
      return record(record);
    }
    return Objects.toString(node);
  }

  private static String record(Record record) {
    StringBuilder text = new StringBuilder("(").append(record.getClass().getSimpleName());
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      if (component.getType() != Span.class && component.getType() != Source.class) {
        text.append(' ').append(of(value(record, component)));
      }
    }
    return text.append(')').toString();
  }

  private static Object value(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
