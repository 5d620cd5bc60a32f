package dev.linden.lang.check;

import dev.linden.base.Span;
import dev.linden.base.Suggestions;
import dev.linden.lang.Expr;
import dev.linden.lang.Function;
import dev.linden.op.Op;
import dev.linden.op.Parameter;
import dev.linden.op.ParameterNames;
import dev.linden.op.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Puts the arguments of a call into the order of the parameters: positional ones first, then named
 * ones, then defaults.
 */
final class ArgumentBinder {

  /** An argument as given; {@code name} is null when given by position. */
  record Given(String name, Span nameSpan, Expr value) {}

  /**
   * All arguments in parameter order, null where absent; variadic ones at the end with their names,
   * or no names at all.
   */
  record Bound(List<Expr> arguments, List<String> names) {}

  private record Slot(String name, boolean optional, Expr defaultValue) {}

  private final String callee;
  private final Span calleeSpan;
  private final List<Slot> slots;
  private final boolean variadic;
  private final Problems problems;

  /** Whether parameters are also known by the names that other functions use for the same. */
  private boolean library;

  private boolean failed;

  private ArgumentBinder(
      String callee, Span calleeSpan, List<Slot> slots, boolean variadic, Problems problems) {
    this.callee = callee;
    this.calleeSpan = calleeSpan;
    this.slots = slots;
    this.variadic = variadic;
    this.problems = problems;
  }

  /**
   * Null after reporting what is wrong. {@code name} is the name under which the operator was
   * called.
   */
  static Bound bind(Op op, String name, Span nameSpan, List<Given> given, Problems problems) {
    List<Slot> slots = new ArrayList<>();
    boolean variadic = false;
    for (Parameter parameter : op.parameters()) {
      if (parameter.variadic()) {
        variadic = true;
      } else {
        Expr value =
            parameter.defaultValue() == null
                ? null
                : new Expr.Const(parameter.defaultValue(), nameSpan);
        slots.add(new Slot(parameter.name(), parameter.optional(), value));
      }
    }
    ArgumentBinder binder = new ArgumentBinder(name, nameSpan, slots, variadic, problems);
    return op.has(Property.NAMED_ARGUMENTS) ? binder.bindByName(given) : binder.bind(given);
  }

  /** Null after reporting what is wrong. */
  static Bound bind(
      List<Function.Parameter> parameters,
      String name,
      Span nameSpan,
      List<Given> given,
      boolean library,
      Problems problems) {
    List<Slot> slots = new ArrayList<>();
    for (Function.Parameter parameter : parameters) {
      slots.add(
          new Slot(parameter.name(), parameter.defaultValue() != null, parameter.defaultValue()));
    }
    ArgumentBinder binder = new ArgumentBinder(name, nameSpan, slots, false, problems);
    binder.library = library;
    return binder.bind(given);
  }

  private Bound bindByName(List<Given> given) {
    for (Given argument : given) {
      if (argument.name() == null) {
        fail(
            argument.value().span(),
            callee + " takes its arguments by name only",
            "write "
                + callee
                + "("
                + slots.get(0).name()
                + "=..., "
                + slots.get(1).name()
                + "=...)");
        return null;
      }
    }
    return bind(given);
  }

  private Bound bind(List<Given> given) {
    Expr[] bound = new Expr[slots.size()];
    List<Expr> rest = new ArrayList<>();
    List<String> restNames = new ArrayList<>();
    int position = 0;
    int positional = 0;
    boolean named = false;
    for (Given argument : given) {
      int slot = argument.name() == null ? -1 : slot(argument.name());
      if (slot >= 0) {
        named = true;
        if (bound[slot] != null) {
          fail(
              argument.nameSpan(),
              "argument " + argument.name() + " of " + callee + " is given twice",
              null);
        }
        bound[slot] = argument.value();
      } else if (argument.name() != null && !variadic) {
        named = true;
        fail(
            argument.nameSpan(),
            callee + " has no argument named " + argument.name() + "; " + namesOfArguments(),
            Suggestions.hint(argument.name(), slots.stream().map(Slot::name).toList()));
      } else if (argument.name() == null && position < bound.length && !(named && variadic)) {
        positional++;
        if (named && !failed) {
          fail(
              argument.value().span(),
              "arguments of "
                  + callee
                  + " that are given by position must stand before those given by name",
              null);
        } else if (!named) {
          bound[position++] = argument.value();
        }
      } else if (variadic) {
        rest.add(argument.value());
        restNames.add(argument.name());
      } else {
        positional++;
      }
    }
    if (positional > slots.size()) {
      fail(
          calleeSpan,
          takes() + ", but " + given.size() + (given.size() == 1 ? " is" : " are") + " given",
          null);
    }
    // With an unknown name or the like the missing ones are probably meant by it.
    return failed ? null : complete(bound, rest, restNames);
  }

  private Bound complete(Expr[] bound, List<Expr> rest, List<String> restNames) {
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < bound.length; i++) {
      if (bound[i] == null) {
        Expr value = slots.get(i).defaultValue();
        bound[i] = value == null ? null : DefaultValues.of(value, argumentsBefore(i, bound));
        if (!slots.get(i).optional()) {
          missing.add(slots.get(i).name());
        }
      }
    }
    if (!missing.isEmpty()) {
      String list = Words.and(missing);
      fail(
          calleeSpan,
          takes() + ", but " + list + (missing.size() == 1 ? " is" : " are") + " not given",
          null);
      return null;
    }
    List<Expr> all = new ArrayList<>(Arrays.asList(bound));
    all.addAll(rest);
    boolean anyName = restNames.stream().anyMatch(Objects::nonNull);
    return new Bound(
        Collections.unmodifiableList(all),
        anyName ? Collections.unmodifiableList(restNames) : List.of());
  }

  private Map<String, Expr> argumentsBefore(int slot, Expr[] bound) {
    Map<String, Expr> arguments = new HashMap<>();
    for (int i = 0; i < slot; i++) {
      arguments.put(slots.get(i).name(), bound[i]);
    }
    return arguments;
  }

  private int slot(String name) {
    List<String> names = slots.stream().map(Slot::name).toList();
    return library ? ParameterNames.position(name, names) : names.indexOf(name);
  }

  /** {@code solve takes 2 arguments (A, b)}. */
  private String takes() {
    int most = slots.size();
    int least = (int) slots.stream().filter(slot -> !slot.optional()).count();
    String count;
    if (variadic) {
      count = "at least " + least;
    } else if (least < most) {
      count = least + (most == least + 1 ? " or " : " to ") + most;
    } else {
      count = most == 0 ? "no" : Integer.toString(most);
    }
    boolean one = (variadic ? least : most) == 1;
    String names =
        most == 0 ? "" : " (" + String.join(", ", slots.stream().map(Slot::name).toList()) + ")";
    return callee + " takes " + count + (one ? " argument" : " arguments") + names;
  }

  private String namesOfArguments() {
    List<String> names = slots.stream().map(Slot::name).toList();
    return switch (names.size()) {
      case 0 -> "it takes no arguments";
      case 1 -> "its only argument is " + names.get(0);
      default -> "its arguments are " + Words.and(names);
    };
  }

  private void fail(Span span, String message, String hint) {
    failed = true;
    problems.error(span, message, hint);
  }
}
