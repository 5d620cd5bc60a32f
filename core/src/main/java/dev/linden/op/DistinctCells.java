package dev.linden.op;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.CellFacts;
import dev.linden.matrix.UnaryFunction;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Whether hardly any two cells of a result are equal, as those of random real numbers, so that
 * codes of values would never be smaller than cells. Zeros that are not stored do not count. It
 * decides about costs only: false if nothing can be said.
 */
@FunctionalInterface
public interface DistinctCells {
  /**
   * @param operands of the call, null where absent
   * @param distinct whether that holds of an operand
   */
  boolean of(List<Info> operands, IntPredicate distinct);

  DistinctCells UNKNOWN = (operands, distinct) -> false;

  /** The cells of the first operand in other places, or some of them. */
  DistinctCells OF_FIRST = (operands, distinct) -> distinct.test(0);

  /** Each cell depends on cells of all operands, or is one of them. */
  DistinctCells OF_ALL =
      (operands, distinct) -> {
        for (int i = 0; i < operands.size(); i++) {
          if (!distinct.test(i)) {
            return false;
          }
        }
        return true;
      };

  /** Either function may be null; the number of operands decides. */
  static DistinctCells ofCells(UnaryFunction unary, BinaryFunction binary) {
    return (operands, distinct) -> {
      boolean pair = operands.size() > 1 && operands.get(1) != null;
      CellFacts facts =
          pair ? binary == null ? null : binary.facts() : unary == null ? null : unary.facts();
      return facts != null
          && facts.has(CellFacts.Trait.ONE_TO_ONE)
          && (!pair || ofPair(operands, distinct));
    };
  }

  /** With the same number for all cells, or for all of a column. */
  private static boolean ofPair(List<Info> operands, IntPredicate distinct) {
    for (int i = 0; i < 2; i++) {
      Info other = operands.get(1 - i);
      boolean same = other.isScalar() ? !isZero(other) : other.size().rows() == 1;
      if (distinct.test(i) && (same || distinct.test(1 - i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isZero(Info scalar) {
    return scalar.isConstant() && !scalar.isString() && scalar.constant().asDouble() == 0;
  }
}
