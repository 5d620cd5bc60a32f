package dev.linden.lang.check;

import dev.linden.base.Cancellation;
import dev.linden.base.LindenBug;
import dev.linden.base.Span;
import dev.linden.base.Suggestions;
import dev.linden.lang.Block;
import dev.linden.lang.Expr;
import dev.linden.lang.ParforOptions;
import dev.linden.lang.Stmt;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Syntax;
import dev.linden.op.CastOps;
import dev.linden.op.Catalogue;
import dev.linden.op.CellwiseOps;
import dev.linden.op.ControlOps;
import dev.linden.op.IndexOps;
import dev.linden.op.NeuralOps;
import dev.linden.op.Op;
import dev.linden.op.Property;
import dev.linden.op.Scalar;
import dev.linden.op.ScalarKind;
import dev.linden.op.Text;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Syntax of one file to resolved blocks: names become variables, operators and functions; arguments
 * are put in order; short forms ({@code +=}, indexed targets, {@code ifdef}) are spelt out. Types
 * are none of its business.
 */
final class Resolver {
  private static final Set<String> RELATIONS = Set.of("<", "<=", ">", ">=", "==", "!=");

  private final Modules.Module module;
  private final UserFunctions functions;
  private final Map<String, Scalar> scriptArguments;
  private final Problems problems;
  private final Signs signs;

  /** Variables that statements so far assign. */
  private final Set<String> assigned = new HashSet<>();

  private int parforDepth;

  /** The variables of a default value; null outside of one. */
  private Set<String> defaultValueSees;

  /** Whether the statement at hand asks whether a variable exists. */
  private boolean asksExists;

  Resolver(
      Modules.Module module,
      UserFunctions functions,
      Map<String, Scalar> scriptArguments,
      Signs signs,
      Problems problems) {
    this.module = module;
    this.functions = functions;
    this.scriptArguments = scriptArguments;
    this.signs = signs;
    this.problems = problems;
  }

  /** The default value of a parameter: an expression of the parameters before it. */
  Expr defaultValue(Ast.Expression value, Set<String> earlierParameters) {
    defaultValueSees = earlierParameters;
    try {
      return expression(value);
    } finally {
      defaultValueSees = null;
    }
  }

  // Statements and blocks

  /**
   * Statements of a block. What is known and alive passes from one block to the next, only common
   * values and fused operators do not; and no pass has to look at a whole script of generated
   * statements at once, however it goes about it.
   */
  private static final int MOST_STATEMENTS = 1000;

  List<Block> blocks(List<Ast.Statement> statements) {
    List<Block> blocks = new ArrayList<>();
    List<Stmt> run = new ArrayList<>();
    for (Ast.Statement statement : statements) {
      if (statement instanceof Ast.If
          || statement instanceof Ast.While
          || statement instanceof Ast.For) {
        endRun(run, blocks);
        blocks.add(controlFlow(statement));
        continue;
      }
      Cancellation.checkThread();
      asksExists = false;
      List<Stmt> resolved = simple(statement);
      if (asksExists) {
        // What exists is decided where a block starts.
        endRun(run, blocks);
      }
      run.addAll(resolved);
      if (run.size() >= MOST_STATEMENTS) {
        endRun(run, blocks);
      }
    }
    endRun(run, blocks);
    return blocks;
  }

  private static void endRun(List<Stmt> run, List<Block> blocks) {
    if (!run.isEmpty()) {
      blocks.add(new Block.Basic(run, run.get(0).span().to(run.get(run.size() - 1).span())));
      run.clear();
    }
  }

  private Block controlFlow(Ast.Statement statement) {
    if (statement instanceof Ast.If branch) {
      Expr predicate = expression(branch.predicate());
      return new Block.If(
          predicate, blocks(branch.then()), blocks(branch.otherwise()), branch.span());
    }
    if (statement instanceof Ast.While loop) {
      return new Block.While(expression(loop.predicate()), blocks(loop.body()), loop.span());
    }
    return loop((Ast.For) statement);
  }

  private Block loop(Ast.For loop) {
    Expr from = expression(loop.from());
    Expr to = expression(loop.to());
    Expr step = loop.step() == null ? null : expression(loop.step());
    ParforOptions options = new LoopOptions(scriptArguments, problems).read(loop.options());
    parforDepth += loop.parallel() ? 1 : 0;
    List<Block> body = blocks(loop.body());
    parforDepth -= loop.parallel() ? 1 : 0;
    return new Block.For(
        loop.parallel(), loop.variable(), from, to, step, options, body, loop.span());
  }

  private List<Stmt> simple(Ast.Statement statement) {
    if (statement instanceof Ast.Assign assign) {
      return List.of(
          isCallWithoutResult(assign)
              ? new Stmt.Effect(call((Ast.Call) assign.value()), assign.span())
              : assign(assign.target(), expression(assign.value()), assign.span()));
    }
    if (statement instanceof Ast.Accumulate accumulate) {
      return List.of(accumulate(accumulate));
    }
    if (statement instanceof Ast.MultiAssign assign) {
      return multiAssign(assign);
    }
    if (statement instanceof Ast.CallStatement call) {
      return List.of(new Stmt.Effect(effect(call.call()), call.span()));
    }
    // Imports and changes of the directory have been followed when the files were loaded.
    return List.of();
  }

  /**
   * {@code x = f(...)} of a function that has no result: the call is made, and x gets no value, so
   * that reading it is an error. A variable that had a value before can't lose it.
   */
  private boolean isCallWithoutResult(Ast.Assign assign) {
    if (!(assign.value() instanceof Ast.Call call)
        || assign.target().index() != null
        || assigned.contains(assign.target().name())) {
      return false;
    }
    Ast.Function function =
        call.namespace() == null
            ? module.functions().get(call.name())
            : module.namespaces().get(call.namespace()) == null
                ? null
                : module.namespaces().get(call.namespace()).functions().get(call.name());
    return function != null && function.results().isEmpty();
  }

  private Stmt assign(Ast.Target target, Expr value, Span span) {
    assigned.add(target.name());
    return new Stmt.Assign(
        target.name(), target.index() == null ? value : leftIndex(target, value, span), span);
  }

  private Expr leftIndex(Ast.Target target, Expr value, Span span) {
    List<Expr> arguments = new ArrayList<>();
    arguments.add(new Expr.Var(target.name(), nameSpan(target)));
    arguments.add(value);
    arguments.addAll(bounds(target.index()));
    return signs.addIndex(
        new Expr.OpCall(
            IndexOps.ASSIGN,
            Collections.unmodifiableList(arguments),
            List.of(),
            target.span(),
            span),
        target.index());
  }

  private Stmt accumulate(Ast.Accumulate statement) {
    Ast.Target target = statement.target();
    Expr old = new Expr.Var(target.name(), nameSpan(target));
    if (target.index() != null) {
      old = indexed(old, target.index(), target.span());
    }
    Expr value = expression(statement.value());
    Expr sum =
        new Expr.OpCall(
            operator("+"), List.of(old, value), List.of(), target.span(), statement.span());
    return assign(target, sum, statement.span());
  }

  private List<Stmt> multiAssign(Ast.MultiAssign statement) {
    if (statement.targets().size() == 1) {
      return List.of(assign(statement.targets().get(0), value(statement.call()), statement.span()));
    }
    Expr call = call(statement.call());
    int results = Broken.is(call) ? Integer.MAX_VALUE : results(call);
    if (statement.targets().size() > results) {
      problems.error(
          statement.call().nameSpan(),
          statement.call().name()
              + " has "
              + Words.count(results, "result")
              + ", but "
              + statement.targets().size()
              + " variables are assigned");
      call = Broken.of(List.of(call), call.span());
    }
    List<String> names = new ArrayList<>();
    List<Stmt> statements = new ArrayList<>();
    Set<String> distinct = new HashSet<>();
    for (Ast.Target target : statement.targets()) {
      if (target.index() == null) {
        names.add(target.name());
        if (!distinct.add(target.name())) {
          problems.error(target.span(), "variable " + target.name() + " is assigned twice");
        }
      } else {
        // No name in a script contains the sign, so that it can't collide.
        String temporary = target.name() + "#" + names.size();
        names.add(temporary);
        Expr value = new Expr.Var(temporary, target.span());
        statements.add(
            new Stmt.Assign(target.name(), leftIndex(target, value, target.span()), target.span()));
      }
    }
    statements.add(0, new Stmt.MultiAssign(names, call, statement.span()));
    return statements;
  }

  /** A call as a statement. */
  private Expr effect(Ast.Call syntax) {
    Expr call = call(syntax);
    // A function may be called for what it prints or writes; a built-in has no such effect.
    if (!Broken.is(call) && results(call) > 0 && !(call instanceof Expr.Invoke)) {
      problems.error(
          syntax.nameSpan(),
          syntax.name() + " has a result but it is not used",
          "print(" + syntax.name() + "(...)) shows it, x = " + syntax.name() + "(...) keeps it");
      return Broken.of(List.of(call), call.span());
    }
    return call;
  }

  private static Span nameSpan(Ast.Target target) {
    Span span = target.span();
    int end = span.column() + target.name().length() - 1;
    return new Span(span.source(), span.line(), span.column(), span.line(), end);
  }

  // Expressions

  private Expr expression(Ast.Expression expression) {
    if (expression instanceof Ast.Literal literal) {
      return constant(literal.value(), literal.span());
    }
    if (expression instanceof Ast.Name name) {
      return variable(name.name(), name.span());
    }
    if (expression instanceof Ast.ScriptArgument argument) {
      return scriptArgument(argument);
    }
    if (expression instanceof Ast.IfDefined ifDefined) {
      functions.usesArgument(ifDefined.argument());
      boolean given = ScriptArguments.find(scriptArguments, ifDefined.argument().name()) != null;
      return given ? scriptArgument(ifDefined.argument()) : expression(ifDefined.defaultValue());
    }
    if (expression instanceof Ast.Indexed indexed) {
      return indexed(variable(indexed.name(), indexed.nameSpan()), indexed.index(), indexed.span());
    }
    if (expression instanceof Ast.Unary unary) {
      return unary(unary);
    }
    if (expression instanceof Ast.Binary binary) {
      List<Expr> operands = List.of(expression(binary.left()), rightOperand(binary));
      return new Expr.OpCall(
          operator(binary.operator()), operands, List.of(), binary.operatorSpan(), binary.span());
    }
    if (expression instanceof Ast.Vector vector) {
      List<Expr> elements = vector.elements().stream().map(this::expression).toList();
      return new Expr.OpCall(operator("list"), elements, List.of(), vector.span(), vector.span());
    }
    return value((Ast.Call) expression);
  }

  private Expr variable(String name, Span span) {
    if (defaultValueSees != null && !defaultValueSees.contains(name)) {
      problems.error(
          span,
          "a default value can't refer to variable " + name,
          "it sees only the parameters before it");
      return Broken.of(List.of(), span);
    }
    return new Expr.Var(name, span);
  }

  private Expr scriptArgument(Ast.ScriptArgument argument) {
    functions.usesArgument(argument);
    Scalar value = ScriptArguments.find(scriptArguments, argument.name());
    if (value == null) {
      ScriptArguments.reportMissing(argument, problems);
      return Broken.of(List.of(), argument.span());
    }
    return constant(value, argument.span());
  }

  private Expr constant(Scalar value, Span span) {
    if (value.type() == ValueType.STRING) {
      functions.mention(value.text());
    }
    return new Expr.Const(value, span);
  }

  private Expr indexed(Expr target, Ast.Index index, Span span) {
    List<Expr> arguments = new ArrayList<>();
    arguments.add(target);
    arguments.addAll(bounds(index));
    return signs.addIndex(
        new Expr.OpCall(
            IndexOps.INDEX, Collections.unmodifiableList(arguments), List.of(), index.span(), span),
        index);
  }

  /** First and last row, first and last column; null where not given. */
  private List<Expr> bounds(Ast.Index index) {
    return Arrays.asList(
        from(index.rows()), to(index.rows()), from(index.cols()), to(index.cols()));
  }

  private Expr from(Ast.Range range) {
    return range == null ? null : expression(range.from());
  }

  private Expr to(Ast.Range range) {
    return range == null || range.to() == null ? null : expression(range.to());
  }

  private Expr unary(Ast.Unary unary) {
    Expr operand = expression(unary.operand());
    if (unary.operator().equals("+")) {
      signs.add(operand, unary.operatorSpan());
      return operand;
    }
    Op op = operator(unary.operator().equals("-") ? "unary -" : unary.operator());
    return new Expr.OpCall(op, List.of(operand), List.of(), unary.operatorSpan(), unary.span());
  }

  private static Op operator(String name) {
    Op op = Catalogue.find(name);
    if (op == null) {
      throw new LindenBug("the catalogue has no operator " + name);
    }
    return op;
  }

  // Calls

  private Expr rightOperand(Ast.Binary binary) {
    boolean inNextLine = binary.operatorSpan().endLine() < binary.right().span().line();
    if (!inNextLine || !(binary.right() instanceof Ast.Call syntax)) {
      return expression(binary.right());
    }
    Expr call = call(syntax);
    if (Broken.is(call) || results(call) > 0) {
      return call;
    }
    problems.error(
        binary.operatorSpan(),
        "'"
            + binary.operator()
            + "' has no right operand in its line, and the next line is a call of "
            + syntax.name()
            + ", which has no result",
        "an operator at the end of a line continues the expression in the next one");
    return Broken.of(
        List.of(), call.span()); // the call is a statement: it may use what this one makes
  }

  /** A call whose result is used. */
  private Expr value(Ast.Call syntax) {
    Expr call = call(syntax);
    if (!Broken.is(call) && results(call) == 0) {
      problems.error(syntax.nameSpan(), syntax.name() + " has no result, but its value is used");
      return Broken.of(List.of(call), call.span());
    }
    return call;
  }

  /** How many results a call has; anything else has one. */
  private int results(Expr call) {
    if (call instanceof Expr.OpCall builtin) {
      return builtin.op().results();
    }
    return call instanceof Expr.Invoke invoke
        ? functions.get(invoke.function()).results().size()
        : 1;
  }

  private Expr call(Ast.Call call) {
    boolean builtin = Ast.BUILT_IN.equals(call.namespace());
    if (call.namespace() != null && !builtin) {
      return qualified(call);
    }
    Ast.Function own = builtin ? null : module.functions().get(call.name());
    if (own != null) {
      return invoke(module, own, call);
    }
    Op op = Catalogue.find(call.name());
    if (call.name().equals("exists")) {
      return exists(call);
    }
    if (call.name().equals("ppred") && op == null) {
      return predicate(call);
    }
    if (op == null && Library.find(call.name()) != null) {
      Modules.Module file = Library.find(call.name());
      return invoke(file, file.functions().get(call.name()), call);
    }
    if (op == null) {
      String known = syntax().hintForFunction(call.name());
      String hint = known != null ? known : Suggestions.hint(call.name(), callableNames());
      problems.error(call.nameSpan(), "unknown function " + call.name(), hint);
      return broken(call);
    }
    return builtin(op, call);
  }

  /** What this file is written in. */
  private Syntax syntax() {
    return Syntaxes.of(module.source());
  }

  private List<String> callableNames() {
    List<String> names = new ArrayList<>(module.functions().keySet());
    names.addAll(syntax().spellings(Catalogue.names()));
    names.add("exists");
    names.addAll(Library.names());
    return names;
  }

  private Expr qualified(Ast.Call call) {
    String namespace = call.namespace();
    if (!module.namespaces().containsKey(namespace)) {
      String near = Suggestions.hint(namespace, module.namespaces().keySet());
      problems.error(
          call.span().to(call.nameSpan()),
          "unknown namespace " + namespace,
          near != null ? near : syntax().importing(namespace) + " makes it known");
      return broken(call);
    }
    Modules.Module target = module.namespaces().get(namespace);
    if (target == null) {
      return broken(call);
    }
    Ast.Function function = target.functions().get(call.name());
    if (function == null) {
      problems.error(
          call.nameSpan(),
          "unknown function "
              + syntax().qualified(namespace, call.name())
              + "; "
              + target.path()
              + " does not define it",
          Suggestions.hint(call.name(), target.functions().keySet()));
      return broken(call);
    }
    return invoke(target, function, call);
  }

  private Expr invoke(Modules.Module owner, Ast.Function function, Ast.Call call) {
    if (defaultValueSees != null) {
      problems.error(call.nameSpan(), "a default value can't call function " + call.name());
      return broken(call);
    }
    UserFunctions.Entry entry =
        functions.reach(
            owner, function, new Resolver(owner, functions, scriptArguments, signs, problems));
    List<ArgumentBinder.Given> given = given(call);
    ArgumentBinder.Bound bound =
        ArgumentBinder.bind(
            entry.parameters(), call.name(), call.nameSpan(), given, owner.isLibrary(), problems);
    return bound == null
        ? broken(given, call.span())
        : new Expr.Invoke(entry.ref(), bound.arguments(), call.nameSpan(), call.span());
  }

  /** One cell of a comparison is TRUE or FALSE, not 1 or 0. */
  private static Expr asFlag(Expr.OpCall call) {
    boolean comparison =
        call.op() == CastOps.AS_SCALAR
            && call.arguments().get(0) instanceof Expr.OpCall cells
            && (cells.op().scalarKind() == ScalarKind.RELATIONAL
                || cells.op() == CellwiseOps.PPRED);
    return comparison
        ? new Expr.OpCall(
            CastOps.AS_LOGICAL, List.of(call), List.of(), call.operatorSpan(), call.span())
        : call;
  }

  /** SystemDS takes a bias for conv2d and does not add it. */
  private List<ArgumentBinder.Given> withoutBias(Op op, Ast.Call call) {
    List<ArgumentBinder.Given> given = new ArrayList<>(given(call));
    if (op == NeuralOps.CONV2D) {
      for (ArgumentBinder.Given argument : List.copyOf(given)) {
        if ("bias".equals(argument.name())) {
          given.remove(argument);
          problems.warning(
              argument.nameSpan(),
              "conv2d does not add the bias",
              "bias_add(conv2d(...), bias) does");
        }
      }
    }
    return given;
  }

  private Expr builtin(Op op, Ast.Call call) {
    List<ArgumentBinder.Given> given = withoutBias(op, call);
    ArgumentBinder.Bound bound =
        ArgumentBinder.bind(op, call.name(), call.nameSpan(), given, problems);
    if (parforDepth > 0 && op.has(Property.STOPS)) {
      problems.error(call.nameSpan(), op.name() + " is not allowed in the body of a parfor loop");
    }
    if (bound == null) {
      return broken(given, call.span());
    }
    if (op == ControlOps.PRINT && given.size() > 1 && !isText(bound.arguments().get(0))) {
      problems.error(
          bound.arguments().get(0).span(),
          "print with several arguments needs a format as its first one, a string literal",
          "to print several values, join them: print(a + \" \" + b)");
      return broken(given, call.span());
    }
    if (op == ControlOps.PRINT && !module.isLibrary()) {
      tellOfValuesWithoutPlace(bound.arguments());
    }
    List<Expr> arguments = bound.arguments();
    if (op.has(Property.CALLS_BY_NAME)) {
      arguments = calledByName(arguments);
    }
    return asFlag(new Expr.OpCall(op, arguments, bound.names(), call.nameSpan(), call.span()));
  }

  private void tellOfValuesWithoutPlace(List<Expr> printed) {
    if (printed.size() > 1
        && printed.get(0) instanceof Expr.Const format
        && Text.places(format.value().text()) < printed.size() - 1) {
      problems.warning(
          format.span(),
          "print shows all values, also where the format has no place for them",
          "SystemDS 3.3 drops them; print(a + \" \" + b) is the same in both");
    }
  }

  /**
   * Makes all functions reachable that the name may mean. A constant name is resolved here, where
   * it is known which file it stands in.
   */
  private List<Expr> calledByName(List<Expr> arguments) {
    Map<String, UserFunctions.Entry> visible = visible();
    Expr function = arguments.get(0);
    if (!isText(function)) {
      functions.callsComputedName(module.isLibrary());
    }
    if (!module.isLibrary()) {
      visible.forEach((name, entry) -> functions.callableAs(entry, name));
    }
    if (!isText(function)) {
      return arguments;
    }
    String name = ((Expr.Const) function).value().text();
    UserFunctions.Entry entry = visible.get(name);
    if (entry == null && Catalogue.find(name) == null) {
      entry = reachLibrary(name);
      if (entry == null) {
        List<String> names = new ArrayList<>(callableNames());
        names.addAll(visible.keySet());
        problems.error(function.span(), "unknown function " + name, Suggestions.hint(name, names));
      }
    }
    if (entry == null) {
      return arguments;
    }
    functions.callableAs(entry, entry.ref().key());
    List<Expr> resolved = new ArrayList<>(arguments);
    resolved.set(0, new Expr.Const(Scalar.of(entry.ref().key()), function.span()));
    return Collections.unmodifiableList(resolved);
  }

  /**
   * Called on the main script's resolver once all calls are known: a computed name may mean any
   * library function that a string of the program names, and inside the library any function of the
   * main script.
   */
  void reachComputedNames() {
    if (functions.computedNamesInLibrary()) {
      visible().forEach((name, entry) -> functions.callableAs(entry, name));
    }
    if (functions.computedNames()) {
      for (String name : functions.mentioned()) {
        UserFunctions.Entry entry = functions.isCallable(name) ? null : reachLibrary(name);
        if (entry != null) {
          functions.callableAs(entry, name);
        }
      }
    }
  }

  /** Null if the library has no such function. */
  private UserFunctions.Entry reachLibrary(String name) {
    Modules.Module file = Library.find(name);
    return file == null
        ? null
        : functions.reach(
            file,
            file.functions().get(name),
            new Resolver(file, functions, scriptArguments, signs, problems));
  }

  /** The functions of this file and of its namespaces. */
  private Map<String, UserFunctions.Entry> visible() {
    Map<String, UserFunctions.Entry> visible = new TreeMap<>();
    addCallable(function -> function, module, visible);
    // Names are texts, which a script of one syntax may have from a script of another one.
    for (Syntax syntax : Syntaxes.ALL) {
      module
          .namespaces()
          .forEach(
              (name, file) ->
                  addCallable(function -> syntax.qualified(name, function), file, visible));
    }
    // SystemDS knows functions of other files by their path.
    for (Modules.Module file : module.namespaces().values()) {
      if (file != null) {
        addCallable(function -> file.path() + "::" + function, file, visible);
        addCallable(function -> "./" + file.path() + "::" + function, file, visible);
      }
    }
    return visible;
  }

  /** {@code file} is null when it could not be read. */
  private void addCallable(
      UnaryOperator<String> naming, Modules.Module file, Map<String, UserFunctions.Entry> visible) {
    if (file == null) {
      return;
    }
    Resolver own = new Resolver(file, functions, scriptArguments, signs, problems);
    for (Ast.Function function : file.functions().values()) {
      visible.put(naming.apply(function.name()), functions.reach(file, function, own));
    }
  }

  private static boolean isText(Expr expression) {
    return expression instanceof Expr.Const constant && constant.value().type() == ValueType.STRING;
  }

  private List<ArgumentBinder.Given> given(Ast.Call call) {
    return call.arguments().stream()
        .map(a -> new ArgumentBinder.Given(a.name(), a.nameSpan(), expression(a.value())))
        .toList();
  }

  /** {@code exists(x)} or {@code exists("x")}. */
  private Expr exists(Ast.Call call) {
    asksExists = true;
    Ast.Expression argument = call.arguments().size() == 1 ? call.arguments().get(0).value() : null;
    if (argument instanceof Ast.Name name) {
      return new Expr.Exists(name.name(), call.span());
    }
    if (argument instanceof Ast.Literal literal && literal.value().type() == ValueType.STRING) {
      return new Expr.Exists(literal.value().text(), call.span());
    }
    problems.error(call.nameSpan(), "exists takes one argument, the name of a variable");
    return Broken.of(List.of(), call.span());
  }

  /** {@code ppred(A, B, "op")}, the old form of {@code A op B}. */
  private Expr predicate(Ast.Call call) {
    List<Expr> operands = call.arguments().stream().map(a -> expression(a.value())).toList();
    boolean good =
        operands.size() == 3
            && isText(operands.get(2))
            && RELATIONS.contains(((Expr.Const) operands.get(2)).value().text());
    if (!good) {
      problems.error(
          call.nameSpan(),
          "ppred takes 3 arguments: two operands and one of the strings \"<\", \"<=\", \">\","
              + " \">=\", \"==\", \"!=\"");
      return Broken.of(operands, call.span());
    }
    Op relation = operator(((Expr.Const) operands.get(2)).value().text());
    return new Expr.OpCall(
        relation, operands.subList(0, 2), List.of(), call.nameSpan(), call.span());
  }

  private Expr broken(Ast.Call call) {
    return broken(given(call), call.span());
  }

  private static Expr broken(List<ArgumentBinder.Given> given, Span span) {
    return Broken.of(given.stream().map(ArgumentBinder.Given::value).toList(), span);
  }
}
