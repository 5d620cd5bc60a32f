package dev.linden.fuse.explore;

import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Sink;
import dev.linden.hop.Hop;
import dev.linden.op.FoldsCells;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The product of two tall, narrow matrices, used cell by cell together with a matrix that is zero
 * in most places; ended by a sum or a product with a narrow matrix.
 */
final class OuterRules implements TemplateRules {
  private final Map<Hop, Set<Hop>> drivers = new IdentityHashMap<>();

  @Override
  public boolean opens(Hop hop) {
    return Shape.isOuterProduct(hop);
  }

  @Override
  public boolean fuses(Hop hop, int operand) {
    Hop input = hop.inputs().get(operand);
    if (Shape.isProduct(hop)) {
      return isTimesNarrow(hop, operand);
    }
    // other operators would take its cells for those of the original
    if (Shape.isTranspose(input)) {
      return false;
    }
    if (Shape.isCellwise(hop)) {
      return sameShape(hop, input);
    }
    FoldsCells fold = Shape.fold(hop);
    return fold != null ? fold.direction() == FoldsCells.Direction.ALL : Shape.isTranspose(hop);
  }

  private static boolean isTimesNarrow(Hop hop, int operand) {
    Hop input = hop.inputs().get(operand);
    return !Shape.isOuterProduct(hop)
        && operand == 0
        && hop.inputs().get(1) != input
        && Shape.cols(hop) < Shape.cols(input);
  }

  @Override
  public boolean merges(Hop hop, int operand) {
    Hop input = hop.inputs().get(operand);
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

  /**
   * A fused operator may end where some sparse matrix, the driver, makes the result zero. Before
   * that it can only go on; behind it, it must not lose the driver again: then the driven part is
   * worth more on its own.
   */
  @Override
  public MemoEntry.Status status(MemoTable memo, Hop hop, MemoEntry entry) {
    if (Shape.isOuterProduct(hop)) {
      return MemoEntry.Status.OPEN_INVALID;
    }
    Hop inside = inside(memo, hop, entry);
    boolean driven = !drivers(memo, inside).isEmpty();
    if (Shape.isTranspose(hop)) {
      return driven ? MemoEntry.Status.OPEN_INVALID : MemoEntry.Status.CLOSED_INVALID;
    }
    if (!Shape.isCellwise(hop)) {
      return driven ? MemoEntry.Status.CLOSED : MemoEntry.Status.CLOSED_INVALID;
    }
    if (!drivers(memo, hop).isEmpty()) {
      return MemoEntry.Status.OPEN;
    }
    return driven ? MemoEntry.Status.CLOSED_INVALID : MemoEntry.Status.OPEN_INVALID;
  }

  /** The cells that the entry goes on from. */
  private static Hop inside(MemoTable memo, Hop hop, MemoEntry entry) {
    for (int i = 0; i < entry.inputs(); i++) {
      int reference = entry.reference(i);
      if (reference != MemoEntry.READ && memo.has(reference, Template.OUTER)) {
        Hop input = memo.hop(reference);
        return Shape.isTranspose(input) ? input.inputs().get(0) : input;
      }
    }
    throw new IllegalStateException("an outer product that is not there, at " + hop.label());
  }

  /** Sparse matrices whose zeros are zeros of the hop, computed inside an Outer operator. */
  private Set<Hop> drivers(MemoTable memo, Hop hop) {
    Set<Hop> known = drivers.get(hop);
    if (known == null) {
      known = Shape.isCellwise(hop) ? Zeros.of(hop, x -> ofOperand(memo, hop, x)) : Set.<Hop>of();
      drivers.put(hop, known);
    }
    return known;
  }

  private Set<Hop> ofOperand(MemoTable memo, Hop hop, Hop operand) {
    if (!sameShape(hop, operand)) {
      return Set.of();
    }
    Set<Hop> inside = drivers(memo, operand);
    if (!Zeros.isSparse(operand) || memo.has(memo.numberOf(operand), Template.OUTER)) {
      return inside;
    }
    Set<Hop> all = new HashSet<>(inside);
    all.add(operand);
    return all;
  }

  @Override
  public Node node(Hop hop, Values values) {
    if (Shape.isProduct(hop)) {
      Hop right = hop.inputs().get(1).inputs().get(0);
      return new Node.OuterCell(
          values.input(hop.inputs().get(0)), values.input(right), (int) Shape.cols(hop));
    }
    return CellRules.cell(hop, values);
  }

  @Override
  public Sink sink(Hop root, Values values) {
    if (!Shape.isProduct(root)) {
      return TemplateRules.super.sink(root, values);
    }
    Hop left = root.inputs().get(0);
    Hop factor = root.inputs().get(1);
    return Shape.isTranspose(left)
        ? new Sink.TransposedTimesMatrix(values.node(left.inputs().get(0)), values.input(factor))
        : new Sink.TimesMatrix(values.node(left), values.input(factor));
  }
}
