package dev.linden.testkit;

import dev.linden.testkit.OracleValue.Grid;
import dev.linden.testkit.RandomProgram.Expr;
import dev.linden.testkit.RandomProgram.Function;
import dev.linden.testkit.RandomProgram.Input;
import dev.linden.testkit.RandomProgram.Statement;
import dev.linden.testkit.RandomProgram.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Random programs that are valid by construction: the generator knows type and size of every
 * expression. The same seed gives the same program.
 *
 * <p>Numbers are small multiples of a quarter, so that sums and products are mostly exact and
 * comparisons mean something. Half of the programs get inputs with NaN, infinities and negative
 * zeros; these do without products, because what a zero times NaN is depends on whether a block
 * stores the zero.
 */
final class ProgramGenerator {
  private static final int[] SIZES = {1, 1, 2, 2, 3, 3, 5, 7};
  private static final double[] NUMBERS = {0, 1, 2, 3, 4, -1, -2, -3, 0.5, 1.5, -0.5, 0.25, -2.75};
  private static final double[] SPECIALS = {
    Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0
  };
  private static final int MAX_DEPTH = 3;

  /**
   * A visible variable; ints between {@code low} and {@code high}; counters of loops must not be
   * assigned.
   */
  private record Variable(
      String name, Type type, int rows, int cols, long low, long high, boolean counter) {}

  private record Signature(String name, List<Variable> parameters, List<Variable> results) {}

  private final SplittableRandom random;
  private final long seed;
  private final boolean special;
  private final List<Signature> signatures = new ArrayList<>();
  private List<Variable> scope = new ArrayList<>();
  private int names;

  private ProgramGenerator(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.special = random.nextInt(4) == 0;
  }

  static RandomProgram generate(long seed) {
    return new ProgramGenerator(seed).program();
  }

  // ---- program

  private RandomProgram program() {
    List<Function> functions = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      functions.add(function());
    }
    scope = new ArrayList<>();
    List<Input> inputs = new ArrayList<>();
    // One input is large, so that most expressions find cells of variables to work on.
    inputs.add(input(5 + 2 * random.nextInt(2), 5 + 2 * random.nextInt(2)));
    for (int i = random.nextInt(3); i > 0; i--) {
      inputs.add(input(sizeOrZero(), sizeOrZero()));
    }
    List<Statement> statements = new ArrayList<>();
    for (int i = 3 + random.nextInt(8); i > 0; i--) {
      statements.add(statement(2));
    }
    for (Variable variable : scope) {
      statements.addAll(report(variable));
    }
    return new RandomProgram(seed, inputs, functions, statements);
  }

  private Input input(int rows, int cols) {
    int kind = random.nextInt(4);
    double density = kind == 0 ? 0 : kind == 1 ? 0.25 : 0.8;
    Grid grid = Grid.zeros(rows, cols);
    for (double[] row : grid.cells()) {
      for (int j = 0; j < cols; j++) {
        if (random.nextDouble() < density) {
          row[j] = special && random.nextInt(5) == 0 ? pick(SPECIALS) : pick(NUMBERS);
        }
      }
    }
    String name = "X" + names++;
    scope.add(matrixVariable(name, rows, cols));
    return new Input(name, grid, random.nextBoolean());
  }

  private Function function() {
    String name = "f" + names++;
    List<Variable> parameters = new ArrayList<>();
    parameters.add(matrixVariable("P", size(), size()));
    parameters.add(scalarVariable("d", Type.DOUBLE));
    if (random.nextBoolean()) {
      parameters.add(scalarVariable("k", Type.INT));
    }
    scope = new ArrayList<>(parameters);
    List<Statement> body = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      body.add(statement(1));
    }
    Variable matrix = matrixVariable("R", size(), size());
    Variable scalar = scalarVariable("r", Type.DOUBLE);
    body.add(simple("R = ", matrix(matrix.rows(), matrix.cols(), 0)));
    body.add(simple("r = ", number(0)));
    signatures.add(new Signature(name, parameters, List.of(matrix, scalar)));
    StringBuilder header = new StringBuilder(name + " = function(");
    for (Variable parameter : parameters) {
      header.append(parameter == parameters.get(0) ? "" : ", ");
      header.append(word(parameter.type())).append(' ').append(parameter.name());
    }
    return new Function(name, header + ") return (matrix[double] R, double r)", body);
  }

  private static String word(Type type) {
    return switch (type) {
      case MATRIX -> "matrix[double]";
      case DOUBLE -> "double";
      case INT -> "int";
      case BOOLEAN -> "boolean";
      case STRING -> "string";
    };
  }

  /** Prints everything there is to know of a variable. */
  private static List<Statement> report(Variable variable) {
    String name = variable.name();
    if (variable.type() != Type.MATRIX) {
      return List.of(simple("print(\"" + name + " \" + " + name + ")"));
    }
    return List.of(
        simple("print(\"" + name + " \" + nrow(" + name + ") + \" \" + ncol(" + name + "))"),
        simple("print(sum(" + name + "))"),
        simple("print(toString(" + name + ", decimal=15))"));
  }

  // ---- statements

  private Statement statement(int nesting) {
    int choice = random.nextInt(nesting > 0 ? 20 : 14);
    if (choice < 5) {
      return define();
    }
    if (choice < 9) {
      return reassign();
    }
    if (choice < 11) {
      return leftIndexed();
    }
    if (choice == 11) {
      return accumulate();
    }
    if (choice == 12 && !signatures.isEmpty()) {
      return multiAssign();
    }
    if (choice < 14) {
      return simple("print(", scalar(pickType(), 1), ")");
    }
    return switch (choice) {
      case 14, 15, 16 -> branch(nesting);
      case 17, 18 -> forLoop(nesting);
      default -> whileLoop(nesting);
    };
  }

  /** A new variable. */
  private Statement define() {
    String name = "v" + names++;
    if (random.nextInt(3) > 0) {
      int rows = sizeOrZero();
      int cols = sizeOrZero();
      Statement statement = simple(name + " = ", matrix(rows, cols, 0));
      scope.add(matrixVariable(name, rows, cols));
      return statement;
    }
    Type type = pickType();
    Statement statement = simple(name + " = ", bounded(type));
    scope.add(scalarVariable(name, type));
    return statement;
  }

  /** A scalar fit for a variable: ints stay small, however often a loop repeats the statement. */
  private Expr bounded(Type type) {
    return type == Type.INT ? expr(Type.INT, "(", scalar(type, 0), ") %% 50") : scalar(type, 0);
  }

  /** A new value of the same type and size, so that the program stays valid on every path. */
  private Statement reassign() {
    Variable variable = assignable();
    if (variable == null) {
      return define();
    }
    Expr value =
        variable.type() == Type.MATRIX
            ? matrix(variable.rows(), variable.cols(), 0)
            : bounded(variable.type());
    return simple(variable.name() + " = ", value);
  }

  private Variable assignable() {
    return pickVariable(scope.stream().filter(variable -> !variable.counter()).toList());
  }

  private Statement leftIndexed() {
    Variable target = largeMatrix(1, 1);
    if (target == null) {
      return define();
    }
    Selection rows = selection(target.rows());
    Selection cols = selection(target.cols());
    List<Object> head = new ArrayList<>();
    head.add(target.name() + "[");
    head.addAll(rows.pieces());
    head.add(", ");
    head.addAll(cols.pieces());
    head.add(random.nextInt(4) == 0 ? "] += " : "] = ");
    head.add(random.nextInt(3) == 0 ? number(1) : matrix(rows.count(), cols.count(), 1));
    return new Statement(head, null, null);
  }

  private Statement accumulate() {
    Variable variable = assignable();
    if (variable == null || variable.type() == Type.BOOLEAN || variable.type() == Type.INT) {
      return define();
    }
    Expr value =
        variable.type() == Type.MATRIX
            ? matrix(variable.rows(), variable.cols(), 1)
            : scalar(variable.type(), 1);
    return simple(variable.name() + " += ", value);
  }

  private Statement multiAssign() {
    Signature signature = signatures.get(random.nextInt(signatures.size()));
    String matrix = "v" + names++;
    String scalar = "v" + names++;
    Statement statement = simple("[" + matrix + ", " + scalar + "] = ", call(signature, 1));
    Variable result = signature.results().get(0);
    scope.add(matrixVariable(matrix, result.rows(), result.cols()));
    scope.add(scalarVariable(scalar, Type.DOUBLE));
    return statement;
  }

  private Statement branch(int nesting) {
    Statement head = simple("if (", truth(1), ")");
    List<Statement> then = block(nesting);
    return new Statement(head.head(), then, random.nextBoolean() ? block(nesting) : null);
  }

  private Statement forLoop(int nesting) {
    String counter = "i" + names++;
    int from = 1 + random.nextInt(3);
    int to = 1 + random.nextInt(3);
    String header =
        random.nextInt(4) == 0
            ? "seq(" + from + ", " + to + ", " + (from <= to ? 1 : -1) + ")"
            : from + ":" + to;
    int low = Math.min(from, to);
    int high = Math.max(from, to);
    Variable variable = new Variable(counter, Type.INT, 0, 0, low, high, true);
    return loop(simple("for (" + counter + " in " + header + ")"), variable, nesting);
  }

  private Statement whileLoop(int nesting) {
    String counter = "i" + names++;
    Variable variable = new Variable(counter, Type.INT, 0, 0, 0, 4, true);
    int limit = 1 + random.nextInt(3);
    Statement body =
        loop(simple("while (" + counter + " < " + limit + " & ", truth(1), ")"), variable, nesting);
    body.body().add(simple(counter + " = " + counter + " + 1"));
    // The shrinker moves single statements: a branch keeps the loop and the start of its counter
    // together.
    return new Statement(
        List.of("if (TRUE)"), new ArrayList<>(List.of(simple(counter + " = 0"), body)), null);
  }

  private Statement loop(Statement head, Variable counter, int nesting) {
    List<Variable> outer = scope;
    scope = new ArrayList<>(outer);
    scope.add(counter);
    List<Statement> body = block(nesting);
    scope = outer;
    return new Statement(head.head(), body, null);
  }

  /** Variables that are defined inside are not used after it: perhaps they do not exist then. */
  private List<Statement> block(int nesting) {
    List<Variable> outer = scope;
    scope = new ArrayList<>(outer);
    List<Statement> statements = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      statements.add(statement(nesting - 1));
    }
    scope = outer;
    return statements;
  }

  private static Statement simple(Object... pieces) {
    return new Statement(Arrays.asList(pieces), null, null);
  }

  // ---- matrices

  private Expr matrix(int rows, int cols, int depth) {
    if (isDeep(depth)) {
      return leaf(rows, cols);
    }
    List<Supplier<Expr>> choices = new ArrayList<>();
    addCellwise(choices, rows, cols, depth + 1);
    addReorganising(choices, rows, cols, depth + 1);
    if (cols == 1) {
      addColumns(choices, rows, depth + 1);
    }
    if (rows == 1) {
      addRows(choices, cols, depth + 1);
    }
    Expr chosen = choices.get(random.nextInt(choices.size())).get();
    return new Expr(Type.MATRIX, rows, cols, chosen.pieces());
  }

  private Expr leaf(int rows, int cols) {
    List<Variable> fitting =
        scope.stream()
            .filter(v -> v.type() == Type.MATRIX && v.rows() == rows && v.cols() == cols)
            .toList();
    if (!fitting.isEmpty() && random.nextInt(4) > 0) {
      return new Expr(Type.MATRIX, rows, cols, List.of(pickVariable(fitting).name()));
    }
    Variable larger = rows > 0 && cols > 0 ? largeMatrix(rows, cols) : null;
    if (larger != null && random.nextInt(4) > 0) {
      return slice(larger, rows, cols);
    }
    if (rows * cols > 0 && rows * cols <= 12 && random.nextInt(3) == 0) {
      StringBuilder cells = new StringBuilder();
      for (int i = 0; i < rows * cols; i++) {
        cells.append(i > 0 ? " " : "").append(pick(NUMBERS));
      }
      return new Expr(
          Type.MATRIX,
          rows,
          cols,
          List.of("matrix(\"" + cells + "\", " + rows + ", " + cols + ")"));
    }
    if (cols == 1 && rows > 0 && random.nextInt(3) == 0) {
      return new Expr(Type.MATRIX, rows, 1, List.of("seq(1, " + rows + ")"));
    }
    return new Expr(
        Type.MATRIX,
        rows,
        cols,
        List.of("matrix(" + pick(NUMBERS) + ", " + rows + ", " + cols + ")"));
  }

  private Expr slice(Variable larger, int rows, int cols) {
    return new Expr(
        Type.MATRIX,
        rows,
        cols,
        List.of(
            larger.name()
                + "["
                + range(rows, larger.rows())
                + ","
                + range(cols, larger.cols())
                + "]"));
  }

  private String range(int count, int size) {
    if (count == size && random.nextBoolean()) {
      return "";
    }
    int from = 1 + random.nextInt(size - count + 1);
    return count == 1 ? "" + from : from + ":" + (from + count - 1);
  }

  private void addCellwise(List<Supplier<Expr>> choices, int rows, int cols, int depth) {
    Supplier<Expr> same = () -> matrix(rows, cols, depth);
    for (int i = 0; i < 3; i++) {
      choices.add(() -> binary(same.get(), cellOperator(), same.get()));
    }
    choices.add(() -> binary(same.get(), cellOperator(), number(depth)));
    choices.add(() -> binary(number(depth), cellOperator(), same.get()));
    choices.add(() -> binary(same.get(), cellOperator(), matrix(rows, 1, depth)));
    choices.add(() -> binary(same.get(), cellOperator(), matrix(1, cols, depth)));
    choices.add(() -> binary(matrix(1, cols, depth), cellOperator(), same.get()));
    choices.add(() -> binary(matrix(rows, 1, depth), cellOperator(), same.get()));
    choices.add(() -> binary(matrix(rows, 1, depth), cellOperator(), matrix(1, cols, depth)));
    choices.add(() -> wrap("(", same.get(), " / (abs(", same.get(), ") + 1))"));
    choices.add(() -> wrap("(-", same.get(), ")"));
    choices.add(() -> wrap("(!", same.get(), ")"));
    choices.add(() -> wrap(pick("abs", "sign", "round", "floor", "ceil") + "(", same.get(), ")"));
    choices.add(() -> wrap(pick("sin", "cos", "atan", "tanh", "is.nan") + "(", same.get(), ")"));
    choices.add(() -> wrap("sqrt(abs(", same.get(), "))"));
    choices.add(() -> wrap("log(abs(", same.get(), ") + 1)"));
    choices.add(() -> wrap("exp(min(", same.get(), ", 2))"));
    choices.add(() -> wrap(pick("min", "max") + "(", same.get(), ", ", same.get(), ")"));
    choices.add(() -> wrap("ifelse(", same.get(), ", ", same.get(), ", ", same.get(), ")"));
    choices.add(() -> wrap("ifelse(", same.get(), ", ", number(depth), ", ", same.get(), ")"));
    choices.add(
        () ->
            wrap(
                "replace(target=",
                same.get(),
                ", pattern="
                    + pick("0", "1", "NaN", "Inf")
                    + ", replacement="
                    + pick(NUMBERS)
                    + ")"));
    if (!special) {
      choices.add(() -> wrap("(", same.get(), " ^ " + pick("2", "3", "0.5", "1", "0") + ")"));
    }
  }

  private void addReorganising(List<Supplier<Expr>> choices, int rows, int cols, int depth) {
    Supplier<Expr> same = () -> matrix(rows, cols, depth);
    choices.add(() -> wrap("t(", matrix(cols, rows, depth), ")"));
    choices.add(() -> wrap("t(", matrix(cols, rows, depth), ")"));
    choices.add(() -> wrap("rev(", same.get(), ")"));
    choices.add(() -> wrap(pick(cumulative()) + "(", same.get(), ")"));
    choices.add(
        () -> {
          int left = random.nextInt(cols + 1);
          return wrap(
              "cbind(", matrix(rows, left, depth), ", ", matrix(rows, cols - left, depth), ")");
        });
    choices.add(
        () -> {
          int top = random.nextInt(rows + 1);
          return wrap(
              "rbind(", matrix(top, cols, depth), ", ", matrix(rows - top, cols, depth), ")");
        });
    choices.add(
        () ->
            wrap(
                "matrix(",
                matrix(cols, rows, depth),
                ", rows=" + rows + ", cols=" + cols + pick("", ", byrow=FALSE") + ")"));
    if (!special) {
      for (int i = 0; i < 3; i++) {
        choices.add(
            () -> {
              int inner = sizeOrZero();
              return binary(matrix(rows, inner, depth), "%*%", matrix(inner, cols, depth));
            });
      }
    }
    if (rows == cols && cols != 1) {
      choices.add(() -> wrap("diag(", matrix(rows, 1, depth), ")"));
    }
    if (rows > 0 && cols > 0) {
      choices.add(
          () ->
              wrap(
                  "order(target=",
                  same.get(),
                  ", by=" + (1 + random.nextInt(cols)) + pick("", ", decreasing=TRUE") + ")"));
      choices.add(
          () -> {
            int entries = size();
            // Without NaN every row has a largest cell, so positions are valid.
            String noNan = ", pattern=NaN, replacement=0))";
            return wrap(
                "table(rowIndexMax(replace(target=",
                matrix(entries, rows, depth),
                noNan + ", rowIndexMin(replace(target=",
                matrix(entries, cols, depth),
                noNan + ", " + rows + ", " + cols + ")");
          });
    }
    for (Signature signature : signatures) {
      Variable result = signature.results().get(0);
      if (result.rows() == rows && result.cols() == cols) {
        choices.add(() -> call(signature, depth));
        choices.add(() -> call(signature, depth));
      }
    }
    if (rows == 1 && cols == 1) {
      choices.add(() -> wrap("as.matrix(", number(depth), ")"));
    }
  }

  private String[] cumulative() {
    return special
        ? new String[] {"cumsum", "cummin", "cummax"}
        : new String[] {"cumsum", "cumprod", "cummin", "cummax"};
  }

  private void addColumns(List<Supplier<Expr>> choices, int rows, int depth) {
    for (int i = 0; i < 4; i++) {
      choices.add(() -> wrap(rowAggregate() + "(", matrix(rows, size(), depth), ")"));
    }
    if (rows > 0) {
      choices.add(() -> wrap("diag(", matrix(rows, rows, depth), ")"));
      choices.add(() -> wrap("order(target=", matrix(rows, 1, depth), ", index.return=TRUE)"));
      choices.add(
          () ->
              wrap(
                  "rowSums(removeEmpty(target=",
                  matrix(rows, size(), depth),
                  ", margin=\"cols\"))"));
    }
  }

  private void addRows(List<Supplier<Expr>> choices, int cols, int depth) {
    for (int i = 0; i < 4; i++) {
      choices.add(() -> wrap(colAggregate() + "(", matrix(size(), cols, depth), ")"));
    }
    if (cols > 0) {
      choices.add(
          () -> {
            int rows = size();
            return wrap(
                "colSums(removeEmpty(target=",
                matrix(rows, cols, depth),
                ", margin=\"rows\", select=",
                matrix(rows, 1, depth),
                "))");
          });
    }
  }

  private String rowAggregate() {
    return pick("rowSums", "rowSums", "rowMeans", "rowMins", "rowMaxs", "rowIndexMax", "rowVars");
  }

  private String colAggregate() {
    return pick("colSums", "colSums", "colMeans", "colMins", "colMaxs", "colSds");
  }

  private String cellOperator() {
    if (!special && random.nextInt(4) == 0) {
      return "*";
    }
    return pick("+", "+", "-", "-", "/", "<", "<=", ">", ">=", "==", "!=", "&", "|", "%%", "%/%");
  }

  private Expr call(Signature signature, int depth) {
    List<Object> pieces = new ArrayList<>();
    pieces.add(signature.name() + "(");
    boolean named = random.nextBoolean();
    for (Variable parameter : signature.parameters()) {
      String separator = parameter == signature.parameters().get(0) ? "" : ", ";
      pieces.add(separator + (named ? parameter.name() + "=" : ""));
      pieces.add(
          parameter.type() == Type.MATRIX
              ? matrix(parameter.rows(), parameter.cols(), depth)
              : bounded(parameter.type()));
    }
    pieces.add(")");
    Variable result = signature.results().get(0);
    return new Expr(Type.MATRIX, result.rows(), result.cols(), pieces);
  }

  private static Expr wrap(Object... pieces) {
    return new Expr(Type.MATRIX, 0, 0, Arrays.asList(pieces));
  }

  private static Expr binary(Expr left, String operator, Expr right) {
    return wrap("(", left, " " + operator + " ", right, ")");
  }

  // ---- scalars

  private Expr scalar(Type type, int depth) {
    return switch (type) {
      case DOUBLE -> number(depth);
      case INT -> integer(depth);
      case BOOLEAN -> truth(depth);
      case STRING -> string(depth);
      case MATRIX -> throw new IllegalArgumentException("not a scalar");
    };
  }

  private Expr number(int depth) {
    Expr leaf = scalarLeaf(Type.DOUBLE, literal(pick(NUMBERS)));
    if (isDeep(depth)) {
      return leaf;
    }
    int next = depth + 1;
    return switch (random.nextInt(special ? 9 : 11)) {
      case 0, 1 -> expr(Type.DOUBLE, aggregate() + "(", matrix(size(), size(), next), ")");
      case 2 -> expr(Type.DOUBLE, "as.scalar(", matrix(1, 1, next), ")");
      case 3 -> expr(Type.DOUBLE, "(", number(next), pick(" + ", " - "), number(next), ")");
      case 4 -> expr(Type.DOUBLE, "(", number(next), " / (abs(", number(next), ") + 1))");
      case 5 -> expr(Type.DOUBLE, pick("abs", "round", "floor", "sign") + "(", number(next), ")");
      case 6 -> expr(Type.DOUBLE, pick("min(", "max("), number(next), ", ", number(next), ")");
      case 7 -> expr(Type.DOUBLE, "(", integer(next), " / 4)");
      case 8 ->
          expr(Type.DOUBLE, "ifelse(", truth(next), ", ", number(next), ", ", number(next), ")");
      case 9 -> expr(Type.DOUBLE, "(", number(next), " * ", number(next), ")");
      default -> trace(next);
    };
  }

  private Expr trace(int depth) {
    int n = size();
    return expr(Type.DOUBLE, "trace(", matrix(n, n, depth), ")");
  }

  private String aggregate() {
    return pick("sum", "sum", "sum", "mean", "min", "max", special ? "max" : "prod", "var", "sd");
  }

  private Expr integer(int depth) {
    Expr leaf = scalarLeaf(Type.INT, Integer.toString(random.nextInt(8)));
    if (isDeep(depth)) {
      return leaf;
    }
    int next = depth + 1;
    return switch (random.nextInt(6)) {
      case 0 ->
          expr(Type.INT, pick("nrow", "ncol", "length") + "(", matrix(size(), size(), next), ")");
      case 1 -> expr(Type.INT, "(", integer(next), pick(" + ", " - ", " * "), integer(next), ")");
      case 2 -> expr(Type.INT, "(", integer(next), pick(" %% 3", " %/% 2", " %% -4") + ")");
      case 3 -> expr(Type.INT, pick("min(", "max("), integer(next), ", ", integer(next), ")");
      case 4 -> expr(Type.INT, "(as.integer(", number(next), ") %% 20)");
      default -> expr(Type.INT, "(-", integer(next), ")");
    };
  }

  private Expr truth(int depth) {
    Expr leaf = scalarLeaf(Type.BOOLEAN, pick("TRUE", "FALSE"));
    if (isDeep(depth)) {
      return leaf;
    }
    int next = depth + 1;
    String relation = pick(" < ", " <= ", " > ", " >= ", " == ", " != ");
    return switch (random.nextInt(8)) {
      case 0 -> leaf;
      case 1 -> expr(Type.BOOLEAN, "(", truth(next), pick(" & ", " | "), truth(next), ")");
      case 2 -> expr(Type.BOOLEAN, "(!", truth(next), ")");
      case 3 -> expr(Type.BOOLEAN, "(", string(next), relation, string(next), ")");
      case 4 -> expr(Type.BOOLEAN, "(", integer(next), relation, number(next), ")");
      case 5 -> expr(Type.BOOLEAN, "(", integer(next), relation, integer(next), ")");
      default -> expr(Type.BOOLEAN, "(", number(next), relation, number(next), ")");
    };
  }

  private Expr string(int depth) {
    Expr leaf = scalarLeaf(Type.STRING, pick("\"\"", "\"a\"", "\"b c\"", "\"10\""));
    if (isDeep(depth)) {
      return leaf;
    }
    int next = depth + 1;
    return switch (random.nextInt(3)) {
      // The stroke keeps numbers apart that are compared as numbers later.
      case 0 -> expr(Type.STRING, "(", string(next), " + \"/\" + ", scalar(pickType(), next), ")");
      case 1 -> expr(Type.STRING, "(", scalar(pickType(), next), " + \"/\" + ", string(next), ")");
      default ->
          expr(Type.STRING, "ifelse(", truth(next), ", ", string(next), ", ", string(next), ")");
    };
  }

  /** A variable, something read from a matrix, or the literal. */
  private Expr scalarLeaf(Type type, String literal) {
    Variable variable = pickVariable(scope.stream().filter(v -> v.type() == type).toList());
    if (variable != null && random.nextInt(2) == 0) {
      return expr(type, variable.name());
    }
    Variable matrix = largeMatrix(1, 1);
    if (matrix == null || random.nextInt(3) == 0) {
      return expr(type, literal);
    }
    String cell = "as.scalar(" + slice(matrix, 1, 1).text() + ")";
    return switch (type) {
      case DOUBLE -> expr(type, pick(cell, "sum(" + matrix.name() + ")"));
      case INT -> expr(type, pick("nrow(", "ncol(") + matrix.name() + ")");
      case BOOLEAN ->
          expr(type, "(" + cell + pick(" > ", " <= ", " != ") + literal(pick(NUMBERS)) + ")");
      default -> expr(type, literal);
    };
  }

  private static Expr expr(Type type, Object... pieces) {
    return new Expr(type, 0, 0, Arrays.asList(pieces));
  }

  private static String literal(double number) {
    return number < 0 ? "(" + number + ")" : Double.toString(number);
  }

  // ---- index ranges

  /** The text of an index range and how many rows or columns it selects. */
  private record Selection(List<Object> pieces, int count) {}

  private Selection selection(int size) {
    if (random.nextInt(4) == 0) {
      return new Selection(List.of(""), size);
    }
    Variable counter =
        pickVariable(
            scope.stream()
                .filter(
                    v -> v.type() == Type.INT && v.counter() && v.low() >= 1 && v.high() <= size)
                .toList());
    if (counter != null && random.nextInt(3) > 0) {
      return new Selection(List.of(counter.name()), 1);
    }
    if (random.nextInt(4) == 0) {
      return new Selection(List.of("max(1, min(" + size + ", ", integer(2), "))"), 1);
    }
    int count = 1 + random.nextInt(size);
    int from = 1 + random.nextInt(size - count + 1);
    String text = count == 1 ? "" + from : from + ":" + (from + count - 1);
    return new Selection(List.of(text), count);
  }

  private Variable largeMatrix(int rows, int cols) {
    return pickVariable(
        scope.stream()
            .filter(v -> v.type() == Type.MATRIX && v.rows() >= rows && v.cols() >= cols)
            .toList());
  }

  // ---- choices

  /** Time to end an expression: the likelier the deeper it is. */
  private boolean isDeep(int depth) {
    return random.nextInt(MAX_DEPTH + 1) < depth || random.nextInt(8) == 0;
  }

  private static Variable matrixVariable(String name, int rows, int cols) {
    return new Variable(name, Type.MATRIX, rows, cols, 0, 0, false);
  }

  private static Variable scalarVariable(String name, Type type) {
    return new Variable(name, type, 0, 0, -50, 50, false);
  }

  private Type pickType() {
    Type[] types = {Type.DOUBLE, Type.DOUBLE, Type.INT, Type.BOOLEAN, Type.STRING};
    return types[random.nextInt(types.length)];
  }

  private int size() {
    return SIZES[random.nextInt(SIZES.length)];
  }

  private int sizeOrZero() {
    return random.nextInt(20) == 0 ? 0 : size();
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private double pick(double[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  private Variable pickVariable(List<Variable> variables) {
    return variables.isEmpty() ? null : variables.get(random.nextInt(variables.size()));
  }
}
