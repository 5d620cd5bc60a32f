package dev.linden.testkit;

import dev.linden.testkit.RandomProgram.Expr;
import dev.linden.testkit.RandomProgram.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Random expressions of a wanted type and size over the variables in scope, valid by construction.
 *
 * <p>Numbers are small multiples of a quarter, so that sums and products are mostly exact and
 * comparisons mean something. Some programs get inputs with NaN, infinities and negative zeros;
 * these do without products, because what a zero times NaN is depends on whether a block stores the
 * zero.
 */
abstract class ExpressionGenerator {
  static final double[] NUMBERS = {0, 1, 2, 3, 4, -1, -2, -3, 0.5, 1.5, -0.5, 0.25, -2.75};
  static final double[] SPECIALS = {
    Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0
  };

  /** Multiplications that a matrix product may cost: the oracle is slow. */
  private static final int MAX_PRODUCT = 200_000;

  /**
   * A function that every program has: returns its argument by way of a list, whose elements have
   * sizes that the compiler does not know.
   */
  static final String HIDE = "hide";

  /** A function that every program has: returns its argument, and may be inlined. */
  static final String PASS = "pass";

  /** A function that takes matrices of any size that have cells, and returns one like it. */
  static final String GENERIC = "generic";

  /** How large the matrices of a program are. */
  enum Scale {
    SMALL(3, 1, 1, 2, 2, 3, 3, 5, 7),
    /** Beyond the sizes that are always dense, so that sparse data stays sparse. */
    MEDIUM(2, 1, 1, 2, 3, 40, 50),
    /** Beyond what one worker gets at a time. */
    LARGE(1, 1, 1, 2, 3, 170, 200);

    final int depth;
    final int[] sizes;

    Scale(int depth, int... sizes) {
      this.depth = depth;
      this.sizes = sizes;
    }
  }

  /**
   * A visible variable.
   *
   * @param low smallest value of an int
   * @param high largest value of an int
   * @param readOnly must not be assigned: a counter, or something that iterations share
   * @param elements of a list
   */
  record Variable(
      String name,
      Type type,
      int rows,
      int cols,
      long low,
      long high,
      boolean readOnly,
      List<Variable> elements) {
    boolean isMatrix(int wantedRows, int wantedCols) {
      return type == Type.MATRIX && rows == wantedRows && cols == wantedCols;
    }

    Variable asReadOnly() {
      return new Variable(name, type, rows, cols, low, high, true, elements);
    }

    Variable named(String other) {
      return new Variable(other, type, rows, cols, low, high, false, elements);
    }
  }

  /** A function; the last {@code defaults} parameters have default values. */
  record Signature(String name, List<Variable> parameters, int defaults, List<Variable> results) {}

  final SplittableRandom random;
  final boolean special;
  final Scale scale;
  final List<Signature> signatures = new ArrayList<>();
  List<Variable> scope = new ArrayList<>();

  /** Functions may print, which parallel iterations must not. */
  boolean callsAllowed = true;

  ExpressionGenerator(SplittableRandom random) {
    this.random = random;
    this.special = random.nextInt(4) == 0;
    int kind = random.nextInt(200);
    this.scale = kind == 0 ? Scale.LARGE : kind < 30 ? Scale.MEDIUM : Scale.SMALL;
  }

  // ---- matrices

  Expr matrix(int rows, int cols, int depth) {
    if (isDeep(depth)) {
      return leaf(rows, cols);
    }
    List<Supplier<Expr>> choices = new ArrayList<>();
    addCellwise(choices, rows, cols, depth + 1);
    addReorganising(choices, rows, cols, depth + 1);
    for (int i = scale == Scale.SMALL ? 1 : 4; i > 0; i--) {
      addWhole(choices, rows, cols, depth + 1);
    }
    addTransposed(choices, rows, cols, depth + 1);
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
    List<Variable> fitting = scope.stream().filter(v -> v.isMatrix(rows, cols)).toList();
    if (!fitting.isEmpty() && random.nextInt(4) > 0) {
      return new Expr(Type.MATRIX, rows, cols, List.of(pickVariable(fitting).name()));
    }
    Variable list = pickVariable(listsWith(v -> v.isMatrix(rows, cols)));
    if (list != null && random.nextInt(2) == 0) {
      String element = element(list, v -> v.isMatrix(rows, cols));
      return new Expr(Type.MATRIX, rows, cols, List.of("as.matrix(" + element + ")"));
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
    String value = random.nextInt(5) == 0 ? "0" : "" + pick(NUMBERS);
    return new Expr(
        Type.MATRIX, rows, cols, List.of("matrix(" + value + ", " + rows + ", " + cols + ")"));
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
    choices.add(
        () -> {
          Expr twice = same.get();
          return binary(twice, cellOperator(), twice);
        });
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
    choices.add(() -> wrap("xor(", same.get(), ", ", same.get(), ")"));
    choices.add(() -> wrap("is.infinite(", same.get(), ")"));
    choices.add(() -> wrap("log(abs(", same.get(), ") + 1, 2)"));
    choices.add(
        () ->
            wrap(pick("min", "max") + "(", same.get(), ", ", number(depth), ", ", same.get(), ")"));
    choices.add(
        () ->
            wrap(
                "outer(",
                matrix(rows, 1, depth),
                ", ",
                matrix(1, cols, depth),
                ", \"" + pick("+", "-", "<=", "!=", "min", "max") + "\")"));
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
    choices.add(() -> wrap(HIDE + "(", same.get(), ")"));
    choices.add(() -> wrap(pick(HIDE, PASS) + "(", same.get(), ")"));
    if (rows > 0 && cols > 0) {
      choices.add(() -> wrap(GENERIC + "(", same.get(), ", ", number(depth), ")"));
    }
    if (!special) {
      choices.add(() -> withConstantVector(rows, cols, depth));
    }
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
              int inner = inner(rows, cols);
              return binary(matrix(rows, inner, depth), "%*%", matrix(inner, cols, depth));
            });
      }
    }
    if (!special && rows == cols) {
      choices.add(
          () -> {
            Expr twice = matrix(rows, inner(rows, cols), depth);
            return wrap("(", twice, " %*% t(", twice, "))");
          });
    }
    if (cols % 2 == 0) {
      choices.add(
          () -> {
            Expr twice = matrix(rows, cols / 2, depth);
            return wrap("cbind(", twice, ", ", twice, ")");
          });
    }
    if (rows % 3 == 0) {
      choices.add(
          () -> {
            Supplier<Expr> part = () -> matrix(rows / 3, cols, depth);
            return wrap("rbind(list(", part.get(), ", ", part.get(), ", ", part.get(), "))");
          });
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
    for (Signature signature : callsAllowed ? signatures : List.<Signature>of()) {
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

  /** Outer products, sums and differences of a matrix and vectors of one value. */
  private Expr withConstantVector(int rows, int cols, int depth) {
    String column = "matrix(" + pick("1", "1", "0", "2", "-0.5") + ", " + rows + ", 1)";
    String row = "matrix(" + pick("1", "1", "0", "2", "-0.5") + ", 1, " + cols + ")";
    return switch (random.nextInt(5)) {
      case 0 -> wrap("(", matrix(rows, 1, depth), " %*% " + row + ")");
      case 1 -> wrap("(" + column + " %*% ", matrix(1, cols, depth), ")");
      case 2 ->
          wrap(
              "(",
              matrix(rows, cols, depth),
              " " + cellOperator() + " (",
              matrix(rows, 1, depth),
              " %*% " + row + "))");
      case 3 ->
          wrap(
              "(",
              matrix(rows, cols, depth),
              " " + cellOperator() + " (" + column + " %*% ",
              matrix(1, cols, depth),
              "))");
      default -> wrap("(" + column + " %*% " + row + ")");
    };
  }

  /** Products and sums of whole variables, which keep their sparse form in larger programs. */
  private void addWhole(List<Supplier<Expr>> choices, int rows, int cols, int depth) {
    List<Variable> matrices = scope.stream().filter(v -> v.type() == Type.MATRIX).toList();
    List<Variable> same = matrices.stream().filter(v -> v.isMatrix(rows, cols)).toList();
    if (!same.isEmpty()) {
      choices.add(
          () ->
              binary(
                  expr(Type.MATRIX, pickVariable(same).name()),
                  cellOperator(),
                  expr(Type.MATRIX, pickVariable(same).name())));
    }
    Variable left = pickVariable(matrices.stream().filter(v -> v.rows() == rows).toList());
    if (!special && left != null && (long) rows * left.cols() * cols <= MAX_PRODUCT) {
      choices.add(
          () -> binary(expr(Type.MATRIX, left.name()), "%*%", matrix(left.cols(), cols, depth)));
    }
    Variable right = pickVariable(matrices.stream().filter(v -> v.cols() == cols).toList());
    if (!special && right != null && (long) rows * right.rows() * cols <= MAX_PRODUCT) {
      choices.add(
          () -> binary(matrix(rows, right.rows(), depth), "%*%", expr(Type.MATRIX, right.name())));
    }
  }

  /**
   * A square variable next to its transpose: both fit everywhere, and an engine that runs operators
   * as one must not take the rows of one for those of the other.
   */
  private void addTransposed(List<Supplier<Expr>> choices, int rows, int cols, int depth) {
    int side = Math.max(rows, cols);
    Variable square = pickVariable(scope.stream().filter(v -> v.isMatrix(side, side)).toList());
    if (square == null || (rows != cols && rows != 1 && cols != 1)) {
      return;
    }
    String x = square.name();
    String product = special || (long) side * side * cols > MAX_PRODUCT ? null : " %*% ";
    if (rows == cols) {
      choices.add(() -> wrap("(t(" + x + ") " + cellOperator() + " " + x + ")"));
      choices.add(
          () -> wrap("(t(" + x + ") " + cellOperator() + " ", matrix(side, side, depth), ")"));
    } else if (cols == 1) {
      choices.add(() -> wrap(rowAggregate() + "(t(" + x + "))"));
    } else {
      choices.add(() -> wrap(colAggregate() + "(t(" + x + "))"));
    }
    if (product != null && rows == cols) {
      choices.add(() -> wrap("(t(" + x + ")" + product + pick(x, "t(" + x + ")") + ")"));
    } else if (product != null && cols == 1) {
      choices.add(() -> wrap("(t(" + x + ")" + product + rowAggregate() + "(t(" + x + ")))"));
      choices.add(
          () -> {
            Expr inner = matrix(side, 1, depth);
            return wrap(
                "(t(" + x + ")" + product + pick("abs", "sin", "-") + "(t(" + x + ")" + product,
                inner,
                "))");
          });
    } else if (product != null) {
      choices.add(() -> wrap("(", matrix(1, side, depth), product + "t(" + x + "))"));
    }
  }

  /** Columns of the left operand of a product. */
  private int inner(int rows, int cols) {
    int inner = sizeOrZero();
    return (long) rows * inner * cols > MAX_PRODUCT ? 2 : inner;
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
    if (!special) {
      choices.add(() -> wrap("cumsumprod(", matrix(rows, 2, depth), ")"));
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
    return pick(
        "rowSums",
        "rowSums",
        "rowMeans",
        "rowMins",
        "rowMaxs",
        "rowIndexMax",
        "rowIndexMin",
        "rowVars",
        "rowSds",
        special ? "rowSums" : "rowProds");
  }

  private String colAggregate() {
    return pick(
        "colSums",
        "colSums",
        "colMeans",
        "colMins",
        "colMaxs",
        "colSds",
        "colVars",
        special ? "colSums" : "colProds");
  }

  private String cellOperator() {
    if (!special && random.nextInt(4) == 0) {
      return "*";
    }
    return pick("+", "+", "-", "-", "/", "<", "<=", ">", ">=", "==", "!=", "&", "|", "%%", "%/%");
  }

  Expr call(Signature signature, int depth) {
    List<Object> pieces = new ArrayList<>();
    pieces.add(signature.name() + "(");
    boolean named = random.nextBoolean();
    int given = signature.parameters().size();
    given -= signature.defaults() > 0 ? random.nextInt(signature.defaults() + 1) : 0;
    for (Variable parameter : signature.parameters().subList(0, given)) {
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

  /** A scalar fit for a variable: ints stay small, however often a loop repeats the statement. */
  Expr bounded(Type type) {
    return type == Type.INT ? expr(Type.INT, "(", scalar(type, 0), ") %% 50") : scalar(type, 0);
  }

  static Expr wrap(Object... pieces) {
    return new Expr(Type.MATRIX, 0, 0, Arrays.asList(pieces));
  }

  private static Expr binary(Expr left, String operator, Expr right) {
    return wrap("(", left, " " + operator + " ", right, ")");
  }

  // ---- scalars

  Expr scalar(Type type, int depth) {
    return switch (type) {
      case DOUBLE -> number(depth);
      case INT -> integer(depth);
      case BOOLEAN -> truth(depth);
      case STRING -> string(depth);
      case MATRIX, LIST -> throw new IllegalArgumentException("not a scalar");
    };
  }

  Expr number(int depth) {
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

  Expr integer(int depth) {
    Expr leaf = scalarLeaf(Type.INT, Integer.toString(random.nextInt(8)));
    if (isDeep(depth)) {
      return leaf;
    }
    int next = depth + 1;
    Variable list = pickVariable(scope.stream().filter(v -> v.type() == Type.LIST).toList());
    if (list != null && random.nextInt(4) == 0) {
      return expr(Type.INT, "length(" + list.name() + ")");
    }
    return switch (random.nextInt(6)) {
      case 0 ->
          expr(Type.INT, pick("nrow", "ncol", "length") + "(", matrix(size(), size(), next), ")");
      case 1 -> expr(Type.INT, "(", integer(next), pick(" + ", " - ", " * "), integer(next), ")");
      case 2 -> expr(Type.INT, "(", integer(next), pick(" %% 3", " %/% 2", " %% -4") + ")");
      case 3 -> expr(Type.INT, pick("min(", "max("), integer(next), ", ", integer(next), ")");
      case 4 -> expr(Type.INT, "(as.integer(max(min(", number(next), ", 1e9), -1e9)) %% 20)");
      default -> expr(Type.INT, "(-", integer(next), ")");
    };
  }

  Expr truth(int depth) {
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
    Variable list = pickVariable(listsWith(v -> v.type() == type));
    if (list != null && random.nextInt(2) == 0) {
      String element = "as.scalar(" + element(list, v -> v.type() == type) + ")";
      return expr(type, type == Type.INT ? "as.integer(" + element + ")" : element);
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

  static String literal(double number) {
    return number < 0 ? "(" + number + ")" : Double.toString(number);
  }

  // ---- index ranges

  /** The text of an index range and how many rows or columns it selects. */
  record Selection(List<Object> pieces, int count) {}

  Selection selection(int size) {
    if (random.nextInt(4) == 0) {
      return new Selection(List.of(""), size);
    }
    Variable counter =
        pickVariable(
            scope.stream()
                .filter(
                    v -> v.type() == Type.INT && v.readOnly() && v.low() >= 1 && v.high() <= size)
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

  /** Lists that hold what is wanted. */
  List<Variable> listsWith(Predicate<Variable> wanted) {
    return scope.stream().filter(v -> v.elements().stream().anyMatch(wanted)).toList();
  }

  /** The text of a list of one element that is as wanted. */
  String element(Variable list, Predicate<Variable> wanted) {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < list.elements().size(); i++) {
      if (wanted.test(list.elements().get(i))) {
        positions.add(i + 1);
      }
    }
    return list.name() + "[" + positions.get(random.nextInt(positions.size())) + "]";
  }

  Variable largeMatrix(int rows, int cols) {
    return pickVariable(
        scope.stream()
            .filter(v -> v.type() == Type.MATRIX && v.rows() >= rows && v.cols() >= cols)
            .toList());
  }

  // ---- choices

  /** Time to end an expression: the likelier the deeper it is. */
  private boolean isDeep(int depth) {
    return random.nextInt(scale.depth + 1) < depth || random.nextInt(8) == 0;
  }

  static Variable matrixVariable(String name, int rows, int cols) {
    return new Variable(name, Type.MATRIX, rows, cols, 0, 0, false, List.of());
  }

  static Variable scalarVariable(String name, Type type) {
    return new Variable(name, type, 0, 0, -50, 50, false, List.of());
  }

  Type pickType() {
    Type[] types = {Type.DOUBLE, Type.DOUBLE, Type.INT, Type.BOOLEAN, Type.STRING};
    return types[random.nextInt(types.length)];
  }

  int size() {
    return scale.sizes[random.nextInt(scale.sizes.length)];
  }

  int sizeOrZero() {
    return random.nextInt(20) == 0 ? 0 : size();
  }

  String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  double pick(double[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  Variable pickVariable(List<Variable> variables) {
    return variables.isEmpty() ? null : variables.get(random.nextInt(variables.size()));
  }
}
