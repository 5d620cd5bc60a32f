package dev.linden.matrix.kernel.product;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Flat;
import dev.linden.matrix.kernel.rows.RowView;
import java.util.ArrayList;
import java.util.List;

/**
 * Sums of products over named indexes: {@code ij,jk->ik} is a matrix product. Operands are
 * contracted from left to right; an index is summed as soon as nothing to come needs it.
 */
public final class Einsum {
  private Einsum() {}

  /** The indexes of each operand and of the result, a letter each. */
  public record Equation(List<String> operands, String result) {
    /** Letters of one operand between commas, then perhaps {@code ->} and those of the result. */
    public static Equation parse(String text) {
      String plain = text.replace(" ", "");
      int arrow = plain.indexOf("->");
      String left = arrow < 0 ? plain : plain.substring(0, arrow);
      List<String> operands = List.of(left.split(",", -1));
      for (String indexes : operands) {
        if (!indexes.matches("[A-Za-z]{0,2}")) {
          throw wrong(text, "an operand has at most two indexes, each a letter, not " + indexes);
        }
      }
      String result = arrow < 0 ? once(left) : plain.substring(arrow + 2);
      if (!result.matches("[A-Za-z]{0,2}") || repeats(result)) {
        throw wrong(text, "the result has at most two different indexes");
      }
      for (char index : result.toCharArray()) {
        if (left.indexOf(index) < 0) {
          throw wrong(text, "no operand has the index " + index + " of the result");
        }
      }
      return new Equation(operands, result);
    }

    private static boolean repeats(String indexes) {
      return indexes.length() == 2 && indexes.charAt(0) == indexes.charAt(1);
    }

    /** Without a right side the result has the indexes that occur once, in order. */
    private static String once(String left) {
      StringBuilder once = new StringBuilder();
      left.chars()
          .filter(c -> c != ',' && left.indexOf(c) == left.lastIndexOf(c))
          .sorted()
          .forEach(c -> once.append((char) c));
      return once.toString();
    }

    private static InputError wrong(String text, String problem) {
      return new InputError("einsum \"" + text + "\": " + problem);
    }
  }

  /** Cells by the values of the indexes, the last one fastest. */
  private record Tensor(String indexes, int[] sizes, double[] cells) {
    int size(char index) {
      return sizes[indexes.indexOf(index)];
    }

    int stride(char index) {
      int at = indexes.indexOf(index);
      if (at < 0) {
        return 0;
      }
      int stride = 1;
      for (int k = at + 1; k < sizes.length; k++) {
        stride *= sizes[k];
      }
      return stride;
    }
  }

  /** The matrix of the result: a column for one index, a single cell for none. */
  public static Matrix evaluate(Equation equation, List<Matrix> operands, Workers workers) {
    if (operands.size() != equation.operands.size()) {
      throw new InputError(
          "einsum is given "
              + operands.size()
              + " matrices for "
              + equation.operands.size()
              + " operands of its equation");
    }
    List<Tensor> tensors = new ArrayList<>();
    for (int k = 0; k < operands.size(); k++) {
      tensors.add(tensor(equation.operands.get(k), operands.get(k), k, workers));
    }
    Tensor product = new Tensor("", new int[0], new double[] {1});
    for (int k = 0; k < tensors.size(); k++) {
      StringBuilder needed = new StringBuilder(equation.result);
      tensors.subList(k + 1, tensors.size()).forEach(t -> needed.append(t.indexes));
      product = contract(product, tensors.get(k), needed.toString(), k, workers);
    }
    return matrix(product, equation.result, workers);
  }

  private static Tensor tensor(String indexes, Matrix a, int operand, Workers workers) {
    if (indexes.length() < 2) {
      boolean vector = indexes.isEmpty() ? a.cells() == 1 : a.rows() == 1 || a.cols() == 1;
      if (!vector) {
        throw new InputError(
            "operand "
                + (operand + 1)
                + " of einsum has "
                + (indexes.isEmpty()
                    ? "no index and must be a single cell"
                    : "one index and must be a vector")
                + ", but is "
                + a.shape());
      }
    }
    double[] cells = Flat.cells(a, "einsum", workers);
    if (indexes.isEmpty()) {
      return new Tensor("", new int[0], cells);
    } else if (indexes.length() == 1) {
      return new Tensor(indexes, new int[] {cells.length}, cells);
    } else if (indexes.charAt(0) != indexes.charAt(1)) {
      return new Tensor(indexes, new int[] {a.rows(), a.cols()}, cells);
    }
    if (a.rows() != a.cols()) {
      throw new InputError(
          "operand " + (operand + 1) + " of einsum must be square, but is " + a.shape());
    }
    double[] diagonal = new double[a.rows()];
    for (int i = 0; i < diagonal.length; i++) {
      diagonal[i] = a.get(i, i);
    }
    return new Tensor(indexes.substring(0, 1), new int[] {diagonal.length}, diagonal);
  }

  private static Tensor contract(Tensor a, Tensor b, String needed, int operand, Workers workers) {
    StringBuilder kept = new StringBuilder();
    StringBuilder summed = new StringBuilder();
    for (char index : (a.indexes + b.indexes).toCharArray()) {
      boolean inBoth = a.indexes.indexOf(index) >= 0 && b.indexes.indexOf(index) >= 0;
      if (inBoth && a.size(index) != b.size(index)) {
        throw new InputError(
            "index "
                + index
                + " of einsum is "
                + a.size(index)
                + " before and "
                + b.size(index)
                + " in operand "
                + (operand + 1));
      }
      StringBuilder target = needed.indexOf(index) >= 0 ? kept : summed;
      if (target.indexOf(String.valueOf(index)) < 0) {
        target.append(index);
      }
    }
    if (isProduct(a, b, kept, summed)) {
      return product(a, b, summed.charAt(0), workers);
    }
    return loop(a, b, kept.toString(), summed.toString());
  }

  /** One shared index is summed, one of each is kept: what the product kernels do well. */
  private static boolean isProduct(Tensor a, Tensor b, StringBuilder kept, StringBuilder summed) {
    return a.indexes.length() == 2
        && b.indexes.length() == 2
        && kept.length() == 2
        && summed.length() == 1
        && a.indexes.indexOf(summed.charAt(0)) >= 0
        && b.indexes.indexOf(summed.charAt(0)) >= 0;
  }

  private static Tensor product(Tensor a, Tensor b, char summed, Workers workers) {
    boolean aTurned = a.indexes.indexOf(summed) == 0;
    boolean bTurned = b.indexes.indexOf(summed) == 1;
    Matrix left = matrix(a, aTurned ? reversed(a.indexes) : a.indexes, workers);
    Matrix right = matrix(b, bTurned ? reversed(b.indexes) : b.indexes, workers);
    Matrix product = MatMult.multiply(left, right, workers);
    String indexes =
        String.valueOf(a.indexes.charAt(aTurned ? 1 : 0)) + b.indexes.charAt(bTurned ? 0 : 1);
    return new Tensor(
        indexes,
        new int[] {product.rows(), product.cols()},
        Flat.cells(product, "einsum", workers));
  }

  private static String reversed(String indexes) {
    return new StringBuilder(indexes).reverse().toString();
  }

  private static Tensor loop(Tensor a, Tensor b, String kept, String summed) {
    String all = kept + summed;
    int count = all.length();
    int[] sizes = new int[count];
    int[] aStrides = new int[count];
    int[] bStrides = new int[count];
    long cells = 1;
    for (int k = 0; k < count; k++) {
      char index = all.charAt(k);
      sizes[k] = a.indexes.indexOf(index) >= 0 ? a.size(index) : b.size(index);
      aStrides[k] = a.stride(index);
      bStrides[k] = b.stride(index);
      cells *= k < kept.length() ? sizes[k] : 1;
      if (cells > RowView.LONGEST_ARRAY) {
        throw new InputError("einsum needs an intermediate result of more than 2^31 cells");
      }
    }
    int[] keptSizes = java.util.Arrays.copyOf(sizes, kept.length());
    Tensor result = new Tensor(kept, keptSizes, new double[(int) cells]);
    int[] strides = new int[count];
    for (int k = 0; k < count; k++) {
      strides[k] = result.stride(all.charAt(k));
    }
    new Loop(sizes, aStrides, bStrides, strides, a.cells, b.cells, result.cells).run(0, 0, 0, 0);
    return result;
  }

  /** Nested loops over all indexes, the summed ones innermost. */
  private record Loop(
      int[] sizes,
      int[] aStrides,
      int[] bStrides,
      int[] strides,
      double[] a,
      double[] b,
      double[] result) {
    void run(int depth, int aAt, int bAt, int at) {
      if (depth == sizes.length) {
        result[at] += a[aAt] * b[bAt];
        return;
      }
      for (int i = 0; i < sizes[depth]; i++) {
        run(
            depth + 1,
            aAt + i * aStrides[depth],
            bAt + i * bStrides[depth],
            at + i * strides[depth]);
      }
    }
  }

  private static Matrix matrix(Tensor tensor, String indexes, Workers workers) {
    int rows = indexes.isEmpty() ? 1 : tensor.size(indexes.charAt(0));
    int cols = indexes.length() < 2 ? 1 : tensor.size(indexes.charAt(1));
    int rowStride = indexes.isEmpty() ? 0 : tensor.stride(indexes.charAt(0));
    int colStride = indexes.length() < 2 ? 0 : tensor.stride(indexes.charAt(1));
    Dense matrix = Dense.allocateUncleared(rows, cols, workers);
    for (int i = 0; i < rows; i++) {
      double[] cells = matrix.panelOf(i);
      int offset = matrix.offset(i);
      for (int j = 0; j < cols; j++) {
        cells[offset + j] = tensor.cells[i * rowStride + j * colStride];
      }
    }
    matrix.forgetNnz();
    return Formats.adapt(matrix, workers);
  }
}
