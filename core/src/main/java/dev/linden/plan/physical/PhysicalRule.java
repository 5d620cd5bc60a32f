package dev.linden.plan.physical;

import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Capture.capture;
import static dev.linden.opt.Pattern.call;

import dev.linden.base.Span;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.op.Op;
import dev.linden.opt.Capture;
import dev.linden.opt.Match;
import dev.linden.opt.Pattern;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Puts one operator with a kernel of its own in the place of several. The doc comment of a rule
 * shows the expression in DML, why the operator pays, when it is chosen and what it does to
 * numerics, as for rewrite rules. It reads {@code expression → operator}, with the operator by the
 * name that EXPLAIN shows and that the setting {@code operators.off} takes.
 *
 * <p>A pattern inside a pattern must have no other consumer ({@link Pattern#withSingleConsumer}):
 * else it is computed anyway. Sizes need not be known: operators do at run time what the expression
 * would do, whatever the shapes, with its errors where they stand in the script.
 */
public abstract class PhysicalRule {
  /** Operands, in the order in which the expression shows them. */
  static final Capture X = capture("X");

  static final Capture Y = capture("Y");

  static final Capture Z = capture("Z");

  /** Calls inside the pattern. */
  static final Capture INNER = capture("inner");

  static final Capture BETWEEN = capture("between");

  private final Set<Op> operators;
  private final Pattern pattern;

  PhysicalRule(Op operator, Pattern pattern) {
    this(Set.of(operator), pattern);
  }

  PhysicalRule(Set<Op> operators, Pattern pattern) {
    this.operators = operators;
    this.pattern = pattern;
  }

  /** Those that the rule puts into DAGs. */
  public final Set<Op> operators() {
    return operators;
  }

  final Pattern pattern() {
    return pattern;
  }

  /** The operator over operands of the matched DAG, or null where the rule does not apply. */
  abstract Hop.Compute apply(Match match, Around around);

  /** The name under which the rule is documented. */
  public final String name() {
    return getClass().getSimpleName();
  }

  /**
   * What surrounds a match.
   *
   * @param isOn operators that may be chosen
   */
  record Around(DagView dag, Predicate<Op> isOn) {}

  /** {@code t(X)}; others may need it too. */
  static Pattern transpose(Pattern of) {
    return call(TRANSPOSE, of);
  }

  public static boolean isTranspose(Hop hop) {
    return isCall(hop, TRANSPOSE);
  }

  static boolean isCall(Hop hop, Op op) {
    return hop instanceof Hop.Compute call && call.op() == op;
  }

  /** The operator in the place of a call, with all that is known of its result. */
  static Hop.Compute operator(Op op, Hop.Compute instead, Hop... inputs) {
    return new Hop.Compute(
        op, List.of(inputs), List.of(), instead.results(), instead.operatorSpan(), instead.span());
  }

  /** The same, with the places in the script of the calls whose errors the operator shows. */
  static Hop.Compute operator(
      Op op, Hop.Compute instead, List<Hop> inputs, Span place, List<Span> places) {
    return new Hop.Compute(op, inputs, List.of(), instead.results(), place, places, instead.span());
  }
}
