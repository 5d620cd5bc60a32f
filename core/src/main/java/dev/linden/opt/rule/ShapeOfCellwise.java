package dev.linden.opt.rule;

import static dev.linden.op.ReorgOps.REV;
import static dev.linden.op.ShapeOps.LENGTH;
import static dev.linden.op.ShapeOps.NCOL;
import static dev.linden.op.ShapeOps.NROW;
import static dev.linden.opt.Pattern.callAny;
import static dev.linden.opt.Pattern.matrix;

import dev.linden.hop.Hop;
import dev.linden.op.Property;
import dev.linden.opt.Match;
import dev.linden.opt.RuleContext;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * {@code nrow(f(X)) → nrow(X) for cell-wise f of one matrix and rev, also ncol, length}
 *
 * <p>Nothing is computed for the sake of a dimension.
 *
 * <p>When: always; a known dimension is a constant already.
 *
 * <p>Numerics: exact.
 */
public final class ShapeOfCellwise extends PatternRule {
  public ShapeOfCellwise() {
    super(callAny(Set.of(NROW, NCOL, LENGTH), matrix(INNER).where(ShapeOfCellwise::keepsShape)));
  }

  @Override
  public Optional<Hop> apply(Match match, RuleContext context) {
    return Optional.of(context.call(match.root().op(), match.get(INNER).inputs().get(0)));
  }

  private static boolean keepsShape(Hop hop) {
    return hop instanceof Hop.Compute call
        && ((call.op().unary() != null && call.op().has(Property.CELLWISE)) || call.op() == REV)
        && call.inputs().stream().filter(Objects::nonNull).count() == 1;
  }
}
