package dev.linden.opt.rule;

import dev.linden.matrix.CellFacts;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.op.Catalogue;
import dev.linden.op.FoldsCells;
import dev.linden.op.FoldsCells.Direction;
import dev.linden.op.Op;
import dev.linden.op.Property;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Operators that rules treat alike, as the catalogue knows them: nothing is listed here. */
final class Families {
  /** Folds of all cells whose order matters for rounding only. */
  static final Set<Op> WHOLE = where(op -> isFold(op, Direction.ALL));

  /** The fold of each row for the fold of each column. */
  static final Map<Op, Op> ROW_FOR_COLUMN = folds(Direction.EACH_COLUMN, Direction.EACH_ROW);

  static final Map<Op, Op> COLUMN_FOR_ROW = folds(Direction.EACH_ROW, Direction.EACH_COLUMN);

  /** The fold of all cells for the fold of each column. */
  static final Map<Op, Op> WHOLE_FOR_COLUMN = folds(Direction.EACH_COLUMN, Direction.ALL);

  static final Map<Op, Op> WHOLE_FOR_ROW = folds(Direction.EACH_ROW, Direction.ALL);

  /** All folds of rows or columns; they give 0 for zeros. */
  static final Set<Op> PARTIAL =
      where(op -> op.fold() != null && op.fold().direction() != Direction.ALL);

  /** Cell by cell, and no cell can make a call fail. */
  static final Set<Op> CELLWISE =
      where(op -> op.has(Property.CELLWISE) && op.has(Property.FAILS_BY_SIZE_ONLY));

  /** Cell functions of one argument; log may have another. */
  static final Set<Op> CELLWISE_UNARY = where(op -> op.unary() != null);

  /** Cell functions of two arguments; min and max may have others, log only one. */
  static final Set<Op> CELLWISE_BINARY = where(op -> op.binary() != null);

  static final Set<Op> BLIND_TO_SIGNS_OF_ZEROS =
      where(
          op ->
              op.binary() != null
                  && op.binary().facts().has(CellFacts.Trait.BLIND_TO_SIGNS_OF_ZEROS));

  static final Set<Op> EVEN = unaryWith(CellFacts.Trait.EVEN);

  static final Set<Op> IDEMPOTENT = unaryWith(CellFacts.Trait.IDEMPOTENT);

  private Families() {}

  private static Set<Op> unaryWith(CellFacts.Trait trait) {
    return where(op -> op.unary() != null && op.unary().facts().has(trait));
  }

  private static Set<Op> where(Predicate<Op> condition) {
    return Catalogue.all().stream().filter(condition).collect(Collectors.toUnmodifiableSet());
  }

  /** The folds in one direction, each with the same in another direction. */
  private static Map<Op, Op> folds(Direction from, Direction to) {
    return where(op -> isFold(op, from)).stream()
        .collect(Collectors.toUnmodifiableMap(op -> op, op -> same(fold(op).kind(), to)));
  }

  private static Op same(Aggregate.Kind kind, Direction direction) {
    return where(op -> isFold(op, direction) && fold(op).kind() == kind).iterator().next();
  }

  private static boolean isFold(Op op, Direction direction) {
    FoldsCells fold = fold(op);
    return fold != null && fold.direction() == direction && fold.kind().isFreeOfOrder();
  }

  /** What a call with one argument folds. */
  private static FoldsCells fold(Op op) {
    return op.forArguments(1).fold();
  }
}
