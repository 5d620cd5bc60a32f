package dev.linden.plan.physical;

import static dev.linden.op.GroupOps.REMOVE_EMPTY;
import static dev.linden.op.ProductOps.MATMULT;
import static dev.linden.op.ProductOps.SELECTION;
import static dev.linden.op.ReorgOps.DIAG;
import static dev.linden.opt.Pattern.any;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.op.Info;
import dev.linden.opt.Match;

/**
 * {@code removeEmpty(diag(v), "rows") %*% X → removeEmpty(diag(v))%*%X}
 *
 * <p>Picks and scales rows of X; there is neither a diagonal matrix nor a product.
 *
 * <p>When: v is known to be a column, and {@code removeEmpty} has no selection of its own.
 *
 * <p>Numerics: exact: the other terms of the product are zero times cells of X. What 0 times NaN or
 * an infinity gives depends on how the zero is stored anyway (decisions.md, Zero times NaN).
 */
public final class SelectionOfRows extends PhysicalRule {
  public SelectionOfRows() {
    super(
        SELECTION,
        call(
            MATMULT,
            call(REMOVE_EMPTY, call(DIAG, matrix(X)).withSingleConsumer())
                .withSingleConsumer()
                .where(SelectionOfRows::isSelection)
                .as(INNER),
            any(Y)));
  }

  /** {@code removeEmpty(target=diag(v), margin="rows")} of a column. */
  private static boolean isSelection(Hop hop) {
    if (!isCall(hop, REMOVE_EMPTY)
        || hop.inputs().get(2) != null
        || !isCall(hop.inputs().get(0), DIAG)) {
      return false;
    }
    Info margin = hop.inputs().get(1).info();
    Info v = hop.inputs().get(0).inputs().get(0).info();
    return margin.isConstant()
        && margin.constant().asText().equalsIgnoreCase("rows")
        && v.isMatrix()
        && v.size().cols() == 1;
  }

  /** The product with a selection of rows is one operator with it. */
  public static boolean isProduct(Hop hop) {
    return isCall(hop, MATMULT) && isSelection(hop.inputs().get(0));
  }

  @Override
  Hop.Compute apply(Match match, Around around) {
    Hop emptyReturn = match.get(INNER).inputs().get(3);
    return operator(SELECTION, match.root(), match.get(X), match.get(Y), emptyReturn);
  }
}
