package dev.linden.matrix;

import dev.linden.base.LindenBug;
import java.io.DataInput;

/** All matrices of variables have the same form, whatever their cells, so that kernels meet it. */
public abstract class OneForm implements Packing {
  /** Larger ones would not fit: they stay as they are. */
  private static final long MOST_CELLS = 1 << 20;

  private final String name;

  private OneForm(String name) {
    this.name = name;
  }

  /** However many non-zeros they have. */
  public static final class AllSparse extends OneForm {
    public AllSparse() {
      super("all-sparse");
    }

    @Override
    Matrix convert(Plain matrix, Workers workers) {
      return Formats.toCsr(matrix, workers);
    }
  }

  /** However few non-zeros they have. */
  public static final class AllDense extends OneForm {
    public AllDense() {
      super("all-dense");
    }

    @Override
    Matrix convert(Plain matrix, Workers workers) {
      return Formats.toDense(matrix, workers);
    }
  }

  abstract Matrix convert(Plain matrix, Workers workers);

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Matrix pack(Plain matrix, Workers workers) {
    return matrix.cells() <= MOST_CELLS && matrix.rows() <= MOST_CELLS
        ? convert(matrix, workers)
        : matrix;
  }

  @Override
  public final Packed read(int rows, int cols, DataInput in) {
    throw new LindenBug(name + " packs nothing");
  }
}
