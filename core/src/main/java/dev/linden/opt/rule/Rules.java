package dev.linden.opt.rule;

import dev.linden.opt.Rule;
import dev.linden.opt.RuleSet;
import java.util.List;

/**
 * All rules, in groups by what they are about, in the order in which they are tried at a call. The
 * order matters for rules of the same operator alone; where it does, a comment says why. A new rule
 * goes to the end of its group.
 */
public final class Rules {
  /** Rules about the same things, under the title that {@code docs/rewrites.md} gives them. */
  public record Group(String title, List<Rule> rules) {}

  /** Rules that hold whatever the sizes are, or that facts about cells decide. */
  public static final List<Group> STATIC =
      List.of(
          new Group(
              "What undoes itself",
              List.of(
                  new DropDoubleTranspose(), new DropDoubleReverse(), new DropDoubleNegation())),
          new Group(
              "Neutral operands",
              List.of(
                  new DropTimesOne(),
                  new DropDivideByOne(),
                  new DropMinusZero(),
                  new DropPlusZero(),
                  new DropPowerOne())),
          // The negation of minus one first: the others look for negations.
          new Group(
              "Signs",
              List.of(
                  new NegateForMinusOne(),
                  new DropPairOfNegations(),
                  new AddNegation(),
                  new SubtractNegation(),
                  new EvenFunctionOfNegation(),
                  new SquareOfNegation())),
          new Group(
              "Functions that change nothing",
              List.of(
                  new DropRepeatedFunction(), new DropRoundingOfInteger(), new AbsOfNonNegative())),
          // Equal operands first: a common factor would be found in them, too.
          new Group(
              "Common operands",
              List.of(
                  new SumOfSame(),
                  new SquareOfSame(),
                  new FactorOutOfDifference(),
                  new FactorOutOfProductMinus(),
                  new FactorOutOfSum())),
          new Group(
              "Functions that are spelled out, and logic",
              List.of(
                  new RecognizeSigmoid(),
                  new RecognizeSign(),
                  new ComplementEquality(),
                  new DropDoubleNot(),
                  new NeutralLogic(),
                  new AbsorbingLogic(),
                  new ScaledRandom())),
          new Group(
              "Aggregates of reorganized, negated and scaled matrices",
              List.of(
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
                  new PartialSumsOfScaled())),
          new Group(
              "Shapes and casts",
              List.of(
                  new ShapeOfTranspose(),
                  new ShapeOfCellwise(),
                  new DropMatrixCast(),
                  new DropScalarCast(),
                  new ScalarOfMatrixOfScalar(),
                  new DropSingleBind())),
          new Group(
              "Reorganizations and constant matrices",
              List.of(
                  new TransposeOfCellwiseTranspose(),
                  new ReorganizeConstantMatrix(),
                  new CellwiseOfConstantMatrix())),
          new Group(
              "Cheaper functions, merged scalars",
              List.of(
                  new ReciprocalForPower(),
                  new SuffixSums(),
                  new MergeScalarFactors(),
                  new MergeScalarExtremes(),
                  new SquareRootForPower())));

  /** Rules that need sizes or numbers of non-zeros; they wait until these are known. */
  public static final List<Group> DYNAMIC =
      List.of(
          new Group(
              "Traces, diagonals, constants",
              List.of(
                  new TraceOfProduct(),
                  new TraceOfTranspose(),
                  new TraceOfDiagonal(),
                  new SumOfDiagonalMatrix(),
                  new ScalarForConstantMatrix(),
                  new SumOfConstantMatrix(),
                  new SumOfCumulativeSum(),
                  new LowerTriangleByMask())),
          new Group(
              "Rows, columns and single cells",
              List.of(
                  new CumulativeOfOneRow(),
                  new ColumnAggregateOfRow(),
                  new RowAggregateOfColumn(),
                  new ColumnAggregateOfColumn(),
                  new RowAggregateOfRow(),
                  new MatrixOfScalarOfMatrix(),
                  new ChooseKnownBranch(),
                  new IfelseOfSame())),
          new Group(
              "Products",
              List.of(
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
                  new ColumnSumsForOnes())),
          new Group(
              "Repeated and common operands",
              List.of(
                  new BroadcastForRepeatedColumn(),
                  new BroadcastForRepeatedRow(),
                  new RowSumsOfScaledColumns(),
                  new ColumnSumsOfScaledRows(),
                  new FactorOutLeftOperand(),
                  new FactorOutRightOperand())),
          // The transpose of a transposed product before that of any product.
          new Group(
              "Transposes and reshapes",
              List.of(
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
                  new TransposeOfDiagonalMatrix())),
          // Whole matrices first, then parts of parts, then parts of what is computed.
          new Group(
              "Parts of matrices",
              List.of(
                  new DropWholeIndexing(),
                  new DropWholeAssignment(),
                  new FillWholeMatrix(),
                  new MergeIndexing(),
                  new IndexOfProduct(),
                  new IndexOfTranspose(),
                  new IndexOfCellwise())),
          // Last, because some of the ones before them need no new matrix.
          new Group(
              "Empty operands",
              List.of(
                  new EmptyAggregate(),
                  new EmptyPartialAggregate(),
                  new EmptyCellwise(),
                  new EmptyReorganization(),
                  new EmptyIndexing(),
                  new EmptySummand(),
                  new EmptyFactor(),
                  new EmptyProduct())));

  public static final RuleSet ALL = new RuleSet(rules(STATIC), rules(DYNAMIC));

  private Rules() {}

  private static List<Rule> rules(List<Group> groups) {
    return groups.stream().flatMap(group -> group.rules().stream()).toList();
  }
}
