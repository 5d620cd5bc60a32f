package dev.linden.fuse.explore;

import dev.linden.fuse.program.Template;
import dev.linden.hop.Hop;
import dev.linden.op.FoldsCells;
import dev.linden.op.Property;
import java.util.Set;

/**
 * The product of two tall, narrow matrices, used cell by cell together with a matrix that is zero
 * in most places; ended by a sum or a product with a narrow matrix.
 */
final class OuterRules implements TemplateRules {
  /** A product has at least this many times the cells of its factors. */
  private static final double LEAST_GROWTH = 2;

  @Override
  public Template template() {
    return Template.OUTER;
  }

  @Override
  public boolean opens(Hop hop) {
    return isOuterProduct(hop);
  }

  /** {@code U %*% t(V)}. */
  public static boolean isOuterProduct(Hop hop) {
    return Shape.isProduct(hop)
        && Shape.isTranspose(hop.inputs().get(1))
        && !Shape.isTranspose(hop.inputs().get(0))
        && Shape.rows(hop) >= 2
        && Shape.cols(hop) >= 2
        && Shape.cells(hop)
            >= LEAST_GROWTH * (Shape.cells(hop.inputs().get(0)) + Shape.cells(hop.inputs().get(1)));
  }

  @Override
  public boolean fuses(Hop hop, Hop input) {
    if (Shape.isCellwise(hop)) {
      return sameShape(hop, input);
    }
    FoldsCells fold = Shape.fold(hop);
    if (fold != null) {
      return fold.direction() == FoldsCells.Direction.ALL;
    }
    if (Shape.isTranspose(hop)) {
      return !Shape.isTranspose(input);
    }
    return Shape.isProduct(hop)
        && !isOuterProduct(hop)
        && hop.inputs().get(0) == input
        && hop.inputs().get(1) != input
        && Shape.cols(hop) < Shape.cols(input);
  }

  @Override
  public boolean merges(Hop hop, Hop input) {
    return Shape.isCellwise(hop) && Shape.isCellwise(input) && sameShape(hop, input);
  }

  private static boolean sameShape(Hop a, Hop b) {
    return Shape.isKnownMatrix(b)
        && Shape.rows(a) == Shape.rows(b)
        && Shape.cols(a) == Shape.cols(b);
  }

  @Override
  public Set<Template> mergedTemplates() {
    return Set.of(Template.CELL);
  }

  @Override
  public MemoEntry.Status status(MemoTable memo, Hop hop, MemoEntry entry) {
    if (isOuterProduct(hop) || Shape.isTranspose(hop)) {
      return MemoEntry.Status.OPEN_INVALID;
    }
    boolean ends = !((Hop.Compute) hop).op().has(Property.CELLWISE);
    return ends ? MemoEntry.Status.CLOSED : MemoEntry.Status.OPEN;
  }
}
