package dev.linden.plan.compress;

import dev.linden.base.Span;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.Iterations;
import dev.linden.op.CellwiseOps;
import dev.linden.op.Op;
import dev.linden.op.Property;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * How often loops are going to run: as numbers, and as expressions over what is known in front of a
 * loop, {@code min(20, limit - i)} for {@code while (i < limit & error > tolerance)}.
 */
public final class ExpectedIterations {
  /** Of a loop that ends when something has converged. */
  private static final long OF_WHILE = 20;

  private static final Set<Op> LIMITS = Set.of(CellwiseOps.LESS, CellwiseOps.LESS_EQUAL);

  private final HopFactory factory;

  public ExpectedIterations(HopFactory factory) {
    this.factory = factory;
  }

  public static double assumed(HopBlock block) {
    return block instanceof HopBlock.For loop
        ? Iterations.assumed(loop)
        : block instanceof HopBlock.While ? OF_WHILE : 1;
  }

  /** {@code assigned}: by the loop. */
  public Hop of(HopBlock block, Set<String> assigned) {
    return block instanceof HopBlock.For loop ? ofFor(loop) : ofWhile(block, assigned);
  }

  private Hop ofFor(HopBlock.For loop) {
    Span span = loop.span();
    List<Hop> bounds = needed(loop.bounds());
    boolean counts =
        Iterations.known(loop) < 0 && !loop.stepped() && bounds.stream().allMatch(this::isNumber);
    if (!counts) {
      return literal(Iterations.assumed(loop), span);
    }
    boolean fromOne = bounds.get(0) instanceof Hop.Literal from && from.value().asDouble() == 1;
    return fromOne
        ? bounds.get(1)
        : factory.call(
            CellwiseOps.PLUS,
            span,
            factory.call(CellwiseOps.MINUS, span, bounds.get(1), bounds.get(0)),
            literal(1, span));
  }

  private Hop ofWhile(HopBlock loop, Set<String> assigned) {
    List<Hop> conditions = new ArrayList<>();
    conjuncts(needed(loop.dag()).get(0), conditions);
    Hop assumed = literal(OF_WHILE, loop.span());
    for (Hop condition : conditions) {
      Hop limit = limit(condition, assigned);
      if (limit != null) {
        return conditions.size() == 1
            ? limit
            : factory.call(CellwiseOps.MIN, loop.span(), assumed, limit);
      }
    }
    return assumed;
  }

  private static List<Hop> needed(Dag dag) {
    return dag.roots().stream().filter(Dag.Needed.class::isInstance).map(Dag.Root::hop).toList();
  }

  private static void conjuncts(Hop hop, List<Hop> into) {
    if (hop instanceof Hop.Compute call && call.op() == CellwiseOps.AND) {
      call.inputs().forEach(input -> conjuncts(input, into));
    } else {
      into.add(hop);
    }
  }

  /** What {@code i < limit} leaves to count, where the loop changes i and not the limit. */
  private Hop limit(Hop condition, Set<String> assigned) {
    if (!(condition instanceof Hop.Compute call) || !LIMITS.contains(call.op())) {
      return null;
    }
    Hop limit = call.inputs().get(1);
    boolean counts =
        call.inputs().get(0) instanceof Hop.Read counter
            && counter.info().isScalar()
            && assigned.contains(counter.variable())
            && isNumber(limit)
            && DagView.operandsFirst(limit).stream()
                .noneMatch(h -> h instanceof Hop.Read r && assigned.contains(r.variable()));
    return counts
        ? factory.call(CellwiseOps.MINUS, call.span(), limit, call.inputs().get(0))
        : null;
  }

  /** Cheap to compute once more: numbers, dimensions, and what functions of cells make of them. */
  private boolean isNumber(Hop hop) {
    boolean number = hop.info().isScalar() && !hop.info().isString();
    if (!number || hop.info().value() == ValueType.UNKNOWN) {
      return false; // what may be a text can be compared, but not subtracted
    }
    boolean dimension = hop instanceof Hop.Compute call && call.op().has(Property.ASKS_SHAPE);
    return hop instanceof Hop.Literal
        || hop instanceof Hop.Read
        || dimension && hop.inputs().get(0) instanceof Hop.Read
        || hop instanceof Hop.Compute other
            && other.op().hasCellFunction()
            && hop.inputs().stream().allMatch(this::isNumber);
  }

  private static Hop literal(long value, Span span) {
    return new Hop.Literal(Scalar.of(value), span);
  }
}
