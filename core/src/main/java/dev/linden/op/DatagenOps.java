package dev.linden.op;

import static dev.linden.op.Parameter.matrixOrScalar;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.matrix.kernel.reorg.Reorg;
import java.util.List;
import java.util.Set;

/** New matrices. */
public final class DatagenOps {
  public static final Op MATRIX =
      Op.define(
              "matrix",
              "A matrix of one value, of the numbers in a text, or of the cells of another matrix.")
          .parameters(
              matrixOrScalar("data"), scalar("rows"), scalar("cols"), scalar("byrow").or(true))
          .rule(call -> List.of(inferMatrix(call)))
          .kernel(DatagenOps::runMatrix)
          .scratch(DatagenOps::transposes)
          .properties(Property.FAILS_BY_SIZE_ONLY)
          .distribution(Distribution.GENERATE)
          .build();

  /** Positions of rows, cols and sparsity. */
  private static final Set<Integer> RAND_SIZES = Set.of(0, 1, 6);

  public static final Op RAND =
      Op.define("rand", "Random cells: uniform in [min, max), standard normal, or Poisson.")
          .aliases("Rand")
          .parameters(
              scalar("rows").or(1),
              scalar("cols").or(1),
              scalar("min").or(0.0),
              scalar("max").or(1.0),
              scalar("pdf").or("uniform"),
              scalar("seed").or(-1),
              scalar("sparsity").or(1.0),
              scalar("lambda").or(1.0))
          .rule(call -> List.of(inferRand(call)))
          .kernel(DatagenOps::runRand)
          .operations(DatagenOps::randOperations)
          .sizedBy((argument, given) -> RAND_SIZES.contains(argument))
          .distinctCells((operands, distinct) -> givesReals(operands))
          .properties(Property.NONDETERMINISTIC, Property.NAMED_ARGUMENTS)
          .distribution(Distribution.GENERATE)
          .build();

  public static final Op SEQ =
      Op.define(
              "seq",
              "The column from, from+incr, ... not beyond to, as doubles add up: seq(0, 0.3, 0.1)"
                  + " ends with 0.2, since three times 0.1 is a little more than 0.3.")
          .parameters(scalar("from"), scalar("to"), scalar("incr").orAbsent())
          .rule(call -> List.of(inferSeq(call)))
          .kernel(DatagenOps::runSeq)
          .distribution(Distribution.GENERATE)
          .build();

  public static final Op SAMPLE =
      Op.define(
              "sample",
              "A column of random numbers out of 1..range, each at most once unless replace is"
                  + " TRUE.")
          .parameters(
              scalar("range"),
              scalar("size"),
              scalar("replace").orAbsent(),
              scalar("seed").orAbsent())
          .rule(call -> List.of(inferSample(call)))
          .kernel(DatagenOps::runSample)
          // a hash table with room for twice the drawn numbers, up to the next power of two
          .scratch((call, threads) -> Footprint.times(4 * 2 * 8, call.constantDimension(1)))
          .properties(Property.NONDETERMINISTIC)
          .distribution(Distribution.GENERATE)
          .build();

  static final List<Op> ALL = List.of(MATRIX, RAND, SEQ, SAMPLE);

  private static final List<String> PDFS = List.of("uniform", "normal", "poisson");

  private DatagenOps() {}

  /** Cells taken column by column: the matrix is transposed before and after. */
  private static double transposes(CallSite call, int threads) {
    boolean byRow = call.constantNumber(3) == 1;
    return call.in(0).isMatrix() && !byRow ? 2 * Footprint.of(call.in(0)) : 0;
  }

  private static Info inferMatrix(CallSite call) {
    long rows = Args.dimension(call, 1, "rows of matrix");
    long cols = Args.dimension(call, 2, "cols of matrix");
    Args.needFlag(call, 3, "byrow of matrix");
    Info data = call.in(0);
    if (data.isMatrix()) {
      return inferReshape(data, rows, cols);
    }
    if (data.value() == ValueType.BOOLEAN) {
      throw new OpError(0, "the cells of a matrix are numbers, but data is a boolean");
    }
    if (data.isConstant() && data.value() != ValueType.STRING && data.constant().asDouble() == 0) {
      return Info.matrix(Size.of(rows, cols, 0));
    }
    return Info.matrix(Sizes.full(rows, cols));
  }

  private static Info inferReshape(Info data, long rows, long cols) {
    long cells = Sizes.cells(data.size());
    long newCells = Sizes.cells(rows, cols);
    if (Sizes.differ(cells, newCells)) {
      throw new OpError(
          "cannot reshape "
              + data.describeOne()
              + " ("
              + cells
              + " cells) to "
              + rows
              + "x"
              + cols
              + " ("
              + newCells
              + " cells)");
    }
    long otherRows = rows < 0 && cols > 0 && cells >= 0 && cells % cols == 0 ? cells / cols : rows;
    long otherCols = cols < 0 && rows > 0 && cells >= 0 && cells % rows == 0 ? cells / rows : cols;
    return Info.matrix(Sizes.bounded(otherRows, otherCols, data.size().nnz()));
  }

  private static void runMatrix(Invocation call) {
    int rows = Args.blockDimension(call, 1, "rows of matrix");
    int cols = Args.blockDimension(call, 2, "cols of matrix");
    if (call.dataType(0) == DataType.MATRIX) {
      Matrix data = call.matrix(0);
      if (data.cells() != (long) rows * cols) {
        throw new InputError(
            "cannot reshape a "
                + data.shape()
                + " matrix ("
                + data.cells()
                + " cells) to "
                + rows
                + "x"
                + cols
                + " ("
                + (long) rows * cols
                + " cells)");
      }
      call.result(Reorg.reshape(data, rows, cols, call.flag(3), call.workers()));
    } else if (call.valueType(0) == ValueType.STRING) {
      Matrix parsed =
          Generate.parse(call.text(0), call.flag(3) ? rows : cols, call.flag(3) ? cols : rows);
      call.result(call.flag(3) ? parsed : Reorg.transpose(parsed, call.workers()));
    } else if (call.valueType(0) == ValueType.BOOLEAN) {
      throw new InputError("the cells of a matrix are numbers, but data is a boolean");
    } else {
      call.result(Generate.constant(rows, cols, call.number(0), call.workers()));
    }
  }

  private static Info inferRand(CallSite call) {
    long rows = Args.dimension(call, 0, "rows of rand");
    long cols = Args.dimension(call, 1, "cols of rand");
    Args.needNumber(call, 2, "min of rand");
    Args.needNumber(call, 3, "max of rand");
    Args.word(call, 4, "pdf of rand", PDFS);
    Args.needNumber(call, 5, "seed of rand");
    Args.needNumber(call, 6, "sparsity of rand");
    Args.needNumber(call, 7, "lambda of rand");
    long probable = Sizes.cells(rows, cols);
    if (call.in(6).isConstant()) {
      double sparsity = checkSparsity(call.constantNumber(6));
      if (sparsity == 0) {
        return Info.matrix(Size.of(rows, cols, 0));
      }
      probable = probableNonZeros(Sizes.cells(rows, cols), sparsity);
    }
    if (call.in(2).isConstant()
        && call.in(3).isConstant()
        && "uniform".equals(call.constantText(4))) {
      checkRange(call.constantNumber(2), call.constantNumber(3));
    }
    return Info.matrix(Sizes.bounded(rows, cols, probable));
  }

  /** A random number for each cell, several and a logarithm where it is none of a range. */
  private static double randOperations(List<Info> operands, List<Info> results) {
    Info pdf = operands.get(4);
    boolean uniform = pdf != null && pdf.isConstant() && pdf.constant().asText().equals("uniform");
    return (uniform ? 30 : 150) * CellWork.visited(List.of(), results);
  }

  /** Real numbers, as opposed to whole ones, or to the same one in all cells. */
  private static boolean givesReals(List<Info> operands) {
    Scalar least = operands.get(2).constant();
    Scalar most = operands.get(3).constant();
    Scalar pdf = operands.get(4).constant();
    Scalar sparsity = operands.get(6).constant();
    if (pdf == null || sparsity != null && sparsity.asDouble() == 0) {
      return false;
    }
    boolean range = least == null || most == null || least.asDouble() < most.asDouble();
    return switch (pdf.asText()) {
      case "normal" -> true;
      case "uniform" -> range;
      default -> false;
    };
  }

  /**
   * More than ten standard deviations above the expected number: exceeded once in 10^20 matrices.
   */
  private static long probableNonZeros(long cells, double sparsity) {
    if (cells < 0 || sparsity == 1) {
      return cells;
    }
    double expected = cells * sparsity;
    return (long) Math.ceil(expected + 10 * Math.sqrt(expected) + 100);
  }

  private static double checkSparsity(double sparsity) {
    if (!(sparsity >= 0 && sparsity <= 1)) {
      throw new OpError(
          6, "sparsity of rand must be within 0..1, but is " + DoubleText.compact(sparsity));
    }
    return sparsity;
  }

  private static void checkRange(double min, double max) {
    if (!(min <= max)) {
      throw new OpError(
          2,
          "min of rand must not exceed max, but is "
              + DoubleText.compact(min)
              + " with max "
              + DoubleText.compact(max));
    }
  }

  private static void runRand(Invocation call) {
    int rows = Args.blockDimension(call, 0, "rows of rand");
    int cols = Args.blockDimension(call, 1, "cols of rand");
    double sparsity = checkSparsity(Args.number(call, 6, "sparsity of rand"));
    long seed = seed(call, 5);
    if (sparsity == 0) {
      call.result(Formats.zeros(rows, cols));
      return;
    }
    switch (Args.word(call, 4, "pdf of rand", PDFS)) {
      case "normal" -> call.result(Generate.normal(rows, cols, sparsity, seed, call.workers()));
      case "poisson" -> {
        double lambda = Args.number(call, 7, "lambda of rand");
        if (!(lambda > 0)) {
          throw new InputError(
              "lambda of rand must be greater than 0, but is " + DoubleText.compact(lambda));
        }
        call.result(Generate.poisson(rows, cols, lambda, sparsity, seed, call.workers()));
      }
      default -> {
        double min = Args.number(call, 2, "min of rand");
        double max = Args.number(call, 3, "max of rand");
        checkRange(min, max);
        call.result(Generate.uniform(rows, cols, min, max, sparsity, seed, call.workers()));
      }
    }
  }

  static long seed(Invocation call, int i) {
    long seed = call.integer(i);
    return seed == -1 ? call.environment().nextSeed() : seed;
  }

  private static Info inferSeq(CallSite call) {
    Args.needNumber(call, 0, "from of seq");
    Args.needNumber(call, 1, "to of seq");
    Args.needNumber(call, 2, "incr of seq");
    boolean incrementGiven = Indexes.given(call, 2);
    boolean known =
        call.in(0).isConstant()
            && call.in(1).isConstant()
            && (!incrementGiven || call.in(2).isConstant());
    if (!known) {
      return Info.matrix(Size.of(Sizes.UNKNOWN, 1));
    }
    double from = call.constantNumber(0);
    double to = call.constantNumber(1);
    double increment = incrementGiven ? call.constantNumber(2) : direction(from, to);
    checkIncrement(from, to, increment);
    return Info.matrix(Sizes.full(Generate.sequenceLength(from, to, increment), 1));
  }

  private static double direction(double from, double to) {
    return from <= to ? 1 : -1;
  }

  private static void checkIncrement(double from, double to, double increment) {
    if (!Double.isFinite(from) || !Double.isFinite(to) || Double.isNaN(increment)) {
      throw new OpError(
          "the bounds of seq must be finite numbers, but are "
              + DoubleText.compact(from)
              + " and "
              + DoubleText.compact(to));
    }
    if (increment == 0) {
      throw new OpError(2, "incr of seq must not be 0");
    }
    if ((increment > 0 && from > to) || (increment < 0 && from < to)) {
      throw new OpError(
          2,
          "incr of seq has the wrong sign: from "
              + DoubleText.compact(from)
              + " to "
              + DoubleText.compact(to)
              + " by "
              + DoubleText.compact(increment));
    }
  }

  private static void runSeq(Invocation call) {
    double from = Args.number(call, 0, "from of seq");
    double to = Args.number(call, 1, "to of seq");
    double increment = call.given(2) ? Args.number(call, 2, "incr of seq") : direction(from, to);
    checkIncrement(from, to, increment);
    Args.blockDimension(Generate.sequenceLength(from, to, increment), "the length of seq");
    call.result(Generate.sequence(from, to, increment, call.workers()));
  }

  private static Info inferSample(CallSite call) {
    Args.needNumber(call, 0, "range of sample");
    long size = Args.dimension(call, 1, "size of sample");
    Args.needNumber(call, 2, "replace of sample");
    Args.needNumber(call, 3, "seed of sample");
    boolean replaceKnown =
        !Indexes.given(call, 2) || call.in(2).value() == ValueType.INT || call.in(2).isConstant();
    if (replaceKnown && call.in(0).isConstant() && size >= 0) {
      boolean replace =
          Indexes.given(call, 2)
              && call.in(2).value() == ValueType.BOOLEAN
              && call.in(2).constant().asBoolean();
      checkSample(call.in(0).constant().asLong(), size, replace);
    }
    return Info.matrix(Sizes.full(size, 1));
  }

  private static void checkSample(long range, long size, boolean replace) {
    if (range < 1) {
      throw new OpError(0, "range of sample must be at least 1, but is " + range);
    }
    if (!replace && size > range) {
      throw new OpError(1, "cannot draw " + size + " different numbers out of 1.." + range);
    }
  }

  /** The third argument is the flag if it is a boolean and otherwise the seed. */
  private static void runSample(Invocation call) {
    boolean third = call.given(2);
    boolean thirdIsFlag = third && call.valueType(2) == ValueType.BOOLEAN;
    boolean replace = thirdIsFlag && call.flag(2);
    long seed = call.given(3) ? call.integer(3) : third && !thirdIsFlag ? call.integer(2) : -1;
    long range = call.integer(0);
    int size = Args.blockDimension(call, 1, "size of sample");
    checkSample(range, size, replace);
    call.result(
        Generate.sample(range, size, replace, seed == -1 ? call.environment().nextSeed() : seed));
  }
}
