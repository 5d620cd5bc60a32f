package dev.linden.fuse.code;

import dev.linden.fuse.code.CellProgram.Binary;
import dev.linden.fuse.code.CellProgram.Select;
import dev.linden.fuse.code.CellProgram.Step;
import dev.linden.fuse.code.CellProgram.Unary;
import java.util.Arrays;

/**
 * Runs a program step by step on short stretches of arrays that stay in the cache. Used until the
 * generated class is there, for small data, and where none can be made.
 */
public final class InterpretedBody extends CellBody {
  private final CellProgram program;

  public InterpretedBody(CellProgram program) {
    this.program = program;
  }

  @Override
  public int temporaries() {
    return program.steps().size();
  }

  @Override
  public void run(
      double[][] in,
      int[] at,
      double[] scalars,
      double[][] out,
      int[] outAt,
      double[][] temporaries,
      int n) {
    int values = program.values();
    double[][] arrays = new double[values][];
    int[] offsets = new int[values];
    double[] numbers = new double[values];
    for (int i = 0; i < program.arrays(); i++) {
      arrays[i] = in[i];
      offsets[i] = at[i];
    }
    System.arraycopy(scalars, 0, numbers, program.arrays(), program.scalars());
    int first = program.firstStep();
    for (int k = 0; k < program.steps().size(); k++) {
      Step step = program.steps().get(k);
      int target = first + k;
      boolean constant = true;
      for (int argument : step.arguments()) {
        constant &= arrays[argument] == null;
      }
      if (constant) {
        numbers[target] = scalar(step, numbers);
      } else {
        boolean only = out.length == 1 && program.outputs().get(0) == target;
        double[] result = only ? out[0] : temporaries[k];
        offsets[target] = only ? outAt[0] : 0;
        array(step, arrays, offsets, numbers, result, offsets[target], n);
        arrays[target] = result;
      }
    }
    for (int k = 0; k < out.length; k++) {
      int value = program.outputs().get(k);
      if (arrays[value] == null) {
        Arrays.fill(out[k], outAt[k], outAt[k] + n, numbers[value]);
      } else if (arrays[value] != out[k] || offsets[value] != outAt[k]) {
        System.arraycopy(arrays[value], offsets[value], out[k], outAt[k], n);
      }
    }
  }

  private static double scalar(Step step, double[] numbers) {
    if (step instanceof Unary unary) {
      return unary.function().apply(numbers[unary.x()]);
    } else if (step instanceof Binary binary) {
      return binary.function().apply(numbers[binary.x()], numbers[binary.y()]);
    }
    Select select = (Select) step;
    return numbers[select.condition()] != 0 ? numbers[select.yes()] : numbers[select.no()];
  }

  private static void array(
      Step step,
      double[][] arrays,
      int[] offsets,
      double[] numbers,
      double[] result,
      int at,
      int n) {
    if (step instanceof Unary unary) {
      unary.function().apply(arrays[unary.x()], offsets[unary.x()], result, at, n);
    } else if (step instanceof Binary b) {
      double[] x = arrays[b.x()];
      double[] y = arrays[b.y()];
      if (x != null && y != null) {
        b.function().apply(x, offsets[b.x()], y, offsets[b.y()], result, at, n);
      } else if (x != null) {
        b.function().applyScalarRight(x, offsets[b.x()], numbers[b.y()], result, at, n);
      } else {
        b.function().applyScalarLeft(numbers[b.x()], y, offsets[b.y()], result, at, n);
      }
    } else {
      Select select = (Select) step;
      for (int i = 0; i < n; i++) {
        boolean yes = cell(select.condition(), arrays, offsets, numbers, i) != 0;
        result[at + i] = cell(yes ? select.yes() : select.no(), arrays, offsets, numbers, i);
      }
    }
  }

  private static double cell(int value, double[][] arrays, int[] offsets, double[] numbers, int i) {
    return arrays[value] == null ? numbers[value] : arrays[value][offsets[value] + i];
  }
}
