package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.product.Einsum;
import java.util.ArrayList;
import java.util.List;

/** Sums of products over named indexes. */
final class EinsumOps {
  static final Op EINSUM =
      Op.define(
              "einsum",
              "Sums of products over the indexes of an equation such as \"ij,jk->ik\": a matrix, a"
                  + " column for one index of the result, a number for none.")
          .parameters(scalar("equation"), matrix("matrices").repeated())
          .rule(call -> List.of(infer(call)))
          .kernel(EinsumOps::run)
          .scratch((call, threads) -> scratch(call))
          .build();

  static final List<Op> ALL = List.of(EINSUM);

  private EinsumOps() {}

  private static Info infer(CallSite call) {
    Args.needText(call, 0, "the equation of einsum");
    String text = call.constantText(0);
    if (text == null) {
      throw new OpError(
          0, "the equation of einsum must be a constant: it decides the type of the result");
    }
    Einsum.Equation equation = equation(text);
    int operands = equation.operands().size();
    if (call.count() - 1 != operands) {
      throw new OpError(
          0,
          "einsum is given "
              + (call.count() == 2 ? "1 matrix" : (call.count() - 1) + " matrices")
              + " for "
              + operands
              + " operands of its equation");
    }
    String result = equation.result();
    if (result.isEmpty()) {
      return Info.scalar(ValueType.DOUBLE);
    }
    return Info.matrix(
        size(call, equation, result.charAt(0)),
        result.length() < 2 ? 1 : size(call, equation, result.charAt(1)));
  }

  private static Einsum.Equation equation(String text) {
    try {
      return Einsum.Equation.parse(text);
    } catch (InputError e) {
      throw new OpError(0, e.getMessage());
    }
  }

  /**
   * Operands and intermediate results as flat cells, as matrices for the product kernels, and as
   * what these make of them: three times the operands, five times the intermediates.
   */
  private static double scratch(CallSite call) {
    Einsum.Equation equation = equation(call.constantText(0));
    List<String> operands = equation.operands();
    double cells = 0;
    String indexes = "";
    for (int k = 0; k < operands.size(); k++) {
      long operand = Sizes.cells(call.in(k + 1).size());
      if (operand < 0) {
        return Footprint.UNKNOWN;
      }
      String needed = equation.result() + String.join("", operands.subList(k + 1, operands.size()));
      StringBuilder kept = new StringBuilder();
      double intermediate = 1;
      for (char index : (indexes + operands.get(k)).toCharArray()) {
        if (needed.indexOf(index) >= 0 && kept.indexOf(String.valueOf(index)) < 0) {
          kept.append(index);
          intermediate *= length(call, equation, index);
        }
      }
      indexes = kept.toString();
      cells += 3.0 * operand + 5 * intermediate;
    }
    return 8 * cells;
  }

  /** Length of an index that at least one operand has. */
  private static double length(CallSite call, Einsum.Equation equation, char index) {
    long size = size(call, equation, index);
    if (size >= 0) {
      return size;
    }
    double longest = 1;
    for (int k = 0; k < equation.operands().size(); k++) {
      if (equation.operands().get(k).indexOf(index) >= 0) {
        longest = Math.max(longest, Sizes.cells(call.in(k + 1).size())); // of a vector
      }
    }
    return longest;
  }

  /** What the first operand with two indexes says; a vector may lie or stand. */
  private static long size(CallSite call, Einsum.Equation equation, char index) {
    for (int k = 0; k < equation.operands().size(); k++) {
      int at = equation.operands().get(k).indexOf(index);
      if (at >= 0 && equation.operands().get(k).length() == 2) {
        Size size = call.in(k + 1).size();
        return at == 0 ? size.rows() : size.cols();
      }
    }
    return Sizes.UNKNOWN;
  }

  private static void run(Invocation call) {
    Einsum.Equation equation = equation(call.text(0));
    List<Matrix> operands = new ArrayList<>();
    for (int i = 1; i < call.count(); i++) {
      operands.add(call.matrix(i));
    }
    Matrix result = Einsum.evaluate(equation, operands, call.workers());
    if (equation.result().isEmpty()) {
      call.result(result.get(0, 0));
    } else {
      call.result(result);
    }
  }
}
