package dev.linden.plan;

import dev.linden.base.Span;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.op.AggregateOps;
import dev.linden.op.CastOps;
import dev.linden.op.CellwiseOps;
import dev.linden.op.GroupOps;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.op.ReorgOps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses operators for products whose operands are transposes or products themselves, for single
 * cells, and for sums of squares and products:
 *
 * <pre>
 * t(X) %*% X                  t(X)%*%X             half of the work, no transpose
 * X %*% t(X)                  X%*%t(X)
 * t(X) %*% (X %*% v)          t(X)%*%(X%*%v)       one pass over X, no transpose
 * t(X) %*% (w * (X %*% v))    t(X)%*%(w*(X%*%v))
 * t(X) %*% ((X %*% v) - y)    t(X)%*%((X%*%v)-y)
 * t(A) %*% B                  t(A)%*%B             no transpose
 * A %*% t(B)                  A%*%t(B)
 * removeEmpty(diag(v), "rows") %*% X
 *                             removeEmpty(diag(v))%*%X no diagonal matrix
 * as.scalar(X[i,j])           X[i,j]               no 1x1 matrix
 * sum(X^2)                    sum(X^2)             no squares; rowSums and colSums alike
 * sum(A * B)                  sum(A*B)             no product; known equal shapes
 * sum(A * B * C)              sum(A*B*C)
 * </pre>
 *
 * <p>A product or cell-wise operation inside a pattern must have no other consumer, else it is
 * computed anyway. A transpose may have some: the operators of X alone do not need it; the last two
 * are chosen only if they, or the others, are all its consumers.
 *
 * <p>Numerics: the same products, added in another order. Sizes need not be known: the operators do
 * at run time what the expression would do, whatever the shapes.
 */
final class PhysicalOperators {
  /** With more columns in v two products are faster than a chain. */
  private static final int MOST_CHAIN_COLUMNS = 4;

  private final Set<String> off;
  private final Map<Hop, List<Hop>> consumers = new IdentityHashMap<>();
  private final Set<Hop> required = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Hop, Hop> replacements = new IdentityHashMap<>();

  /** Hops that are computed inside others; none of them is required. */
  private final Set<Hop> absorbed = Collections.newSetFromMap(new IdentityHashMap<>());

  private PhysicalOperators(Set<String> off) {
    this.off = off;
  }

  /**
   * The DAG with physical operators.
   *
   * @param liveOut variables that are needed afterwards; null if all are
   * @param off names of operators that must not be chosen
   */
  static Dag select(Dag dag, Set<String> liveOut, Set<String> off) {
    return new PhysicalOperators(off).rewrite(dag, liveOut);
  }

  /**
   * Sums and chains for which there are operators: all hops that such an operator does the work of,
   * by the one that is replaced.
   */
  static Map<Hop, Set<Hop>> fused(Dag dag, Set<String> liveOut, Set<String> off) {
    PhysicalOperators operators = new PhysicalOperators(off);
    operators.collect(dag, liveOut);
    Map<Hop, Set<Hop>> found = new IdentityHashMap<>();
    for (Hop hop : operators.consumers.keySet()) {
      if (hop instanceof Hop.Compute call && operators.isFused(call)) {
        Set<Hop> inside = Collections.newSetFromMap(new IdentityHashMap<>());
        inside.addAll(operators.absorbed);
        inside.add(hop);
        found.put(hop, inside);
      }
      operators.absorbed.clear();
    }
    return found;
  }

  private boolean isFused(Hop.Compute hop) {
    if (isSum(hop)) {
      return sum(hop) != hop;
    }
    if (hop.op() != ProductOps.MATMULT || !isTranspose(hop.inputs().get(0))) {
      return false;
    }
    Hop transpose = hop.inputs().get(0);
    absorbed.add(transpose);
    return chain(hop, transpose.inputs().get(0), hop.inputs().get(1)) != null;
  }

  private static boolean isSum(Hop.Compute hop) {
    return hop.op() == AggregateOps.SUM
        || hop.op() == AggregateOps.ROW_SUMS
        || hop.op() == AggregateOps.COL_SUMS;
  }

  private Dag rewrite(Dag dag, Set<String> liveOut) {
    collect(dag, liveOut);
    dag.roots().forEach(root -> replace(root.hop()));
    List<Dag.Root> roots = new ArrayList<>();
    for (Dag.Root root : dag.roots()) {
      if (absorbed.contains(root.hop())) {
        continue; // bound to a variable that nobody reads
      }
      Hop hop = replace(root.hop());
      if (root instanceof Dag.Bind bind) {
        roots.add(new Dag.Bind(bind.variable(), hop));
      } else if (root instanceof Dag.Effect) {
        roots.add(new Dag.Effect(hop));
      } else {
        roots.add(new Dag.Needed(hop));
      }
    }
    return new Dag(List.copyOf(roots));
  }

  /** Who reads what, and what is needed as such. */
  private void collect(Dag dag, Set<String> liveOut) {
    Map<String, Hop> finalValues = new HashMap<>();
    for (Dag.Root root : dag.roots()) {
      if (root instanceof Dag.Bind bind) {
        finalValues.put(bind.variable(), bind.hop());
      }
    }
    for (Dag.Root root : dag.roots()) {
      collectConsumers(root.hop());
      if (!(root instanceof Dag.Bind bind) || isNeeded(bind, finalValues, liveOut)) {
        required.add(root.hop());
      }
    }
  }

  private static boolean isNeeded(
      Dag.Bind bind, Map<String, Hop> finalValues, Set<String> liveOut) {
    return finalValues.get(bind.variable()) == bind.hop()
        && (liveOut == null || liveOut.contains(bind.variable()));
  }

  private void collectConsumers(Hop hop) {
    if (consumers.containsKey(hop)) {
      return;
    }
    consumers.put(hop, new ArrayList<>());
    for (Hop input : hop.inputs()) {
      if (input != null) {
        collectConsumers(input);
        consumers.get(input).add(hop);
      }
    }
  }

  private Hop replace(Hop hop) {
    Hop known = replacements.get(hop);
    if (known != null) {
      return known;
    }
    Hop chosen = hop instanceof Hop.Compute compute ? choose(compute) : hop;
    Hop replacement = chosen.withInputs(replaceAll(chosen.inputs()));
    replacements.put(hop, replacement);
    return replacement;
  }

  private List<Hop> replaceAll(List<Hop> hops) {
    List<Hop> replaced = new ArrayList<>();
    for (Hop hop : hops) {
      replaced.add(hop == null ? null : replace(hop));
    }
    return replaced;
  }

  // ---- patterns

  /** The operator for a hop, with inputs of the old DAG; the hop itself if none fits. */
  private Hop.Compute choose(Hop.Compute hop) {
    if (hop.op() == CastOps.AS_SCALAR) {
      return cell(hop);
    }
    if (isSum(hop)) {
      return sum(hop);
    }
    if (hop.op() != ProductOps.MATMULT) {
      return hop;
    }
    Hop left = hop.inputs().get(0);
    Hop right = hop.inputs().get(1);
    if (isSelection(left)
        && isInside(left)
        && isInside(left.inputs().get(0))
        && on(ProductOps.SELECTION)) {
      Hop diagonal = left.inputs().get(0);
      absorbed.add(left);
      absorbed.add(diagonal);
      return physical(
          ProductOps.SELECTION, hop, diagonal.inputs().get(0), right, left.inputs().get(3));
    }
    if (isTranspose(left)) {
      Hop x = left.inputs().get(0);
      boolean absorbable = absorb(left);
      if (x == right && on(ProductOps.TSMM_LEFT)) {
        return physical(ProductOps.TSMM_LEFT, hop, x);
      }
      Hop.Compute chain = chain(hop, x, right);
      if (chain != null) {
        return chain;
      }
      if (absorbable) {
        return physical(ProductOps.TRANSPOSED_LEFT, hop, x, right);
      }
    } else if (isTranspose(right)) {
      Hop x = right.inputs().get(0);
      boolean absorbable = absorb(right);
      if (x == left && on(ProductOps.TSMM_RIGHT)) {
        return physical(ProductOps.TSMM_RIGHT, hop, x);
      }
      if (absorbable) {
        return physical(ProductOps.TRANSPOSED_RIGHT, hop, left, x);
      }
    }
    return hop;
  }

  /** The product with a selection of rows is one operator with it. */
  static boolean isSelectionProduct(Hop hop) {
    return isCall(hop, ProductOps.MATMULT) && isSelection(hop.inputs().get(0));
  }

  /** removeEmpty(target=diag(v), margin="rows") of a column. */
  private static boolean isSelection(Hop hop) {
    if (!isCall(hop, GroupOps.REMOVE_EMPTY)
        || hop.inputs().get(2) != null
        || !isCall(hop.inputs().get(0), ReorgOps.DIAG)) {
      return false;
    }
    Info margin = hop.inputs().get(1).info();
    Info v = hop.inputs().get(0).inputs().get(0).info();
    return margin.isConstant()
        && margin.constant().asText().equalsIgnoreCase("rows")
        && v.isMatrix()
        && v.size().cols() == 1;
  }

  /** as.scalar(X[i,j]) as one operator. */
  private Hop.Compute cell(Hop.Compute cast) {
    if (!(cast.inputs().get(0) instanceof Hop.Compute index)
        || index.op() != IndexOps.INDEX
        || !isInside(index)
        || !on(IndexOps.CELL)) {
      return cast;
    }
    List<Hop> inputs = index.inputs();
    boolean singleCell =
        inputs.get(0).info().isMatrix()
            && inputs.get(1) != null
            && inputs.get(2) == null
            && inputs.get(3) != null
            && inputs.get(4) == null;
    if (!singleCell) {
      return cast;
    }
    absorbed.add(index);
    List<Span> spans = index.argumentSpans();
    return new Hop.Compute(
        IndexOps.CELL,
        List.of(inputs.get(0), inputs.get(1), inputs.get(3)),
        List.of(),
        cast.results(),
        index.operatorSpan(),
        List.of(spans.get(0), spans.get(1), spans.get(3)),
        cast.span());
  }

  /** A sum of squares or products that needs no matrix of them. */
  private Hop.Compute sum(Hop.Compute sum) {
    if (!(sum.inputs().get(0) instanceof Hop.Compute cells) || !isInside(cells)) {
      return sum;
    }
    if (cells.op() == CellwiseOps.POWER) {
      Hop x = cells.inputs().get(0);
      Info exponent = cells.inputs().get(1).info();
      boolean square =
          exponent.isConstant() && !exponent.isString() && exponent.constant().asDouble() == 2;
      Op op =
          sum.op() == AggregateOps.SUM
              ? AggregateOps.SUM_OF_SQUARES
              : sum.op() == AggregateOps.ROW_SUMS
                  ? AggregateOps.ROW_SUMS_OF_SQUARES
                  : AggregateOps.COL_SUMS_OF_SQUARES;
      if (square && x.info().isMatrix() && on(op)) {
        absorbed.add(cells);
        return physical(op, sum, x);
      }
      return sum;
    }
    if (cells.op() != CellwiseOps.TIMES || sum.op() != AggregateOps.SUM) {
      return sum;
    }
    Hop left = cells.inputs().get(0);
    Hop right = cells.inputs().get(1);
    if (!equalShapes(left, right)) {
      return sum;
    }
    if (isCall(left, CellwiseOps.TIMES)
        && isInside(left)
        && equalShapes(left.inputs().get(0), left.inputs().get(1))
        && on(AggregateOps.SUM_OF_TRIPLE_PRODUCT)) {
      absorbed.add(cells);
      absorbed.add(left);
      List<Hop> pair = left.inputs();
      return physical(AggregateOps.SUM_OF_TRIPLE_PRODUCT, sum, pair.get(0), pair.get(1), right);
    }
    if (on(AggregateOps.SUM_OF_PRODUCT)) {
      absorbed.add(cells);
      return physical(AggregateOps.SUM_OF_PRODUCT, sum, left, right);
    }
    return sum;
  }

  /** Both are known to be matrices of one shape, so that nothing is repeated. */
  private static boolean equalShapes(Hop a, Hop b) {
    Info left = a.info();
    Info right = b.info();
    return left.isMatrix()
        && right.isMatrix()
        && left.size().rowsKnown()
        && left.size().colsKnown()
        && left.size().rows() == right.size().rows()
        && left.size().cols() == right.size().cols();
  }

  private boolean on(Op op) {
    return !off.contains(op.name());
  }

  static boolean isTranspose(Hop hop) {
    return isCall(hop, ReorgOps.TRANSPOSE);
  }

  private static boolean isCall(Hop hop, Op op) {
    return hop instanceof Hop.Compute compute && compute.op() == op;
  }

  /**
   * Whether all consumers of a transpose are products that do without it. A product does, unless
   * its left operand is a transpose already and this is the right one.
   */
  private boolean absorb(Hop transpose) {
    if (required.contains(transpose)) {
      return false;
    }
    for (Hop consumer : consumers.get(transpose)) {
      boolean absorbs =
          isCall(consumer, ProductOps.MATMULT)
              && (consumer.inputs().get(0) == transpose
                  ? consumer.inputs().get(1) != transpose && on(ProductOps.TRANSPOSED_LEFT)
                  : !isTranspose(consumer.inputs().get(0)) && on(ProductOps.TRANSPOSED_RIGHT));
      if (!absorbs) {
        return false;
      }
    }
    absorbed.add(transpose);
    return true;
  }

  /** t(X) %*% right as a chain, or null. */
  private Hop.Compute chain(Hop.Compute hop, Hop x, Hop right) {
    if (isInnerProduct(right, x)) {
      Hop v = right.inputs().get(1);
      return on(ProductOps.CHAIN) ? chain(ProductOps.CHAIN, hop, right, null, x, v) : null;
    }
    if (isCall(right, CellwiseOps.TIMES) && isInside(right) && on(ProductOps.WEIGHTED_CHAIN)) {
      for (int side = 0; side < 2; side++) {
        Hop inner = right.inputs().get(side);
        Hop w = right.inputs().get(1 - side);
        if (isInnerProduct(inner, x) && mayBeColumn(w)) {
          Hop v = inner.inputs().get(1);
          return chain(ProductOps.WEIGHTED_CHAIN, hop, inner, right, x, v, w);
        }
      }
    }
    if (isCall(right, CellwiseOps.MINUS) && isInside(right) && on(ProductOps.RESIDUAL_CHAIN)) {
      Hop inner = right.inputs().get(0);
      Hop y = right.inputs().get(1);
      if (isInnerProduct(inner, x) && mayBeColumn(y)) {
        Hop v = inner.inputs().get(1);
        return chain(ProductOps.RESIDUAL_CHAIN, hop, inner, right, x, v, y);
      }
    }
    return null;
  }

  /**
   * A chain in place of {@code hop}. Errors of the inner product and of the operation {@code
   * between} the products (or null) are shown where these stand in the script.
   */
  private Hop.Compute chain(Op op, Hop.Compute hop, Hop inner, Hop between, Hop... inputs) {
    List<Span> spans = new ArrayList<>();
    spans.add(hop.operatorSpan());
    spans.add(((Hop.Compute) inner).operatorSpan());
    absorbed.add(inner);
    if (between != null) {
      spans.add(((Hop.Compute) between).operatorSpan());
      absorbed.add(between);
    }
    return new Hop.Compute(
        op, List.of(inputs), List.of(), hop.results(), hop.operatorSpan(), spans, hop.span());
  }

  /** X %*% v, needed here only, v not too wide. */
  private boolean isInnerProduct(Hop hop, Hop x) {
    return isCall(hop, ProductOps.MATMULT)
        && hop.inputs().get(0) == x
        && isInside(hop)
        && hop.inputs().get(1).info().size().cols() <= MOST_CHAIN_COLUMNS;
  }

  private static boolean mayBeColumn(Hop hop) {
    Info info = hop.info();
    return info.isMatrix() && (info.size().cols() == 1 || !info.size().colsKnown());
  }

  private boolean isInside(Hop hop) {
    return consumers.get(hop).size() == 1 && !required.contains(hop);
  }

  private static Hop.Compute physical(Op op, Hop.Compute hop, Hop... inputs) {
    return new Hop.Compute(
        op, List.of(inputs), List.of(), hop.results(), hop.operatorSpan(), hop.span());
  }
}
