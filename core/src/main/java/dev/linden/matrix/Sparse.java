package dev.linden.matrix;

/**
 * Non-zero cells only, row by row with ascending columns. Kernels read every sparse representation
 * through the four row methods: the non-zeros of row i are {@code values(i)[p]} at column {@code
 * columns(i)[p]} for {@code start(i) <= p < end(i)}.
 */
public abstract sealed class Sparse extends Plain permits Csr, Mcsr, Coo {
  Sparse(int rows, int cols) {
    super(rows, cols);
  }

  public abstract int[] columns(int row);

  public abstract double[] values(int row);

  public abstract int start(int row);

  public abstract int end(int row);

  @Override
  public final boolean isSparse() {
    return true;
  }

  @Override
  public boolean nnzKnown() {
    return true;
  }

  @Override
  public abstract Sparse copy();

  @Override
  public final double get(int row, int col) {
    int p = java.util.Arrays.binarySearch(columns(row), start(row), end(row), col);
    return p >= 0 ? values(row)[p] : 0;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + " " + shape() + " nnz=" + nnz();
  }
}
