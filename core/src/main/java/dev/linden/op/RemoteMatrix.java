package dev.linden.op;

import dev.linden.matrix.Matrix;

/** What other machines hold of a matrix: its blocks, or copies of a local one. */
public interface RemoteMatrix {
  long rows();

  long cols();

  /** Exact non-zeros; -1 while nobody has counted them. Starts nothing. */
  long nnz();

  /** The same, counted now if need be. */
  long countedNnz();

  /** All cells as one block. The caller has made sure that it fits. */
  Matrix collect();

  /** No variable needs it any more. */
  void release();
}
