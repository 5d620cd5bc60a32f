package dev.linden.fuse.explore;

import dev.linden.fuse.program.Node;
import dev.linden.hop.Hop;
import dev.linden.matrix.Cells;
import dev.linden.op.FoldsCells;
import java.util.Set;

/** Cell-wise operators of one shape, ended by an aggregate. */
final class CellRules implements TemplateRules {
  @Override
  public boolean opens(Hop hop) {
    return Shape.isCellwise(hop) || Shape.fold(hop) != null;
  }

  @Override
  public boolean fuses(Hop hop, int operand) {
    return merges(hop, operand);
  }

  @Override
  public boolean merges(Hop hop, int operand) {
    Hop input = hop.inputs().get(operand);
    return (Shape.isCellwise(hop) || Shape.fold(hop) != null)
        && Shape.isCellwise(input)
        && Shape.rows(input) == Shape.space(hop);
  }

  @Override
  public Set<Template> mergedTemplates() {
    return Set.of(Template.CELL);
  }

  @Override
  public MemoEntry.Status status(MemoTable memo, Hop hop, MemoEntry entry) {
    return Shape.fold(hop) != null ? MemoEntry.Status.CLOSED : MemoEntry.Status.OPEN;
  }

  @Override
  public Node node(Hop hop, Values values) {
    FoldsCells fold = Shape.fold(hop); // of rows of one cell: others end the operator
    return fold != null
        ? new Node.RowFold(fold.kind(), values.node(hop.inputs().get(0)))
        : cell(hop, values);
  }

  /** A cell-wise operator, in any template. */
  static Node cell(Hop hop, Values values) {
    Hop.Compute call = (Hop.Compute) hop;
    Hop first = hop.inputs().get(0);
    int width = (int) Shape.cols(hop);
    if (Shape.isChoice(hop)) {
      return new Node.Select(
          values.node(first),
          values.node(hop.inputs().get(1)),
          values.node(hop.inputs().get(2)),
          width);
    }
    Hop second = hop.inputs().size() > 1 ? hop.inputs().get(1) : null;
    if (second == null) {
      return new Node.Unary(call.op().unary(), values.node(first), width);
    }
    boolean square =
        call.op().binary() == Cells.POWER
            && second instanceof Hop.Literal literal
            && literal.value().asDouble() == 2;
    int x = values.node(first);
    return square
        ? new Node.Binary(Cells.TIMES, x, x, width)
        : new Node.Binary(call.op().binary(), x, values.node(second), width);
  }
}
