package dev.linden.testkit;

import dev.linden.lang.ast.Ast;
import dev.linden.op.DataType;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import dev.linden.testkit.OracleArithmetic.Perturbation;
import dev.linden.testkit.OracleValue.Atom;
import dev.linden.testkit.OracleValue.Grid;
import dev.linden.testkit.OracleValue.Items;
import dev.linden.testkit.OracleValue.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The judge: a naive interpreter that walks the syntax tree with plain loops over dense arrays. It
 * shares the parser with the engine and nothing else, so that a mistake would have to be made twice
 * to go unnoticed. Files are remembered values. Frames and random numbers are left out ({@link
 * OracleError.Unsupported}).
 */
public final class Oracle {
  /**
   * Variables at the end of the script, what it printed, and the reasons why another answer may be
   * right as well.
   */
  public record Result(
      Map<String, OracleValue> variables, String output, Set<OracleArithmetic.Doubt> doubts) {}

  private static final long MAX_STEPS = 1_000_000;
  private static final int MAX_CALLS = 100;

  private final Map<String, Ast.Function> functions = new HashMap<>();
  private final Map<String, String> arguments;
  private final OracleArithmetic arithmetic;
  private final OracleBuiltins builtins;
  private final StringBuilder output = new StringBuilder();

  /** What the script wrote, by path. */
  private final Map<String, Grid> files = new HashMap<>();

  private long steps;
  private int calls;

  private Oracle(
      Ast.Script script, Map<String, String> arguments, Perturbation perturbation, long turn) {
    this.arguments = arguments;
    this.arithmetic = new OracleArithmetic(perturbation, turn);
    this.builtins = new OracleBuiltins(arithmetic, output);
    for (Ast.Function function : script.functions()) {
      if (functions.put(function.name(), function) != null) {
        throw new OracleError("function " + function.name() + " is defined twice");
      }
    }
  }

  public static Result run(
      Ast.Script script, Map<String, String> arguments, Map<String, Grid> inputs) {
    return run(script, arguments, inputs, Perturbation.NONE);
  }

  /** See {@link OracleArithmetic} for what a perturbed run is good for. */
  public static Result run(
      Ast.Script script,
      Map<String, String> arguments,
      Map<String, Grid> inputs,
      Perturbation perturbation) {
    return run(script, arguments, inputs, perturbation, 0);
  }

  /** The same; runs with another {@code turn} are moved apart differently. */
  public static Result run(
      Ast.Script script,
      Map<String, String> arguments,
      Map<String, Grid> inputs,
      Perturbation perturbation,
      long turn) {
    Oracle oracle = new Oracle(script, arguments, perturbation, turn);
    Map<String, OracleValue> variables = new LinkedHashMap<>();
    inputs.forEach((name, grid) -> variables.put(name, grid.copy()));
    oracle.execute(script.statements(), variables);
    return new Result(variables, oracle.output.toString(), oracle.arithmetic.doubts());
  }

  /** Whether a zero meets NaN or an infinity in a product, so that storage decides. */
  public static boolean leavesZerosOpen(
      String script, Map<String, String> arguments, Map<String, Grid> inputs) {
    return run(EngineRunner.parse(script), arguments, inputs)
        .doubts()
        .contains(OracleArithmetic.Doubt.ABSORBED_BY_ZERO);
  }

  // ---- statements

  private void execute(List<Ast.Statement> statements, Map<String, OracleValue> scope) {
    for (Ast.Statement statement : statements) {
      execute(statement, scope);
    }
  }

  private void execute(Ast.Statement statement, Map<String, OracleValue> scope) {
    if (++steps > MAX_STEPS) {
      throw new OracleError("more than " + MAX_STEPS + " statements executed");
    }
    if (statement instanceof Ast.Assign assign
        && assign.value() instanceof Ast.Call call
        && functions.containsKey(call.name())
        && functions.get(call.name()).results().isEmpty()) {
      callUser(call, scope);
    } else if (statement instanceof Ast.Assign assign) {
      store(assign.target(), evaluate(assign.value(), scope), scope);
    } else if (statement instanceof Ast.Accumulate accumulate) {
      OracleValue added = evaluate(accumulate.value(), scope);
      OracleValue old = read(accumulate.target(), scope);
      store(accumulate.target(), arithmetic.binary("+", old, added), scope);
    } else if (statement instanceof Ast.MultiAssign multi) {
      List<OracleValue> results =
          multi.call().name().equals("remove") && !functions.containsKey("remove")
              ? removed(multi.call(), scope)
              : callUser(multi.call(), scope);
      if (multi.targets().size() > results.size()) {
        throw new OracleError("more targets than results");
      }
      for (int i = 0; i < multi.targets().size(); i++) {
        store(multi.targets().get(i), results.get(i), scope);
      }
    } else if (statement instanceof Ast.CallStatement call) {
      if (functions.containsKey(call.call().name())) {
        callUser(call.call(), scope);
      } else {
        callBuiltin(call.call(), scope);
      }
    } else if (statement instanceof Ast.If branch) {
      execute(holds(branch.predicate(), scope) ? branch.then() : branch.otherwise(), scope);
    } else if (statement instanceof Ast.While loop) {
      while (holds(loop.predicate(), scope)) {
        steps++;
        execute(loop.body(), scope);
        if (steps > MAX_STEPS) {
          throw new OracleError("endless loop");
        }
      }
    } else if (statement instanceof Ast.For loop) {
      executeFor(loop, scope);
    } else {
      throw new OracleError.Unsupported("the statement " + statement.getClass().getSimpleName());
    }
  }

  private void executeFor(Ast.For loop, Map<String, OracleValue> scope) {
    long from = integer(loop.from(), scope);
    long to = integer(loop.to(), scope);
    long step = loop.step() == null ? (from <= to ? 1 : -1) : integer(loop.step(), scope);
    if (step == 0) {
      throw new OracleError("a step of 0");
    }
    Set<String> before = Set.copyOf(scope.keySet());
    boolean more = step > 0 ? from <= to : from >= to;
    for (long i = from; more; i += step) {
      BigInteger next = BigInteger.valueOf(i).add(BigInteger.valueOf(step));
      more = next.compareTo(BigInteger.valueOf(to)) * Long.signum(step) <= 0;
      scope.put(loop.variable(), Atom.of(i));
      execute(loop.body(), scope);
    }
    if (loop.parallel()) {
      scope.keySet().retainAll(before);
    }
  }

  private boolean holds(Ast.Expression predicate, Map<String, OracleValue> scope) {
    if (evaluate(predicate, scope) instanceof Atom atom) {
      return atom.isTrue();
    }
    throw new OracleError("a predicate must be a scalar");
  }

  private OracleValue read(Ast.Target target, Map<String, OracleValue> scope) {
    OracleValue value = variable(target.name(), scope);
    return target.index() == null ? value : slice(value, target.index(), scope);
  }

  private void store(Ast.Target target, OracleValue value, Map<String, OracleValue> scope) {
    if (target.index() == null) {
      scope.put(target.name(), value);
      return;
    }
    if (variable(target.name(), scope) instanceof Items items) {
      int[] positions = positions(items, target.index(), scope);
      if (positions[1] != positions[0] + 1) {
        throw new OracleError.Unsupported("assignment to several elements of a list");
      }
      if (value instanceof Items) {
        throw new OracleError.Unsupported("lists assigned to elements of a list");
      }
      scope.put(target.name(), items.with(positions[0], value));
      return;
    }
    Grid grid = grid(variable(target.name(), scope)).copy();
    int[] rows = bounds(target.index().rows(), grid.rows(), scope);
    int[] cols = bounds(target.index().cols(), grid.cols(), scope);
    if (value instanceof Atom atom && atom.isString()) {
      throw new OracleError("a cell must be a number");
    }
    Grid source = OracleArithmetic.asGrid(value);
    boolean fill = value instanceof Atom;
    if (!fill && (source.rows() != rows[1] - rows[0] || source.cols() != cols[1] - cols[0])) {
      throw new OracleError("a " + source.shape() + " matrix does not fit the indexed range");
    }
    for (int i = rows[0]; i < rows[1]; i++) {
      for (int j = cols[0]; j < cols[1]; j++) {
        grid.cells()[i][j] = fill ? source.get(0, 0) : source.get(i - rows[0], j - cols[0]);
      }
    }
    scope.put(target.name(), grid);
  }

  // ---- expressions

  private OracleValue evaluate(Ast.Expression expression, Map<String, OracleValue> scope) {
    if (expression instanceof Ast.Literal literal) {
      return literal(literal.value());
    }
    if (expression instanceof Ast.Name name) {
      return variable(name.name(), scope);
    }
    if (expression instanceof Ast.ScriptArgument argument) {
      if (!arguments.containsKey(argument.name())) {
        throw new OracleError("argument $" + argument.name() + " is missing");
      }
      return argumentValue(arguments.get(argument.name()));
    }
    if (expression instanceof Ast.IfDefined defined) {
      return arguments.containsKey(defined.argument().name())
          ? evaluate(defined.argument(), scope)
          : evaluate(defined.defaultValue(), scope);
    }
    if (expression instanceof Ast.Indexed indexed) {
      return slice(variable(indexed.name(), scope), indexed.index(), scope);
    }
    if (expression instanceof Ast.Unary unary) {
      return arithmetic.unary(unary.operator(), evaluate(unary.operand(), scope));
    }
    if (expression instanceof Ast.Binary binary) {
      OracleValue left = evaluate(binary.left(), scope);
      return arithmetic.binary(binary.operator(), left, evaluate(binary.right(), scope));
    }
    if (expression instanceof Ast.Call call
        && call.name().equals("as.scalar")
        && call.arguments().size() == 1
        && isComparison(call.arguments().get(0).value())) {
      return OracleBuiltins.cast((Atom) callBuiltin(call, scope), Kind.BOOLEAN);
    }
    if (expression instanceof Ast.Call call) {
      return functions.containsKey(call.name())
          ? callUser(call, scope).get(0)
          : callBuiltin(call, scope);
    }
    throw new OracleError.Unsupported("the expression " + expression.getClass().getSimpleName());
  }

  private static Atom literal(Scalar value) {
    return switch (value.type()) {
      case INT -> Atom.of(value.bits());
      case BOOLEAN -> Atom.of(value.bits() != 0);
      case STRING -> Atom.of(value.text());
      default -> Atom.of(Double.longBitsToDouble(value.bits()));
    };
  }

  /** The text of a script argument decides its type. */
  private static Atom argumentValue(String text) {
    if (text.equals("TRUE") || text.equals("FALSE")) {
      return Atom.of(text.equals("TRUE"));
    }
    if (text.matches("[-+]?[0-9]{1,18}")) {
      return Atom.of(Long.parseLong(text));
    }
    if (text.matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?|[-+]?Infinity|NaN")) {
      return Atom.of(Double.parseDouble(text));
    }
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    return Atom.of(quoted ? text.substring(1, text.length() - 1) : text);
  }

  private static OracleValue variable(String name, Map<String, OracleValue> scope) {
    OracleValue value = scope.get(name);
    if (value != null) {
      return value;
    }
    return switch (name) {
      case "pi" -> Atom.of(Math.PI);
      case "Inf" -> Atom.of(Double.POSITIVE_INFINITY);
      case "NaN" -> Atom.of(Double.NaN);
      default -> throw new OracleError("variable " + name + " is not defined");
    };
  }

  private static Grid grid(OracleValue value) {
    if (value instanceof Grid grid) {
      return grid;
    }
    throw new OracleError("only a matrix can be indexed");
  }

  private OracleValue slice(OracleValue value, Ast.Index index, Map<String, OracleValue> scope) {
    if (value instanceof Items items) {
      int[] positions = positions(items, index, scope);
      return items.slice(positions[0], positions[1]);
    }
    return slice(grid(value), index, scope);
  }

  /** The selected elements of a list, like {@link #bounds}; ends may be named. */
  private int[] positions(Items items, Ast.Index index, Map<String, OracleValue> scope) {
    if (index.cols() != null) {
      throw new OracleError("a list has no columns");
    }
    return bounds(
        index.rows(), items.values().size(), expression -> position(items, expression, scope));
  }

  private long position(Items items, Ast.Expression expression, Map<String, OracleValue> scope) {
    if (evaluate(expression, scope) instanceof Atom atom && atom.isString()) {
      int position = items.names() == null ? -1 : items.names().indexOf(atom.text());
      if (position < 0) {
        throw new OracleError("the list has no element " + atom.text());
      }
      return position + 1L;
    }
    return index(expression, scope);
  }

  private Grid slice(Grid grid, Ast.Index index, Map<String, OracleValue> scope) {
    int[] rows = bounds(index.rows(), grid.rows(), scope);
    int[] cols = bounds(index.cols(), grid.cols(), scope);
    Grid result = Grid.zeros(rows[1] - rows[0], cols[1] - cols[0]);
    for (int i = 0; i < result.rows(); i++) {
      for (int j = 0; j < result.cols(); j++) {
        result.cells()[i][j] = grid.get(rows[0] + i, cols[0] + j);
      }
    }
    return result;
  }

  /** First position and the one after the last, counted from 0. */
  private int[] bounds(Ast.Range range, int size, Map<String, OracleValue> scope) {
    return bounds(range, size, expression -> index(expression, scope));
  }

  private static int[] bounds(Ast.Range range, int size, ToLongFunction<Ast.Expression> position) {
    if (range == null) {
      return new int[] {0, size};
    }
    long from = position.applyAsLong(range.from());
    long to = range.to() == null ? from : position.applyAsLong(range.to());
    if (from < 1 || to > size || from > to) {
      throw new OracleError("index " + from + ":" + to + " is outside of 1:" + size);
    }
    return new int[] {(int) from - 1, (int) to};
  }

  private long index(Ast.Expression expression, Map<String, OracleValue> scope) {
    if (evaluate(expression, scope) instanceof Atom atom) {
      return (long) Math.floor(atom.number() + 0x1p-53);
    }
    throw new OracleError("an index must be a scalar");
  }

  private long integer(Ast.Expression expression, Map<String, OracleValue> scope) {
    if (evaluate(expression, scope) instanceof Atom atom) {
      return atom.kind() == OracleValue.Kind.INT
          ? atom.integer()
          : OracleArithmetic.toInteger(atom.number());
    }
    throw new OracleError("a loop bound must be a scalar");
  }

  // ---- calls

  private OracleValue callBuiltin(Ast.Call call, Map<String, OracleValue> scope) {
    if (call.namespace() != null) {
      throw new OracleError.Unsupported("the namespace " + call.namespace());
    }
    if (call.name().equals("exists")) {
      Ast.Expression asked = call.arguments().get(0).value();
      String name = asked instanceof Ast.Name n ? n.name() : text(asked, scope);
      return Atom.of(scope.containsKey(name));
    }
    List<String> names = new ArrayList<>();
    List<OracleValue> values = new ArrayList<>();
    for (Ast.Argument argument : call.arguments()) {
      names.add(argument.name());
      values.add(evaluate(argument.value(), scope));
    }
    return switch (call.name()) {
      case "read" -> readFile(names, values);
      case "write" -> writeFile(names, values);
      default -> builtins.call(call.name(), names, values);
    };
  }

  private String text(Ast.Expression expression, Map<String, OracleValue> scope) {
    if (evaluate(expression, scope) instanceof Atom atom && atom.isString()) {
      return atom.text();
    }
    throw new OracleError("a string is expected");
  }

  /** Only what the script itself has written can be read. */
  private Grid readFile(List<String> names, List<OracleValue> values) {
    if (values.size() == 1 && names.get(0) == null && values.get(0) instanceof Atom path) {
      Grid grid = files.get(path.text());
      if (grid != null) {
        return grid;
      }
    }
    throw new OracleError.Unsupported("reading files of others");
  }

  private OracleValue writeFile(List<String> names, List<OracleValue> values) {
    boolean plain =
        values.size() == 3
            && names.get(0) == null
            && names.get(1) == null
            && "format".equals(names.get(2));
    if (plain && values.get(0) instanceof Grid grid && values.get(1) instanceof Atom path) {
      files.put(path.text(), grid);
      return null;
    }
    throw new OracleError.Unsupported("this form of write");
  }

  /** The results of {@code remove(L, i)}. */
  private List<OracleValue> removed(Ast.Call call, Map<String, OracleValue> scope) {
    OracleValue list = evaluate(call.arguments().get(0).value(), scope);
    if (list instanceof Items items && call.arguments().size() == 2) {
      long position = index(call.arguments().get(1).value(), scope);
      if (position < 1 || position > items.values().size()) {
        throw new OracleError("the list has no element " + position);
      }
      int at = (int) position - 1;
      return List.of(items.without(at), items.slice(at, at + 1));
    }
    throw new OracleError("remove needs a list and a position");
  }

  private List<OracleValue> callUser(Ast.Call call, Map<String, OracleValue> scope) {
    Ast.Function function = functions.get(call.name());
    if (function == null || call.namespace() != null) {
      throw new OracleError.Unsupported("the function " + call.name());
    }
    Map<String, OracleValue> locals = bind(function, call, scope);
    if (++calls > MAX_CALLS) {
      throw new OracleError("endless recursion");
    }
    execute(function.body(), locals);
    calls--;
    List<OracleValue> results = new ArrayList<>();
    for (Ast.TypedName result : function.results()) {
      results.add(convert(variable(result.name(), locals), result));
    }
    return results;
  }

  private static boolean isComparison(Ast.Expression expression) {
    return expression instanceof Ast.Binary binary
            && List.of("<", "<=", ">", ">=", "==", "!=").contains(binary.operator())
        || expression instanceof Ast.Call call && call.name().equals("ppred");
  }

  private Map<String, OracleValue> bind(
      Ast.Function function, Ast.Call call, Map<String, OracleValue> scope) {
    Map<String, OracleValue> given = new HashMap<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      Ast.Argument argument = call.arguments().get(i);
      if (argument.name() == null && i >= function.parameters().size()) {
        throw new OracleError("too many arguments for " + function.name());
      }
      String name =
          argument.name() != null ? argument.name() : function.parameters().get(i).typed().name();
      given.put(name, evaluate(argument.value(), scope));
    }
    Map<String, OracleValue> locals = new LinkedHashMap<>();
    for (Ast.FunctionParameter parameter : function.parameters()) {
      OracleValue value = given.remove(parameter.typed().name());
      if (value == null && parameter.defaultValue() == null) {
        throw new OracleError(function.name() + " needs " + parameter.typed().name());
      }
      if (value == null) {
        value = evaluate(parameter.defaultValue(), locals);
      }
      locals.put(parameter.typed().name(), convert(value, parameter.typed()));
    }
    if (!given.isEmpty()) {
      throw new OracleError(function.name() + " has no parameters " + given.keySet());
    }
    return locals;
  }

  /** A scalar takes the declared value type. */
  private static OracleValue convert(OracleValue value, Ast.TypedName declared) {
    if (declared.data() == DataType.MATRIX && value instanceof Grid) {
      return value;
    }
    if (declared.data() == DataType.LIST && value instanceof Items) {
      return value;
    }
    if (declared.data() == DataType.SCALAR && value instanceof Atom atom) {
      return OracleBuiltins.cast(atom, kind(declared.value()));
    }
    throw new OracleError(declared.name() + " must be a " + declared.data().word());
  }

  private static Kind kind(ValueType type) {
    return switch (type) {
      case INT -> Kind.INT;
      case BOOLEAN -> Kind.BOOLEAN;
      case STRING -> Kind.STRING;
      default -> Kind.DOUBLE;
    };
  }
}
