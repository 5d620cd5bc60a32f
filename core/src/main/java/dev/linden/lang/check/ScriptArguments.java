package dev.linden.lang.check;

import dev.linden.lang.ast.Ast;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.Map;

/** The values of {@code $name} and {@code $1}. */
final class ScriptArguments {
  private ScriptArguments() {}

  /** Null when not given; an empty positional argument counts as not given. */
  static Scalar find(Map<String, Scalar> arguments, String name) {
    Scalar value = arguments.get(name);
    boolean positional = Character.isDigit(name.charAt(0));
    boolean empty = value != null && value.type() == ValueType.STRING && value.text().isEmpty();
    return positional && empty ? null : value;
  }

  static void reportMissing(Ast.ScriptArgument argument, Problems problems) {
    boolean positional = Character.isDigit(argument.name().charAt(0));
    problems.error(
        argument.span(),
        "script argument $" + argument.name() + " is not given",
        positional
            ? "pass it after -args, or use ifdef($" + argument.name() + ", default)"
            : "pass "
                + argument.name()
                + "=value, or use ifdef($"
                + argument.name()
                + ", default)");
  }
}
