package dev.linden.testkit;

import dev.linden.testkit.OracleValue.Grid;
import dev.linden.testkit.RandomMatrices.Form;
import dev.linden.testkit.RandomProgram.Expr;
import dev.linden.testkit.RandomProgram.Function;
import dev.linden.testkit.RandomProgram.Input;
import dev.linden.testkit.RandomProgram.Statement;
import dev.linden.testkit.RandomProgram.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random programs that are valid by construction: the generator knows type and size of every
 * variable. The same seed gives the same program.
 *
 * <p>Besides random statements there are idioms, each aimed at something that an engine gets wrong
 * easily: variables that share a matrix of which one is changed, swaps, values that die early,
 * lists, parallel loops, files, variables that perhaps do not exist.
 */
final class ProgramGenerator extends ExpressionGenerator {
  private final long seed;
  private int names;

  private ProgramGenerator(long seed) {
    super(new SplittableRandom(seed));
    this.seed = seed;
  }

  static RandomProgram generate(long seed) {
    return new ProgramGenerator(seed).program();
  }

  // ---- program

  private RandomProgram program() {
    List<Function> functions = new ArrayList<>();
    String hidden = HIDE + " = function(matrix[double] A) return (matrix[double] B)";
    functions.add(
        new Function(HIDE, hidden, List.of(simple("L = list(A)"), simple("B = as.matrix(L[1])"))));
    String passed = PASS + " = function(matrix[double] A) return (matrix[double] B)";
    functions.add(new Function(PASS, passed, List.of(simple("B = A"))));
    functions.add(genericFunction());
    for (int i = random.nextInt(3); i > 0; i--) {
      functions.add(random.nextInt(4) == 0 ? recursiveFunction() : function());
    }
    scope = new ArrayList<>();
    List<Input> inputs = new ArrayList<>();
    // One input is large, so that most expressions find cells of variables to work on.
    int last = scale.sizes.length - 1;
    inputs.add(input(scale.sizes[last - random.nextInt(2)], scale.sizes[last - random.nextInt(2)]));
    for (int i = random.nextInt(3); i > 0; i--) {
      inputs.add(input(sizeOrZero(), sizeOrZero()));
    }
    List<Statement> statements = new ArrayList<>();
    for (int i = 3 + random.nextInt(scale == Scale.SMALL ? 8 : 4); i > 0; i--) {
      statements.addAll(statement(2));
      if (random.nextInt(12) == 0) {
        scope.remove(random.nextInt(scope.size()));
      }
      if (scope.isEmpty()) {
        statements.add(define());
      }
    }
    for (Variable variable : scope) {
      // What is not reported dies with its last use, which may then overwrite it.
      if (random.nextInt(4) > 0) {
        statements.addAll(report(variable));
      }
    }
    return new RandomProgram(seed, inputs, functions, statements);
  }

  private Input input(int rows, int cols) {
    String name = "X" + names++;
    scope.add(matrixVariable(name, rows, cols));
    Form form = random.nextBoolean() ? Form.DENSE : Form.values()[random.nextInt(4)];
    int kind = random.nextInt(5);
    if (scale != Scale.SMALL && !special && rows * cols > 0 && kind < 4) {
      String density = kind == 0 ? "0.002" : kind == 1 ? "0.05" : kind == 2 ? "0.2" : "0.8";
      String spec =
          GoldenInput.word(form, "dense")
              + " "
              + rows
              + "x"
              + cols
              + " seed="
              + random.nextInt(1000)
              + " density="
              + density
              + " step=0.25";
      return Input.of(name, spec);
    }
    Grid grid = Grid.zeros(rows, cols);
    if (kind == 4 && cols > 0) {
      // As one-of-k coding leaves it, with a missing value now and then.
      for (double[] row : grid.cells()) {
        row[random.nextInt(cols)] = random.nextInt(8) > 0 ? 1 : 0;
      }
      return Input.of(name, grid, form);
    }
    double density = kind == 0 ? 0 : kind == 1 ? 0.25 : 0.8;
    for (double[] row : grid.cells()) {
      for (int j = 0; j < cols; j++) {
        if (random.nextDouble() < density) {
          row[j] = special && random.nextInt(5) == 0 ? pick(SPECIALS) : pick(NUMBERS);
        }
      }
    }
    return Input.of(name, grid, form);
  }

  private Function function() {
    String name = "f" + names++;
    List<Variable> parameters = new ArrayList<>();
    parameters.add(matrixVariable("P", size(), size()));
    parameters.add(scalarVariable("d", Type.DOUBLE));
    if (random.nextBoolean()) {
      parameters.add(scalarVariable("k", Type.INT));
    }
    if (random.nextInt(3) == 0) {
      parameters.add(matrixVariable("Q", 2, 2));
    }
    int defaults = random.nextInt(parameters.size());
    scope = new ArrayList<>(parameters);
    List<Statement> body = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      body.addAll(statement(1));
    }
    Variable matrix = matrixVariable("R", size(), size());
    Variable scalar = scalarVariable("r", Type.DOUBLE);
    body.add(simple("R = ", matrix(matrix.rows(), matrix.cols(), 0)));
    scope.add(matrix);
    body.add(simple("r = ", number(0)));
    signatures.add(new Signature(name, parameters, defaults, List.of(matrix, scalar)));
    return new Function(
        name, header(name, parameters, defaults) + " return (matrix[double] R, double r)", body);
  }

  /**
   * Calls with different sizes: what holds for one call must not be taken for granted in another.
   */
  private Function genericFunction() {
    List<Statement> body = new ArrayList<>();
    switch (random.nextInt(special ? 4 : 6)) {
      case 0:
        body.add(simple("B = A * s - rowSums(A)"));
        body.add(simple("m = sum(B) + nrow(A)"));
        break;
      case 1:
        body.add(simple("B = A"));
        body.add(
            new Statement(
                List.of("if (s > 1)"),
                new ArrayList<>(List.of(simple("B = B + s"))),
                new ArrayList<>(List.of(simple("B = t(t(B) * 2)")))));
        body.add(simple("m = sum(A) / (nrow(A) + 1)"));
        break;
      case 2:
        body.add(simple("B = A"));
        body.add(
            new Statement(
                List.of("for (i in 1:2)"),
                new ArrayList<>(List.of(simple("B[1,] = B[1,] * i + colSums(A)"))),
                null));
        body.add(simple("m = as.scalar(B[1,1])"));
        break;
      case 3:
        body.add(simple("B = " + PASS + "(A) - min(A)"));
        body.add(simple("m = ncol(B)"));
        break;
      case 4:
        body.add(simple("G = t(A) %*% A"));
        body.add(simple("B = A %*% (G / (max(abs(G)) + 1))"));
        body.add(simple("m = trace(G)"));
        break;
      default:
        body.add(simple("B = A"));
        body.add(
            new Statement(
                List.of("for (i in seq(1, ncol(A), 2))"),
                new ArrayList<>(List.of(simple("B = (B + sum(A %*% t(A)) / 64) / 4"))),
                null));
        body.add(simple("m = nrow(" + HIDE + "(B)) * s"));
    }
    String header =
        GENERIC
            + " = function(matrix[double] A, double s = 1.5) return (matrix[double] B, double m)";
    return new Function(GENERIC, header, body);
  }

  private String header(String name, List<Variable> parameters, int defaults) {
    List<String> declared = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      Variable parameter = parameters.get(i);
      String value = i < parameters.size() - defaults ? "" : " = " + defaultValue(parameter);
      declared.add(word(parameter.type()) + " " + parameter.name() + value);
    }
    return name + " = function(" + String.join(", ", declared) + ")";
  }

  private String defaultValue(Variable parameter) {
    return switch (parameter.type()) {
      case MATRIX ->
          "matrix(" + pick(NUMBERS) + ", " + parameter.rows() + ", " + parameter.cols() + ")";
      case INT -> pick("0", "1", "7");
      default -> pick("0.5", "2", "1.25");
    };
  }

  /** Calls itself k times; parameters and results have the same sizes in every activation. */
  private Function recursiveFunction() {
    String name = "f" + names++;
    Variable matrix = matrixVariable("P", size(), size());
    Variable depth = scalarVariable("k", Type.INT);
    Variable result = matrixVariable("R", matrix.rows(), matrix.cols());
    scope = new ArrayList<>(List.of(matrix, depth.asReadOnly()));
    List<Statement> body = new ArrayList<>();
    body.add(simple("R = ", matrix(result.rows(), result.cols(), 1)));
    scope.add(result);
    List<Statement> deeper = new ArrayList<>();
    if (random.nextBoolean()) {
      deeper.addAll(statement(0));
    }
    Expr argument = matrix(matrix.rows(), matrix.cols(), 2);
    deeper.add(simple("[R, r] = " + name + "(", argument, ", min(k, 4) - 1)"));
    deeper.add(simple("R = R + ", matrix(result.rows(), result.cols(), 2)));
    deeper.add(simple("r = r + 1"));
    body.add(new Statement(List.of("if (k > 0)"), deeper, List.of(simple("r = 0.0"))));
    Variable count = scalarVariable("r", Type.DOUBLE);
    signatures.add(new Signature(name, List.of(matrix, depth), 0, List.of(result, count)));
    return new Function(
        name,
        header(name, List.of(matrix, depth), 0) + " return (matrix[double] R, double r)",
        body);
  }

  private static String word(Type type) {
    return switch (type) {
      case MATRIX -> "matrix[double]";
      case DOUBLE -> "double";
      case INT -> "int";
      case BOOLEAN -> "boolean";
      case STRING -> "string";
      case LIST -> "list[unknown]";
    };
  }

  /** Prints everything there is to know of a variable; sums of what is too large to print. */
  private static List<Statement> report(Variable variable) {
    String name = variable.name();
    if (variable.type() == Type.LIST) {
      List<Statement> prints = new ArrayList<>();
      prints.add(simple("print(\"" + name + " \" + length(" + name + "))"));
      for (int i = 0; i < variable.elements().size(); i++) {
        String element = name + "[" + (i + 1) + "]";
        prints.add(
            simple(
                variable.elements().get(i).type() == Type.MATRIX
                    ? "print(toString(as.matrix(" + element + "), decimal=15))"
                    : "print(as.scalar(" + element + "))"));
      }
      return prints;
    }
    if (variable.type() != Type.MATRIX) {
      return List.of(simple("print(\"" + name + " \" + " + name + ")"));
    }
    Statement size =
        simple("print(\"" + name + " \" + nrow(" + name + ") + \" \" + ncol(" + name + "))");
    if (variable.rows() * variable.cols() > 100) {
      return List.of(
          size,
          simple("print(sum(" + name + "))"),
          simple("print(toString(rowSums(" + name + "), rows=1000, decimal=15))"),
          simple("print(toString(colSums(" + name + "), cols=1000, decimal=15))"));
    }
    return List.of(
        size,
        simple("print(sum(" + name + "))"),
        simple("print(toString(" + name + ", decimal=15))"));
  }

  // ---- statements

  private List<Statement> statement(int nesting) {
    int choice = random.nextInt(nesting > 0 ? 35 : 22);
    if (choice < 5) {
      return List.of(define());
    }
    if (choice < 9) {
      return List.of(reassign());
    }
    return switch (choice) {
      case 9, 10 -> List.of(leftIndexed());
      case 11 -> List.of(accumulate());
      case 12, 13 -> List.of(!callsAllowed || signatures.isEmpty() ? define() : multiAssign());
      case 14, 15 -> List.of(simple("print(", scalar(pickType(), 1), ")"));
      case 16, 17 -> List.of(alias());
      case 18 -> rotation();
      case 19 -> List.of(newList());
      case 20 -> List.of(changedList());
      case 21 -> file();
      case 22, 23, 24 -> List.of(branch(nesting));
      case 25, 26 -> List.of(forLoop(nesting));
      case 27, 28 -> List.of(whileLoop(nesting));
      case 29 -> fillLoop();
      case 30 -> parallelLoop();
      case 31, 32, 33 -> shared(nesting);
      default -> maybeAssigned(nesting);
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

  /** A new value of the same type and size, so that the program stays valid on every path. */
  private Statement reassign() {
    Variable variable = assignable();
    if (variable == null) {
      return define();
    }
    return simple(variable.name() + " = ", valueFor(variable));
  }

  private Expr valueFor(Variable variable) {
    return variable.type() == Type.MATRIX
        ? matrix(variable.rows(), variable.cols(), 0)
        : bounded(variable.type());
  }

  /** A variable that is no list. */
  private Variable assignable() {
    return pickVariable(
        scope.stream().filter(v -> !v.readOnly() && v.type() != Type.LIST).toList());
  }

  private Statement leftIndexed() {
    Variable target =
        pickVariable(
            scope.stream()
                .filter(v -> v.type() == Type.MATRIX && !v.readOnly())
                .filter(v -> v.rows() > 0 && v.cols() > 0)
                .toList());
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
    boolean both = random.nextInt(4) > 0;
    String targets = "[" + matrix + (both ? ", " + scalar : "") + "] = ";
    Statement statement = simple(targets, call(signature, 1));
    Variable result = signature.results().get(0);
    scope.add(matrixVariable(matrix, result.rows(), result.cols()));
    if (both) {
      scope.add(scalarVariable(scalar, Type.DOUBLE));
    }
    return statement;
  }

  // ---- values with several names

  /** Another name for a value: changes to one must not show in the other. */
  private Statement alias() {
    Variable variable = pickVariable(scope.stream().filter(v -> !v.readOnly()).toList());
    if (variable == null) {
      return define();
    }
    String name = "v" + names++;
    scope.add(variable.named(name));
    return simple(name + " = " + variable.name());
  }

  /** Variables of the same kind pass their values on in a ring; a swap if there are only two. */
  private List<Statement> rotation() {
    Variable first = pickVariable(scope.stream().filter(v -> !v.readOnly()).toList());
    if (first == null) {
      return List.of(define());
    }
    List<Variable> ring =
        scope.stream()
            .filter(v -> !v.readOnly() && v.named("").equals(first.named("")))
            .limit(3)
            .toList();
    if (ring.size() == 1) {
      return List.of(alias());
    }
    String saved = "v" + names++;
    List<Statement> statements = new ArrayList<>();
    statements.add(simple(saved + " = " + ring.get(0).name()));
    for (int i = 1; i < ring.size(); i++) {
      statements.add(simple(ring.get(i - 1).name() + " = " + ring.get(i).name()));
    }
    statements.add(simple(ring.get(ring.size() - 1).name() + " = " + saved));
    return statements;
  }

  // ---- lists

  private Statement newList() {
    String name = "v" + names++;
    List<Object> head = new ArrayList<>();
    head.add(name + " = list(");
    List<Variable> elements = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      Variable element = newElement();
      head.add(elements.isEmpty() ? "" : ", ");
      head.add(
          element.type() == Type.MATRIX ? matrix(element.rows(), element.cols(), 1) : number(1));
      elements.add(element);
    }
    head.add(")");
    scope.add(listVariable(name, elements));
    return new Statement(head, null, null);
  }

  private Variable newElement() {
    return random.nextInt(3) == 0
        ? scalarVariable("", Type.DOUBLE)
        : matrixVariable("", size(), size());
  }

  private static Variable listVariable(String name, List<Variable> elements) {
    return new Variable(name, Type.LIST, 0, 0, 0, 0, false, List.copyOf(elements));
  }

  private Statement changedList() {
    Variable list =
        pickVariable(scope.stream().filter(v -> v.type() == Type.LIST && !v.readOnly()).toList());
    if (list == null) {
      return newList();
    }
    int position = random.nextInt(list.elements().size());
    Variable element = list.elements().get(position);
    String name = "v" + names++;
    switch (random.nextInt(3)) {
      case 0:
        Variable added = newElement();
        Statement append = simple(name + " = append(" + list.name() + ", ", valueFor(added), ")");
        List<Variable> longer = new ArrayList<>(list.elements());
        longer.add(added);
        scope.add(listVariable(name, longer));
        return append;
      case 1:
        String removed = "v" + names++;
        List<Variable> rest = new ArrayList<>(list.elements());
        rest.remove(position);
        if (!rest.isEmpty()) {
          scope.add(listVariable(name, rest));
        }
        scope.add(listVariable(removed, List.of(element)));
        return simple(
            "["
                + name
                + ", "
                + removed
                + "] = remove("
                + list.name()
                + ", "
                + (position + 1)
                + ")");
      default:
        return simple(list.name() + "[" + (position + 1) + "] = ", valueFor(element));
    }
  }

  // ---- files

  /**
   * A matrix that goes through a file. Few names, so that files of earlier programs lie around with
   * other sizes and formats.
   */
  private List<Statement> file() {
    Variable matrix = largeMatrix(1, 1);
    if (!callsAllowed || matrix == null) {
      return List.of(define());
    }
    String path = "\"f" + random.nextInt(3) + "\"";
    String format = pick("csv", "text", "binary", "mm");
    String name = "v" + names++;
    scope.add(matrixVariable(name, matrix.rows(), matrix.cols()));
    return List.of(
        simple("write(" + matrix.name() + ", " + path + ", format=\"" + format + "\")"),
        simple(name + " = read(" + path + ")"));
  }

  // ---- blocks

  private Statement branch(int nesting) {
    Statement head = simple("if (", truth(1), ")");
    List<Statement> then = block(nesting);
    return new Statement(head.head(), then, random.nextBoolean() ? block(nesting) : null);
  }

  private Statement forLoop(int nesting) {
    String counter = "i" + names++;
    Variable matrix = largeMatrix(1, 1);
    if (matrix != null && matrix.rows() <= 3 && random.nextInt(3) == 0) {
      Variable variable = new Variable(counter, Type.INT, 0, 0, 1, matrix.rows(), true, List.of());
      String header = pick("nrow(" + matrix.name() + "):1", "1:nrow(" + matrix.name() + ")");
      return loop(simple("for (" + counter + " in " + header + ")"), variable, nesting);
    }
    int from = 1 + random.nextInt(4);
    int to = 1 + random.nextInt(4);
    String header =
        random.nextInt(3) == 0
            ? "seq(" + from + ", " + to + ", " + pick("1", "-1", "2", "-2") + ")"
            : from + ":" + to;
    int low = Math.min(from, to);
    int high = Math.max(from, to);
    Variable variable = new Variable(counter, Type.INT, 0, 0, low, high, true, List.of());
    return loop(simple("for (" + counter + " in " + header + ")"), variable, nesting);
  }

  private Statement whileLoop(int nesting) {
    String counter = "i" + names++;
    Variable variable = new Variable(counter, Type.INT, 0, 0, 0, 4, true, List.of());
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
      statements.addAll(statement(nesting - 1));
    }
    scope = outer;
    return statements;
  }

  /** Writes a matrix row by row or column by column, while another name keeps the old one. */
  private List<Statement> fillLoop() {
    Variable matrix =
        pickVariable(
            scope.stream()
                .filter(v -> v.type() == Type.MATRIX && !v.readOnly())
                .filter(v -> v.rows() > 0 && v.cols() > 0)
                .toList());
    if (matrix == null) {
      return List.of(define());
    }
    List<Statement> statements = new ArrayList<>();
    if (random.nextInt(3) > 0) {
      String kept = "v" + names++;
      statements.add(simple(kept + " = " + matrix.name()));
      scope.add(matrix.named(kept));
    }
    boolean byRow = random.nextBoolean();
    int count = Math.min(byRow ? matrix.rows() : matrix.cols(), 5);
    String counter = "i" + names++;
    List<Variable> outer = scope;
    scope = new ArrayList<>(outer);
    scope.add(new Variable(counter, Type.INT, 0, 0, 1, count, true, List.of()));
    Expr value = byRow ? matrix(1, matrix.cols(), 1) : matrix(matrix.rows(), 1, 1);
    scope = outer;
    String target = matrix.name() + (byRow ? "[" + counter + ",]" : "[," + counter + "]");
    String header = pick("1:" + count, count + ":1", "seq(" + count + ", 1, -2)");
    statements.add(
        new Statement(
            List.of("for (" + counter + " in " + header + ")"),
            new ArrayList<>(List.of(simple(target + " = ", value))),
            null));
    return statements;
  }

  /**
   * The same value in several blocks and in every iteration of a loop, perhaps one without
   * iterations whose body would fail; in between, something may change what it is made of.
   */
  private List<Statement> shared(int nesting) {
    int rows = size();
    int cols = size();
    Expr value = matrix(rows, cols, 1);
    Expr sum = special ? value : wrap("(t(", value, ") %*% ", value, ")");
    String name = "v" + names++;
    String total = "v" + names++;
    List<Statement> statements = new ArrayList<>();
    statements.add(simple(total + " = 0.5"));
    if (random.nextBoolean()) {
      statements.add(simple(total + " = sum(", sum, ")"));
    }
    if (random.nextBoolean()) {
      statements.addAll(statement(0));
    }
    Statement branch = simple("if (", truth(1), ")");
    List<Statement> then =
        new ArrayList<>(List.of(simple(total + " = " + total + " - sum(", sum, ")")));
    statements.add(new Statement(branch.head(), then, random.nextBoolean() ? block(1) : null));
    String counter = "i" + names++;
    String header = pick("1:2", "seq(3, 1, 1)", "1:1", "seq(1, 4, 2)");
    List<Statement> body = new ArrayList<>();
    if (header.equals("seq(3, 1, 1)")) {
      body.add(
          simple(name + " = sum(" + HIDE + "(matrix(1, 2, 3)) %*% " + PASS + "(matrix(1, 2, 3)))"));
    }
    body.add(simple(total + " = " + total + " / 2 + sum(", sum, ")"));
    if (random.nextInt(3) == 0) {
      body.addAll(block(nesting));
    }
    statements.add(new Statement(List.of("for (" + counter + " in " + header + ")"), body, null));
    scope.add(scalarVariable(total, Type.DOUBLE));
    return statements;
  }

  /** Independent iterations: each writes its row of a new matrix, or adds to it. */
  private List<Statement> parallelLoop() {
    String name = "v" + names++;
    String counter = "i" + names++;
    int rows = Math.max(1, Math.min(5, size()));
    int cols = size();
    boolean sum = random.nextInt(4) == 0;
    List<Statement> statements = new ArrayList<>();
    statements.add(simple(name + " = ", matrix(rows, cols, 1)));
    List<Variable> outer = scope;
    boolean outerCalls = callsAllowed;
    callsAllowed = false;
    scope = new ArrayList<>(outer.stream().map(Variable::asReadOnly).toList());
    scope.add(new Variable(counter, Type.INT, 0, 0, 1, rows, true, List.of()));
    List<Statement> body = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      body.add(random.nextBoolean() ? define() : reassign());
    }
    if (random.nextInt(3) == 0) {
      body.add(leftIndexed());
    }
    body.add(
        sum
            ? simple(name + " += ", matrix(rows, cols, 1))
            : simple(name + "[" + counter + ",] = ", matrix(1, cols, 1)));
    scope = outer;
    callsAllowed = outerCalls;
    // Loops as small as these get workers only when the script asks for them.
    String head = "parfor (" + counter + " in 1:" + rows + pick("", ", par=3") + ")";
    statements.add(new Statement(List.of(head), body, null));
    scope.add(matrixVariable(name, rows, cols));
    return statements;
  }

  /** A variable that only one path assigns, and those who ask before they use it. */
  private List<Statement> maybeAssigned(int nesting) {
    Variable variable =
        random.nextBoolean()
            ? matrixVariable("v" + names++, size(), size())
            : scalarVariable("v" + names++, pickType());
    String name = variable.name();
    Statement assign = simple(name + " = ", valueFor(variable));
    List<Statement> statements = new ArrayList<>();
    Statement head = simple(pick("if (", "if (!"), truth(1), ")");
    statements.add(new Statement(head.head(), new ArrayList<>(List.of(assign)), null));
    String exists = "exists(" + pick(name, "\"" + name + "\"") + ")";
    statements.add(simple("print(" + exists + ")"));
    List<Variable> outer = scope;
    scope = new ArrayList<>(outer);
    scope.add(variable);
    List<Statement> use = block(nesting);
    use.addAll(report(variable));
    scope = outer;
    statements.add(new Statement(List.of("if (" + exists + ")"), use, null));
    return statements;
  }

  private static Statement simple(Object... pieces) {
    return new Statement(Arrays.asList(pieces), null, null);
  }
}
