package dev.linden.testkit;

import dev.linden.testkit.OracleValue.Atom;
import dev.linden.testkit.OracleValue.Grid;
import dev.linden.testkit.OracleValue.Items;
import dev.linden.testkit.OracleValue.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** The built-in functions of the oracle. Each is the definition of the manual, cell by cell. */
final class OracleBuiltins {
  private final OracleArithmetic arithmetic;
  private final StringBuilder output;
  private final Map<String, DoubleUnaryOperator> cellFunctions = new HashMap<>();
  private final Map<String, ToDoubleFunction<double[]>> aggregates = new HashMap<>();

  OracleBuiltins(OracleArithmetic arithmetic, StringBuilder output) {
    this.arithmetic = arithmetic;
    this.output = output;
    defineCellFunctions();
    defineAggregates();
  }

  private void defineCellFunctions() {
    cellFunctions.put("abs", Math::abs);
    cellFunctions.put("sign", Math::signum);
    cellFunctions.put("sqrt", arithmetic::squareRoot);
    cellFunctions.put("round", x -> Math.floor(x + 0.5));
    cellFunctions.put("floor", Math::floor);
    cellFunctions.put("ceil", Math::ceil);
    cellFunctions.put("ceiling", Math::ceil);
    defineRounded("exp", Math::exp);
    defineRounded("log", Math::log);
    defineRounded("sin", Math::sin);
    defineRounded("cos", Math::cos);
    defineRounded("tan", Math::tan);
    defineRounded("asin", Math::asin);
    defineRounded("acos", Math::acos);
    defineRounded("atan", Math::atan);
    defineRounded("sinh", Math::sinh);
    defineRounded("cosh", Math::cosh);
    defineRounded("tanh", Math::tanh);
    defineRounded("sigmoid", x -> 1 / (1 + Math.exp(-x)));
    for (String name : List.of("is.na", "isNA", "is.nan", "isNaN")) {
      cellFunctions.put(name, x -> Double.isNaN(x) ? 1 : 0);
    }
    for (String name : List.of("is.infinite", "isInf")) {
      cellFunctions.put(name, x -> Double.isInfinite(x) ? 1 : 0);
    }
  }

  private void defineRounded(String name, DoubleUnaryOperator function) {
    cellFunctions.put(name, x -> arithmetic.rounded(x, function.applyAsDouble(x)));
  }

  private void defineAggregates() {
    aggregates.put("sum", this::sum);
    aggregates.put("mean", this::mean);
    aggregates.put("avg", this::mean);
    aggregates.put("min", cells -> fold(cells, Double.POSITIVE_INFINITY, Math::min));
    aggregates.put("max", cells -> fold(cells, Double.NEGATIVE_INFINITY, Math::max));
    aggregates.put("prod", cells -> fold(cells, 1, arithmetic::multiply));
    aggregates.put("var", this::variance);
    aggregates.put("sd", cells -> arithmetic.squareRoot(variance(cells)));
  }

  /**
   * The call with its arguments as written; a name is null where an argument was given by position.
   */
  OracleValue call(String name, List<String> names, List<OracleValue> values) {
    Arguments in = new Arguments(name, names, values);
    if (name.equals("log") && values.size() == 2) {
      return logarithm(values.get(0), values.get(1));
    }
    if (cellFunctions.containsKey(name)) {
      in.bind("x");
      return cellwise(in.value("x"), cellFunctions.get(name));
    }
    if (aggregates.containsKey(name) && values.size() == 1) {
      in.bind("X");
      return Atom.of(aggregates.get(name).applyAsDouble(cells(in.grid("X"))));
    }
    if (name.startsWith("row") || name.startsWith("col")) {
      in.bind("X");
      return partial(name, in.grid("X"));
    }
    if (name.startsWith("cum")) {
      in.bind("X");
      return cumulative(name, in.grid("X"));
    }
    switch (name) {
      case "min", "max", "pmin", "pmax":
        return extreme(name.replaceFirst("^p", ""), values);
      case "xor":
        return logicalXor(values.get(0), values.get(1));
      case "ppred":
        in.bind("x", "y", "op");
        return arithmetic.binary(in.text("op", null), in.value("x"), in.value("y"));
      case "outer":
        in.bind("c", "r", "op");
        if (in.grid("c").cols() != 1 || in.grid("r").rows() != 1) {
          throw new OracleError(
              "outer of " + in.grid("c").shape() + " and " + in.grid("r").shape());
        }
        return OracleArithmetic.broadcast(
            arithmetic.cellOperator(in.text("op", null)), in.grid("c"), in.grid("r"));
      case "ifelse":
        in.bind("c", "a", "b");
        return ifElse(in.value("c"), in.value("a"), in.value("b"));
      case "list":
        return list(names, values);
      case "nrow":
        in.bind("X");
        if (in.value("X") instanceof Items items) {
          return Atom.of((long) items.values().size());
        }
        return Atom.of((long) in.grid("X").rows());
      case "ncol":
        in.bind("X");
        return Atom.of((long) in.grid("X").cols());
      case "length":
        in.bind("X");
        if (in.value("X") instanceof Items items) {
          return Atom.of((long) items.values().size());
        }
        return Atom.of((long) in.grid("X").rows() * in.grid("X").cols());
      case "trace":
        in.bind("X");
        return Atom.of(trace(in.grid("X")));
      case "t":
        in.bind("X");
        return transpose(in.grid("X"));
      case "rev":
        in.bind("X");
        return reverse(in.grid("X"));
      case "diag":
        in.bind("X");
        return diagonal(in.grid("X"));
      case "matrix":
        in.bind("data", "rows", "cols", "byrow");
        return matrix(in);
      case "seq":
        in.bind("from", "to", "incr");
        return sequence(in);
      case "cbind":
        return bindColumns(unpacked(values));
      case "rbind":
        return transpose(
            bindColumns(unpacked(values).stream().map(OracleBuiltins::transposed).toList()));
      case "append":
        return append(values);
      case "order":
        in.bind("target", "by", "decreasing", "index.return");
        return order(in);
      case "removeEmpty":
        in.bind("target", "margin", "select", "empty.return");
        return removeEmpty(in);
      case "replace":
        in.bind("target", "pattern", "replacement");
        return replace(in);
      case "table", "ctable":
        return table(values);
      case "aggregate", "groupedAggregate":
        in.bind("target", "groups", "fn", "weights", "ngroups", "order");
        return grouped(in);
      case "as.scalar", "castAsScalar":
        in.bind("X");
        return in.value("X") instanceof Items items ? scalarIn(items) : scalarOf(in.grid("X"));
      case "as.matrix":
        in.bind("x");
        return in.value("x") instanceof Items items
            ? matrixOf(items)
            : OracleArithmetic.asGrid(in.value("x"));
      case "as.double":
        in.bind("s");
        return cast(in.atom("s"), Kind.DOUBLE);
      case "as.integer":
        in.bind("s");
        return cast(in.atom("s"), Kind.INT);
      case "as.logical", "as.boolean":
        in.bind("s");
        return cast(in.atom("s"), Kind.BOOLEAN);
      case "toString":
        if (values.get(0) instanceof Items) {
          throw new OracleError.Unsupported("the text of a list");
        }
        in.bind("target", "rows", "cols", "decimal", "sparse", "sep", "linesep");
        return Atom.of(text(in));
      case "print":
        if (values.get(0) instanceof Items) {
          throw new OracleError.Unsupported("the text of a list");
        }
        print(values);
        return null;
      case "stop":
        throw new OracleError(((Atom) values.get(0)).text());
      case "assert":
        if (!((Atom) values.get(0)).isTrue()) {
          throw new OracleError("assertion failed");
        }
        return null;
      default:
        throw new OracleError.Unsupported("the function " + name);
    }
  }

  /** Arguments by the names of the parameters. */
  private static final class Arguments {
    private final String function;
    private final List<String> names;
    private final List<OracleValue> values;
    private final Map<String, OracleValue> bound = new HashMap<>();

    Arguments(String function, List<String> names, List<OracleValue> values) {
      this.function = function;
      this.names = names;
      this.values = values;
    }

    void bind(String... parameters) {
      if (values.size() > parameters.length) {
        throw new OracleError("too many arguments for " + function);
      }
      for (int i = 0; i < values.size(); i++) {
        String name = names.get(i) == null ? parameters[i] : names.get(i);
        if (!Arrays.asList(parameters).contains(name) || bound.put(name, values.get(i)) != null) {
          throw new OracleError(function + " cannot take the argument " + name);
        }
      }
    }

    boolean has(String name) {
      return bound.containsKey(name);
    }

    OracleValue value(String name) {
      if (!has(name)) {
        throw new OracleError(function + " needs the argument " + name);
      }
      return bound.get(name);
    }

    Grid grid(String name) {
      if (value(name) instanceof Grid grid) {
        return grid;
      }
      throw new OracleError(function + " needs a matrix for " + name);
    }

    Atom atom(String name) {
      if (value(name) instanceof Atom atom) {
        return atom;
      }
      throw new OracleError(function + " needs a scalar for " + name);
    }

    double number(String name, double absent) {
      return has(name) ? atom(name).number() : absent;
    }

    int integer(String name, int absent) {
      return has(name) ? (int) OracleArithmetic.truncate(atom(name).number()) : absent;
    }

    boolean flag(String name, boolean absent) {
      return has(name) ? atom(name).isTrue() : absent;
    }

    String text(String name, String absent) {
      return has(name) || absent == null ? atom(name).text() : absent;
    }
  }

  // ---- lists

  private static Items list(List<String> names, List<OracleValue> values) {
    boolean named = names.stream().anyMatch(name -> name != null);
    if (named && names.contains(null)) {
      throw new OracleError("either all elements have names or none");
    }
    return new Items(List.copyOf(values), named ? List.copyOf(names) : null);
  }

  private static OracleValue scalarIn(Items items) {
    if (items.values().size() == 1 && items.values().get(0) instanceof Atom atom) {
      return atom;
    }
    if (items.values().size() == 1 && items.values().get(0) instanceof Grid grid) {
      return scalarOf(grid);
    }
    throw new OracleError("as.scalar needs a list of one scalar");
  }

  private static Grid matrixOf(Items items) {
    if (items.values().size() == 1 && items.values().get(0) instanceof Grid grid) {
      return grid;
    }
    Grid column = Grid.zeros(items.values().size(), 1);
    for (int i = 0; i < column.rows(); i++) {
      if (!(items.values().get(i) instanceof Atom atom)) {
        throw new OracleError("as.matrix needs scalars, or one matrix");
      }
      column.cells()[i][0] = atom.number();
    }
    return column;
  }

  /** {@code cbind(L)} binds the elements of the list. */
  private static List<OracleValue> unpacked(List<OracleValue> values) {
    return values.size() == 1 && values.get(0) instanceof Items items ? items.values() : values;
  }

  // ---- cell by cell

  private static OracleValue cellwise(OracleValue value, DoubleUnaryOperator function) {
    if (value instanceof Atom atom) {
      return Atom.of(function.applyAsDouble(atom.number()));
    }
    Grid grid = (Grid) value;
    Grid result = Grid.zeros(grid.rows(), grid.cols());
    for (int i = 0; i < grid.rows(); i++) {
      for (int j = 0; j < grid.cols(); j++) {
        result.cells()[i][j] = function.applyAsDouble(grid.get(i, j));
      }
    }
    return result;
  }

  private OracleValue logarithm(OracleValue x, OracleValue base) {
    if (base instanceof Grid) {
      return arithmetic.binary("/", cellwise(x, Math::log), cellwise(base, Math::log));
    }
    double logBase = Math.log(((Atom) base).number());
    return cellwise(x, cell -> arithmetic.uncertain(Math.log(cell) / logBase));
  }

  private OracleValue extreme(String operator, List<OracleValue> values) {
    OracleValue result = values.get(0);
    for (OracleValue value : values.subList(1, values.size())) {
      result = arithmetic.binary(operator, result, value);
    }
    return result;
  }

  private OracleValue logicalXor(OracleValue a, OracleValue b) {
    if (a instanceof Atom x && b instanceof Atom y) {
      return Atom.of(x.isTrue() != y.isTrue());
    }
    return arithmetic.binary("xor", a, b);
  }

  private static OracleValue ifElse(OracleValue condition, OracleValue a, OracleValue b) {
    if (condition instanceof Atom test && a instanceof Atom x && b instanceof Atom y) {
      Atom chosen = test.isTrue() ? x : y;
      return x.kind() == y.kind() ? chosen : cast(chosen, commonKind(x.kind(), y.kind()));
    }
    Grid tests = OracleArithmetic.asGrid(condition);
    Grid xs = OracleArithmetic.asGrid(a);
    Grid ys = OracleArithmetic.asGrid(b);
    Grid largest = tests;
    for (Grid candidate : List.of(xs, ys)) {
      if (isSingle(largest) && !isSingle(candidate)) {
        largest = candidate;
      }
    }
    Grid result = Grid.zeros(largest.rows(), largest.cols());
    for (int i = 0; i < result.rows(); i++) {
      for (int j = 0; j < result.cols(); j++) {
        // both, as a matrix of another shape is an error though none of its cells is chosen
        double x = pick(xs, result, i, j);
        double y = pick(ys, result, i, j);
        result.cells()[i][j] = pick(tests, result, i, j) != 0 ? x : y;
      }
    }
    return result;
  }

  private static boolean isSingle(Grid grid) {
    return grid.rows() == 1 && grid.cols() == 1;
  }

  private static double pick(Grid grid, Grid shape, int i, int j) {
    if (isSingle(grid)) {
      return grid.get(0, 0);
    }
    if (grid.rows() != shape.rows() || grid.cols() != shape.cols()) {
      throw new OracleError("ifelse with " + grid.shape() + " and " + shape.shape());
    }
    return grid.get(i, j);
  }

  private static Kind commonKind(Kind a, Kind b) {
    return a == Kind.STRING || b == Kind.STRING ? Kind.STRING : Kind.DOUBLE;
  }

  // ---- aggregates

  private static double[] cells(Grid grid) {
    double[] all = new double[grid.rows() * grid.cols()];
    for (int i = 0; i < all.length; i++) {
      all[i] = grid.get(i / grid.cols(), i % grid.cols());
    }
    return all;
  }

  private static double[] column(Grid grid, int j) {
    double[] column = new double[grid.rows()];
    for (int i = 0; i < column.length; i++) {
      column[i] = grid.get(i, j);
    }
    return column;
  }

  private static double fold(double[] cells, double start, DoubleBinaryOperator operator) {
    double result = start;
    for (double cell : cells) {
      result = operator.applyAsDouble(result, cell);
    }
    return result;
  }

  private double sum(double[] cells) {
    return fold(cells, 0, arithmetic::add);
  }

  private double mean(double[] cells) {
    if (cells.length == 0) {
      return Double.NaN;
    }
    double mean = arithmetic.divide(sum(cells), cells.length);
    return allEqual(cells) ? mean : arithmetic.uncertain(mean);
  }

  private static boolean allEqual(double[] cells) {
    for (double cell : cells) {
      if (cell != cells[0]) {
        return false;
      }
    }
    return true;
  }

  private double variance(double[] cells) {
    if (cells.length == 0) {
      arithmetic.unspecified();
      return Double.NaN;
    }
    if (cells.length == 1) {
      if (!Double.isFinite(cells[0])) {
        arithmetic.unspecified();
      }
      return 0;
    }
    if (Double.isFinite(cells[0]) && Arrays.stream(cells).allMatch(cell -> cell == cells[0])) {
      return 0; // whatever the rounded mean is
    }
    double mean = DoubleStream.of(cells).sum() / cells.length;
    double sum = 0;
    for (double cell : cells) {
      sum += (cell - mean) * (cell - mean);
    }
    if (!Double.isFinite(sum) && DoubleStream.of(cells).allMatch(Double::isFinite)) {
      arithmetic.overflowed();
    }
    // Only the result is moved, both ways: a mean that is off makes every sum of squares larger.
    return arithmetic.uncertain(sum / (cells.length - 1));
  }

  private OracleValue partial(String name, Grid grid) {
    boolean byRow = name.startsWith("row");
    String function = name.substring(3);
    Grid lines = byRow ? grid : transpose(grid);
    Grid result = Grid.zeros(lines.rows(), 1);
    for (int i = 0; i < lines.rows(); i++) {
      result.cells()[i][0] =
          switch (function) {
            case "Sums" -> sum(lines.cells()[i]);
            case "Means" -> mean(lines.cells()[i]);
            case "Mins" -> aggregates.get("min").applyAsDouble(lines.cells()[i]);
            case "Maxs" -> aggregates.get("max").applyAsDouble(lines.cells()[i]);
            case "Vars" -> variance(lines.cells()[i]);
            case "Sds" -> arithmetic.squareRoot(variance(lines.cells()[i]));
            case "Prods" -> aggregates.get("prod").applyAsDouble(lines.cells()[i]);
            case "IndexMax" -> indexOf(lines.cells()[i], 1, byRow);
            case "IndexMin" -> indexOf(lines.cells()[i], -1, byRow);
            default -> throw new OracleError.Unsupported("the function " + name);
          };
    }
    return byRow ? result : transpose(result);
  }

  /** Ties give the last position; NaN is skipped. */
  private double indexOf(double[] cells, int sign, boolean byRow) {
    if (!byRow) {
      throw new OracleError.Unsupported("the position of extremes in columns");
    }
    int best = -1;
    for (int j = 0; j < cells.length; j++) {
      if (!Double.isNaN(cells[j]) && (best < 0 || sign * cells[j] >= sign * cells[best])) {
        best = j;
      }
    }
    if (best < 0) {
      arithmetic.unspecified();
    }
    return best + 1.0;
  }

  private double trace(Grid grid) {
    if (grid.rows() != grid.cols()) {
      throw new OracleError("the trace of a " + grid.shape() + " matrix");
    }
    return sum(column(diagonal(grid), 0));
  }

  private Grid cumulative(String name, Grid grid) {
    if (name.equals("cumsumprod")) {
      return cumulativeSumProduct(grid);
    }
    DoubleBinaryOperator operator =
        switch (name) {
          case "cumsum" -> arithmetic::add;
          case "cumprod" -> arithmetic::multiply;
          case "cummin" -> Math::min;
          case "cummax" -> Math::max;
          default -> throw new OracleError.Unsupported("the function " + name);
        };
    Grid result = grid.copy();
    for (int i = 1; i < grid.rows(); i++) {
      for (int j = 0; j < grid.cols(); j++) {
        result.cells()[i][j] = operator.applyAsDouble(result.get(i - 1, j), grid.get(i, j));
      }
    }
    return result;
  }

  private Grid cumulativeSumProduct(Grid grid) {
    if (grid.cols() != 2) {
      throw new OracleError("cumsumprod of a " + grid.shape() + " matrix");
    }
    Grid result = Grid.zeros(grid.rows(), 1);
    double previous = 0;
    for (int i = 0; i < grid.rows(); i++) {
      previous = arithmetic.add(grid.get(i, 0), arithmetic.multiply(grid.get(i, 1), previous));
      result.cells()[i][0] = previous;
    }
    return result;
  }

  // ---- reorganisation and generation

  private static OracleValue transposed(OracleValue value) {
    if (value instanceof Grid grid) {
      return transpose(grid);
    }
    if (value instanceof Atom atom && atom.isString()) {
      throw new OracleError.Unsupported("texts in rbind");
    }
    throw new OracleError("rbind needs matrices");
  }

  private static Grid transpose(Grid grid) {
    Grid result = Grid.zeros(grid.cols(), grid.rows());
    for (int i = 0; i < grid.rows(); i++) {
      for (int j = 0; j < grid.cols(); j++) {
        result.cells()[j][i] = grid.get(i, j);
      }
    }
    return result;
  }

  private static Grid reverse(Grid grid) {
    Grid result = Grid.zeros(grid.rows(), grid.cols());
    for (int i = 0; i < grid.rows(); i++) {
      result.cells()[i] = grid.cells()[grid.rows() - 1 - i].clone();
    }
    return result;
  }

  private static Grid diagonal(Grid grid) {
    boolean expand = grid.cols() == 1;
    if (!expand && grid.rows() != grid.cols()) {
      throw new OracleError("diag of a " + grid.shape() + " matrix");
    }
    int n = grid.rows();
    Grid result = Grid.zeros(n, expand ? n : 1);
    for (int i = 0; i < n; i++) {
      result.cells()[i][expand ? i : 0] = grid.get(i, expand ? 0 : i);
    }
    return result;
  }

  private static Grid matrix(Arguments in) {
    OracleValue data = in.value("data");
    int rows = in.integer("rows", -1);
    int cols = in.integer("cols", -1);
    boolean byRow = in.flag("byrow", true);
    if (rows < 0 || cols < 0) {
      throw new OracleError("matrix needs rows and cols");
    }
    Grid result = Grid.zeros(rows, cols);
    if (data instanceof Atom atom && !atom.isString()) {
      if (atom.kind() == Kind.BOOLEAN) {
        throw new OracleError("matrix of a boolean");
      }
      for (double[] row : result.cells()) {
        Arrays.fill(row, atom.number());
      }
      return result;
    }
    double[] source =
        data instanceof Atom atom ? numbers(atom.string()) : orderedCells(data, byRow);
    if (source.length != rows * cols) {
      throw new OracleError(source.length + " cells for " + result.shape());
    }
    for (int k = 0; k < source.length; k++) {
      if (byRow) {
        result.cells()[k / cols][k % cols] = source[k];
      } else {
        result.cells()[k % rows][k / rows] = source[k];
      }
    }
    return result;
  }

  private static double[] orderedCells(OracleValue data, boolean byRow) {
    return cells(byRow ? (Grid) data : transpose((Grid) data));
  }

  private static double[] numbers(String text) {
    return text.isBlank()
        ? new double[0]
        : Arrays.stream(text.strip().split("\\s+")).mapToDouble(Double::parseDouble).toArray();
  }

  private static Grid sequence(Arguments in) {
    double from = in.number("from", 0);
    double to = in.number("to", 0);
    double step = in.number("incr", from <= to ? 1 : -1);
    if (step == 0 || (to - from) / step < 0) {
      throw new OracleError("seq(" + from + ", " + to + ", " + step + ")");
    }
    int n = (int) Math.floor(to / step - from / step);
    double next = from + (n + 1) * step;
    int length = n + 1 + ((step > 0 ? next <= to : next >= to) ? 1 : 0);
    Grid result = Grid.zeros(length, 1);
    double value = from;
    for (int i = 0; i < length; i++) {
      result.cells()[i][0] = value;
      value += step;
    }
    return result;
  }

  private static Grid bindColumns(List<OracleValue> values) {
    List<Grid> parts = new ArrayList<>();
    for (OracleValue value : values) {
      if (!(value instanceof Grid grid)) {
        if (value instanceof Atom atom && atom.isString()) {
          throw new OracleError.Unsupported("texts in cbind");
        }
        throw new OracleError("cbind needs matrices");
      }
      parts.add(grid);
    }
    List<Grid> filled = parts.stream().filter(part -> part.cols() > 0).toList();
    int rows =
        filled.isEmpty()
            ? parts.stream().mapToInt(Grid::rows).max().orElse(0)
            : filled.get(0).rows();
    Grid result = Grid.zeros(rows, filled.stream().mapToInt(Grid::cols).sum());
    int offset = 0;
    for (Grid part : filled) {
      if (part.rows() != rows) {
        throw new OracleError("cbind or rbind of matrices that do not fit");
      }
      for (int i = 0; i < rows; i++) {
        System.arraycopy(part.cells()[i], 0, result.cells()[i], offset, part.cols());
      }
      offset += part.cols();
    }
    return result;
  }

  private static OracleValue append(List<OracleValue> values) {
    if (values.get(0) instanceof Atom a && values.get(1) instanceof Atom b) {
      return Atom.of(a.text() + "\n" + b.text());
    }
    if (values.get(0) instanceof Items items && items.names() == null) {
      List<OracleValue> longer = new ArrayList<>(items.values());
      longer.add(values.get(1));
      return new Items(longer, null);
    }
    if (values.get(0) instanceof Items) {
      throw new OracleError.Unsupported("append to a named list");
    }
    return bindColumns(values);
  }

  private static Grid order(Arguments in) {
    Grid grid = in.grid("target");
    boolean decreasing = in.flag("decreasing", false);
    OracleValue by = in.has("by") ? in.value("by") : Atom.of(1L);
    Comparator<Integer> comparator = (a, b) -> 0;
    for (double number : cells(OracleArithmetic.asGrid(by))) {
      int j = (int) number - 1;
      if (j < 0 || j >= grid.cols()) {
        throw new OracleError("order by column " + (j + 1));
      }
      // Double.compare puts NaN last but keeps -0 and 0 apart, hence the addition.
      Comparator<Integer> next =
          (a, b) -> Double.compare(grid.get(a, j) + 0.0, grid.get(b, j) + 0.0);
      comparator = comparator.thenComparing(decreasing ? next.reversed() : next);
    }
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < grid.rows(); i++) {
      rows.add(i);
    }
    rows.sort(comparator);
    boolean indexes = in.flag("index.return", false);
    Grid result = Grid.zeros(grid.rows(), indexes ? 1 : grid.cols());
    for (int i = 0; i < grid.rows(); i++) {
      result.cells()[i] =
          indexes ? new double[] {rows.get(i) + 1} : grid.cells()[rows.get(i)].clone();
    }
    return result;
  }

  // ---- data-dependent functions

  private static Grid removeEmpty(Arguments in) {
    boolean byRow = in.text("margin", null).equals("rows");
    Grid lines = byRow ? in.grid("target") : transpose(in.grid("target"));
    double[] select = in.has("select") ? cells(in.grid("select")) : null;
    if (select != null && select.length != lines.rows()) {
      throw new OracleError("the select vector does not fit");
    }
    List<double[]> kept = new ArrayList<>();
    for (int i = 0; i < lines.rows(); i++) {
      boolean keep =
          select != null ? select[i] != 0 : Arrays.stream(lines.cells()[i]).anyMatch(x -> x != 0);
      if (keep) {
        kept.add(lines.cells()[i].clone());
      }
    }
    if (kept.isEmpty() && in.flag("empty.return", true)) {
      kept.add(new double[lines.cols()]);
    }
    Grid result = new Grid(kept.size(), lines.cols(), kept.toArray(new double[0][]));
    return byRow ? result : transpose(result);
  }

  private static OracleValue replace(Arguments in) {
    double pattern = in.number("pattern", 0);
    double replacement = in.number("replacement", 0);
    return cellwise(
        in.grid("target"),
        x -> x == pattern || (Double.isNaN(x) && Double.isNaN(pattern)) ? replacement : x);
  }

  private Grid table(List<OracleValue> values) {
    Grid a = (Grid) values.get(0);
    boolean weighted = values.size() == 3 || values.size() == 5;
    Grid b = OracleArithmetic.asGrid(values.get(1));
    Grid weights = weighted ? OracleArithmetic.asGrid(values.get(2)) : Grid.of(1, 1, 1);
    boolean sized = values.size() >= 4;
    int rows = sized ? dimension(values.get(values.size() - 2)) : 0;
    int cols = sized ? dimension(values.get(values.size() - 1)) : 0;
    List<double[]> entries = new ArrayList<>();
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.cols(); j++) {
        double x = a.get(i, j);
        double y = pick(b, a, i, j);
        if (Double.isNaN(x) || Double.isNaN(y)) {
          continue;
        }
        long row = OracleArithmetic.truncate(x);
        long col = OracleArithmetic.truncate(y);
        if (row < 1 || col < 1) {
          throw new OracleError("table needs values of at least 1");
        }
        entries.add(new double[] {row, col, pick(weights, a, i, j)});
        rows = sized ? rows : (int) Math.max(rows, row);
        cols = sized ? cols : (int) Math.max(cols, col);
      }
    }
    Grid result = Grid.zeros(rows, cols);
    for (double[] entry : entries) {
      int row = (int) entry[0] - 1;
      int col = (int) entry[1] - 1;
      if (row < rows && col < cols) {
        result.cells()[row][col] = arithmetic.add(result.get(row, col), entry[2]);
      }
    }
    return result;
  }

  private static int dimension(OracleValue value) {
    return (int) OracleArithmetic.truncate(((Atom) value).number());
  }

  private Grid grouped(Arguments in) {
    if (in.has("weights")) {
      throw new OracleError.Unsupported("weights of aggregate");
    }
    Grid target = in.grid("target");
    double[] groups = cells(in.grid("groups"));
    int count = in.integer("ngroups", (int) fold(groups, 0, Math::max));
    String function = in.text("fn", null);
    Grid result = Grid.zeros(count, target.cols());
    for (int group = 1; group <= count; group++) {
      for (int j = 0; j < target.cols(); j++) {
        double[] column = column(target, j);
        List<Double> members = new ArrayList<>();
        for (int i = 0; i < column.length; i++) {
          if (groups[i] < 1) {
            throw new OracleError("group " + groups[i]);
          }
          if (OracleArithmetic.truncate(groups[i]) == group) {
            members.add(column[i]);
          }
        }
        double[] cells = members.stream().mapToDouble(x -> x).toArray();
        result.cells()[group - 1][j] = cells.length == 0 ? 0 : groupValue(function, cells);
      }
    }
    return result;
  }

  private double groupValue(String function, double[] cells) {
    return switch (function) {
      case "sum" -> sum(cells);
      case "count" -> cells.length;
      case "mean" -> mean(cells);
      case "variance" -> variance(cells);
      case "min" -> aggregates.get("min").applyAsDouble(cells);
      case "max" -> aggregates.get("max").applyAsDouble(cells);
      default -> throw new OracleError.Unsupported("aggregate with " + function);
    };
  }

  // ---- casts and text

  private static Atom scalarOf(Grid grid) {
    if (!isSingle(grid)) {
      throw new OracleError("as.scalar of a " + grid.shape() + " matrix");
    }
    return Atom.of(grid.get(0, 0));
  }

  static Atom cast(Atom atom, Kind kind) {
    if (atom.kind() == kind) {
      return atom;
    }
    return switch (kind) {
      case STRING -> Atom.of(atom.text());
      case DOUBLE -> Atom.of(parsed(atom));
      case INT -> Atom.of(OracleArithmetic.toInteger(parsed(atom)));
      case BOOLEAN ->
          Atom.of(atom.isString() ? atom.string().equalsIgnoreCase("true") : atom.isTrue());
    };
  }

  private static double parsed(Atom atom) {
    if (!atom.isString()) {
      return atom.number();
    }
    String text = atom.string().strip().toLowerCase(Locale.ROOT);
    if (text.matches("[+-]?(inf|infinity)")) {
      return text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    if (text.matches("[+-]?nan")) {
      return Double.NaN;
    }
    if (!text.matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)(e[+-]?[0-9]+)?")) {
      throw new OracleError("\"" + atom.string() + "\" is not a number");
    }
    return Double.parseDouble(text);
  }

  private static String text(Arguments in) {
    if (in.value("target") instanceof Atom atom) {
      return atom.text();
    }
    return OracleText.matrix(
        in.grid("target"),
        in.integer("rows", 100),
        in.integer("cols", 100),
        in.integer("decimal", 3),
        in.flag("sparse", false),
        in.text("sep", " "),
        in.text("linesep", "\n"));
  }

  private void print(List<OracleValue> values) {
    if (values.size() == 1) {
      OracleValue value = values.get(0);
      output.append(value instanceof Atom atom ? atom.text() : OracleText.matrix((Grid) value));
      if (value instanceof Grid grid) {
        output.append(OracleText.beyond(grid, 100));
      }
    } else {
      int shown = appendFormatted(((Atom) values.get(0)).string(), values);
      values.stream().skip(1 + shown).forEach(value -> output.append(" " + ((Atom) value).text()));
    }
    output.append('\n');
  }

  /** With as few of the values as the format is content with; how many these are. */
  private int appendFormatted(String format, List<OracleValue> values) {
    List<Object> boxed = new ArrayList<>();
    while (true) {
      try {
        output.append(String.format(Locale.ROOT, format, boxed.toArray()));
        return boxed.size();
      } catch (java.util.IllegalFormatException e) {
        if (boxed.size() == values.size() - 1) {
          throw new OracleError("print: " + e.getMessage());
        }
        boxed.add(box((Atom) values.get(1 + boxed.size())));
      }
    }
  }

  private static Object box(Atom atom) {
    return switch (atom.kind()) {
      case INT -> atom.integer();
      case DOUBLE -> atom.real();
      case BOOLEAN -> atom.isTrue();
      case STRING -> atom.string();
    };
  }
}
