package dev.linden.opt.rule;

import dev.linden.op.AggregateOps;
import dev.linden.op.CellwiseOps;
import dev.linden.op.Op;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Operators that rules treat alike. Products are not among the folds: they may overflow. */
final class Families {
  /** Folds of all cells whose order matters for rounding only. */
  static final Set<Op> WHOLE =
      Set.of(
          AggregateOps.SUM,
          AggregateOps.MEAN,
          CellwiseOps.MIN,
          CellwiseOps.MAX,
          AggregateOps.VAR,
          AggregateOps.SD);

  /** The fold of each row for the fold of each column. */
  static final Map<Op, Op> ROW_FOR_COLUMN =
      Map.of(
          AggregateOps.COL_SUMS, AggregateOps.ROW_SUMS,
          AggregateOps.COL_MEANS, AggregateOps.ROW_MEANS,
          AggregateOps.COL_MINS, AggregateOps.ROW_MINS,
          AggregateOps.COL_MAXS, AggregateOps.ROW_MAXS,
          AggregateOps.COL_VARS, AggregateOps.ROW_VARS,
          AggregateOps.COL_SDS, AggregateOps.ROW_SDS);

  static final Map<Op, Op> COLUMN_FOR_ROW =
      ROW_FOR_COLUMN.entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

  /** The fold of all cells for the fold of each column. */
  static final Map<Op, Op> WHOLE_FOR_COLUMN =
      Map.of(
          AggregateOps.COL_SUMS, AggregateOps.SUM,
          AggregateOps.COL_MEANS, AggregateOps.MEAN,
          AggregateOps.COL_MINS, CellwiseOps.MIN,
          AggregateOps.COL_MAXS, CellwiseOps.MAX,
          AggregateOps.COL_VARS, AggregateOps.VAR,
          AggregateOps.COL_SDS, AggregateOps.SD);

  static final Map<Op, Op> WHOLE_FOR_ROW =
      WHOLE_FOR_COLUMN.entrySet().stream()
          .collect(Collectors.toMap(e -> ROW_FOR_COLUMN.get(e.getKey()), Map.Entry::getValue));

  /** All folds of rows or columns that give 0 for zeros. */
  static final Set<Op> PARTIAL =
      Set.of(
          AggregateOps.ROW_SUMS,
          AggregateOps.ROW_MEANS,
          AggregateOps.ROW_MINS,
          AggregateOps.ROW_MAXS,
          AggregateOps.ROW_PRODS,
          AggregateOps.ROW_VARS,
          AggregateOps.ROW_SDS,
          AggregateOps.COL_SUMS,
          AggregateOps.COL_MEANS,
          AggregateOps.COL_MINS,
          AggregateOps.COL_MAXS,
          AggregateOps.COL_PRODS,
          AggregateOps.COL_VARS,
          AggregateOps.COL_SDS);

  /** Cell functions of one argument. */
  static final Set<Op> CELLWISE_UNARY =
      Set.of(
          CellwiseOps.NEGATE,
          CellwiseOps.NOT,
          CellwiseOps.ABS,
          CellwiseOps.SIGN,
          CellwiseOps.SQRT,
          CellwiseOps.EXP,
          CellwiseOps.ROUND,
          CellwiseOps.FLOOR,
          CellwiseOps.CEIL,
          CellwiseOps.SIN,
          CellwiseOps.COS,
          CellwiseOps.TAN,
          CellwiseOps.ASIN,
          CellwiseOps.ACOS,
          CellwiseOps.ATAN,
          CellwiseOps.SINH,
          CellwiseOps.COSH,
          CellwiseOps.TANH,
          CellwiseOps.SIGMOID,
          CellwiseOps.IS_NA,
          CellwiseOps.IS_NAN,
          CellwiseOps.IS_INFINITE);

  /** Cell functions of two arguments; min and max may have others. */
  static final Set<Op> CELLWISE_BINARY =
      Set.of(
          CellwiseOps.PLUS,
          CellwiseOps.MINUS,
          CellwiseOps.TIMES,
          CellwiseOps.DIVIDE,
          CellwiseOps.POWER,
          CellwiseOps.MODULUS,
          CellwiseOps.INTEGER_DIVIDE,
          CellwiseOps.LESS,
          CellwiseOps.LESS_EQUAL,
          CellwiseOps.GREATER,
          CellwiseOps.GREATER_EQUAL,
          CellwiseOps.EQUAL,
          CellwiseOps.NOT_EQUAL,
          CellwiseOps.AND,
          CellwiseOps.OR,
          CellwiseOps.XOR,
          CellwiseOps.MIN,
          CellwiseOps.MAX);

  /**
   * Cell functions of two arguments for which 0 and -0 are the same, but for the sign of a zero.
   */
  static final Set<Op> BLIND_TO_SIGNS_OF_ZEROS =
      Set.of(
          CellwiseOps.PLUS,
          CellwiseOps.MINUS,
          CellwiseOps.TIMES,
          CellwiseOps.LESS,
          CellwiseOps.LESS_EQUAL,
          CellwiseOps.GREATER,
          CellwiseOps.GREATER_EQUAL,
          CellwiseOps.EQUAL,
          CellwiseOps.NOT_EQUAL,
          CellwiseOps.AND,
          CellwiseOps.OR,
          CellwiseOps.XOR,
          CellwiseOps.MIN,
          CellwiseOps.MAX);

  private Families() {}
}
