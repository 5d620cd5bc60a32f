package dev.linden.lang.check;

import dev.linden.base.InputError;
import dev.linden.base.LindenBug;
import dev.linden.base.Span;
import dev.linden.base.Suggestions;
import dev.linden.lang.Block;
import dev.linden.lang.Expr;
import dev.linden.lang.Function;
import dev.linden.lang.Program;
import dev.linden.lang.Stmt;
import dev.linden.lang.Syntaxes;
import dev.linden.op.DataType;
import dev.linden.op.Environment;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.KnownCall;
import dev.linden.op.Op;
import dev.linden.op.OpError;
import dev.linden.op.Property;
import dev.linden.op.Size;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Types, sizes and constants of all variables, by running the blocks on what is known instead of on
 * values. Finds every error that shows before the script runs: missing values, wrong types, shapes
 * that do not fit.
 */
final class Inference {
  private final UserFunctions functions;
  private final Environment environment;
  private final Signs signs;
  private final Problems problems;
  private final Map<Block, Block.Liveness> liveness;
  private final Map<Block, Map<String, Info>> facts;

  /**
   * Variables of the main script, to explain why a function does not see them; empty in the main
   * script itself.
   */
  private Set<String> outerVariables = Set.of();

  /** Variables that the code at hand assigns somewhere. */
  private Set<String> ownVariables = Set.of();

  /** Variables that only had values inside parfor loops. */
  private final Set<String> privateToParfor = new HashSet<>();

  /**
   * Above zero while loops are run to find out what holds before every iteration: nothing is
   * reported or recorded.
   */
  private int silent;

  /** Above zero in code that a constant condition excludes. */
  private int neverTaken;

  /** Above zero in branches and in bodies of loops that may not run. */
  private int maybeTaken;

  /** Keys of the functions with a call that nothing but an error keeps from being reached. */
  private final Set<String> surelyCalled = new HashSet<>();

  private final Map<Expr, Program.Failure> failures = new IdentityHashMap<>();
  private final WrittenKinds written = new WrittenKinds();

  Inference(
      UserFunctions functions,
      Environment environment,
      Signs signs,
      Map<Block, Block.Liveness> liveness,
      Map<Block, Map<String, Info>> facts,
      Problems problems) {
    this.functions = functions;
    this.environment = environment;
    this.signs = signs;
    this.liveness = liveness;
    this.facts = facts;
    this.problems = problems;
  }

  /** Calls that end the program if they are reached, which they may not be. */
  Map<Expr, Program.Failure> failures() {
    return Collections.unmodifiableMap(failures);
  }

  /** Reads that do not tell what they give, by identity, and the same that do. */
  Map<Expr, Expr.OpCall> completedReads() {
    return written.completed();
  }

  /**
   * @param inputs variables that have a value before the first statement
   * @param absent variables that might have one there, but have none
   * @return what is known of variables behind the last statement
   */
  Map<String, Info> main(List<Block> blocks, Map<String, Info> inputs, Map<String, Info> absent) {
    State state = new State();
    inputs.forEach(state::assign);
    absent.forEach(state::maybe);
    ownVariables = Variables.assignedIn(blocks);
    return run(blocks, state).facts();
  }

  /**
   * All functions; after the main script, since one that it may not call may not run.
   *
   * @param mainVariables what the main script assigns
   */
  void functions(Collection<Function> functions, Set<String> mainVariables) {
    List<Function> left = new ArrayList<>(functions);
    List<Function> called;
    do {
      called = new ArrayList<>();
      List<Function> others = new ArrayList<>();
      for (Function function : left) {
        (surelyCalled.contains(function.ref().key()) ? called : others).add(function);
      }
      called.forEach(function -> function(function, mainVariables));
      left = others;
    } while (!called.isEmpty());
    maybeTaken++;
    left.forEach(function -> function(function, mainVariables));
    maybeTaken--;
  }

  private void function(Function function, Set<String> mainVariables) {
    outerVariables = mainVariables;
    ownVariables = Variables.assignedIn(function.body());
    privateToParfor.clear();
    State state = new State();
    for (Function.Parameter parameter : function.parameters()) {
      if (parameter.defaultValue() != null) {
        checkDeclared(
            infer(parameter.defaultValue(), state.copy()),
            parameter,
            parameter.defaultValue().span(),
            "the default value of " + parameter.name());
      }
      state.assign(parameter.name(), declared(parameter));
    }
    State end = run(function.body(), state);
    for (Function.Parameter result : function.results()) {
      Info info = end.find(result.name());
      if (info != null) {
        checkDeclared(
            info, result, result.span(), "at the end of " + function.ref().name() + " it");
      } else if (!ownVariables.contains(result.name())) {
        error(
            result.span(),
            "result "
                + result.name()
                + " of function "
                + function.ref().name()
                + " is never assigned",
            Suggestions.hint(result.name(), ownVariables));
      }
    }
  }

  private void checkDeclared(Info info, Function.Parameter declared, Span span, String what) {
    if (!Broken.is(info) && info.data() != declared.data()) {
      error(
          span,
          declared.name()
              + " is declared as a "
              + declared.data().word()
              + ", but "
              + what
              + " is "
              + info.describeOne(),
          null);
    }
  }

  private static Info declared(Function.Parameter parameter) {
    return switch (parameter.data()) {
      case MATRIX -> Info.matrix();
      case SCALAR -> Info.scalar(parameter.value());
      case FRAME -> Info.frame(Size.UNKNOWN);
      case LIST -> Info.list();
    };
  }

  // Blocks

  private State run(List<Block> blocks, State state) {
    State current = state;
    for (Block block : blocks) {
      if (block instanceof Block.Basic basic) {
        record(block, current);
        for (Stmt statement : basic.statements()) {
          run(statement, current);
        }
      } else if (block instanceof Block.If branch) {
        current = branch(branch, current);
      } else if (block instanceof Block.While loop) {
        current = whileLoop(loop, current);
      } else {
        current = forLoop((Block.For) block, current);
      }
    }
    return current;
  }

  private void record(Block block, State state) {
    if (silent == 0) {
      facts.put(block, Collections.unmodifiableMap(state.facts()));
    }
  }

  private void run(Stmt statement, State state) {
    if (statement instanceof Stmt.Assign assign) {
      state.assign(assign.variable(), infer(assign.value(), state));
    } else if (statement instanceof Stmt.MultiAssign assign) {
      List<Info> results = results(assign.call(), state);
      for (int i = 0; i < assign.variables().size(); i++) {
        state.assign(assign.variables().get(i), results == null ? Broken.INFO : results.get(i));
      }
    } else {
      results(((Stmt.Effect) statement).call(), state);
    }
  }

  private State branch(Block.If branch, State state) {
    record(branch, state);
    Boolean constant = condition(branch.predicate(), "if", state);
    maybeTaken += constant == null ? 1 : 0;
    State then = runBranch(branch.then(), state.copy(), Boolean.FALSE.equals(constant));
    State otherwise = runBranch(branch.otherwise(), state.copy(), Boolean.TRUE.equals(constant));
    maybeTaken -= constant == null ? 1 : 0;
    if (constant != null) {
      State taken = constant ? then : otherwise;
      taken.addNeverTaken(constant ? otherwise : then);
      return taken;
    }
    List<State.Conflict> conflicts = new ArrayList<>();
    State joined = then.join(otherwise, conflicts);
    for (State.Conflict conflict : conflicts) {
      error(
          keyword(branch, "if"),
          conflict.variable()
              + " is a "
              + conflict.first().data().word()
              + " on one path and a "
              + conflict.second().data().word()
              + " on the other",
          "use two variables: the data type of a variable must not depend on a condition");
    }
    return joined;
  }

  /**
   * Runs blocks that are perhaps excluded by a constant condition. Such a condition often guards
   * against just the sizes and values known here, so code that is never taken is checked without
   * them.
   */
  private State runBranch(List<Block> blocks, State state, boolean never) {
    if (!never) {
      return run(blocks, state);
    }
    state.forgetSizes();
    neverTaken++;
    State end = run(blocks, state);
    neverTaken--;
    return end;
  }

  /** Whether a constant condition holds; null when it is not constant. */
  private Boolean condition(Expr predicate, String statement, State state) {
    Info info = infer(predicate, state);
    if (Broken.is(info)) {
      return null;
    }
    if (!info.isScalar() || info.isString()) {
      error(
          predicate.span(),
          "the condition of "
              + statement
              + " must be a boolean or a number, but it is "
              + info.describeOne(),
          info.isMatrix() ? "as.scalar(...) turns a 1x1 matrix into a scalar" : null);
      return null;
    }
    return info.isConstant() ? info.constant().asBoolean() : null;
  }

  // Loops

  /** What holds before every iteration, and at the end of every iteration. */
  private record Loop(State head, State end) {}

  private State whileLoop(Block.While loop, State entry) {
    silent++;
    Boolean first = condition(loop.predicate(), "while", entry.copy());
    silent--;
    boolean never = Boolean.FALSE.equals(first);
    Loop result =
        iterate(
            entry,
            loop,
            loop.body(),
            state -> {
              condition(loop.predicate(), "while", state);
              maybeTaken += first == null ? 1 : 0;
              State end = runBranch(loop.body(), state, never);
              maybeTaken -= first == null ? 1 : 0;
              return end;
            });
    record(loop, result.head());
    if (first == null) {
      return result.head();
    }
    // Either the loop surely ends after an iteration, or it surely does not start one.
    State after = first ? result.end() : entry;
    after.addNeverTaken(first ? entry : result.end());
    return after;
  }

  private enum Trips {
    NONE,
    AT_LEAST_ONE,
    UNKNOWN
  }

  private State forLoop(Block.For loop, State entry) {
    Trips trips = trips(loop, entry);
    Info earlier = entry.find(loop.variable());
    boolean earlierAlways = entry.assigned(loop.variable()) != null;
    State before = entry.copy();
    before.remove(loop.variable());
    Loop result =
        iterate(
            before,
            loop,
            loop.body(),
            state -> {
              state.assign(loop.variable(), Info.scalar(ValueType.INT));
              maybeTaken += trips == Trips.UNKNOWN ? 1 : 0;
              State end = runBranch(loop.body(), state, trips == Trips.NONE);
              maybeTaken -= trips == Trips.UNKNOWN ? 1 : 0;
              return end;
            });
    recordLoop(loop, result.head(), earlierAlways ? earlier : null);
    if (loop.parallel() && silent == 0 && loop.options().check()) {
      new ParforDependencies(loop, entry, liveness, problems).check();
    }
    State end = result.end();
    if (end.find(loop.variable()) == null) {
      throw new LindenBug("the loop variable has no value at the end of an iteration");
    }
    if (loop.parallel()) {
      forgetPrivate(loop, entry, end);
    }
    if (trips == Trips.NONE) {
      entry.addNeverTaken(end);
      return entry;
    }
    if (trips == Trips.AT_LEAST_ONE) {
      return end;
    }
    List<State.Conflict> conflicts = new ArrayList<>();
    // Variables of the body are in conflict at most in ways that the iteration has found, except
    // for the loop variable.
    State after = entry.join(end, conflicts);
    for (State.Conflict conflict : conflicts) {
      if (conflict.variable().equals(loop.variable())) {
        reportLoopConflict(loop, conflict);
      }
    }
    return after;
  }

  private void recordLoop(Block.For loop, State head, Info earlierValue) {
    State recorded = head.copy();
    if (earlierValue != null && earlierValue.isScalar()) {
      recorded.assign(
          loop.variable(), earlierValue.join(Info.scalar(ValueType.INT)).withoutConstant());
    }
    record(loop, recorded);
  }

  /** Variables that did not exist before a parfor loop do not exist after it. */
  private void forgetPrivate(Block.For loop, State entry, State end) {
    for (String variable : end.names()) {
      if (entry.find(variable) == null) {
        end.remove(variable);
        privateToParfor.add(variable);
      }
    }
    if (entry.assigned(loop.variable()) != null) {
      end.assign(loop.variable(), entry.assigned(loop.variable()));
    }
  }

  private Trips trips(Block.For loop, State state) {
    Info from = bound(loop.from(), "the first value", state);
    Info to = bound(loop.to(), "the last value", state);
    if (loop.step() == null) {
      return Trips.AT_LEAST_ONE;
    }
    Info step = bound(loop.step(), "the step", state);
    if (!step.isConstant()) {
      return Trips.UNKNOWN;
    }
    long by = step.constant().asLong();
    if (by == 0) {
      error(loop.step().span(), "the step of a loop must not be 0", null);
      return Trips.UNKNOWN;
    }
    if (!from.isConstant() || !to.isConstant()) {
      return Trips.UNKNOWN;
    }
    long first = from.constant().asLong();
    long last = to.constant().asLong();
    return (by > 0 ? first <= last : first >= last) ? Trips.AT_LEAST_ONE : Trips.NONE;
  }

  private Info bound(Expr bound, String what, State state) {
    Info info = infer(bound, state);
    if (!Broken.is(info) && (!info.isScalar() || info.isString())) {
      error(
          bound.span(),
          what + " of a loop must be a number, but it is " + info.describeOne(),
          null);
      return Broken.INFO;
    }
    return info;
  }

  /**
   * Runs a loop until what is known before an iteration no longer changes, and once more to report
   * and record.
   *
   * @param iteration from the state before an iteration, which it may change, to the state after it
   */
  private Loop iterate(State entry, Block loop, List<Block> body, UnaryOperator<State> iteration) {
    String variable = loop instanceof Block.For counted ? counted.variable() : null;
    Map<String, State.Conflict> conflicts = new TreeMap<>();
    State head = entry.copy();
    head.dropConstants(Variables.assignedIn(body));
    State end;
    while (true) {
      silent++;
      end = iteration.apply(head.copy());
      silent--;
      State carried = end.copy();
      // Found in silence: the last pass has to find it again, so it must not begin with it.
      carried.restoreBroken(head);
      if (variable != null) {
        carried.remove(variable);
      }
      State next = head.joinLoop(carried, conflicts);
      if (next.equals(head)) {
        break;
      }
      head = next;
    }
    conflicts.values().forEach(conflict -> reportLoopConflict(loop, conflict));
    // While an outer loop is still searching, the last pass is as good as another one.
    return new Loop(head, silent > 0 ? end : iteration.apply(head.copy()));
  }

  private void reportLoopConflict(Block loop, State.Conflict conflict) {
    error(
        keyword(loop, "loop"),
        conflict.variable()
            + " is a "
            + conflict.first().data().word()
            + " before the loop and a "
            + conflict.second().data().word()
            + " after an iteration",
        "use two variables: the data type of a variable must not change in a loop");
  }

  /** The first word of a statement. */
  private static Span keyword(Block block, String fallback) {
    Span span = block.span();
    String line = span.source().line(span.line());
    int from = Math.min(span.column() - 1, line.length());
    int to = from;
    while (to < line.length() && Character.isLetter(line.charAt(to))) {
      to++;
    }
    int length = to > from ? to - from : fallback.length();
    return new Span(
        span.source(), span.line(), span.column(), span.line(), span.column() + length - 1);
  }

  // Expressions

  private Info infer(Expr expression, State state) {
    Info info = inferUnsigned(expression, state);
    Span sign = signs.before(expression);
    if (sign != null
        && !Broken.is(info)
        && (info.isString() || !(info.isScalar() || info.isMatrix()))) {
      error(sign, "+ needs a number or a matrix, but " + info.describeOne() + " is given", null);
      return Broken.INFO;
    }
    return info;
  }

  private Info inferUnsigned(Expr expression, State state) {
    if (expression instanceof Expr.Const constant) {
      return Info.constant(constant.value());
    }
    if (expression instanceof Expr.Var variable) {
      return read(variable, state);
    }
    if (expression instanceof Expr.Exists) {
      return Info.scalar(ValueType.BOOLEAN);
    }
    List<Info> results = results(expression, state);
    // A call without results stands here only as a part of a broken expression.
    return results == null || results.isEmpty() ? Broken.INFO : results.get(0);
  }

  private Info read(Expr.Var variable, State state) {
    String name = variable.name();
    Info info = state.find(name);
    if (info == null) {
      if (state.report(name)) {
        boolean known = ownVariables.contains(name);
        error(
            variable.span(),
            known
                ? "variable " + name + " is used before it has a value"
                : "unknown variable " + name,
            hint(variable, state));
      }
      return Broken.INFO;
    }
    if (state.assigned(name) == null && silent == 0 && neverTaken == 0 && !Broken.is(info)) {
      problems.warning(
          variable.span(),
          "variable " + name + " has a value on some paths only",
          "assign it before the if or the loop");
    }
    return info;
  }

  private String hint(Expr.Var variable, State state) {
    String name = variable.name();
    if (privateToParfor.contains(name)) {
      return "variables first assigned in a parfor body are private to its iterations";
    }
    if (outerVariables.contains(name)) {
      return "functions see only their parameters and own variables: pass "
          + name
          + " as an argument";
    }
    String foreign = Syntaxes.of(variable.span().source()).hintForVariable(name);
    return foreign != null ? foreign : Suggestions.hint(name, state.names());
  }

  /** What is known of the results of a call; null when an error has been reported. */
  private List<Info> results(Expr call, State state) {
    if (call instanceof Expr.OpCall builtin) {
      return operator(builtin, state);
    }
    if (call instanceof Expr.Invoke invoke) {
      return invoke(invoke, state);
    }
    throw new LindenBug("not a call: " + call);
  }

  private List<Info> invoke(Expr.Invoke invoke, State state) {
    if (maybeTaken + neverTaken == 0) {
      surelyCalled.add(invoke.function().key());
    }
    UserFunctions.Entry function = functions.get(invoke.function());
    for (int i = 0; i < invoke.arguments().size(); i++) {
      Expr argument = invoke.arguments().get(i);
      Info info = infer(argument, state);
      Function.Parameter parameter = function.parameters().get(i);
      // A default value of the wrong type is reported once, where it stands.
      if (!Broken.is(info) && info.data() != parameter.data() && !isDefault(argument, parameter)) {
        error(
            argument.span(),
            invoke.function().name()
                + " needs a "
                + parameter.data().word()
                + " for "
                + parameter.name()
                + ", but "
                + info.describeOne()
                + " is given",
            null);
      }
    }
    return function.results().stream().map(Inference::declared).toList();
  }

  private static boolean isDefault(Expr argument, Function.Parameter parameter) {
    return parameter.defaultValue() != null
        && parameter.defaultValue().span().equals(argument.span());
  }

  private List<Info> operator(Expr.OpCall call, State state) {
    Info[] infos = new Info[call.arguments().size()];
    boolean broken = Broken.is(call) || partOfNothing(call, state);
    for (int i = 0; i < infos.length; i++) {
      Expr argument = call.arguments().get(i);
      if (argument != null) {
        infos[i] = numbersOf(call.op(), i, infer(argument, state));
        broken |= Broken.is(infos[i]);
      }
    }
    if (broken || !dataTypesFit(call, infos)) {
      return null;
    }
    if (call.op().has(Property.WRITES_FILE)) {
      written.write(infos);
    } else if (call.op().has(Property.READS_FILE)) {
      written.complete(call, infos);
    }
    try {
      return new KnownCall(call.op(), Arrays.asList(infos), call.names(), environment).infer();
    } catch (OpError e) {
      Expr argument =
          e.argument() >= 0 && e.argument() < infos.length
              ? call.arguments().get(e.argument())
              : null;
      Span span = argument == null ? call.operatorSpan() : argument.span();
      List<Info> results = maybeTaken + neverTaken > 0 ? withoutSizes(call, infos) : null;
      if (results != null) {
        failsIfReached(call, e.getMessage(), results.get(0), span);
        return results;
      }
      error(span, e.getMessage(), e.hint());
    } catch (InputError e) {
      error(call.operatorSpan(), e.getMessage(), null);
    }
    return null;
  }

  /** A column of a frame becomes a matrix where only that will do, as it will be built. */
  private static Info numbersOf(Op op, int argument, Info info) {
    return info != null && op.takesNumbersOf(argument, info)
        ? Info.matrix(info.size().withoutNnz())
        : info;
  }

  /**
   * The result of a call whose arguments have the wrong sizes or values only; null if more than
   * that is wrong, or if it has several results.
   */
  private List<Info> withoutSizes(Expr.OpCall call, Info[] infos) {
    if (call.op().results() != 1) {
      return null;
    }
    List<Info> known = new ArrayList<>();
    for (Info info : infos) {
      known.add(info == null || info.isScalar() ? info : Info.unknown(info.data()));
    }
    try {
      List<Info> results = new KnownCall(call.op(), known, call.names(), environment).infer();
      return List.of(Info.unknown(results.get(0).data()));
    } catch (InputError moreThanSizes) {
      return null;
    }
  }

  /** Such code often stands behind a condition that excludes it. */
  private void failsIfReached(Expr.OpCall call, String message, Info result, Span span) {
    if (silent == 0) {
      failures.put(call, new Program.Failure(message, result.data(), span));
      problems.warning(span, message, "this ends the program if it is reached");
    }
  }

  /** Assigns to a part of a variable that has no value yet; reported here. */
  private boolean partOfNothing(Expr.OpCall call, State state) {
    boolean nothing =
        call.op() == IndexOps.ASSIGN
            && call.arguments().get(0) instanceof Expr.Var target
            && state.find(target.name()) == null
            && state.report(target.name());
    if (nothing) {
      String name = ((Expr.Var) call.arguments().get(0)).name();
      error(
          call.arguments().get(0).span(),
          "a part of variable " + name + " is assigned before it has a value",
          "create it first, for example " + name + " = matrix(0, rows=..., cols=...)");
    }
    return nothing;
  }

  private boolean dataTypesFit(Expr.OpCall call, Info[] infos) {
    boolean fit = true;
    for (int i = 0; i < infos.length; i++) {
      OpError error = infos[i] == null ? null : call.op().wrongType(i, infos[i]);
      if (error != null) {
        fit = false;
        error(call.arguments().get(i).span(), error.getMessage(), error.hint());
      }
    }
    if (fit && signs.hasComma(call) && infos[0].data() == DataType.LIST) {
      fit = false;
      error(call.operatorSpan(), "a list has one dimension, but the index has two", "write L[i]");
    }
    return fit;
  }

  private void error(Span span, String message, String hint) {
    if (silent == 0) {
      problems.error(span, message, hint);
    }
  }
}
