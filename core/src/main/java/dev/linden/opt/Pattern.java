package dev.linden.opt;

import dev.linden.hop.Hop;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.ValueType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The shape of a part of a DAG: calls of given operators with patterns for their arguments, and
 * captured values. Immutable; built by the static methods, which are meant to be imported.
 */
public final class Pattern {
  /** Null for a value of any origin. */
  private final Set<Op> ops;

  private final List<Pattern> arguments;

  /** Not empty: one of these must match, and the first that does is taken. */
  private final List<Pattern> alternatives;

  private final Capture capture;
  private final Capture sameAs;
  private final Predicate<Hop> condition;
  private final boolean singleConsumer;

  private Pattern(
      Set<Op> ops,
      List<Pattern> arguments,
      List<Pattern> alternatives,
      Capture capture,
      Capture sameAs,
      Predicate<Hop> condition,
      boolean singleConsumer) {
    this.ops = ops;
    this.arguments = arguments;
    this.alternatives = alternatives;
    this.capture = capture;
    this.sameAs = sameAs;
    this.condition = condition;
    this.singleConsumer = singleConsumer;
  }

  /** A call of the operator; arguments beyond the given ones may be anything. */
  public static Pattern call(Op op, Pattern... arguments) {
    return callAny(Set.of(op), arguments);
  }

  /** A call of one of several operators. */
  public static Pattern callAny(Set<Op> ops, Pattern... arguments) {
    return new Pattern(ops, List.of(arguments), List.of(), null, null, hop -> true, false);
  }

  /** A call of a commutative operator with its operands in either order. */
  public static Pattern commuted(Op op, Pattern a, Pattern b) {
    return oneOf(call(op, a, b), call(op, b, a));
  }

  /** The first of several patterns that matches. */
  public static Pattern oneOf(Pattern... patterns) {
    return new Pattern(null, List.of(), List.of(patterns), null, null, hop -> true, false);
  }

  /** Any value. */
  public static Pattern any(Capture capture) {
    return value(capture, hop -> true);
  }

  /** A matrix. */
  public static Pattern matrix(Capture capture) {
    return value(capture, Pattern::isMatrix);
  }

  /** A scalar that is known to be an int or a double. */
  public static Pattern number(Capture capture) {
    return value(capture, Pattern::isNumber);
  }

  /** A matrix, or a scalar that is known to be an int or a double. */
  public static Pattern numeric(Capture capture) {
    return value(capture, hop -> isMatrix(hop) || isNumber(hop));
  }

  /** An int or a double of known value. */
  public static Pattern constant(Capture capture) {
    return value(capture, hop -> isNumber(hop) && hop.info().isConstant());
  }

  /** A scalar known to have this value; zero means the positive one. */
  public static Pattern number(double value) {
    return value(null, hop -> hasValue(hop, value));
  }

  /** The very value that the capture has matched before, in the order of the pattern. */
  public static Pattern same(Capture capture) {
    return new Pattern(null, List.of(), List.of(), null, capture, hop -> true, false);
  }

  private static Pattern value(Capture capture, Predicate<Hop> condition) {
    return new Pattern(null, List.of(), List.of(), capture, null, condition, false);
  }

  /** This pattern, with what it matches kept under a name. */
  public Pattern as(Capture name) {
    return new Pattern(ops, arguments, alternatives, name, sameAs, condition, singleConsumer);
  }

  /** Only where nothing else needs the value, so that it need not be computed any more. */
  public Pattern withSingleConsumer() {
    return new Pattern(ops, arguments, alternatives, capture, sameAs, condition, true);
  }

  /** Only where the condition holds. */
  public Pattern where(Predicate<Hop> further) {
    return new Pattern(
        ops, arguments, alternatives, capture, sameAs, condition.and(further), singleConsumer);
  }

  /** Only calls without an argument beyond the given ones. */
  public Pattern alone() {
    int given = arguments.size();
    return where(hop -> isAbsentFrom(hop.inputs(), given));
  }

  private static boolean isAbsentFrom(List<Hop> inputs, int given) {
    for (int i = given; i < inputs.size(); i++) {
      if (inputs.get(i) != null) {
        return false;
      }
    }
    return true;
  }

  /** Operators that the root may be; the engine looks rules up by them. */
  public Set<Op> rootOperators() {
    if (!alternatives.isEmpty()) {
      Set<Op> all = new HashSet<>();
      alternatives.forEach(alternative -> all.addAll(alternative.rootOperators()));
      return all;
    }
    if (ops == null) {
      throw new IllegalStateException("the root of a rule must be a call");
    }
    return ops;
  }

  /** Whether a value has this shape; keeps what it captures. */
  public boolean matches(Hop hop, Match match) {
    // The operator first: it decides nearly always.
    if (ops != null && !isCall(hop)) {
      return false;
    }
    if (!condition.test(hop) || (sameAs != null && match.get(sameAs) != hop)) {
      return false;
    }
    if (singleConsumer && match.consumers(hop) > 1) {
      return false;
    }
    if (!alternatives.isEmpty() && !oneMatches(hop, match)) {
      return false;
    }
    if (ops != null && !argumentsMatch(hop.inputs(), match)) {
      return false;
    }
    if (capture != null) {
      match.put(capture, hop);
    }
    return true;
  }

  private boolean isCall(Hop hop) {
    return hop instanceof Hop.Compute compute
        && ops.contains(compute.op())
        && compute.inputs().size() >= arguments.size();
  }

  private boolean oneMatches(Hop hop, Match match) {
    for (Pattern alternative : alternatives) {
      if (alternative.matches(hop, match)) {
        return true;
      }
    }
    return false;
  }

  private boolean argumentsMatch(List<Hop> inputs, Match match) {
    for (int i = 0; i < arguments.size(); i++) {
      Hop input = inputs.get(i);
      if (input == null || !arguments.get(i).matches(input, match)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMatrix(Hop hop) {
    return hop.info() != null && hop.info().isMatrix();
  }

  private static boolean isNumber(Hop hop) {
    Info info = hop.info();
    return info != null
        && info.isScalar()
        && (info.value() == ValueType.INT || info.value() == ValueType.DOUBLE);
  }

  private static boolean hasValue(Hop hop, double value) {
    return hop.info() != null
        && hop.info().isConstant()
        && !hop.info().isString()
        && Double.compare(hop.info().constant().asDouble(), value) == 0;
  }
}
