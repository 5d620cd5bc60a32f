package dev.linden.matrix;

/** Cells that loops can read: all of them, or the non-zeros. */
public abstract sealed class Plain extends Matrix permits Dense, Sparse {
  Plain(int rows, int cols) {
    super(rows, cols);
  }

  @Override
  public final Plain plain(Workers workers) {
    return this;
  }

  @Override
  public abstract Plain copy();
}
