package dev.linden.lang.check;

import dev.linden.lang.Expr;
import dev.linden.lang.Function;
import dev.linden.lang.ast.Ast;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The user-defined functions that a program may call. Bodies are checked once a call has made them
 * reachable.
 */
final class UserFunctions {

  /** A function whose signature is known; its body still is syntax. */
  record Entry(
      Modules.Module module,
      Ast.Function syntax,
      Function.Ref ref,
      List<Function.Parameter> parameters,
      List<Function.Parameter> results) {}

  private static final Pattern FUNCTION_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  private final Problems problems;
  private final Map<Ast.Function, Entry> bySyntax = new IdentityHashMap<>();
  private final Map<String, Entry> byKey = new HashMap<>();
  private final Deque<Entry> unchecked = new ArrayDeque<>();
  private final Map<Entry, Set<String>> names = new IdentityHashMap<>();
  private final Set<String> mentioned = new TreeSet<>();
  private final Map<String, Ast.ScriptArgument> scriptArguments = new LinkedHashMap<>();
  private boolean computedNames;
  private boolean computedNamesInLibrary;

  UserFunctions(Problems problems) {
    this.problems = problems;
  }

  Entry get(Function.Ref ref) {
    return byKey.get(ref.key());
  }

  boolean hasUnchecked() {
    return !unchecked.isEmpty();
  }

  /** The next function whose body has not been handed out, or null. */
  Entry nextUnchecked() {
    return unchecked.poll();
  }

  /** The entry of a function, made on first use. */
  Entry reach(Modules.Module module, Ast.Function syntax, Resolver resolver) {
    Entry known = bySyntax.get(syntax);
    if (known != null) {
      return known;
    }
    String key = module.isMain() ? syntax.name() : module.path() + "::" + syntax.name();
    Entry entry =
        new Entry(
            module,
            syntax,
            new Function.Ref(key, syntax.name()),
            parameters(syntax, resolver),
            results(syntax));
    bySyntax.put(syntax, entry);
    byKey.put(key, entry);
    unchecked.add(entry);
    return entry;
  }

  /** Notes that {@code eval} somewhere may call the function by this name. */
  void callableAs(Entry entry, String name) {
    names.computeIfAbsent(entry, e -> new TreeSet<>()).add(name);
  }

  boolean isCallable(String name) {
    return byKey.containsKey(name) || names.values().stream().anyMatch(set -> set.contains(name));
  }

  /** Notes that the script asks for an argument, given or not. */
  void usesArgument(Ast.ScriptArgument argument) {
    scriptArguments.putIfAbsent(argument.name(), argument);
  }

  /** The arguments that the script asks for, by name, where it does so first. */
  Map<String, Ast.ScriptArgument> scriptArguments() {
    return scriptArguments;
  }

  /** Notes a string of the program, which may name a function of the library. */
  void mention(String text) {
    if (FUNCTION_NAME.matcher(text).matches()) {
      mentioned.add(text);
    }
  }

  Set<String> mentioned() {
    return Set.copyOf(mentioned);
  }

  /** Notes that {@code eval} somewhere calls a function whose name is known at run time only. */
  void callsComputedName(boolean inLibrary) {
    computedNames = true;
    computedNamesInLibrary |= inLibrary;
  }

  boolean computedNames() {
    return computedNames;
  }

  boolean computedNamesInLibrary() {
    return computedNamesInLibrary;
  }

  Set<String> names(Entry entry) {
    return names.getOrDefault(entry, Set.of());
  }

  private List<Function.Parameter> parameters(Ast.Function syntax, Resolver resolver) {
    Set<String> names = new HashSet<>();
    Set<String> earlier = new HashSet<>();
    List<Function.Parameter> parameters = new ArrayList<>();
    for (Ast.FunctionParameter parameter : syntax.parameters()) {
      Ast.TypedName typed = parameter.typed();
      if (!names.add(typed.name())) {
        problems.error(
            typed.span(),
            "function " + syntax.name() + " has two parameters named " + typed.name());
      }
      Expr value =
          parameter.defaultValue() == null
              ? null
              : resolver.defaultValue(parameter.defaultValue(), Set.copyOf(earlier));
      earlier.add(typed.name());
      parameters.add(
          new Function.Parameter(typed.name(), typed.data(), typed.value(), value, typed.span()));
    }
    return parameters;
  }

  private List<Function.Parameter> results(Ast.Function syntax) {
    Set<String> names = new HashSet<>();
    List<Function.Parameter> results = new ArrayList<>();
    for (Ast.TypedName typed : syntax.results()) {
      if (!names.add(typed.name())) {
        problems.error(
            typed.span(), "function " + syntax.name() + " has two results named " + typed.name());
      }
      results.add(
          new Function.Parameter(typed.name(), typed.data(), typed.value(), null, typed.span()));
    }
    return results;
  }
}
