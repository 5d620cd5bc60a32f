package dev.linden.op;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.UnaryFunction;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * The share of cells of a result that are expected not to be zero, for costs. Non-zeros are taken
 * to be spread evenly and independently.
 */
@FunctionalInterface
public interface ExpectedShare {
  /**
   * @param operands of the call, null where absent
   * @param shares of the operands; asked for only where they matter, 1 for all but matrices
   * @return 1 when nothing can be said
   */
  double of(List<Info> operands, IntToDoubleFunction shares);

  ExpectedShare UNKNOWN = (operands, shares) -> 1;

  /** The cells of the first operand in other places, or some of them. */
  ExpectedShare OF_FIRST = (operands, shares) -> shares.applyAsDouble(0);

  /** The cells of all operands. */
  ExpectedShare OF_ALL =
      (operands, shares) -> {
        double cells = 0;
        double nonZeros = 0;
        for (int i = 0; i < operands.size(); i++) {
          Info part = operands.get(i);
          if (part == null || !part.isMatrix() || !part.size().known()) {
            return 1;
          }
          double partCells = (double) part.size().rows() * part.size().cols();
          cells += partCells;
          nonZeros += partCells * shares.applyAsDouble(i);
        }
        return cells == 0 ? 1 : nonZeros / cells;
      };

  /** That at least one of {@code count} cells is not zero; a negative count is unknown. */
  static double any(double share, long count) {
    return count < 0 ? 1 : 1 - Math.pow(1 - share, count);
  }

  /** By what the functions make of zeros. Either may be null; the number of operands decides. */
  static ExpectedShare ofCells(UnaryFunction unary, BinaryFunction binary) {
    return (operands, shares) -> {
      int given = 0;
      for (Info operand : operands) {
        given += operand == null ? 0 : 1;
      }
      if (given == 1 && unary != null) {
        return unary.keepsZeros() ? shares.applyAsDouble(0) : 1;
      }
      return given == 2 && binary != null ? ofPair(binary, operands, shares) : 1;
    };
  }

  private static double ofPair(BinaryFunction f, List<Info> operands, IntToDoubleFunction shares) {
    double x = number(operands.get(0));
    double y = number(operands.get(1));
    if (!Double.isNaN(y)) {
      return f.apply(0, y) == 0 ? shares.applyAsDouble(0) : 1;
    } else if (!Double.isNaN(x)) {
      return f.apply(x, 0) == 0 ? shares.applyAsDouble(1) : 1;
    } else if (!f.keepsZeros() && !f.absorbsZeros()) {
      return 1;
    }
    double a = shares.applyAsDouble(0);
    double b = shares.applyAsDouble(1);
    return f.absorbsZeros() ? a * b : a + b - a * b;
  }

  /** A constant, or NaN. */
  private static double number(Info operand) {
    boolean known = operand != null && operand.isConstant() && !operand.isString();
    return known ? operand.constant().asDouble() : Double.NaN;
  }
}
