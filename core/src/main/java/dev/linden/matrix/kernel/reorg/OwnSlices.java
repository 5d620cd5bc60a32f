package dev.linden.matrix.kernel.reorg;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.List;

/**
 * For packed matrices that stay packed while their cells move. Every method may return null, which
 * means: unpack, and do it as usual.
 */
public interface OwnSlices {
  /** Rows {@code [rowStart, rowEnd)} of the columns {@code [colStart, colEnd)}. */
  Matrix slice(int rowStart, int rowEnd, int colStart, int colEnd, Workers workers);

  /** Row i of the result is row {@code source[i]} of X. */
  Matrix rowsAt(int[] source, Workers workers);

  Matrix transpose(Workers workers);

  /**
   * These matrices, of which X is the first, side by side, or on top of each other if {@code rows}.
   */
  Matrix append(List<Matrix> parts, boolean rows, Workers workers);
}
