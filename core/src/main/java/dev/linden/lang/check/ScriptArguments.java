package dev.linden.lang.check;

import dev.linden.base.Suggestions;
import dev.linden.lang.ast.Ast;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.List;
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

  /**
   * An argument that nothing uses is probably misspelt if the script asks for one of nearly the
   * same name that is not given.
   */
  static void reportMisspelt(
      Map<String, Scalar> given, Map<String, Ast.ScriptArgument> wanted, Problems problems) {
    for (String name : given.keySet()) {
      if (wanted.containsKey(name) || Character.isDigit(name.charAt(0))) {
        continue;
      }
      List<String> missing =
          wanted.keySet().stream().filter(other -> find(given, other) == null).toList();
      String nearest = Suggestions.nearest(name, missing);
      if (nearest != null) {
        problems.error(
            wanted.get(nearest).span(),
            "the argument "
                + name
                + " is given, which the script does not use, but not $"
                + nearest,
            "did you mean " + nearest + "=...?");
      }
    }
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
