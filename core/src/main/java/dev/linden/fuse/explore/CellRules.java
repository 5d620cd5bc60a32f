package dev.linden.fuse.explore;

import dev.linden.fuse.program.Template;
import dev.linden.hop.Hop;
import java.util.Set;

/** Cell-wise operators of one shape, ended by an aggregate. */
final class CellRules implements TemplateRules {
  @Override
  public Template template() {
    return Template.CELL;
  }

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
}
