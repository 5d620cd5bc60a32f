package dev.linden.opt.rule;

import static dev.linden.op.IndexOps.INDEX;
import static dev.linden.op.ReorgOps.TRANSPOSE;
import static dev.linden.opt.Pattern.call;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.op.Size;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Optional;

/**
 * {@code t(X)[a:b, c:d] → t(X[c:d, a:b])}
 *
 * <p>Only the wanted cells are moved.
 *
 * <p>When: the bounds are constants and the size of X is known; the part is smaller than X, and the
 * transposed matrix has no other consumer.
 *
 * <p>Numerics: exact.
 */
public final class IndexOfTranspose extends PatternRule {
  public IndexOfTranspose() {
    super(call(INDEX, call(TRANSPOSE, matrix(X)).withSingleConsumer()));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    Hop x = match.get(X);
    Hop.Compute index = match.root();
    if (!Shapes.areKnown(x) || !Ranges.areConstant(index, 1) || !Shapes.isSmaller(index, x)) {
      return Optional.empty();
    }
    Size part = index.info().size();
    Hop of =
        Ranges.part(
            context, x, Ranges.first(index, 3), part.cols(), Ranges.first(index, 1), part.rows());
    return Optional.of(context.call(TRANSPOSE, of));
  }
}
