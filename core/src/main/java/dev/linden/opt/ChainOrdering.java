package dev.linden.opt;

import dev.linden.base.Span;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.ExpectedSparsity;
import dev.linden.hop.Hop;
import dev.linden.hop.HopFactory;
import dev.linden.hop.Rebuild;
import dev.linden.op.ExpectedShare;
import dev.linden.op.Info;
import dev.linden.op.ProductOps;
import dev.linden.op.ReorgOps;
import dev.linden.op.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Chooses the cheapest parentheses for chains of matrix products, by the classic dynamic program
 * over their parts.
 *
 * <p>The cost of a product is its expected multiplications: rows x inner x columns, times the
 * expected shares of non-zeros of both operands ({@link ExpectedSparsity}).
 *
 * <p>Chains that one operator computes from right to left, in one pass over X, are left to it
 * unless another order is far cheaper.
 *
 * <p>When: all sizes of the chain are known, its inner products have no other consumer, and the new
 * order is cheaper than the one written.
 *
 * <p>Numerics: the same products are regrouped. Beyond rounding this matters only where cells are
 * infinite: then the result is infinite or NaN in either order, but not always the same of both.
 */
final class ChainOrdering {
  /** A gain below this share is not worth another order of additions. */
  private static final double WORTHWHILE = 0.999;

  /** How many times fewer multiplications make up for intermediates and further passes. */
  private static final double FAR_FEWER = 4;

  /** Columns of v for which both products are computed in one pass. */
  private static final int FEW_COLUMNS = 4;

  private final HopFactory factory;
  private final RewriteReport report;

  ChainOrdering(HopFactory factory, RewriteReport report) {
    this.factory = factory;
    this.report = report;
  }

  Dag order(Dag dag) {
    if (DagView.operandsFirst(dag).stream().noneMatch(ChainOrdering::isProductOfProduct)) {
      return dag;
    }
    Map<Hop, Integer> consumers = DagView.uses(dag);
    Rebuild[] ordered = {null};
    ordered[0] = Rebuild.replacing(hop -> order(hop, consumers, ordered[0]), factory);
    return ordered[0].of(dag);
  }

  private static boolean isProductOfProduct(Hop hop) {
    return isProduct(hop) && (isProduct(hop.inputs().get(0)) || isProduct(hop.inputs().get(1)));
  }

  /** The chain that ends here in a better order, or null. */
  private Hop order(Hop hop, Map<Hop, Integer> consumers, Rebuild ordered) {
    List<Hop> factors = new ArrayList<>();
    if (isProduct(hop)) {
      collectFactors(hop.inputs().get(0), consumers, factors);
      collectFactors(hop.inputs().get(1), consumers, factors);
    }
    if (factors.size() > 2 && factors.stream().allMatch(ChainOrdering::isKnown)) {
      List<Hop> parts = ordered.of(factors);
      Costs costs = new Costs(factors);
      return isOnePass(factors) && costs.rightDeep() <= FAR_FEWER * costs.best(0, parts.size() - 1)
          ? rightDeep(hop, parts, consumers)
          : cheaper(hop, costs, parts, consumers);
    }
    return null;
  }

  /**
   * {@code t(X) %*% X %*% v} or {@code t(X) %*% diag(w) %*% X %*% v} with a narrow v: from right to
   * left it takes one pass over X and no intermediate of its size, which the number of
   * multiplications does not tell.
   */
  private static boolean isOnePass(List<Hop> factors) {
    int n = factors.size();
    return n <= 4
        && factors.get(0) instanceof Hop.Compute first
        && first.op() == ReorgOps.TRANSPOSE
        && first.inputs().get(0) == factors.get(n - 2)
        && factors.get(n - 1).info().size().cols() <= FEW_COLUMNS
        && (n == 3 || factors.get(1) instanceof Hop.Compute middle && middle.op() == ReorgOps.DIAG);
  }

  /** The chain from right to left, or null if it is written so. */
  private Hop rightDeep(Hop hop, List<Hop> parts, Map<Hop, Integer> consumers) {
    Hop written = hop;
    while (!isInner(written.inputs().get(0), consumers)) {
      if (!isInner(written.inputs().get(1), consumers)) {
        return null;
      }
      written = written.inputs().get(1);
    }
    Hop result = parts.get(parts.size() - 1);
    for (int i = parts.size() - 2; i >= 0; i--) {
      result = factory.call(ProductOps.MATMULT, hop.span(), parts.get(i), result);
    }
    report.fired(Optimizer.CHAIN_ORDERING, hop, result);
    return result;
  }

  /** The chain in its best order, or null if the written one is as good. */
  private Hop cheaper(Hop hop, Costs costs, List<Hop> parts, Map<Hop, Integer> consumers) {
    double written = costs.asWritten(hop, consumers).cost();
    if (costs.best(0, parts.size() - 1) >= written * WORTHWHILE) {
      return null;
    }
    Hop result = build(costs, parts, 0, parts.size() - 1, hop.span());
    report.fired(Optimizer.CHAIN_ORDERING, hop, result);
    return result;
  }

  private Hop build(Costs costs, List<Hop> parts, int first, int last, Span span) {
    if (first == last) {
      return parts.get(first);
    }
    int split = costs.splits[first][last];
    return factory.call(
        ProductOps.MATMULT,
        span,
        build(costs, parts, first, split, span),
        build(costs, parts, split + 1, last, span));
  }

  private static void collectFactors(Hop hop, Map<Hop, Integer> consumers, List<Hop> factors) {
    if (isInner(hop, consumers)) {
      collectFactors(hop.inputs().get(0), consumers, factors);
      collectFactors(hop.inputs().get(1), consumers, factors);
    } else {
      factors.add(hop);
    }
  }

  private static boolean isInner(Hop hop, Map<Hop, Integer> consumers) {
    return isProduct(hop) && consumers.get(hop) == 1;
  }

  private static boolean isProduct(Hop hop) {
    return hop instanceof Hop.Compute compute && compute.op() == ProductOps.MATMULT;
  }

  private static boolean isKnown(Hop hop) {
    Info info = hop.info();
    return info.isMatrix() && info.size().known();
  }

  /** Rows, columns and share of non-zeros of a part of the chain, and what it takes to compute. */
  private record Part(double rows, double cols, double density, double cost) {
    static Part times(Part a, Part b) {
      double cellCost = a.density * b.density;
      double density = ExpectedShare.any(cellCost, (long) a.cols);
      double cost = a.cost + b.cost + a.rows * a.cols * b.cols * cellCost;
      return new Part(a.rows, b.cols, density, cost);
    }
  }

  /** The cheapest way to compute each part of a chain. */
  private static final class Costs {
    private final Part[][] parts;
    private final int[][] splits;
    private int next;

    Costs(List<Hop> factors) {
      int n = factors.size();
      parts = new Part[n][n];
      splits = new int[n][n];
      for (int i = 0; i < n; i++) {
        Size size = factors.get(i).info().size();
        double share = ExpectedSparsity.of(factors.get(i));
        parts[i][i] = new Part(size.rows(), size.cols(), share, 0);
      }
      for (int length = 2; length <= n; length++) {
        for (int first = 0; first + length <= n; first++) {
          choose(first, first + length - 1);
        }
      }
    }

    private void choose(int first, int last) {
      for (int split = first; split < last; split++) {
        Part candidate = Part.times(parts[first][split], parts[split + 1][last]);
        if (parts[first][last] == null || candidate.cost() < parts[first][last].cost()) {
          parts[first][last] = candidate;
          splits[first][last] = split;
        }
      }
    }

    double best(int first, int last) {
      return parts[first][last].cost();
    }

    /** From right to left. */
    double rightDeep() {
      int n = parts.length;
      Part result = parts[n - 1][n - 1];
      for (int i = n - 2; i >= 0; i--) {
        result = Part.times(parts[i][i], result);
      }
      return result.cost();
    }

    /** The chain with its own parentheses; called once. */
    Part asWritten(Hop chain, Map<Hop, Integer> consumers) {
      Part left = written(chain.inputs().get(0), consumers);
      return Part.times(left, written(chain.inputs().get(1), consumers));
    }

    private Part written(Hop hop, Map<Hop, Integer> consumers) {
      if (!isInner(hop, consumers)) {
        Part leaf = parts[next][next];
        next++;
        return leaf;
      }
      Part left = written(hop.inputs().get(0), consumers);
      return Part.times(left, written(hop.inputs().get(1), consumers));
    }
  }
}
