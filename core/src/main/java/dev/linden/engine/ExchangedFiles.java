package dev.linden.engine;

import dev.linden.lang.ast.Ast;
import dev.linden.op.Catalogue;
import dev.linden.op.Info;
import dev.linden.op.Property;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import java.util.Locale;
import java.util.Set;

/** Statements that a prepared script does without, because values come from memory. */
final class ExchangedFiles {
  private ExchangedFiles() {}

  /** The script without {@code X = read(...)} in its main program, for these variables X. */
  static Ast.Script withoutReadsOf(Set<String> variables, Ast.Script script) {
    return new Ast.Script(
        script.source(),
        script.functions(),
        script.statements().stream().filter(s -> !isReadOf(variables, s)).toList());
  }

  /** The script without {@code write(y, ...)} in its main program, for these variables y. */
  static Ast.Script withoutWritesOf(Set<String> variables, Ast.Script script) {
    return new Ast.Script(
        script.source(),
        script.functions(),
        script.statements().stream().filter(s -> !isWriteOf(variables, s)).toList());
  }

  private static boolean isWriteOf(Set<String> variables, Ast.Statement statement) {
    return statement instanceof Ast.CallStatement call
        && call.call().namespace() == null
        && Catalogue.has(call.call().name(), Property.WRITES_FILE)
        && !call.call().arguments().isEmpty()
        && call.call().arguments().get(0).value() instanceof Ast.Name name
        && variables.contains(name.name());
  }

  /** What is known of an input: what was said of it, or else what a read of it tells. */
  static Info info(String input, Info said, Ast.Script script) {
    if (said != null) {
      return said;
    }
    for (Ast.Statement statement : script.statements()) {
      if (isReadOf(Set.of(input), statement)) {
        return kind((Ast.Call) ((Ast.Assign) statement).value());
      }
    }
    return Info.matrix();
  }

  private static Info kind(Ast.Call read) {
    return switch (argument(read, "data_type", "matrix")) {
      case "scalar" -> Info.scalar(valueType(argument(read, "value_type", "double")));
      case "frame" -> Info.frame(Size.UNKNOWN);
      case "list" -> Info.list();
      default -> Info.matrix();
    };
  }

  private static ValueType valueType(String word) {
    return switch (word) {
      case "int", "integer" -> ValueType.INT;
      case "boolean" -> ValueType.BOOLEAN;
      case "string" -> ValueType.STRING;
      default -> ValueType.DOUBLE;
    };
  }

  /** A constant argument of a call in lower case. */
  private static String argument(Ast.Call call, String name, String otherwise) {
    for (Ast.Argument argument : call.arguments()) {
      if (name.equals(argument.name()) && argument.value() instanceof Ast.Literal literal) {
        return literal.value().asText().toLowerCase(Locale.ROOT);
      }
    }
    return otherwise;
  }

  private static boolean isReadOf(Set<String> variables, Ast.Statement statement) {
    return statement instanceof Ast.Assign assign
        && assign.target().index() == null
        && variables.contains(assign.target().name())
        && assign.value() instanceof Ast.Call call
        && call.namespace() == null
        && Catalogue.has(call.name(), Property.READS_FILE);
  }
}
