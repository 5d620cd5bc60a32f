package dev.linden.frame;

import static java.util.Map.entry;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.frame.RestrictedLambda.NumberType;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The functions that lambdas of the restricted mode may call: they only compute, and with little
 * more memory than their arguments take. The number behind a name is that of its arguments.
 */
final class RestrictedFunctions {
  /** {@code self} is null for functions of classes. */
  interface Method {
    Object call(Object self, Object[] arguments);
  }

  private interface OfText {
    Object call(String self, Object[] arguments);
  }

  private static final Map<String, OfText> OF_TEXT =
      Map.ofEntries(
          entry("length 0", (s, a) -> s.length()),
          entry("isEmpty 0", (s, a) -> s.isEmpty()),
          entry("isBlank 0", (s, a) -> s.isBlank()),
          entry("trim 0", (s, a) -> s.trim()),
          entry("strip 0", (s, a) -> s.strip()),
          entry("stripLeading 0", (s, a) -> s.stripLeading()),
          entry("stripTrailing 0", (s, a) -> s.stripTrailing()),
          entry("toUpperCase 0", (s, a) -> s.toUpperCase(Locale.ROOT)),
          entry("toLowerCase 0", (s, a) -> s.toLowerCase(Locale.ROOT)),
          entry("hashCode 0", (s, a) -> s.hashCode()),
          entry("toString 0", (s, a) -> s),
          entry("charAt 1", (s, a) -> s.charAt(LambdaValues.integer(a[0]))),
          entry("substring 1", (s, a) -> s.substring(LambdaValues.integer(a[0]))),
          entry(
              "substring 2",
              (s, a) -> s.substring(LambdaValues.integer(a[0]), LambdaValues.integer(a[1]))),
          entry("contains 1", (s, a) -> s.contains(LambdaValues.text(a[0]))),
          entry("startsWith 1", (s, a) -> s.startsWith(LambdaValues.text(a[0]))),
          entry("endsWith 1", (s, a) -> s.endsWith(LambdaValues.text(a[0]))),
          entry("equals 1", (s, a) -> s.equals(a[0])),
          entry(
              "equalsIgnoreCase 1",
              (s, a) -> a[0] != null && s.equalsIgnoreCase(LambdaValues.text(a[0]))),
          entry("compareTo 1", (s, a) -> s.compareTo(LambdaValues.text(a[0]))),
          entry("compareToIgnoreCase 1", (s, a) -> s.compareToIgnoreCase(LambdaValues.text(a[0]))),
          entry("concat 1", (s, a) -> s.concat(LambdaValues.text(a[0]))),
          entry("indexOf 1", (s, a) -> s.indexOf(piece(a[0]))),
          entry("indexOf 2", (s, a) -> s.indexOf(piece(a[0]), LambdaValues.integer(a[1]))),
          entry("lastIndexOf 1", (s, a) -> s.lastIndexOf(piece(a[0]))),
          entry("replace 2", (s, a) -> s.replace(piece(a[0]), piece(a[1]))),
          entry("matches 1", (s, a) -> pattern(a[0]).matcher(new Watched(s)).matches()),
          entry(
              "replaceAll 2",
              (s, a) -> pattern(a[0]).matcher(new Watched(s)).replaceAll(LambdaValues.text(a[1]))),
          entry(
              "replaceFirst 2",
              (s, a) ->
                  pattern(a[0]).matcher(new Watched(s)).replaceFirst(LambdaValues.text(a[1]))),
          entry("split 1", (s, a) -> pattern(a[0]).split(new Watched(s))),
          entry(
              "split 2",
              (s, a) -> pattern(a[0]).split(new Watched(s), LambdaValues.integer(a[1]))));

  private static final Map<String, Method> OF_CLASSES =
      Map.ofEntries(
          entry("Math.abs 1", (s, a) -> absolute(a[0])),
          entry("Math.min 2", (s, a) -> chosen("<=", a[0], a[1])),
          entry("Math.max 2", (s, a) -> chosen(">=", a[0], a[1])),
          entry("Math.floor 1", (s, a) -> Math.floor(LambdaValues.number(a[0]))),
          entry("Math.ceil 1", (s, a) -> Math.ceil(LambdaValues.number(a[0]))),
          entry("Math.round 1", (s, a) -> Math.round(LambdaValues.number(a[0]))),
          entry("Math.sqrt 1", (s, a) -> Math.sqrt(LambdaValues.number(a[0]))),
          entry("Math.exp 1", (s, a) -> Math.exp(LambdaValues.number(a[0]))),
          entry("Math.log 1", (s, a) -> Math.log(LambdaValues.number(a[0]))),
          entry("Math.log10 1", (s, a) -> Math.log10(LambdaValues.number(a[0]))),
          entry(
              "Math.pow 2",
              (s, a) -> Math.pow(LambdaValues.number(a[0]), LambdaValues.number(a[1]))),
          entry("Integer.parseInt 1", (s, a) -> Integer.parseInt(LambdaValues.text(a[0]))),
          entry("Integer.valueOf 1", (s, a) -> Integer.parseInt(LambdaValues.text(a[0]))),
          entry("Long.parseLong 1", (s, a) -> Long.parseLong(LambdaValues.text(a[0]))),
          entry("Long.valueOf 1", (s, a) -> Long.parseLong(LambdaValues.text(a[0]))),
          entry("Double.parseDouble 1", (s, a) -> Double.parseDouble(LambdaValues.text(a[0]))),
          entry("Double.valueOf 1", (s, a) -> Double.parseDouble(LambdaValues.text(a[0]))),
          entry("Double.isNaN 1", (s, a) -> Double.isNaN(LambdaValues.number(a[0]))),
          entry("Boolean.parseBoolean 1", (s, a) -> Boolean.parseBoolean(LambdaValues.text(a[0]))),
          entry("String.valueOf 1", (s, a) -> LambdaValues.arithmetic("+", "", a[0])),
          entry("Character.isDigit 1", (s, a) -> Character.isDigit(LambdaValues.integer(a[0]))),
          entry("Character.isLetter 1", (s, a) -> Character.isLetter(LambdaValues.integer(a[0]))),
          entry(
              "Character.isLetterOrDigit 1",
              (s, a) -> Character.isLetterOrDigit(LambdaValues.integer(a[0]))),
          entry(
              "Character.isUpperCase 1",
              (s, a) -> Character.isUpperCase(LambdaValues.integer(a[0]))),
          entry(
              "Character.isLowerCase 1",
              (s, a) -> Character.isLowerCase(LambdaValues.integer(a[0]))),
          entry(
              "Character.isWhitespace 1",
              (s, a) -> Character.isWhitespace(LambdaValues.integer(a[0]))),
          entry("PorterStemmer.stem 1", (s, a) -> PorterStemmer.stem(LambdaValues.text(a[0]))),
          entry(
              "TextDistance.edits 2",
              (s, a) -> TextDistance.edits(LambdaValues.text(a[0]), LambdaValues.text(a[1]))),
          entry(
              "TextDistance.editsAndSwaps 2",
              (s, a) ->
                  TextDistance.editsAndSwaps(LambdaValues.text(a[0]), LambdaValues.text(a[1]))),
          entry(
              "TextDistance.wordErrorRate 2",
              (s, a) ->
                  TextDistance.wordErrorRate(LambdaValues.text(a[0]), LambdaValues.text(a[1]))),
          entry(
              "TextDistance.jaccard 2",
              (s, a) -> TextDistance.jaccard(LambdaValues.text(a[0]), LambdaValues.text(a[1]))),
          entry(
              "UtilFunctions.jaccardSim 2",
              (s, a) -> TextDistance.jaccard(LambdaValues.text(a[0]), LambdaValues.text(a[1]))));

  private static final Set<String> CHARS = Set.of("charAt");
  private static final Set<String> INTS =
      Set.of(
          "length",
          "hashCode",
          "compareTo",
          "compareToIgnoreCase",
          "indexOf",
          "lastIndexOf",
          "Integer.parseInt",
          "Integer.valueOf",
          "TextDistance.edits",
          "TextDistance.editsAndSwaps");
  private static final Set<String> LONGS = Set.of("Math.round", "Long.parseLong", "Long.valueOf");
  private static final Set<String> DOUBLES =
      Set.of(
          "Math.floor",
          "Math.ceil",
          "Math.sqrt",
          "Math.exp",
          "Math.log",
          "Math.log10",
          "Math.pow",
          "Double.parseDouble",
          "Double.valueOf",
          "TextDistance.wordErrorRate",
          "TextDistance.jaccard",
          "UtilFunctions.jaccardSim");

  private RestrictedFunctions() {}

  /** Type of a function's result; null if it is no number, or has the type of the arguments. */
  static NumberType type(String name) {
    return CHARS.contains(name)
        ? NumberType.CHAR
        : INTS.contains(name)
            ? NumberType.INT
            : LONGS.contains(name)
                ? NumberType.LONG
                : DOUBLES.contains(name) ? NumberType.DOUBLE : null;
  }

  /** Whether the result is a number of the type of the arguments. */
  static boolean keepsType(String name) {
    return name.equals("Math.abs") || name.equals("Math.min") || name.equals("Math.max");
  }

  static Method ofText(String name, int arguments) {
    OfText method = found(OF_TEXT, name, arguments);
    return (self, values) -> method.call(LambdaValues.text(self), values);
  }

  static Method ofClass(String name, int arguments) {
    return found(OF_CLASSES, name, arguments);
  }

  private static <T> T found(Map<String, T> all, String name, int arguments) {
    T method = all.get(name + " " + arguments);
    if (method != null) {
      return method;
    }
    TreeSet<String> names = new TreeSet<>();
    all.keySet().forEach(key -> names.add(key.substring(0, key.indexOf(' '))));
    throw RestrictedLambda.refused(
        "there is no function "
            + name
            + " of "
            + arguments
            + " arguments; there are "
            + String.join(", ", names));
  }

  /** A character counts as a text of that one. */
  private static String piece(Object value) {
    return value instanceof Character ? value.toString() : LambdaValues.text(value);
  }

  /** The left or the right number by their order, in the wider type of both; NaN if one is. */
  private static Object chosen(String order, Object left, Object right) {
    Object sum = LambdaValues.arithmetic("+", left, right);
    if (sum instanceof Double) {
      double l = LambdaValues.number(left);
      double r = LambdaValues.number(right);
      return order.equals("<=") ? Math.min(l, r) : Math.max(l, r);
    }
    Object zero = LambdaValues.arithmetic("-", sum, sum);
    return LambdaValues.arithmetic(
        "+", LambdaValues.ordered(order, left, right) ? left : right, zero);
  }

  private static Object absolute(Object value) {
    return value instanceof Double d
        ? (Object) Math.abs(d)
        : LambdaValues.ordered("<", value, 0)
            ? LambdaValues.negative(value)
            : LambdaValues.arithmetic("+", 0, value);
  }

  private static Pattern pattern(Object regex) {
    try {
      return Pattern.compile(LambdaValues.text(regex));
    } catch (PatternSyntaxException e) {
      throw new InputError("\"" + regex + "\" is no pattern: " + e.getDescription(), e);
    }
  }

  /** A pattern may look at a text nearly for ever: then the script can still be called off. */
  private record Watched(CharSequence text, Cancellation cancellation) implements CharSequence {
    Watched(String text) {
      this(text, Cancellation.ofThread());
    }

    @Override
    public char charAt(int index) {
      if (cancellation != null) {
        cancellation.check();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
