package dev.linden.lang.check;

import dev.linden.base.InputError;
import dev.linden.base.Source;
import dev.linden.base.Suggestions;
import dev.linden.lang.Block;
import dev.linden.lang.Function;
import dev.linden.lang.Program;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Syntax tree to checked program. */
public final class Checker {
  private Checker() {}

  /** Finds the files that {@code source(...)} names. */
  @FunctionalInterface
  public interface SourceLoader {
    /**
     * The text of a file, by a path that may start at the working directory; null if there is no
     * such file; throws {@code InputError} when it is there and can't be read.
     */
    Source load(String path);

    /** The syntax of such a text. */
    default Ast.Script parse(Source source) {
      return Syntaxes.parse(source);
    }
  }

  /**
   * @param arguments values of the {@code $}-arguments by name ({@code 1}, {@code 2}, ... for
   *     positional ones)
   * @throws dev.linden.base.ScriptError with all errors of the script
   */
  public static Program check(
      Ast.Script script,
      Map<String, Scalar> arguments,
      SourceLoader loader,
      Environment environment) {
    return check(script, arguments, Map.of(), Set.of(), loader, environment);
  }

  /**
   * @param inputs variables that have a value before the first statement, and what is known of them
   * @param outputs variables whose values are wanted after the last one
   */
  public static Program check(
      Ast.Script script,
      Map<String, Scalar> arguments,
      Map<String, Info> inputs,
      Set<String> outputs,
      SourceLoader loader,
      Environment environment) {
    return check(script, arguments, inputs, Map.of(), outputs, Set.of(), loader, environment);
  }

  /**
   * An input of a session: the values of all variables that it assigns are wanted.
   *
   * @param absent variables that earlier inputs assign on paths that they have not taken
   * @param known functions of earlier inputs, by identity, which have been checked: of them only
   *     those count that are called
   */
  public static Program checkCell(
      Ast.Script script,
      Map<String, Scalar> arguments,
      Map<String, Info> inputs,
      Map<String, Info> absent,
      Set<Ast.Function> known,
      SourceLoader loader,
      Environment environment) {
    return check(script, arguments, inputs, absent, null, known, loader, environment);
  }

  /**
   * @param outputs null for all variables
   */
  private static Program check(
      Ast.Script script,
      Map<String, Scalar> arguments,
      Map<String, Info> inputs,
      Map<String, Info> absent,
      Set<String> outputs,
      Set<Ast.Function> checked,
      SourceLoader loader,
      Environment environment) {
    Problems problems = new Problems();
    Modules.Module module = new Modules(loader, problems).main(script);
    UserFunctions entries = new UserFunctions(problems);
    Signs signs = new Signs();

    Resolver resolver = new Resolver(module, entries, arguments, signs, problems);
    for (Ast.Function function : module.functions().values()) {
      if (!checked.contains(function)) {
        entries.reach(module, function, resolver);
      }
    }
    List<Block> main = resolver.blocks(script.statements());
    record Resolved(UserFunctions.Entry entry, List<Block> body) {}
    List<Resolved> resolved = new ArrayList<>();
    resolver.reachComputedNames();
    while (entries.hasUnchecked()) {
      UserFunctions.Entry e = entries.nextUnchecked();
      Resolver own = new Resolver(e.module(), entries, arguments, signs, problems);
      List<Block> body =
          e.syntax().body() == null
              ? List.of(ExternalBody.of(e, environment, problems))
              : own.blocks(e.syntax().body());
      resolved.add(new Resolved(e, body));
      if (!entries.hasUnchecked()) {
        resolver.reachComputedNames();
      }
    }
    ScriptArguments.reportMisspelt(arguments, entries.scriptArguments(), problems);
    Map<String, Function> functions = new LinkedHashMap<>();
    for (Resolved r : resolved) {
      UserFunctions.Entry e = r.entry();
      functions.put(
          e.ref().key(),
          new Function(
              e.ref(), entries.names(e), e.parameters(), e.results(), r.body(), e.syntax().span()));
    }

    LiveVariables live = new LiveVariables();
    live.add(main, outputs == null ? Variables.assignedIn(main) : outputs);
    for (Function function : functions.values()) {
      live.add(function.body(), resultNames(function));
    }

    WrittenFiles known = new WrittenFiles(environment);
    known.add(main);
    functions.values().forEach(function -> known.add(function.body()));
    Map<Block, Map<String, Info>> facts = new IdentityHashMap<>();
    Inference inference = new Inference(entries, known, signs, live.result(), facts, problems);
    Map<String, Info> atEnd = inference.main(main, inputs, absent);
    Set<String> mainVariables = Variables.assignedIn(main);
    if (outputs != null) {
      requireAssigned(outputs, mainVariables, inputs.keySet());
    }
    inference.functions(functions.values(), mainVariables);

    problems.throwIfAny();
    return new Program(
        script.source(),
        Set.copyOf(inputs.keySet()),
        main,
        Collections.unmodifiableMap(functions),
        Collections.unmodifiableMap(facts),
        Collections.unmodifiableMap(live.result()),
        known,
        inference.failures(),
        inference.completedReads(),
        problems.warnings(),
        named(mainVariables, atEnd));
  }

  /** What is known of them, without those that only the compiler knows. */
  private static Map<String, Info> named(Set<String> variables, Map<String, Info> atEnd) {
    Map<String, Info> named = new LinkedHashMap<>();
    for (String variable : variables) {
      if (variable.indexOf('#') < 0 && atEnd.containsKey(variable)) {
        named.put(variable, atEnd.get(variable));
      }
    }
    return Collections.unmodifiableMap(named);
  }

  private static void requireAssigned(
      Set<String> outputs, Set<String> variables, Set<String> inputs) {
    for (String output : outputs) {
      if (!variables.contains(output) && !inputs.contains(output)) {
        String nearest = Suggestions.nearest(output, variables);
        throw new InputError(
            "the script never assigns the output "
                + output
                + (nearest == null ? "" : "; did you mean " + nearest + "?"));
      }
    }
  }

  private static Set<String> resultNames(Function function) {
    return function.results().stream().map(Function.Parameter::name).collect(Collectors.toSet());
  }
}
