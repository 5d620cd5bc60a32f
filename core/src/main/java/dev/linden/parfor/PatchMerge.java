package dev.linden.parfor;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Indexing;
import java.util.List;

/** Puts what tasks have changed of a matrix into a copy of it; the original stays as it is. */
public final class PatchMerge {
  private final Matrix original;
  private final Workers workers;
  private Matrix merged;

  public PatchMerge(Matrix original, Workers workers) {
    this.original = original;
    this.workers = workers;
  }

  public void add(Patch patch) {
    if (merged == null) {
      merged = original.copy();
    }
    int rowEnd = patch.row() + patch.cells().rows();
    int colEnd = patch.col() + patch.cells().cols();
    Matrix before = slice(original, patch, rowEnd, colEnd);
    Matrix soFar = slice(merged, patch, rowEnd, colEnd);
    boolean whole = soFar == merged;
    Matrix both =
        ResultMerge.merge(
            ResultMerge.isEmpty(before) ? null : before, List.of(soFar, patch.cells()), workers);
    merged =
        whole
            ? both
            : Indexing.assign(
                merged, patch.row(), rowEnd, patch.col(), colEnd, both, true, workers);
  }

  private Matrix slice(Matrix matrix, Patch patch, int rowEnd, int colEnd) {
    return Indexing.slice(matrix, patch.row(), rowEnd, patch.col(), colEnd, workers);
  }

  /** Null if nothing has been added. */
  public Matrix merged() {
    return merged;
  }
}
