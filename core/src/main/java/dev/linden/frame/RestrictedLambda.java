package dev.linden.frame;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The body of a lambda as an expression of a small part of Java, evaluated and never compiled: its
 * parameters, literals, operators, {@code ?:}, elements and length of arrays, {@code new String[]
 * {...}}, casts to numbers, and the functions of {@link RestrictedFunctions}. Whatever else a
 * lambda says is refused before any cell is seen.
 */
final class RestrictedLambda {
  /** Parentheses and conditions within each other, at most: the parser recurses. */
  private static final int DEEPEST = 100;

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:"
              + "(?<number>(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?[dDlL]?)"
              + "|(?<name>[A-Za-z_][A-Za-z0-9_]*)"
              + "|\"(?<text>(?:[^\"\\\\\\n]|\\\\.)*+)\""
              + "|'(?<char>[^'\\\\\\n]|\\\\.)'"
              + "|(?<sign>&&|\\|\\||==|!=|<=|>=|[-+*/%!<>?:().,\\[\\]{}]))");

  /** Part of an expression, for given arguments. */
  interface Node {
    Object value(Object first, Object second);

    /**
     * Type of a number, if that is known before it is computed: Java widens branches of ?: by it.
     */
    default NumberType type() {
      return null;
    }

    default Node as(NumberType type) {
      Node node = this;
      return new Node() {
        @Override
        public Object value(Object first, Object second) {
          return node.value(first, second);
        }

        @Override
        public NumberType type() {
          return type;
        }
      };
    }
  }

  /** From the narrowest to the widest. */
  enum NumberType {
    CHAR,
    INT,
    LONG,
    DOUBLE;

    /** Type of what arithmetic makes of both; null if one is not known. */
    static NumberType common(NumberType left, NumberType right) {
      if (left == null || right == null) {
        return null;
      }
      NumberType wider = left.compareTo(right) > 0 ? left : right;
      return wider == CHAR ? INT : wider;
    }

    static NumberType of(Object constant) {
      return constant instanceof Character
          ? CHAR
          : constant instanceof Integer
              ? INT
              : constant instanceof Long ? LONG : constant instanceof Double ? DOUBLE : null;
    }
  }

  private enum Kind {
    NUMBER,
    NAME,
    TEXT,
    CHAR,
    SIGN,
    END
  }

  private record Token(Kind kind, String text) {}

  private final String first;
  private final String second;
  private final List<Token> tokens;
  private int next;
  private int depth;

  private RestrictedLambda(String first, String second, String body) {
    this.first = first;
    this.second = second;
    this.tokens = tokens(body);
  }

  /** {@code second} is null for a lambda of one parameter. */
  static Node parse(String first, String second, String body) {
    RestrictedLambda parser = new RestrictedLambda(first, second, body);
    Node root = parser.expression();
    if (parser.peek().kind != Kind.END) {
      throw unexpected(parser.peek());
    }
    return root;
  }

  // ----------------------------------------------------------------------------------------
  // tokens

  private static List<Token> tokens(String body) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(body);
    String text = body.stripTrailing();
    int at = 0;
    while (at < text.length()) {
      matcher.region(at, text.length());
      if (!matcher.lookingAt()) {
        throw refused("\"" + text.substring(at).strip() + "\" can't be read");
      }
      tokens.add(token(matcher));
      at = matcher.end();
    }
    tokens.add(new Token(Kind.END, "the end"));
    return tokens;
  }

  private static Token token(Matcher matcher) {
    for (Kind kind : Kind.values()) {
      String group = kind == Kind.END ? null : matcher.group(kind.name().toLowerCase(Locale.ROOT));
      if (group != null) {
        return new Token(kind, group);
      }
    }
    throw new IllegalStateException(matcher.pattern().pattern());
  }

  private Token peek() {
    return tokens.get(next);
  }

  private boolean accept(String sign) {
    boolean found = peek().kind == Kind.SIGN && peek().text.equals(sign);
    if (found) {
      next++;
    }
    return found;
  }

  private void expect(String sign) {
    if (!accept(sign)) {
      throw refused("expected " + sign + ", found " + peek().text);
    }
  }

  private String name() {
    if (peek().kind != Kind.NAME) {
      throw unexpected(peek());
    }
    return tokens.get(next++).text;
  }

  private static InputError unexpected(Token token) {
    return refused("unexpected " + token.text);
  }

  static InputError refused(String why) {
    return new InputError(why);
  }

  // ----------------------------------------------------------------------------------------
  // grammar, from the weakest operator to the strongest

  private Node expression() {
    enter();
    Node condition = or();
    if (accept("?")) {
      Node then = expression();
      expect(":");
      Node otherwise = expression();
      Node test = condition;
      condition = choice(test, then, otherwise);
    }
    depth--;
    return condition;
  }

  private static Node choice(Node test, Node then, Node otherwise) {
    Node chosen = (a, b) -> (LambdaValues.flag(test.value(a, b)) ? then : otherwise).value(a, b);
    NumberType type = NumberType.common(then.type(), otherwise.type());
    if (type != NumberType.LONG && type != NumberType.DOUBLE) {
      return chosen.as(then.type() == otherwise.type() ? then.type() : null);
    }
    String word = type.name().toLowerCase(Locale.ROOT);
    return ((Node) (a, b) -> LambdaValues.cast(word, chosen.value(a, b))).as(type);
  }

  private void enter() {
    if (++depth > DEEPEST) {
      throw refused("it nests more than " + DEEPEST + " deep");
    }
  }

  private Node or() {
    Node left = and();
    while (accept("||")) {
      Node l = left;
      Node r = and();
      left = (a, b) -> LambdaValues.flag(l.value(a, b)) || LambdaValues.flag(r.value(a, b));
    }
    return left;
  }

  private Node and() {
    Node left = equality();
    while (accept("&&")) {
      Node l = left;
      Node r = equality();
      left = (a, b) -> LambdaValues.flag(l.value(a, b)) && LambdaValues.flag(r.value(a, b));
    }
    return left;
  }

  private Node equality() {
    Node left = relation();
    while (true) {
      Node l = left;
      if (accept("==")) {
        Node r = relation();
        left = (a, b) -> LambdaValues.same(l.value(a, b), r.value(a, b));
      } else if (accept("!=")) {
        Node r = relation();
        left = (a, b) -> !LambdaValues.same(l.value(a, b), r.value(a, b));
      } else {
        return left;
      }
    }
  }

  private Node relation() {
    Node l = sum();
    for (String sign : List.of("<=", ">=", "<", ">")) {
      if (accept(sign)) {
        Node r = sum();
        return (a, b) -> LambdaValues.ordered(sign, l.value(a, b), r.value(a, b));
      }
    }
    return l;
  }

  private Node sum() {
    return chain(List.of("+", "-"), this::product);
  }

  private Node product() {
    return chain(List.of("*", "/", "%"), this::unary);
  }

  private Node chain(List<String> signs, Supplier<Node> operand) {
    Node left = operand.get();
    while (peek().kind == Kind.SIGN && signs.contains(peek().text)) {
      String sign = tokens.get(next++).text;
      Node l = left;
      Node r = operand.get();
      Node both = (a, b) -> LambdaValues.arithmetic(sign, l.value(a, b), r.value(a, b));
      left = both.as(NumberType.common(l.type(), r.type()));
    }
    return left;
  }

  private Node unary() {
    int negations = 0;
    int complements = 0;
    while (true) {
      if (complements == 0 && accept("-")) {
        negations++;
      } else if (negations == 0 && accept("!")) {
        complements++;
      } else if (complements > 0 || !accept("+")) {
        break;
      }
    }
    Node operand = cast();
    if (complements > 0) {
      boolean odd = complements % 2 != 0;
      return (a, b) -> odd ^ LambdaValues.flag(operand.value(a, b));
    }
    if (negations == 0) {
      return operand;
    }
    boolean odd = negations % 2 != 0;
    Node signed =
        (a, b) -> {
          Object value = operand.value(a, b);
          return odd ? LambdaValues.negative(value) : value;
        };
    return signed.as(NumberType.common(operand.type(), NumberType.INT));
  }

  private Node cast() {
    if (peek().kind == Kind.SIGN && peek().text.equals("(")) {
      Token type = tokens.get(next + 1);
      boolean closed = tokens.get(Math.min(next + 2, tokens.size() - 1)).text.equals(")");
      if (type.kind == Kind.NAME && closed && LambdaValues.NUMBER_TYPES.contains(type.text)) {
        next += 3;
        enter();
        Node operand = unary();
        depth--;
        Node cast = (a, b) -> LambdaValues.cast(type.text, operand.value(a, b));
        return cast.as(NumberType.valueOf(type.text.toUpperCase(Locale.ROOT)));
      }
    }
    return postfix();
  }

  private Node postfix() {
    Node value = primary();
    while (true) {
      Node self = value;
      if (accept(".")) {
        value = member(self, name());
      } else if (accept("[")) {
        Node index = expression();
        expect("]");
        value =
            (a, b) -> LambdaValues.array(self.value(a, b))[LambdaValues.integer(index.value(a, b))];
      } else {
        return value;
      }
    }
  }

  private Node member(Node self, String name) {
    if (!accept("(")) {
      if (!name.equals("length")) {
        throw refused("there is no field " + name);
      }
      return ((Node) (a, b) -> LambdaValues.array(self.value(a, b)).length).as(NumberType.INT);
    }
    List<Node> arguments = arguments(")");
    RestrictedFunctions.Method method = RestrictedFunctions.ofText(name, arguments.size());
    Node called = (a, b) -> method.call(self.value(a, b), values(arguments, a, b));
    return called.as(RestrictedFunctions.type(name));
  }

  private List<Node> arguments(String end) {
    List<Node> arguments = new ArrayList<>();
    if (accept(end)) {
      return arguments;
    }
    do {
      arguments.add(expression());
    } while (accept(","));
    expect(end);
    return arguments;
  }

  private static Object[] values(List<Node> nodes, Object first, Object second) {
    Object[] values = new Object[nodes.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = nodes.get(i).value(first, second);
    }
    return values;
  }

  private Node primary() {
    Token token = tokens.get(next);
    switch (token.kind) {
      case NUMBER -> {
        next++;
        return constant(LambdaValues.literal(token.text));
      }
      case TEXT -> {
        next++;
        return constant(LambdaValues.unescaped(token.text));
      }
      case CHAR -> {
        next++;
        return constant(LambdaValues.unescaped(token.text).charAt(0));
      }
      case NAME -> {
        next++;
        return named(token.text);
      }
      default -> {
        expect("(");
        Node inner = expression();
        expect(")");
        return inner;
      }
    }
  }

  private static Node constant(Object value) {
    return ((Node) (a, b) -> value).as(NumberType.of(value));
  }

  private Node named(String name) {
    if (name.equals(first)) {
      return (a, b) -> a;
    }
    if (name.equals(second)) {
      return (a, b) -> b;
    }
    return switch (name) {
      case "true" -> constant(true);
      case "false" -> constant(false);
      case "null" -> constant(null);
      case "new" -> newArray();
      default -> ofClass(name);
    };
  }

  private Node newArray() {
    if (!name().equals("String")) {
      throw refused("only arrays of String can be made");
    }
    expect("[");
    expect("]");
    expect("{");
    List<Node> elements = arguments("}");
    return (a, b) -> {
      Object[] values = values(elements, a, b);
      String[] texts = new String[values.length];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = values[i] == null ? null : LambdaValues.text(values[i]);
      }
      return texts;
    };
  }

  private Node ofClass(String className) {
    if (!accept(".")) {
      throw refused("there is no variable " + className);
    }
    String name = name();
    expect("(");
    List<Node> arguments = arguments(")");
    RestrictedFunctions.Method method =
        RestrictedFunctions.ofClass(className + "." + name, arguments.size());
    Node called = (a, b) -> method.call(null, values(arguments, a, b));
    NumberType ofArguments =
        arguments.stream().map(Node::type).reduce(NumberType.INT, NumberType::common);
    NumberType type = RestrictedFunctions.type(className + "." + name);
    return called.as(RestrictedFunctions.keepsType(className + "." + name) ? ofArguments : type);
  }
}
