package dev.linden.opt;

import dev.linden.opt.rule.AbsOfNonNegative;
import dev.linden.opt.rule.AbsorbingLogic;
import dev.linden.opt.rule.AddNegation;
import dev.linden.opt.rule.AggregateOfReverse;
import dev.linden.opt.rule.AggregateOfTranspose;
import dev.linden.opt.rule.BroadcastForRepeatedColumn;
import dev.linden.opt.rule.BroadcastForRepeatedRow;
import dev.linden.opt.rule.CellwiseOfConstantMatrix;
import dev.linden.opt.rule.ChooseKnownBranch;
import dev.linden.opt.rule.ColumnAggregateOfColumn;
import dev.linden.opt.rule.ColumnAggregateOfReverse;
import dev.linden.opt.rule.ColumnAggregateOfRow;
import dev.linden.opt.rule.ColumnAggregateOfTranspose;
import dev.linden.opt.rule.ColumnSumsForOnes;
import dev.linden.opt.rule.ColumnSumsOfProduct;
import dev.linden.opt.rule.ColumnSumsOfScaledRows;
import dev.linden.opt.rule.ComplementEquality;
import dev.linden.opt.rule.CumulativeOfOneRow;
import dev.linden.opt.rule.DiagonalOfProduct;
import dev.linden.opt.rule.DiagonalTimesMatrix;
import dev.linden.opt.rule.DropDivideByOne;
import dev.linden.opt.rule.DropDoubleNegation;
import dev.linden.opt.rule.DropDoubleNot;
import dev.linden.opt.rule.DropDoubleReverse;
import dev.linden.opt.rule.DropDoubleTranspose;
import dev.linden.opt.rule.DropMatrixCast;
import dev.linden.opt.rule.DropMinusZero;
import dev.linden.opt.rule.DropPairOfNegations;
import dev.linden.opt.rule.DropPlusZero;
import dev.linden.opt.rule.DropPowerOne;
import dev.linden.opt.rule.DropRepeatedFunction;
import dev.linden.opt.rule.DropReshapeToSameShape;
import dev.linden.opt.rule.DropReverseOfRow;
import dev.linden.opt.rule.DropRoundingOfInteger;
import dev.linden.opt.rule.DropScalarCast;
import dev.linden.opt.rule.DropSingleBind;
import dev.linden.opt.rule.DropTimesOne;
import dev.linden.opt.rule.DropTransposeOfCell;
import dev.linden.opt.rule.DropWholeAssignment;
import dev.linden.opt.rule.DropWholeIndexing;
import dev.linden.opt.rule.EmptyAggregate;
import dev.linden.opt.rule.EmptyCellwise;
import dev.linden.opt.rule.EmptyFactor;
import dev.linden.opt.rule.EmptyIndexing;
import dev.linden.opt.rule.EmptyPartialAggregate;
import dev.linden.opt.rule.EmptyProduct;
import dev.linden.opt.rule.EmptyReorganization;
import dev.linden.opt.rule.EmptySummand;
import dev.linden.opt.rule.EvenFunctionOfNegation;
import dev.linden.opt.rule.ExtremeOfPartialExtremes;
import dev.linden.opt.rule.FactorOutLeftOperand;
import dev.linden.opt.rule.FactorOutOfDifference;
import dev.linden.opt.rule.FactorOutOfProductMinus;
import dev.linden.opt.rule.FactorOutOfSum;
import dev.linden.opt.rule.FactorOutRightOperand;
import dev.linden.opt.rule.FillWholeMatrix;
import dev.linden.opt.rule.IfelseOfSame;
import dev.linden.opt.rule.IndexOfCellwise;
import dev.linden.opt.rule.IndexOfProduct;
import dev.linden.opt.rule.IndexOfTranspose;
import dev.linden.opt.rule.LowerTriangleByMask;
import dev.linden.opt.rule.MatrixOfScalarOfMatrix;
import dev.linden.opt.rule.MatrixTimesDiagonal;
import dev.linden.opt.rule.MergeIndexing;
import dev.linden.opt.rule.MergeScalarExtremes;
import dev.linden.opt.rule.MergeScalarFactors;
import dev.linden.opt.rule.MergeTransposes;
import dev.linden.opt.rule.MergeTransposesOfProduct;
import dev.linden.opt.rule.NegateForMinusOne;
import dev.linden.opt.rule.NegateProductLater;
import dev.linden.opt.rule.NeutralLogic;
import dev.linden.opt.rule.PartialSumsOfNegation;
import dev.linden.opt.rule.PartialSumsOfScaled;
import dev.linden.opt.rule.PowerZero;
import dev.linden.opt.rule.ProductWithOneByOne;
import dev.linden.opt.rule.ReciprocalForPower;
import dev.linden.opt.rule.RecognizeSigmoid;
import dev.linden.opt.rule.RecognizeSign;
import dev.linden.opt.rule.ReorganizeConstantMatrix;
import dev.linden.opt.rule.RowAggregateOfColumn;
import dev.linden.opt.rule.RowAggregateOfReverse;
import dev.linden.opt.rule.RowAggregateOfRow;
import dev.linden.opt.rule.RowAggregateOfTranspose;
import dev.linden.opt.rule.RowSumsForOnes;
import dev.linden.opt.rule.RowSumsOfProduct;
import dev.linden.opt.rule.RowSumsOfScaledColumns;
import dev.linden.opt.rule.ScalarForConstantMatrix;
import dev.linden.opt.rule.ScalarOfMatrixOfScalar;
import dev.linden.opt.rule.ScaleProductLater;
import dev.linden.opt.rule.ScaledRandom;
import dev.linden.opt.rule.ShapeOfCellwise;
import dev.linden.opt.rule.ShapeOfTranspose;
import dev.linden.opt.rule.SquareOfNegation;
import dev.linden.opt.rule.SquareOfSame;
import dev.linden.opt.rule.SquareRootForPower;
import dev.linden.opt.rule.SubtractNegation;
import dev.linden.opt.rule.SuffixSums;
import dev.linden.opt.rule.SumOfAppended;
import dev.linden.opt.rule.SumOfConstantMatrix;
import dev.linden.opt.rule.SumOfCumulativeSum;
import dev.linden.opt.rule.SumOfDiagonalMatrix;
import dev.linden.opt.rule.SumOfNegation;
import dev.linden.opt.rule.SumOfPartialSums;
import dev.linden.opt.rule.SumOfProduct;
import dev.linden.opt.rule.SumOfSame;
import dev.linden.opt.rule.SumOfScaled;
import dev.linden.opt.rule.TraceOfDiagonal;
import dev.linden.opt.rule.TraceOfProduct;
import dev.linden.opt.rule.TraceOfTranspose;
import dev.linden.opt.rule.TransposeOfAppendedTransposes;
import dev.linden.opt.rule.TransposeOfCellwiseTranspose;
import dev.linden.opt.rule.TransposeOfProduct;
import dev.linden.opt.rule.TransposeOfTransposedProduct;
import java.util.ArrayList;
import java.util.List;

/** All rules in the order in which they are tried at a call. */
public final class Rules {
  /** Rules that hold whatever the sizes are, or that facts about cells decide. */
  public static final List<Rule> STATIC =
      List.of(
          new DropDoubleTranspose(),
          new DropDoubleReverse(),
          new DropDoubleNegation(),
          new DropTimesOne(),
          new DropDivideByOne(),
          new DropMinusZero(),
          new DropPlusZero(),
          new DropPowerOne(),
          new NegateForMinusOne(),
          new DropPairOfNegations(),
          new AddNegation(),
          new SubtractNegation(),
          new EvenFunctionOfNegation(),
          new SquareOfNegation(),
          new DropRepeatedFunction(),
          new DropRoundingOfInteger(),
          new AbsOfNonNegative(),
          new SumOfSame(),
          new SquareOfSame(),
          new FactorOutOfDifference(),
          new FactorOutOfProductMinus(),
          new FactorOutOfSum(),
          new RecognizeSigmoid(),
          new RecognizeSign(),
          new ComplementEquality(),
          new DropDoubleNot(),
          new NeutralLogic(),
          new AbsorbingLogic(),
          new ScaledRandom(),
          new AggregateOfTranspose(),
          new AggregateOfReverse(),
          new ColumnAggregateOfReverse(),
          new RowAggregateOfReverse(),
          new ColumnAggregateOfTranspose(),
          new RowAggregateOfTranspose(),
          new SumOfPartialSums(),
          new ExtremeOfPartialExtremes(),
          new SumOfNegation(),
          new PartialSumsOfNegation(),
          new SumOfScaled(),
          new PartialSumsOfScaled(),
          new ShapeOfTranspose(),
          new ShapeOfCellwise(),
          new DropMatrixCast(),
          new DropScalarCast(),
          new ScalarOfMatrixOfScalar(),
          new DropSingleBind(),
          new TransposeOfCellwiseTranspose(),
          new ReorganizeConstantMatrix(),
          new CellwiseOfConstantMatrix(),
          new ReciprocalForPower(),
          new SuffixSums(),
          new MergeScalarFactors(),
          new MergeScalarExtremes(),
          new SquareRootForPower());

  /** Rules that need sizes or numbers of non-zeros; they wait until these are known. */
  public static final List<Rule> DYNAMIC =
      List.of(
          new TraceOfProduct(),
          new TraceOfTranspose(),
          new TraceOfDiagonal(),
          new SumOfDiagonalMatrix(),
          new ScalarForConstantMatrix(),
          new SumOfConstantMatrix(),
          new SumOfCumulativeSum(),
          new LowerTriangleByMask(),
          new CumulativeOfOneRow(),
          new ColumnAggregateOfRow(),
          new RowAggregateOfColumn(),
          new ColumnAggregateOfColumn(),
          new RowAggregateOfRow(),
          new MatrixOfScalarOfMatrix(),
          new ChooseKnownBranch(),
          new IfelseOfSame(),
          new ScaleProductLater(),
          new NegateProductLater(),
          new DiagonalTimesMatrix(),
          new MatrixTimesDiagonal(),
          new DiagonalOfProduct(),
          new ProductWithOneByOne(),
          new SumOfProduct(),
          new ColumnSumsOfProduct(),
          new RowSumsOfProduct(),
          new RowSumsForOnes(),
          new ColumnSumsForOnes(),
          new BroadcastForRepeatedColumn(),
          new BroadcastForRepeatedRow(),
          new RowSumsOfScaledColumns(),
          new ColumnSumsOfScaledRows(),
          new FactorOutLeftOperand(),
          new FactorOutRightOperand(),
          new TransposeOfTransposedProduct(),
          new TransposeOfProduct(),
          new MergeTransposesOfProduct(),
          new MergeTransposes(),
          new DropTransposeOfCell(),
          new DropReverseOfRow(),
          new DropReshapeToSameShape(),
          new PowerZero(),
          new SumOfAppended(),
          new TransposeOfAppendedTransposes(),
          new DropWholeIndexing(),
          new DropWholeAssignment(),
          new FillWholeMatrix(),
          new MergeIndexing(),
          new IndexOfProduct(),
          new IndexOfTranspose(),
          new IndexOfCellwise(),
          new EmptyAggregate(),
          new EmptyPartialAggregate(),
          new EmptyCellwise(),
          new EmptyReorganization(),
          new EmptyIndexing(),
          new EmptySummand(),
          new EmptyFactor(),
          new EmptyProduct());

  public static final List<Rule> ALL = all();

  private Rules() {}

  /**
   * Those that need no sizes first: they leave less to do. Among the others the ones for empty
   * operands come last in the list, because some of the ones before them need no new matrix.
   */
  private static List<Rule> all() {
    List<Rule> all = new ArrayList<>(STATIC);
    all.addAll(DYNAMIC);
    return List.copyOf(all);
  }
}
