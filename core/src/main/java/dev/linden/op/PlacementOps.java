package dev.linden.op;

import static dev.linden.op.Parameter.matrix;

import java.util.List;

/**
 * Operators that only plans contain, around loops and reads: they change no cell, but tell the
 * machines that hold a matrix how to keep it for the uses to come. What is kept is freed with the
 * last variable that has the matrix.
 */
public final class PlacementOps {
  /** Computed blocks stay in memory, and on disk where that is short. */
  public static final Op CHECKPOINT =
      define("checkpoint", "Keeps the blocks of a matrix that is used again and again.");

  /** The same in serialized form: for ultra-sparse matrices larger than all memory for data. */
  public static final Op CHECKPOINT_SERIALIZED =
      define("checkpoint serialized", "Keeps the blocks of a matrix in their compact form.");

  /** Kept blocks are placed by position, so that operands meet without moving this one. */
  public static final Op REPARTITION =
      define("repartition", "Keeps the blocks of a matrix where its operands will meet.");

  static final List<Op> PHYSICAL = List.of(CHECKPOINT, CHECKPOINT_SERIALIZED, REPARTITION);

  private PlacementOps() {}

  private static Op define(String name, String summary) {
    return Op.define(name, summary)
        .parameters(matrix("X"))
        .rule(call -> List.of(call.in(0)))
        .kernel(call -> call.result(call.value(0)))
        .naming(Naming.rowsOf(0), Naming.colsOf(0))
        .distribution(Distribution.SCATTERED)
        .build();
  }

  /** How the operator keeps its operand; null for all other operators. */
  public static RemoteMatrix.Keeping keeping(Op op) {
    if (op == CHECKPOINT) {
      return RemoteMatrix.Keeping.BLOCKS;
    } else if (op == CHECKPOINT_SERIALIZED) {
      return RemoteMatrix.Keeping.SERIALIZED;
    }
    return op == REPARTITION ? RemoteMatrix.Keeping.BY_POSITION : null;
  }

  public static boolean isPlacement(Op op) {
    return keeping(op) != null;
  }
}
