package dev.linden.lang.pydml;

import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.parse.Literals;
import dev.linden.lang.parse.Problems;
import dev.linden.op.Catalogue;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Expressions by precedence climbing, calls and indexes. */
final class Expressions {
  /** Operators in one expression; later passes recurse over them (see {@code DeepStack}). */
  private static final int MAX_OPERATORS = 50_000;

  private final Cursor cursor;
  private final Tokens tokens;
  private final Problems problems;

  /** Functions that the script defines, and namespaces that it imports. */
  private final Set<String> functions;

  private final Set<String> namespaces;

  /** Variables that are known to hold texts: as an index they name an element of a list. */
  private final Set<String> texts = new HashSet<>();

  /** All that was assigned so far. */
  private final Set<String> variables = new HashSet<>();

  private int operators;

  Expressions(Cursor cursor, Problems problems, Set<String> functions, Set<String> namespaces) {
    this.cursor = cursor;
    this.tokens = cursor.tokens();
    this.problems = problems;
    this.functions = functions;
    this.namespaces = namespaces;
  }

  /** The right side of an assignment: an expression, or an {@code ifdef} by itself. */
  Ast.Expression rightSide() {
    if (isIfDefined()) {
      int first = cursor.position();
      Ast.Expression value = ifDefined();
      if (cursor.kind().level == 0 && !cursor.is(Kind.DOT)) {
        return value;
      }
      reportIfDefined(cursor.spanFrom(first));
      throw new Cursor.GivenUp();
    }
    return expression();
  }

  Ast.Expression expression() {
    operators = 0;
    return nested();
  }

  private Ast.Expression nested() {
    cursor.enter();
    Ast.Expression expression = climb(0);
    cursor.leave();
    return expression;
  }

  /** The longest expression from here on whose operators bind at least as tightly as the level. */
  private Ast.Expression climb(int level) {
    int first = cursor.position();
    Ast.Expression left = operandOrPrefix();
    while (cursor.kind().level >= Math.max(1, level)) {
      Kind operator = cursor.kind();
      int sign = cursor.take();
      if (++operators > MAX_OPERATORS) {
        throw cursor.tooDeep();
      }
      Ast.Expression right;
      if (operator == Kind.POWER) { // groups from the right
        cursor.enter();
        right = climb(operator.level);
        cursor.leave();
      } else {
        right = climb(operator.level + 1);
      }
      left = new Ast.Binary(operator.dml, tokens.span(sign), left, right, cursor.spanFrom(first));
    }
    return left;
  }

  /**
   * A prefix operator may be looser than the operator before it: {@code a * !b == c} is {@code a *
   * !(b == c)}.
   */
  private Ast.Expression operandOrPrefix() {
    Kind kind = cursor.kind();
    if (kind != Kind.MINUS && kind != Kind.PLUS && kind != Kind.NOT) {
      return postfix();
    }
    int sign = cursor.take();
    cursor.enter();
    Ast.Expression operand = climb(kind == Kind.NOT ? Kind.NOT_LEVEL : Kind.SIGN_LEVEL);
    cursor.leave();
    return new Ast.Unary(kind.text, tokens.span(sign), operand, cursor.spanFrom(sign));
  }

  /** An operand and the methods called on it, each of which has what is before it inside. */
  private Ast.Expression postfix() {
    int first = cursor.position();
    int depth = cursor.depth();
    Ast.Expression operand = operand();
    while (cursor.is(Kind.DOT)) {
      cursor.enter();
      cursor.take();
      operand = method(operand, first);
    }
    cursor.depth(depth);
    if (cursor.is(Kind.OPEN_INDEX)) {
      throw cursor.fail(
          "only a variable can be indexed",
          operand instanceof Ast.Indexed
              ? "both positions stand in one pair of brackets: X[i, j]"
              : "assign the result to a variable first, then index it");
    }
    if (cursor.is(Kind.OPEN)) {
      throw cursor.fail("only a named function can be called", null);
    }
    return operand;
  }

  private Ast.Expression operand() {
    int first = cursor.position();
    switch (cursor.kind()) {
      case INT -> {
        cursor.take();
        return literal(Scalar.of(Long.parseLong(tokens.text(first))), first);
      }
      case DOUBLE -> {
        cursor.take();
        return literal(Scalar.of(Double.parseDouble(tokens.text(first))), first);
      }
      case TRUE, FALSE -> {
        Kind kind = cursor.kind();
        cursor.take();
        return literal(Scalar.of(kind == Kind.TRUE), first);
      }
      case STRING -> {
        return literal(Scalar.of(string()), first);
      }
      case ARGUMENT -> {
        return argument();
      }
      case OPEN -> {
        cursor.take();
        Ast.Expression inner = nested();
        expectClosing(Kind.CLOSE, first, "list(a, b) makes a list");
        return inner;
      }
      case OPEN_INDEX -> {
        return vector(first);
      }
      case NAME -> {
        return named(first);
      }
      default -> throw noOperand();
    }
  }

  private Ast.Expression literal(Scalar value, int token) {
    return new Ast.Literal(value, tokens.span(token));
  }

  /** The value of the string literal that is next. */
  String string() {
    return Literals.unquote(tokens.text(cursor.take()));
  }

  private Ast.ScriptArgument argument() {
    int token = cursor.take();
    return new Ast.ScriptArgument(tokens.text(token).substring(1), tokens.span(token));
  }

  private Ast.Expression vector(int first) {
    cursor.take();
    List<Ast.Expression> elements = new ArrayList<>();
    do {
      elements.add(nested());
      if (cursor.is(Kind.COLON) || isWord("for")) {
        throw cursor.fail("a list has its elements one by one", "range(from, to) is a column");
      }
    } while (cursor.takeIf(Kind.COMMA));
    expectClosing(Kind.CLOSE_INDEX, first, null);
    return new Ast.Vector(List.copyOf(elements), cursor.spanFrom(first));
  }

  private boolean isWord(String word) {
    return cursor.text().equals(word);
  }

  /** Takes the closing bracket, or says what is there instead. */
  void expectClosing(Kind closing, int opening, String commaHint) {
    if (cursor.takeIf(closing)) {
      return;
    }
    if (cursor.is(Kind.ASSIGN)) {
      throw cursor.fail("'=' is not a comparison", "write == to compare");
    }
    failAfterOperand();
    int line = tokens.span(opening).line();
    String hint =
        cursor.is(Kind.COMMA) && commaHint != null
            ? commaHint
            : cursor.span().line() != line
                ? "the '" + tokens.text(opening) + "' in line " + line + " is not closed"
                : null;
    throw cursor.fail("expected '" + closing.text + "' before " + cursor.found(), hint);
  }

  /** Words of Python behind an operand. */
  void failAfterOperand() {
    if (cursor.is(Kind.COLON) && cursor.kind(1) == Kind.COLON) {
      throw cursor.fail("unexpected '::'", "a function of a namespace is called as ns.name(...)");
    }
    switch (cursor.text()) {
      case "if" ->
          throw cursor.fail(
              "'if' is a statement and can't stand in an expression",
              "use ifelse(condition, a, b), or assign in both branches");
      case "is" -> throw cursor.fail("'is' is not an operator of PyDML", "write ==");
      case "not" -> throw cursor.fail("'not' is not an operator of PyDML", "write !");
      case "in" ->
          throw cursor.fail(
              "'in' is only for loops", "contains(X, v) tells whether a cell of X equals v");
      default -> {}
    }
  }

  private Cursor.GivenUp noOperand() {
    String text = cursor.text();
    return switch (cursor.kind()) {
      case IF, ELSE, ELIF, WHILE, FOR, PARFOR, DEF, DEF_EXTERNAL, IN, AND_WORD, OR_WORD ->
          cursor.fail(
              cursor.kind().level > 0
                  ? "expected an expression before '" + text + "'"
                  : "'" + text + "' is a reserved word",
              null);
      case TIMES, POWER ->
          cursor.fail(
              "expected an expression before " + cursor.found(),
              "arguments are not unpacked with " + text);
      case COLON ->
          cursor.lastKind() == Kind.COLON
              ? cursor.fail("a range has only two bounds", null)
              : cursor.fail("expected an expression before ':'", null);
      default -> cursor.fail("expected an expression before " + cursor.found(), null);
    };
  }

  // ---- names

  private boolean isIfDefined() {
    return cursor.isWord("ifdef") && cursor.kind(1) == Kind.OPEN && !functions.contains("ifdef");
  }

  private Ast.Expression ifDefined() {
    int first = cursor.take();
    int opening = cursor.take();
    if (!cursor.is(Kind.ARGUMENT)) {
      throw cursor.fail(
          "ifdef needs a script argument such as $name first", "ifdef($name, default)");
    }
    Ast.ScriptArgument argument = argument();
    if (!cursor.takeIf(Kind.COMMA)) {
      throw cursor.fail("expected ',' before " + cursor.found(), "ifdef($name, default)");
    }
    Ast.Expression value = nested();
    expectClosing(Kind.CLOSE, opening, null);
    return new Ast.IfDefined(argument, value, cursor.spanFrom(first));
  }

  private void reportIfDefined(Span span) {
    problems.add(
        span,
        "ifdef can only be the whole right side of an assignment",
        "write x = ifdef(...) first, then use x");
  }

  private Ast.Expression named(int first) {
    if (isIfDefined()) {
      Ast.Expression value = ifDefined();
      reportIfDefined(value.span());
      return value;
    }
    String name = tokens.text(cursor.take());
    if (cursor.is(Kind.DOT)) {
      return dotted(name, first);
    }
    if (cursor.is(Kind.OPEN)) {
      return call(null, name, first, first, null);
    }
    if (cursor.is(Kind.OPEN_INDEX)) {
      Span nameSpan = tokens.span(first);
      Ast.Index index = index(name, nameSpan);
      return new Ast.Indexed(name, nameSpan, index, cursor.spanFrom(first));
    }
    failForeignWord(name, first);
    Scalar constant = Literals.CONSTANTS.get(name);
    return constant != null ? literal(constant, first) : new Ast.Name(name, tokens.span(first));
  }

  /** Words that begin something in Python; as names they are followed by other things. */
  private void failForeignWord(String name, int token) {
    boolean operandFollows =
        switch (cursor.kind()) {
          case NAME, INT, DOUBLE, STRING, ARGUMENT, TRUE, FALSE -> true;
          default -> false;
        };
    if (operandFollows) {
      String hint =
          switch (name) {
            case "not" -> "write !";
            case "lambda" -> "functions are defined with def, at the top level";
            case "f", "r", "b", "u" ->
                cursor.is(Kind.STRING) && tokens.touchesNext(token)
                    ? "strings have no prefix; \"x = \" + x joins text and values"
                    : null;
            default -> null;
          };
      if (hint != null) {
        boolean prefix = name.length() == 1;
        throw cursor.fail(
            tokens.span(token),
            prefix
                ? "'" + name + "' in front of a string has no meaning in PyDML"
                : "there is no '" + name + "' in PyDML",
            hint);
      }
    }
  }

  /** {@code a.b}: a function of a namespace, a built-in with a dot in its name, or a method. */
  private Ast.Expression dotted(String name, int first) {
    boolean called = cursor.kind(1) == Kind.NAME && cursor.kind(2) == Kind.OPEN;
    String second = cursor.text(1);
    if (called && namespaces.contains(name)) {
      cursor.take();
      return call(name, second, cursor.take(), first, null);
    }
    String both = name + "." + second;
    if (called && (PydmlNames.isFunction(both) || Catalogue.find(both) != null)) {
      cursor.take();
      cursor.take();
      return call(null, both, first, first, null);
    }
    boolean method = PydmlNames.isMethod(second) || second.equals("T");
    if (called && !method && !variables.contains(name)) {
      cursor.take();
      return call(name, second, cursor.take(), first, null);
    }
    return new Ast.Name(name, tokens.span(first)); // postfix goes on with the method
  }

  private Ast.Expression method(Ast.Expression object, int first) {
    String name = cursor.text();
    if (!cursor.is(Kind.NAME)) {
      throw cursor.fail("expected the name of a method before " + cursor.found(), null);
    }
    int token = cursor.take();
    if (name.equals("T") && !cursor.is(Kind.OPEN)) {
      Ast.Argument only = new Ast.Argument(null, null, object, object.span());
      Ast.Call call =
          new Ast.Call(
              null, "transpose", tokens.span(token), List.of(only), cursor.spanFrom(first));
      return method(call);
    }
    if (!PydmlNames.isMethod(name) || !cursor.is(Kind.OPEN)) {
      String hint =
          PydmlNames.isMethod(name)
              ? "write X." + name + "(" + (name.equals("shape") ? "0" : "") + ")"
              : "there are X.T, X.shape(0), X.reshape(rows, cols), and aggregates such as"
                  + " X.sum(axis=0)";
      throw cursor.fail(
          tokens.span(token),
          PydmlNames.isMethod(name)
              ? "'" + name + "' is a method and must be called"
              : "there is no method '" + name + "'",
          hint);
    }
    return call(null, name, token, first, object);
  }

  /**
   * A call, whose name has just been taken.
   *
   * @param nameToken where the name starts, without the namespace
   * @param first where the whole expression starts
   * @param object what a method is called on; null for a function
   */
  private Ast.Expression call(
      String namespace, String name, int nameToken, int first, Ast.Expression object) {
    Span nameSpan = cursor.spanFrom(nameToken);
    List<Ast.Argument> arguments = new ArrayList<>();
    if (object != null) {
      arguments.add(new Ast.Argument(null, null, object, object.span()));
    }
    arguments(arguments);
    Ast.Call call =
        new Ast.Call(namespace, name, nameSpan, List.copyOf(arguments), cursor.spanFrom(first));
    if (object == null) {
      return PydmlNames.toDml(call, functions::contains, problems);
    }
    for (int i = 1; i < arguments.size(); i++) {
      boolean aggregate = !Set.of("shape", "reshape", "dot").contains(name);
      if (aggregate && arguments.get(i).name() == null) {
        problems.add(
            arguments.get(i).span(), "the axis is given by name", "X." + name + "(axis=0)");
      }
    }
    return method(call);
  }

  /** Never a function of the script. */
  private Ast.Expression method(Ast.Call call) {
    return PydmlNames.toDml(
        call, name -> !name.equals(call.name()) && functions.contains(name), problems);
  }

  /** In parentheses, which are taken as well. */
  void arguments(List<Ast.Argument> arguments) {
    int opening = cursor.take();
    if (cursor.takeIf(Kind.CLOSE)) {
      return;
    }
    cursor.enter();
    do {
      if (cursor.is(Kind.CLOSE) && !arguments.isEmpty()) {
        break; // a comma behind the last one, as in Python
      }
      arguments.add(oneArgument());
    } while (cursor.takeIf(Kind.COMMA));
    cursor.leave();
    expectClosing(Kind.CLOSE, opening, null);
  }

  private Ast.Argument oneArgument() {
    int first = cursor.position();
    int names = 0;
    if (cursor.is(Kind.NAME) && cursor.kind(1) == Kind.ASSIGN) {
      names = 1;
    } else if (cursor.is(Kind.NAME)
        && cursor.kind(1) == Kind.DOT
        && cursor.kind(2) == Kind.NAME
        && cursor.kind(3) == Kind.ASSIGN) {
      names = 3;
    }
    if (names == 0) {
      Ast.Expression value = nested();
      if (cursor.is(Kind.ASSIGN)) {
        throw cursor.fail(
            cursor.spanFrom(first),
            "expected the name of a parameter before '='",
            "a comparison is written with ==");
      }
      if (cursor.is(Kind.COLON)) {
        throw cursor.fail("':' is only for indexes and for loops", "use range(from, to)");
      }
      return new Ast.Argument(null, null, value, cursor.spanFrom(first));
    }
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < names; i++) {
      name.append(tokens.text(cursor.take()));
    }
    Span nameSpan = cursor.spanFrom(first);
    cursor.take();
    Ast.Expression value = nested();
    return new Ast.Argument(name.toString(), nameSpan, value, cursor.spanFrom(first));
  }

  // ---- indexes

  /** The index in brackets behind a name, which counts from 0. */
  Ast.Index index(String name, Span nameSpan) {
    int opening = cursor.take();
    cursor.enter();
    Ast.Range rows = range(name, nameSpan, "nrow");
    boolean hasComma = cursor.takeIf(Kind.COMMA);
    Ast.Range cols = hasComma ? range(name, nameSpan, "ncol") : null;
    cursor.leave();
    if (cursor.is(Kind.COMMA)) {
      throw cursor.fail("an index has at most two positions", null);
    }
    if (cursor.is(Kind.COLON)) {
      throw cursor.fail("a range has only two bounds", null);
    }
    expectClosing(Kind.CLOSE_INDEX, opening, null);
    return new Ast.Index(rows, cols, hasComma, cursor.spanFrom(opening));
  }

  /**
   * One position, or {@code from:to} without the last one; null if all are meant.
   *
   * @param extent the function that tells how many positions there are
   */
  private Ast.Range range(String name, Span nameSpan, String extent) {
    if (cursor.is(Kind.COMMA) || cursor.is(Kind.CLOSE_INDEX)) {
      return null;
    }
    Ast.Expression from = cursor.is(Kind.COLON) ? null : position();
    if (!cursor.is(Kind.COLON)) {
      return new Ast.Range(fromOne(from), null);
    }
    int colon = cursor.take();
    boolean open = cursor.is(Kind.COMMA) || cursor.is(Kind.CLOSE_INDEX);
    if (from == null && open) {
      return null;
    }
    Span span = tokens.span(colon);
    Ast.Expression first = from == null ? new Ast.Literal(Scalar.of(1L), span) : fromOne(from);
    return new Ast.Range(first, open ? extent(extent, name, nameSpan, span) : position());
  }

  private Ast.Expression extent(String function, String name, Span nameSpan, Span span) {
    Ast.Expression variable = new Ast.Name(name, nameSpan);
    return new Ast.Call(
        functions.contains(function) ? Ast.BUILT_IN : null,
        function,
        span,
        List.of(new Ast.Argument(null, null, variable, nameSpan)),
        span);
  }

  private Ast.Expression position() {
    Ast.Expression position = nested();
    if (position instanceof Ast.Unary unary
        && unary.operator().equals("-")
        && unary.operand() instanceof Ast.Literal) {
      problems.add(
          position.span(),
          "positions count from 0, and a negative one is none",
          "X.shape(0) - 1 is the last row of X, X.shape(1) - 1 the last column");
    }
    return position;
  }

  private Ast.Expression fromOne(Ast.Expression position) {
    return isText(position) ? position : Positions.shifted(position, 1);
  }

  /** Whether a position surely is the name of an element. */
  private boolean isText(Ast.Expression expression) {
    if (expression instanceof Ast.Literal literal) {
      return literal.value().type() == ValueType.STRING;
    }
    if (expression instanceof Ast.Binary binary) {
      return binary.operator().equals("+") && (isText(binary.left()) || isText(binary.right()));
    }
    if (expression instanceof Ast.Call call) {
      return call.namespace() == null
          && call.name().equals("toString")
          && !functions.contains("toString");
    }
    return expression instanceof Ast.Name name && texts.contains(name.name());
  }

  /** Notes that there is a variable of this name. */
  void declared(String variable) {
    variables.add(variable);
  }

  /** Notes what a variable holds from here on. */
  void assigned(String variable, Ast.Expression value) {
    if (isText(value)) {
      texts.add(variable);
    } else {
      texts.remove(variable);
    }
  }

  /** A variable that counts in a loop, or is one of several results. */
  void assignedNoText(String variable) {
    texts.remove(variable);
  }

  /** The variables of another function, of which these hold texts. */
  void scope(Set<String> known) {
    texts.clear();
    texts.addAll(known);
  }

  /** Whether the script has a function of this name. */
  boolean defines(String function) {
    return functions.contains(function);
  }

  Set<String> texts() {
    return Set.copyOf(texts);
  }
}
