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
 * lambda says is refused before any cell is seen. Values have their types when they are computed:
 * other than in Java, {@code c ? 1 : 0.5} may give the int 1.
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
      condition = (a, b) -> (Values.flag(test.value(a, b)) ? then : otherwise).value(a, b);
    }
    depth--;
    return condition;
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
      left = (a, b) -> Values.flag(l.value(a, b)) || Values.flag(r.value(a, b));
    }
    return left;
  }

  private Node and() {
    Node left = equality();
    while (accept("&&")) {
      Node l = left;
      Node r = equality();
      left = (a, b) -> Values.flag(l.value(a, b)) && Values.flag(r.value(a, b));
    }
    return left;
  }

  private Node equality() {
    Node left = relation();
    while (true) {
      Node l = left;
      if (accept("==")) {
        Node r = relation();
        left = (a, b) -> Values.same(l.value(a, b), r.value(a, b));
      } else if (accept("!=")) {
        Node r = relation();
        left = (a, b) -> !Values.same(l.value(a, b), r.value(a, b));
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
        return (a, b) -> Values.ordered(sign, l.value(a, b), r.value(a, b));
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
      left = (a, b) -> Values.arithmetic(sign, l.value(a, b), r.value(a, b));
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
      return (a, b) -> odd ^ Values.flag(operand.value(a, b));
    }
    if (negations == 0) {
      return operand;
    }
    boolean odd = negations % 2 != 0;
    return (a, b) -> {
      Object value = operand.value(a, b);
      return odd ? Values.negative(value) : value;
    };
  }

  private Node cast() {
    if (peek().kind == Kind.SIGN && peek().text.equals("(")) {
      Token type = tokens.get(next + 1);
      boolean closed = tokens.get(Math.min(next + 2, tokens.size() - 1)).text.equals(")");
      if (type.kind == Kind.NAME && closed && Values.NUMBER_TYPES.contains(type.text)) {
        next += 3;
        enter();
        Node operand = unary();
        depth--;
        return (a, b) -> Values.cast(type.text, operand.value(a, b));
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
        value = (a, b) -> Values.array(self.value(a, b))[Values.integer(index.value(a, b))];
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
      return (a, b) -> Values.array(self.value(a, b)).length;
    }
    List<Node> arguments = arguments(")");
    RestrictedFunctions.Method method = RestrictedFunctions.ofText(name, arguments.size());
    return (a, b) -> method.call(self.value(a, b), values(arguments, a, b));
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
        return constant(Values.literal(token.text));
      }
      case TEXT -> {
        next++;
        return constant(Values.unescaped(token.text));
      }
      case CHAR -> {
        next++;
        return constant(Values.unescaped(token.text).charAt(0));
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
    return (a, b) -> value;
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
        texts[i] = values[i] == null ? null : Values.text(values[i]);
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
    return (a, b) -> method.call(null, values(arguments, a, b));
  }

  // ----------------------------------------------------------------------------------------

  /** What operators do with values: int, long, double, boolean, char, String, String[] or null. */
  static final class Values {
    static final List<String> NUMBER_TYPES = List.of("int", "long", "double");

    private Values() {}

    private static InputError wrong(String expected, Object found) {
      String what = found == null ? "null" : found.getClass().getSimpleName() + " " + found;
      return new InputError("expected " + expected + ", found " + what);
    }

    static boolean flag(Object value) {
      if (value instanceof Boolean flag) {
        return flag;
      }
      throw wrong("a boolean", value);
    }

    static String text(Object value) {
      if (value instanceof String text) {
        return text;
      }
      throw wrong("a String", value);
    }

    static String[] array(Object value) {
      if (value instanceof String[] texts) {
        return texts;
      }
      throw wrong("an array", value);
    }

    /** Characters count as numbers. */
    private static Object numeric(Object value) {
      if (value instanceof Character c) {
        return (int) c;
      }
      if (value instanceof Number) {
        return value;
      }
      throw wrong("a number", value);
    }

    static double number(Object value) {
      return ((Number) numeric(value)).doubleValue();
    }

    static int integer(Object value) {
      if (numeric(value) instanceof Integer number) {
        return number;
      }
      throw wrong("an int", value);
    }

    static Object literal(String text) {
      String lower = text.toLowerCase(Locale.ROOT);
      try {
        if (lower.endsWith("l")) {
          return Long.parseLong(lower.substring(0, lower.length() - 1));
        }
        boolean octal = lower.matches("0[0-9]+");
        if (lower.matches("[0-9]+") && !octal) {
          return Integer.parseInt(lower);
        }
        if (!octal) {
          return Double.parseDouble(lower);
        }
      } catch (NumberFormatException e) {
        throw new InputError(text + " is not a number of Java", e);
      }
      throw refused(text + ": octal numbers are left out");
    }

    static String unescaped(String text) {
      try {
        return text.contains("\\u") ? refuseUnicode() : text.translateEscapes();
      } catch (IllegalArgumentException e) {
        throw new InputError("\"" + text + "\" has an unknown escape", e);
      }
    }

    private static String refuseUnicode() {
      throw refused("write the character itself in place of its number");
    }

    static Object cast(String type, Object value) {
      Number number = (Number) numeric(value);
      return switch (type) {
        case "int" -> number instanceof Double d ? (Object) (int) (double) d : number.intValue();
        case "long" -> number.longValue();
        default -> number.doubleValue();
      };
    }

    static boolean same(Object left, Object right) {
      if (left == null || right == null) {
        return left == right;
      }
      if (left instanceof Boolean && right instanceof Boolean) {
        return left.equals(right);
      }
      if (left instanceof String || right instanceof String) {
        throw new InputError("compare texts with equals, not with ==");
      }
      Object l = numeric(left);
      Object r = numeric(right);
      return l instanceof Double || r instanceof Double
          ? number(l) == number(r)
          : ((Number) l).longValue() == ((Number) r).longValue();
    }

    static boolean ordered(String sign, Object left, Object right) {
      Object l = numeric(left);
      Object r = numeric(right);
      if (l instanceof Double || r instanceof Double) {
        double x = number(l);
        double y = number(r);
        return switch (sign) {
          case "<" -> x < y;
          case "<=" -> x <= y;
          case ">" -> x > y;
          default -> x >= y;
        };
      }
      int order = Long.compare(((Number) l).longValue(), ((Number) r).longValue());
      return switch (sign) {
        case "<" -> order < 0;
        case "<=" -> order <= 0;
        case ">" -> order > 0;
        default -> order >= 0;
      };
    }

    static Object negative(Object value) {
      return value instanceof Double d ? (Object) (-d) : arithmetic("-", 0, value);
    }

    static Object arithmetic(String sign, Object left, Object right) {
      if (sign.equals("+") && (left instanceof String || right instanceof String)) {
        return joined(left) + joined(right);
      }
      Object l = numeric(left);
      Object r = numeric(right);
      if (l instanceof Double || r instanceof Double) {
        double x = number(l);
        double y = number(r);
        return switch (sign) {
          case "+" -> x + y;
          case "-" -> x - y;
          case "*" -> x * y;
          case "/" -> x / y;
          default -> x % y;
        };
      }
      long x = ((Number) l).longValue();
      long y = ((Number) r).longValue();
      long result =
          switch (sign) {
            case "+" -> x + y;
            case "-" -> x - y;
            case "*" -> x * y;
            case "/" -> x / y;
            default -> x % y;
          };
      return l instanceof Long || r instanceof Long ? (Object) result : (Object) (int) result;
    }

    private static String joined(Object value) {
      if (value instanceof String[]) {
        throw wrong("a text or number", value);
      }
      return String.valueOf(value);
    }
  }
}
