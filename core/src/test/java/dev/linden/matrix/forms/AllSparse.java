package dev.linden.matrix.forms;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import java.io.DataInput;

/**
 * All matrices of variables are compressed rows, however many non-zeros they have, so that every
 * kernel meets them.
 */
public final class AllSparse implements Packing {
  /** Larger ones would not fit: they stay as they are. */
  private static final long MOST_CELLS = 1 << 20;

  @Override
  public String name() {
    return "all-sparse";
  }

  @Override
  public Matrix pack(Plain matrix, Workers workers) {
    return matrix.cells() <= MOST_CELLS && matrix.rows() <= MOST_CELLS
        ? Formats.toCsr(matrix, workers)
        : matrix;
  }

  @Override
  public Packed read(int rows, int cols, DataInput in) {
    throw new LindenBug(name() + " packs nothing");
  }
}
