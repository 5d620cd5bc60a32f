package dev.linden.opt;

import dev.linden.hop.Hop;
import dev.linden.op.Op;
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
  private final Capture capture;
  private final Capture sameAs;
  private final Predicate<Hop> condition;
  private final boolean singleConsumer;

  private Pattern(
      Set<Op> ops,
      List<Pattern> arguments,
      Capture capture,
      Capture sameAs,
      Predicate<Hop> condition,
      boolean singleConsumer) {
    this.ops = ops;
    this.arguments = arguments;
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
    return new Pattern(ops, List.of(arguments), null, null, hop -> true, false);
  }

  /** Any value. */
  public static Pattern any(Capture capture) {
    return value(capture, hop -> true);
  }

  /** A matrix. */
  public static Pattern matrix(Capture capture) {
    return value(capture, hop -> hop.info() != null && hop.info().isMatrix());
  }

  /** A scalar that is no string. */
  public static Pattern number(Capture capture) {
    return value(
        capture, hop -> hop.info() != null && hop.info().isScalar() && !hop.info().isString());
  }

  /** A scalar known to have this value. */
  public static Pattern number(double value) {
    return value(null, hop -> isNumber(hop, value));
  }

  /** The very value that the capture has matched before, in the order of the pattern. */
  public static Pattern same(Capture capture) {
    return new Pattern(null, List.of(), null, capture, hop -> true, false);
  }

  private static Pattern value(Capture capture, Predicate<Hop> condition) {
    return new Pattern(null, List.of(), capture, null, condition, false);
  }

  /** This pattern, with what it matches kept under a name. */
  public Pattern as(Capture name) {
    return new Pattern(ops, arguments, name, sameAs, condition, singleConsumer);
  }

  /** Only where nothing else needs the value, so that it need not be computed any more. */
  public Pattern withSingleConsumer() {
    return new Pattern(ops, arguments, capture, sameAs, condition, true);
  }

  /** Only where the condition holds. */
  public Pattern where(Predicate<Hop> further) {
    return new Pattern(ops, arguments, capture, sameAs, condition.and(further), singleConsumer);
  }

  /** Operators that the root may be; the engine looks rules up by them. */
  Set<Op> rootOperators() {
    if (ops == null) {
      throw new IllegalStateException("the root of a rule must be a call");
    }
    return ops;
  }

  boolean matches(Hop hop, Match match) {
    if (!condition.test(hop) || (sameAs != null && match.get(sameAs) != hop)) {
      return false;
    }
    if (singleConsumer && match.consumers(hop) > 1) {
      return false;
    }
    if (ops != null) {
      if (!(hop instanceof Hop.Compute compute)
          || !ops.contains(compute.op())
          || compute.inputs().size() < arguments.size()) {
        return false;
      }
      for (int i = 0; i < arguments.size(); i++) {
        Hop input = compute.inputs().get(i);
        if (input == null || !arguments.get(i).matches(input, match)) {
          return false;
        }
      }
    }
    if (capture != null) {
      match.put(capture, hop);
    }
    return true;
  }

  private static boolean isNumber(Hop hop, double value) {
    return hop.info() != null
        && hop.info().isConstant()
        && !hop.info().isString()
        && hop.info().constant().asDouble() == value;
  }
}
