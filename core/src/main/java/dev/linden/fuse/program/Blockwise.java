package dev.linden.fuse.program;

import dev.linden.matrix.CellFunctionName;
import dev.linden.matrix.kernel.fold.Aggregate;

/**
 * Which fused operators can run on the blocks of distributed matrices, each by itself, with results
 * that are put together afterwards. Programs of cells can do so on blocks of any width; all others
 * need whole rows, so a row must be one block.
 */
public final class Blockwise {
  private Blockwise() {}

  /**
   * @param side rows and columns of a block
   */
  public static boolean isPossible(FusedProgram program, int side) {
    int width = width(program);
    return !program.isOuter()
        && width > 0
        && program.nodes().stream().allMatch(Blockwise::canBeSent)
        && (width <= side || program.nodes().stream().allMatch(node -> isAligned(node, width)))
        && (program.isCellwise() || program.nodes().stream().allMatch(node -> node.width() <= side))
        && program.sinks().stream().allMatch(sink -> canBeMerged(program, sink, width, side));
  }

  /** Cells per row of the widest matrix that is read row by row; 0 if there is none. */
  public static int width(FusedProgram program) {
    int width = 0;
    for (Node node : program.nodes()) {
      if (node instanceof Node.Source source) {
        width = Math.max(width, source.width());
      }
    }
    return width;
  }

  /** Whether the input is needed as a whole: the right factor of a product. */
  public static boolean isWhole(FusedProgram program, int input) {
    return program.nodes().stream()
        .anyMatch(node -> node instanceof Node.Product p && p.matrix() == input);
  }

  private static boolean canBeSent(Node node) {
    if (node instanceof Node.Unary unary) {
      return CellFunctionName.finds(unary.function());
    }
    return !(node instanceof Node.Binary binary) || CellFunctionName.finds(binary.function());
  }

  /**
   * Columns and matrices of full width: with several blocks in a row, others would have to be cut
   * elsewhere.
   */
  private static boolean isAligned(Node node, int width) {
    return !(node instanceof Node.Source source) || source.width() == width || source.width() == 1;
  }

  private static boolean canBeMerged(FusedProgram program, Sink sink, int width, int side) {
    if (sink instanceof Sink.Fold fold) {
      return isMerged(fold.kind()) && (width <= side || isFull(program, fold.x(), width));
    } else if (sink instanceof Sink.ColumnFold fold) {
      return fold.kind() == Aggregate.Kind.SUM && width <= side;
    } else if (sink instanceof Sink.Rows rows) {
      return isFull(program, rows.x(), width)
          || (width <= side && program.nodes().get(rows.x()).width() <= side);
    }
    return sink instanceof Sink.TransposedProduct product
        && width <= side
        && program.nodes().get(product.x()).width() <= side
        && program.nodes().get(product.y()).width() <= side;
  }

  /** With several blocks in a row, only what has a cell for each of theirs is found once. */
  private static boolean isFull(FusedProgram program, int node, int width) {
    return program.nodes().get(node).width() == width;
  }

  private static boolean isMerged(Aggregate.Kind kind) {
    return kind == Aggregate.Kind.SUM
        || kind == Aggregate.Kind.SUM_OF_SQUARES
        || kind == Aggregate.Kind.MIN
        || kind == Aggregate.Kind.MAX;
  }
}
