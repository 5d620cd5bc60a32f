package dev.linden.plan.physical;

import static dev.linden.op.ProductOps.CHAIN;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;
import static dev.linden.opt.Pattern.same;

import dev.linden.base.Span;
import dev.linden.hop.Hop;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.opt.Match;
import dev.linden.opt.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code t(X) %*% (X %*% v) → t(X)%*%(X%*%v)}
 *
 * <p>One pass over X, and no transpose.
 *
 * <p>When: v has at most 4 columns, or an unknown number; with more two products are faster.
 *
 * <p>Numerics: the same products, added in another order.
 */
public final class Chain extends PhysicalRule {
  /** With more columns in v two products are faster. */
  private static final int MOST_COLUMNS = 4;

  public Chain() {
    super(CHAIN, call(MATMULT, transpose(matrix(X)), innerProduct()));
  }

  /** {@code X %*% v}. */
  static Pattern innerProduct() {
    return call(MATMULT, same(X), any(Y).where(Chain::isNarrow)).withSingleConsumer().as(INNER);
  }

  private static boolean isNarrow(Hop v) {
    return v.info().size().cols() <= MOST_COLUMNS;
  }

  /** What is combined with the inner product row by row. */
  static Pattern column() {
    return matrix(Z).where(Chain::mayBeColumn);
  }

  private static boolean mayBeColumn(Hop hop) {
    Info info = hop.info();
    return info.size().cols() == 1 || !info.size().colsKnown();
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    return chain(CHAIN, match);
  }

  /**
   * Errors of the inner product and of the operation between the products, if there is one, are
   * shown where these stand in the script.
   */
  static Hop.Compute chain(Op op, Match match) {
    Hop.Compute outer = match.root();
    List<Hop> inputs = new ArrayList<>(List.of(match.get(X), match.get(Y)));
    List<Span> spans = new ArrayList<>();
    spans.add(outer.operatorSpan());
    spans.add(((Hop.Compute) match.get(INNER)).operatorSpan());
    if (match.get(BETWEEN) != null) {
      inputs.add(match.get(Z));
      spans.add(((Hop.Compute) match.get(BETWEEN)).operatorSpan());
    }
    return operator(op, outer, inputs, outer.operatorSpan(), spans);
  }
}
