package dev.linden.fuse.explore;

import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Sink;
import dev.linden.hop.Hop;
import dev.linden.op.FoldsCells;
import java.util.Set;

/**
 * When operators belong into a fused operator of a template (open, fuse, merge, close), and what
 * they are in its program.
 */
public interface TemplateRules {
  /** A fused operator can begin with this hop, reading all its inputs. */
  boolean opens(Hop hop);

  /** An open fused operator that computes this operand can go on to compute the hop. */
  boolean fuses(Hop hop, int operand);

  /**
   * A fused operator that computes the hop can compute this operand as well. Asked for each
   * operand, not each value: the left factor of {@code t(X) %*% t(X)} can be inside, its right one
   * can't.
   */
  boolean merges(Hop hop, int operand);

  /** Templates whose open plans can be merged. */
  Set<Template> mergedTemplates();

  /** Whether the hop ends the fused operator. */
  MemoEntry.Status status(MemoTable memo, Hop hop, MemoEntry entry);

  /** A hop that is computed inside, out of values that are there. */
  Node node(Hop hop, Values values);

  /** What becomes of the rows at the hop that ends the fused operator. */
  default Sink sink(Hop root, Values values) {
    FoldsCells fold = Shape.fold(root);
    if (fold != null && fold.direction() == FoldsCells.Direction.ALL) {
      return new Sink.Fold(fold.kind(), values.node(root.inputs().get(0)));
    } else if (fold != null && fold.direction() == FoldsCells.Direction.EACH_COLUMN) {
      return new Sink.ColumnFold(fold.kind(), values.node(root.inputs().get(0)));
    }
    return new Sink.Rows(values.node(root));
  }

  /** The values of a program that is being written. */
  interface Values {
    /** The number of the node for the rows of a hop, computed inside or read. */
    int node(Hop hop);

    /** The number of the input for a hop that is read as a whole. */
    int input(Hop hop);
  }
}
