package dev.linden.lang.pydml;

import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Cell;
import dev.linden.lang.parse.Literals;
import dev.linden.lang.parse.Problems;
import dev.linden.op.Catalogue;
import dev.linden.op.DataType;
import dev.linden.op.Op;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Statements by recursive descent. A statement that can't be read is reported and left out, and the
 * next line is tried, so that a user sees all problems at once.
 */
final class Parser {
  static final String TYPES_HINT =
      "the types are int, float, bool, str, matrix[float], frame[str], frame[unknown],"
          + " list[unknown]";

  private static final Map<String, ValueType> VALUE_TYPES =
      Map.of(
          "float", ValueType.DOUBLE,
          "int", ValueType.INT,
          "str", ValueType.STRING,
          "bool", ValueType.BOOLEAN,
          "unknown", ValueType.UNKNOWN);

  private static final Map<String, DataType> DATA_TYPES =
      Map.of(
          "matrix", DataType.MATRIX,
          "frame", DataType.FRAME,
          "list", DataType.LIST,
          "scalar", DataType.SCALAR);

  /** Types of DML, and what they are called here. */
  private static final Map<String, String> TYPES_OF_DML =
      Map.of("double", "float", "integer", "int", "string", "str", "boolean", "bool");

  /** What begins a statement in Python or DML, but not here, and what to write instead. */
  private static final Map<String, String> FOREIGN_STATEMENTS =
      Map.ofEntries(
          Map.entry("break", "use a while loop whose condition says when to go on"),
          Map.entry("continue", "put the rest of the body into an if"),
          Map.entry("return", "assign to the result variables that -> (...) names"),
          Map.entry("import", "source(\"file.pydml\") as name makes functions known"),
          Map.entry("from", "source(\"file.pydml\") as name makes functions known"),
          Map.entry("class", "there are functions only: def f(...) -> (...):"),
          Map.entry("del", "variables that are not used any more are freed by themselves"),
          Map.entry("global", "functions see only their parameters: pass it as an argument"),
          Map.entry("nonlocal", "functions see only their parameters: pass it as an argument"),
          Map.entry("raise", "stop(\"message\") ends the program"),
          Map.entry("try", "errors end the program"),
          Map.entry("with", "load(\"file\") and save(X, \"file\") need no open file"),
          Map.entry("yield", "assign to the result variables that -> (...) names"),
          Map.entry("function", "functions are defined as def f(x: float) -> (y: float):"));

  private final Source source;
  private final Problems problems;
  private final Cursor cursor;
  private final Tokens tokens;
  private final Expressions expressions;
  private final List<Ast.Function> functions = new ArrayList<>();

  /** Blocks around the statement at hand; 0 at the top level. */
  private int blocks;

  /** Where the expression of an input of a session would stand; -1 if there is none. */
  private int valueAt = -1;

  private boolean hasValue;

  Parser(Source source, Tokens tokens, Problems problems) {
    this(source, tokens, problems, Set.of(), Set.of());
  }

  /**
   * @param functions what other texts have defined
   * @param namespaces what they have imported
   */
  Parser(
      Source source,
      Tokens tokens,
      Problems problems,
      Set<String> functions,
      Set<String> namespaces) {
    this.source = source;
    this.problems = problems;
    this.tokens = tokens;
    this.cursor = new Cursor(tokens, problems);
    Set<String> defined = new HashSet<>(functions);
    Set<String> imported = new HashSet<>(namespaces);
    for (int i = 1; i < tokens.count(); i++) {
      if (tokens.kind(i) == Kind.NAME) {
        Kind before = tokens.kind(i - 1);
        if (before == Kind.DEF || before == Kind.DEF_EXTERNAL) {
          defined.add(tokens.text(i));
        } else if (before == Kind.NAME && tokens.text(i - 1).equals("as")) {
          imported.add(tokens.text(i));
        }
      }
    }
    this.expressions = new Expressions(cursor, problems, defined, imported);
  }

  Ast.Script script() {
    List<Ast.Statement> statements = new ArrayList<>();
    while (!cursor.is(Kind.END)) {
      statement(statements);
    }
    return new Ast.Script(source, List.copyOf(functions), List.copyOf(statements));
  }

  /** An input of a session, which may end with an expression. */
  Cell cell() {
    valueAt = possibleValue();
    Ast.Script script = script();
    return new Cell(script, hasValue, words());
  }

  /** Where the last line begins, if no assignment is in it. */
  private int possibleValue() {
    int end = tokens.count() - 1;
    while (end > 0 && (ends(tokens.kind(end - 1)) || tokens.kind(end - 1) == Kind.SEMICOLON)) {
      end--;
    }
    int depth = 0;
    for (int i = end - 1; i >= 0; i--) {
      Kind kind = tokens.kind(i);
      if (kind == Kind.CLOSE || kind == Kind.CLOSE_INDEX) {
        depth++;
      } else if (kind == Kind.OPEN || kind == Kind.OPEN_INDEX) {
        depth--;
      } else if (depth == 0 && (kind == Kind.ASSIGN || kind == Kind.ACCUMULATE)) {
        return -1;
      } else if (depth == 0 && (ends(kind) || kind == Kind.SEMICOLON)) {
        return i + 1;
      }
    }
    return end > 0 ? 0 : -1;
  }

  private static boolean ends(Kind kind) {
    return kind == Kind.NEWLINE || kind == Kind.INDENT || kind == Kind.DEDENT;
  }

  /** Functions of the user may have none: such an assignment is a call. */
  private static boolean hasResult(Ast.Call call) {
    Op op = call.namespace() == null ? Catalogue.find(call.name()) : null;
    return op == null || op.results() > 0;
  }

  /** An expression alone, which only the end of an input of a session may be. */
  private Ast.Statement value(int first, Ast.Expression expression) {
    boolean ends = cursor.is(Kind.NEWLINE) || cursor.is(Kind.SEMICOLON) || cursor.is(Kind.END);
    if (isValue(first) && ends) {
      return shown(expression);
    }
    throw alone(expression);
  }

  private Set<String> words() {
    Set<String> words = new HashSet<>();
    for (int i = 0; i < tokens.count(); i++) {
      if (tokens.kind(i) == Kind.NAME) {
        words.add(tokens.text(i));
      } else if (tokens.kind(i) == Kind.STRING) {
        words.add(tokens.text(i).replaceAll("^[\"']+|[\"']+$", ""));
      }
    }
    return words;
  }

  private boolean isValue(int first) {
    return first == valueAt && blocks == 0;
  }

  private Ast.Statement shown(Ast.Expression value) {
    hasValue = true;
    return new Ast.Assign(new Ast.Target(Cell.VALUE, null, value.span()), value, value.span());
  }

  // ---- lines and blocks

  /** One line or one compound statement, or the report of what is wrong with it. */
  private void statement(List<Ast.Statement> statements) {
    int depth = cursor.depth();
    int nesting = blocks;
    try {
      if (cursor.is(Kind.INDENT)) {
        unexpectedIndent(statements);
      } else if (!cursor.takeIf(Kind.NEWLINE) && !cursor.takeIf(Kind.DEDENT)) {
        begin(statements);
      }
    } catch (Cursor.GivenUp e) {
      cursor.depth(depth);
      blocks = nesting;
      skipStatement();
    }
  }

  /** To the next line; a block below this one is read for what is wrong in it. */
  private void skipStatement() {
    while (!cursor.is(Kind.NEWLINE)
        && !cursor.is(Kind.END)
        && !cursor.is(Kind.INDENT)
        && !cursor.is(Kind.DEDENT)) {
      cursor.take();
    }
    cursor.takeIf(Kind.NEWLINE);
    if (cursor.is(Kind.INDENT)) {
      blocks++;
      indented(new ArrayList<>());
      blocks--;
    }
  }

  private void unexpectedIndent(List<Ast.Statement> statements) {
    problems.add(
        span(cursor.position() + 1),
        "this line is indented further than the one above",
        "only the body of if, elif, else, while, for, parfor and def is indented");
    indented(statements);
  }

  private Span span(int token) {
    return tokens.span(Math.min(token, tokens.count() - 1));
  }

  /** From INDENT to its DEDENT. */
  private void indented(List<Ast.Statement> statements) {
    cursor.enter();
    cursor.take();
    while (!cursor.is(Kind.DEDENT) && !cursor.is(Kind.END)) {
      statement(statements);
    }
    cursor.takeIf(Kind.DEDENT);
    cursor.leave();
  }

  /**
   * The colon and what is below it, or behind it in the same line.
   *
   * @param header the token that begins the statement
   */
  private List<Ast.Statement> body(int header) {
    if (!cursor.is(Kind.COLON)) {
      expressions.failAfterOperand();
      throw missingColon(header);
    }
    cursor.take();
    blocks++;
    List<Ast.Statement> statements = new ArrayList<>();
    if (!cursor.is(Kind.NEWLINE)) {
      if (cursor.kind().beginsStatement()) {
        throw cursor.fail(
            "'" + cursor.text() + "' can't stand behind a colon", "begin it in the next line");
      }
      line(statements);
    } else {
      cursor.take();
      if (!cursor.is(Kind.INDENT)) {
        blocks--;
        throw cursor.fail(
            tokens.span(header),
            "'" + tokens.text(header) + "' has no body",
            "indent the statements of the body below it; pass does nothing");
      }
      indented(statements);
    }
    blocks--;
    return List.copyOf(statements);
  }

  private Cursor.GivenUp missingColon(int header) {
    String hint = "the line that begins with '" + tokens.text(header) + "' ends with a colon";
    if (cursor.is(Kind.ASSIGN)) {
      return cursor.fail("'=' is not a comparison", "write == to compare");
    }
    if (cursor.is(Kind.NEWLINE) || cursor.is(Kind.END)) {
      int last = cursor.lastToken();
      return cursor.fail(tokens.span(last), "expected ':' at the end of the line", hint);
    }
    return cursor.fail("expected ':' before " + cursor.found(), hint);
  }

  // ---- statements

  private void begin(List<Ast.Statement> statements) {
    if (cursor.kind().isReserved() && cursor.kind(1) == Kind.ASSIGN) {
      throw reserved();
    }
    switch (cursor.kind()) {
      case IF -> statements.add(ifStatement());
      case WHILE -> statements.add(whileStatement());
      case FOR, PARFOR -> statements.add(forStatement());
      case DEF -> function();
      case DEF_EXTERNAL -> externalFunction();
      case ELIF, ELSE ->
          throw cursor.fail(
              "'" + cursor.text() + "' without 'if'",
              "it stands as far to the left as its if, with the body of that between");
      default -> line(statements);
    }
  }

  /** Simple statements up to the end of the line. */
  private void line(List<Ast.Statement> statements) {
    while (true) {
      if (!cursor.is(Kind.SEMICOLON) && !cursor.is(Kind.NEWLINE)) {
        simple(statements);
      }
      if (!cursor.takeIf(Kind.SEMICOLON)) {
        break;
      }
    }
    if (!cursor.takeIf(Kind.NEWLINE) && !cursor.is(Kind.END)) {
      throw afterStatement();
    }
  }

  private Cursor.GivenUp afterStatement() {
    expressions.failAfterOperand();
    return switch (cursor.kind()) {
      case ASSIGN, ACCUMULATE ->
          cursor.fail("assignment is not an expression", "write one assignment per statement");
      case CLOSE -> cursor.fail("unexpected ')'", "there is no open '(' here");
      case CLOSE_INDEX -> cursor.fail("unexpected ']'", "there is no open '[' here");
      case COLON -> cursor.fail("':' is only for indexes, loops and blocks", "use range(from, to)");
      case COMMA -> cursor.fail("unexpected ','", "[a, b] = f(...) assigns several results");
      case ELSE, ELIF -> cursor.fail("unexpected '" + cursor.text() + "'", null);
      case DEDENT, INDENT -> cursor.fail("unexpected indentation", null);
      default -> cursor.fail("expected an operator before " + cursor.found(), null);
    };
  }

  private void simple(List<Ast.Statement> statements) {
    int first = cursor.position();
    switch (cursor.kind()) {
      case NAME -> {
        if (!isImport("source", statements) && !isImport("setwd", statements)) {
          nameFirst(first, statements);
        }
      }
      case OPEN_INDEX -> statements.add(multiAssign(first));
      case ARGUMENT -> {
        if (cursor.kind(1) == Kind.ASSIGN || cursor.kind(1) == Kind.ACCUMULATE) {
          throw cursor.fail("the script argument " + cursor.text() + " can't be assigned", null);
        }
        statements.add(value(first, expressions.expression()));
      }
      case CLOSE -> throw cursor.fail("unexpected ')'", "there is no open '(' here");
      case CLOSE_INDEX -> throw cursor.fail("unexpected ']'", "there is no open '[' here");
      case ASSIGN, ACCUMULATE, COMMA, COLON, ARROW ->
          throw cursor.fail("unexpected " + cursor.found(), null);
      default -> {
        statements.add(value(first, expressions.expression()));
      }
    }
  }

  private Cursor.GivenUp alone(Ast.Expression expression) {
    if (cursor.is(Kind.ASSIGN) || cursor.is(Kind.ACCUMULATE)) {
      return expression instanceof Ast.Call
          ? cursor.fail("a function call can't be assigned to", null)
          : cursor.fail(expression.span(), "this can't be assigned to", null);
    }
    boolean arrow =
        expression instanceof Ast.Binary less
            && less.operator().equals("<")
            && less.left() instanceof Ast.Name
            && less.right() instanceof Ast.Unary minus
            && minus.operator().equals("-");
    if (!cursor.is(Kind.NEWLINE) && !cursor.is(Kind.SEMICOLON) && !cursor.is(Kind.END)) {
      return afterStatement();
    }
    return cursor.fail(
        expression.span(),
        "an expression alone is not a statement",
        arrow ? "an assignment is written with =" : "assign it to a variable or print it");
  }

  /** {@code source("file") as name} and {@code setwd("folder")}. */
  private boolean isImport(String word, List<Ast.Statement> statements) {
    if (!cursor.isWord(word) || cursor.kind(1) != Kind.OPEN || expressions.defines(word)) {
      return false;
    }
    int first = cursor.take();
    int opening = cursor.take();
    if (!cursor.is(Kind.STRING)) {
      throw cursor.fail("expected a string literal before " + cursor.found(), null);
    }
    String path = expressions.string();
    expressions.expectClosing(Kind.CLOSE, opening, null);
    if (word.equals("setwd")) {
      statements.add(new Ast.SetWorkingDirectory(path, cursor.spanFrom(first)));
      return true;
    }
    if (!cursor.isWord("as")) {
      throw cursor.fail(
          "expected 'as' before " + cursor.found(), "source(\"" + path + "\") as name");
    }
    cursor.take();
    String namespace = name();
    statements.add(new Ast.Import(path, namespace, cursor.spanFrom(first)));
    return true;
  }

  private Cursor.GivenUp reserved() {
    return cursor.fail("'" + cursor.text() + "' is a reserved word", "choose another name");
  }

  /** The name that is next. */
  private String name() {
    if (cursor.kind().isReserved()) {
      throw reserved();
    }
    if (!cursor.is(Kind.NAME)) {
      throw cursor.fail("expected a name before " + cursor.found(), null);
    }
    return tokens.text(cursor.take());
  }

  /** An assignment or a call. */
  private void nameFirst(int first, List<Ast.Statement> statements) {
    switch (cursor.kind(1)) {
      case ASSIGN, ACCUMULATE -> statements.add(assignment(first));
      case OPEN_INDEX -> {
        if (isIndexedTarget()) {
          statements.add(assignment(first));
        } else {
          statements.add(value(first, expressions.expression()));
        }
      }
      case COMMA ->
          throw cursor.fail("several results are assigned in brackets", "write [a, b] = f(...)");
      default -> {
        failForeignStatement();
        if (cursor.isWord("pass") && cursor.kind(1) == Kind.NEWLINE) {
          cursor.take();
          return;
        }
        Ast.Expression expression = expressions.expression();
        boolean ends = cursor.is(Kind.NEWLINE) || cursor.is(Kind.SEMICOLON) || cursor.is(Kind.END);
        if (!(expression instanceof Ast.Call call) || !ends) {
          statements.add(value(first, expression));
          return;
        }
        statements.add(
            isValue(first) && hasResult(call)
                ? shown(call)
                : new Ast.CallStatement(call, call.span()));
      }
    }
  }

  private void failForeignStatement() {
    String word = cursor.text();
    String hint = FOREIGN_STATEMENTS.get(word);
    boolean statement =
        switch (cursor.kind(1)) {
          case NEWLINE, END, SEMICOLON, NAME, INT, DOUBLE, STRING, TRUE, FALSE, COLON, MINUS ->
              true;
          case OPEN -> (word.equals("return") || word.equals("del")) && !expressions.defines(word);
          default -> false;
        };
    if (hint != null && statement) {
      throw cursor.fail("there is no " + word + " statement in PyDML", hint);
    }
    boolean typed = VALUE_TYPES.containsKey(word) || TYPES_OF_DML.containsKey(word);
    if (typed && cursor.kind(1) == Kind.NAME) {
      throw cursor.fail("variables have no declared type", "write " + cursor.text(1) + " = ...");
    }
    if (cursor.kind(1) == Kind.COLON
        && cursor.kind(2) == Kind.NAME
        && cursor.kind(3) == Kind.ASSIGN) {
      throw cursor.fail("variables have no declared type", "write " + word + " = ...");
    }
    if (word.equals("print") && cursor.kind(1) == Kind.STRING) {
      throw cursor.fail("print is a function", "write print(...)");
    }
  }

  /** Whether an assignment follows the brackets behind the name. */
  private boolean isIndexedTarget() {
    int depth = 0;
    for (int i = cursor.position() + 1; i < tokens.count(); i++) {
      switch (tokens.kind(i)) {
        case OPEN, OPEN_INDEX -> depth++;
        case CLOSE, CLOSE_INDEX -> depth--;
        case NEWLINE, END -> {
          return true; // not closed: reported where the index is read
        }
        default -> {}
      }
      if (depth == 0) {
        Kind next = tokens.kind(i + 1);
        return next == Kind.ASSIGN || next == Kind.ACCUMULATE;
      }
    }
    return true;
  }

  private Ast.Statement assignment(int first) {
    Ast.Target target = target();
    if (cursor.is(Kind.ACCUMULATE)) {
      cursor.take();
      Ast.Expression value = expressions.expression();
      return new Ast.Accumulate(target, value, cursor.spanFrom(first));
    }
    if (!cursor.takeIf(Kind.ASSIGN)) {
      throw cursor.fail("expected '=' before " + cursor.found(), null);
    }
    if (cursor.isWord("function")
        && cursor.kind(1) == Kind.OPEN
        && !expressions.defines("function")) {
      throw cursor.fail(
          "a function can't stand in an expression", FOREIGN_STATEMENTS.get("function"));
    }
    Ast.Expression value = expressions.rightSide();
    if (target.index() == null) {
      expressions.assigned(target.name(), value);
    }
    return new Ast.Assign(target, value, cursor.spanFrom(first));
  }

  private Ast.Target target() {
    int first = cursor.position();
    String name = name();
    Span nameSpan = tokens.span(first);
    checkDefinable(name, nameSpan);
    Ast.Index index = cursor.is(Kind.OPEN_INDEX) ? expressions.index(name, nameSpan) : null;
    return new Ast.Target(name, index, cursor.spanFrom(first));
  }

  private void checkDefinable(String name, Span span) {
    expressions.declared(name);
    if (Literals.CONSTANTS.containsKey(name)) {
      problems.add(
          span, "'" + name + "' is a constant and can't be assigned", "choose another name");
    }
  }

  private Ast.Statement multiAssign(int first) {
    cursor.take();
    List<Ast.Target> targets = new ArrayList<>();
    do {
      if (!cursor.is(Kind.NAME)) {
        throw cursor.fail(
            "expected a name before " + cursor.found(),
            "[a, b] = f(...) assigns the results of a function to variables");
      }
      targets.add(target());
    } while (cursor.takeIf(Kind.COMMA));
    expressions.expectClosing(Kind.CLOSE_INDEX, first, null);
    if (!cursor.takeIf(Kind.ASSIGN)) {
      throw cursor.fail(
          "expected '=' before " + cursor.found(),
          "[a, b] = f(...) assigns the results of a function to variables");
    }
    Ast.Expression value = expressions.expression();
    if (!(value instanceof Ast.Call call)) {
      throw cursor.fail(
          value.span(), "only a function call can be assigned to several variables", null);
    }
    targets.forEach(target -> expressions.assignedNoText(target.name()));
    return new Ast.MultiAssign(List.copyOf(targets), call, cursor.spanFrom(first));
  }

  // ---- control flow

  private record Branch(int first, Ast.Expression predicate, List<Ast.Statement> body) {}

  /** A chain of elif is not nesting: it is read in a loop and put together from its end. */
  private Ast.Statement ifStatement() {
    List<Branch> branches = new ArrayList<>();
    List<Ast.Statement> otherwise = List.of();
    do {
      int first = cursor.take();
      Ast.Expression predicate = predicate();
      branches.add(new Branch(first, predicate, body(first)));
    } while (cursor.is(Kind.ELIF));
    if (cursor.is(Kind.ELSE)) {
      int word = cursor.take();
      if (cursor.is(Kind.IF)) {
        throw cursor.fail("expected ':' before 'if'", "write elif");
      }
      otherwise = body(word);
    }
    for (int i = branches.size() - 1; i >= 0; i--) {
      Branch branch = branches.get(i);
      otherwise =
          List.of(
              new Ast.If(
                  branch.predicate(), branch.body(), otherwise, cursor.spanFrom(branch.first())));
    }
    return otherwise.get(0);
  }

  private Ast.Expression predicate() {
    if (cursor.is(Kind.COLON)) {
      throw cursor.fail("expected a condition before ':'", null);
    }
    return expressions.expression();
  }

  private Ast.Statement whileStatement() {
    int first = cursor.take();
    Ast.Expression predicate = predicate();
    List<Ast.Statement> body = body(first);
    return new Ast.While(predicate, body, cursor.spanFrom(first));
  }

  private Ast.Statement forStatement() {
    boolean parallel = cursor.is(Kind.PARFOR);
    int first = cursor.take();
    boolean parentheses = cursor.is(Kind.OPEN);
    int opening = parentheses ? cursor.take() : -1;
    int variable = cursor.position();
    String name = name();
    checkDefinable(name, tokens.span(variable));
    if (!cursor.takeIf(Kind.IN)) {
      throw cursor.fail("expected 'in' before " + cursor.found(), "for " + name + " in 1:n:");
    }
    Ast.Expression from = expressions.expression();
    Ast.Expression to = null;
    Ast.Expression step = null;
    if (cursor.is(Kind.COLON) && cursor.kind(1) != Kind.NEWLINE) {
      cursor.take();
      to = expressions.expression();
    } else {
      List<Ast.Expression> bounds = sequence(from);
      from = bounds.get(0);
      to = bounds.get(1);
      step = bounds.size() == 3 ? bounds.get(2) : null;
    }
    List<Ast.Argument> options = new ArrayList<>();
    while (cursor.takeIf(Kind.COMMA)) {
      options.add(option());
    }
    if (parentheses) {
      if (cursor.is(Kind.COLON)) {
        throw cursor.fail("a range has only two bounds", "range(from, to, step) has a step");
      }
      expressions.expectClosing(Kind.CLOSE, opening, null);
    }
    expressions.assignedNoText(name);
    List<Ast.Statement> body = body(first);
    return new Ast.For(
        parallel,
        name,
        tokens.span(variable),
        from,
        to,
        step,
        List.copyOf(options),
        body,
        cursor.spanFrom(first));
  }

  /** The two or three arguments of {@code range(from, to, step)}, which by now is DML's. */
  private List<Ast.Expression> sequence(Ast.Expression expression) {
    if (expression instanceof Ast.Call call
        && (call.namespace() == null || call.namespace().equals(Ast.BUILT_IN))
        && call.name().equals("seq")) {
      List<Ast.Expression> values = new ArrayList<>();
      List<String> names = List.of("from", "to", "incr");
      for (Ast.Argument argument : call.arguments()) {
        boolean inOrder =
            values.size() < 3
                && (argument.name() == null || argument.name().equals(names.get(values.size())));
        if (inOrder) {
          values.add(argument.value());
        }
      }
      if (values.size() == call.arguments().size() && values.size() >= 2) {
        return values;
      }
    }
    throw cursor.fail(
        expression.span(),
        "a loop runs over from:to or range(from, to, step), both ends included",
        "for example 0:X.shape(0)-1");
  }

  private Ast.Argument option() {
    int first = cursor.position();
    String name = name();
    Span nameSpan = tokens.span(first);
    if (!cursor.takeIf(Kind.ASSIGN)) {
      throw cursor.fail("expected '=' before " + cursor.found(), "an option is name=value");
    }
    Ast.Expression value = expressions.expression();
    if (!(value instanceof Ast.Name)
        && !(value instanceof Ast.Literal)
        && !(value instanceof Ast.ScriptArgument)) {
      problems.add(
          value.span(),
          "the value of option '" + name + "' must be a literal, a script argument or a word",
          null);
    }
    return new Ast.Argument(name, nameSpan, value, cursor.spanFrom(first));
  }

  // ---- functions

  private record Header(
      int first,
      String name,
      Span nameSpan,
      List<Ast.FunctionParameter> parameters,
      List<Ast.TypedName> results) {}

  private Header header() {
    int first = cursor.take();
    if (blocks > 0) {
      problems.add(tokens.span(first), "functions can only be defined at the top level", null);
    }
    int nameToken = cursor.position();
    String name = name();
    Span nameSpan = tokens.span(nameToken);
    if (Literals.CONSTANTS.containsKey(name)) {
      problems.add(nameSpan, "'" + name + "' is a constant and can't name a function", null);
    }
    if (!cursor.is(Kind.OPEN)) {
      throw cursor.fail(
          "expected '(' before " + cursor.found(), "def " + name + "(x: float) -> (y: float):");
    }
    List<Ast.FunctionParameter> parameters = new ArrayList<>();
    int opening = cursor.take();
    while (!cursor.is(Kind.CLOSE)) {
      Ast.TypedName typed = typedName();
      Ast.Expression value = cursor.takeIf(Kind.ASSIGN) ? expressions.expression() : null;
      parameters.add(new Ast.FunctionParameter(typed, value));
      if (!cursor.takeIf(Kind.COMMA)) {
        break;
      }
    }
    expressions.expectClosing(Kind.CLOSE, opening, null);
    List<Ast.TypedName> results = List.of();
    if (cursor.takeIf(Kind.ARROW)) {
      results = results();
    }
    return new Header(first, name, nameSpan, List.copyOf(parameters), results);
  }

  private List<Ast.TypedName> results() {
    if (!cursor.is(Kind.OPEN)) {
      throw cursor.fail(
          "expected '(' before " + cursor.found(), "results have names as well: -> (y: float)");
    }
    int opening = cursor.take();
    List<Ast.TypedName> results = new ArrayList<>();
    while (!cursor.is(Kind.CLOSE)) {
      results.add(typedName());
      if (!cursor.takeIf(Kind.COMMA)) {
        break;
      }
    }
    expressions.expectClosing(Kind.CLOSE, opening, null);
    return List.copyOf(results);
  }

  private void function() {
    Set<String> outside = expressions.texts();
    Header header = header();
    Set<String> texts = new HashSet<>();
    for (Ast.FunctionParameter parameter : header.parameters()) {
      Ast.TypedName typed = parameter.typed();
      if (typed.data() == DataType.SCALAR && typed.value() == ValueType.STRING) {
        texts.add(typed.name());
      }
    }
    expressions.scope(texts);
    List<Ast.Statement> body = body(header.first());
    expressions.scope(outside);
    functions.add(
        new Ast.Function(
            header.name(),
            header.nameSpan(),
            header.parameters(),
            header.results(),
            body,
            List.of(),
            cursor.spanFrom(header.first())));
  }

  /** {@code defExternal f(...) -> (...) implemented in (classname="...")}. */
  private void externalFunction() {
    Header header = header();
    if (!cursor.isWord("implemented")) {
      throw cursor.fail(
          "expected 'implemented' before " + cursor.found(),
          "defExternal f(...) -> (...) implemented in (classname=\"...\")");
    }
    cursor.take();
    if (!cursor.takeIf(Kind.IN) || !cursor.is(Kind.OPEN)) {
      throw cursor.fail(
          "expected 'in (' before " + cursor.found(), "implemented in (classname=\"...\")");
    }
    List<Ast.Argument> arguments = new ArrayList<>();
    expressions.arguments(arguments);
    functions.add(
        new Ast.Function(
            header.name(),
            header.nameSpan(),
            header.parameters(),
            header.results(),
            null,
            List.copyOf(arguments),
            cursor.spanFrom(header.first())));
    cursor.takeIf(Kind.SEMICOLON);
    if (!cursor.takeIf(Kind.NEWLINE)) {
      throw afterStatement();
    }
  }

  /** {@code name: type}. */
  private Ast.TypedName typedName() {
    int first = cursor.position();
    String name = name();
    checkDefinable(name, tokens.span(first));
    if (!cursor.is(Kind.COLON)) {
      boolean typeFirst = cursor.is(Kind.NAME) || cursor.is(Kind.OPEN_INDEX);
      throw cursor.fail(
          tokens.span(first),
          "'" + name + "' needs a type",
          typeFirst
              ? "the type stands behind the name: x: " + translated(name)
              : "for example " + name + ": float or " + name + ": matrix[float]");
    }
    cursor.take();
    int type = cursor.position();
    String word = name();
    DataType data = DATA_TYPES.get(word);
    ValueType value;
    if (data == null) {
      data = DataType.SCALAR;
      value = valueType(word, type);
    } else if (!cursor.takeIf(Kind.OPEN_INDEX)) {
      String cells = data == DataType.LIST ? "unknown" : data == DataType.FRAME ? "str" : "float";
      throw cursor.fail(
          tokens.span(type),
          "the type '" + word + "' is not complete",
          "write " + word + "[" + cells + "]");
    } else {
      int cells = cursor.position();
      value = valueType(name(), cells);
      if (!cursor.takeIf(Kind.CLOSE_INDEX)) {
        throw cursor.fail("expected ']' before " + cursor.found(), null);
      }
    }
    return new Ast.TypedName(data, value, name, cursor.spanFrom(first));
  }

  private static String translated(String type) {
    return TYPES_OF_DML.getOrDefault(type, type);
  }

  private ValueType valueType(String word, int token) {
    ValueType type = VALUE_TYPES.get(word);
    if (type == null) {
      String here = TYPES_OF_DML.get(word);
      throw cursor.fail(
          tokens.span(token),
          "'" + word + "' is not a type",
          here != null ? "it is called " + here + " here" : TYPES_HINT);
    }
    return type;
  }
}
