package dev.linden.op;

import dev.linden.matrix.kernel.fold.Aggregate;

/** What an aggregate folds, for fused operators that do the same on the way. */
public record FoldsCells(Aggregate.Kind kind, Direction direction) {
  /** Which cells end up in one number. */
  public enum Direction {
    ALL,
    EACH_ROW,
    EACH_COLUMN
  }
}
