package dev.linden.fuse.code;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.UnaryFunction;
import java.util.List;

/**
 * A straight-line computation that is done for each of many cells. Values are numbered: first the
 * arrays that supply one number per cell, then the scalars that are the same for all cells, then
 * the results of the steps in order. Equal programs share their generated code, so constants of a
 * script are scalars here.
 *
 * @param outputs numbers of the values that are stored
 */
public record CellProgram(int arrays, int scalars, List<Step> steps, List<Integer> outputs) {
  public CellProgram {
    steps = List.copyOf(steps);
    outputs = List.copyOf(outputs);
  }

  // Comparisons are written out for the reason told in {@code fuse.program.Node}.

  @Override
  public boolean equals(Object other) {
    return other instanceof CellProgram that
        && arrays == that.arrays
        && scalars == that.scalars
        && steps.equals(that.steps)
        && outputs.equals(that.outputs);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * arrays + scalars) + steps.hashCode()) + outputs.hashCode();
  }

  /** One application of a cell function to values with lower numbers. */
  public sealed interface Step {
    List<Integer> arguments();
  }

  public record Unary(UnaryFunction function, int x) implements Step {
    @Override
    public boolean equals(Object other) {
      return other instanceof Unary that && function.equals(that.function) && x == that.x;
    }

    @Override
    public int hashCode() {
      return 31 * function.hashCode() + x;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }
  }

  public record Binary(BinaryFunction function, int x, int y) implements Step {
    @Override
    public boolean equals(Object other) {
      return other instanceof Binary that
          && function.equals(that.function)
          && x == that.x
          && y == that.y;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * function.hashCode() + x) + y;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(x, y);
    }
  }

  /** {@code yes} where the condition is not zero, else {@code no}. */
  public record Select(int condition, int yes, int no) implements Step {
    @Override
    public boolean equals(Object other) {
      return other instanceof Select that
          && condition == that.condition
          && yes == that.yes
          && no == that.no;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * condition + yes) + no;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(condition, yes, no);
    }
  }

  /** Number of the first step's result. */
  public int firstStep() {
    return arrays + scalars;
  }

  public int values() {
    return firstStep() + steps.size();
  }

  public boolean isScalar(int value) {
    return value >= arrays && value < firstStep();
  }

  public Step step(int value) {
    return steps.get(value - firstStep());
  }

  /**
   * Which values are zero for sure in a cell where the array {@code driver} is zero and not stored:
   * what makes it possible to visit its non-zeros only. A product is then zero whatever its other
   * factor is.
   *
   * @param numbers the scalars
   */
  public boolean[] zerosWhere(int driver, double[] numbers) {
    boolean[] zero = new boolean[values()];
    zero[driver] = true;
    for (int value = firstStep(); value < values(); value++) {
      Step step = step(value);
      if (step instanceof Unary unary) {
        zero[value] = unary.function().keepsZeros() && zero[unary.x()];
      } else if (step instanceof Binary binary) {
        boolean x = zero[binary.x()];
        boolean y = zero[binary.y()];
        BinaryFunction f = binary.function();
        if (x && isScalar(binary.y())) {
          zero[value] = f.apply(0, numbers[binary.y() - arrays]) == 0;
        } else if (y && isScalar(binary.x())) {
          zero[value] = f.apply(numbers[binary.x() - arrays], 0) == 0;
        } else {
          zero[value] = x && y ? f.keepsZeros() : (x || y) && f.absorbsZeros();
        }
      } else {
        Select select = (Select) step;
        zero[value] = zero[select.no()] && (zero[select.condition()] || zero[select.yes()]);
      }
    }
    return zero;
  }

  /** As EXPLAIN and messages show it. */
  public String describe(int value) {
    if (value < arrays) {
      return "a" + value;
    } else if (isScalar(value)) {
      return "s" + (value - arrays);
    }
    Step step = step(value);
    if (step instanceof Unary unary) {
      return unary.function().name() + "(" + describe(unary.x()) + ")";
    } else if (step instanceof Binary binary) {
      String name = binary.function().name();
      return Character.isLetter(name.charAt(0))
          ? name + "(" + describe(binary.x()) + ", " + describe(binary.y()) + ")"
          : "(" + describe(binary.x()) + " " + name + " " + describe(binary.y()) + ")";
    }
    Select select = (Select) step;
    return "ifelse("
        + describe(select.condition())
        + ", "
        + describe(select.yes())
        + ", "
        + describe(select.no())
        + ")";
  }
}
