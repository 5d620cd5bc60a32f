package dev.linden.run;

import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Size;
import dev.linden.plan.RecompilePoint;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The variables that the plan of a DAG depends on: dimensions and sparsity of matrices, values of
 * scalars in size expressions. As a signature they are numbers that can be compared without making
 * objects, since that happens at every execution of the block.
 *
 * <p>Sparsity counts in classes, so that a plan serves all matrices of a class: empty, dense (or
 * not counted), and for sparse matrices the power of four that bounds the non-zeros.
 */
final class Leaves {
  /** Operations on so few cells take less time than it takes to plan them anew. */
  private static final int TINY_CELLS = 4096;

  private static final int NUMBERS_PER_MATRIX = 3;
  private static final int NUMBERS_PER_SCALAR = 2;
  private static final long ABSENT = -1;

  // Classes of sparsity; a sparse matrix with known non-zeros has SPARSE plus an exponent.
  private static final long EMPTY = 0;
  private static final long DENSE = 1;
  private static final long SPARSE_UNCOUNTED = 2;
  private static final long SPARSE = 3;

  private final String[] matrices;
  private final int[] matrixSlots;
  private final String[] scalars;
  private final int[] scalarSlots;
  private final int[] generatingSlots;

  Leaves(RecompilePoint point) {
    matrices = point.matrices();
    matrixSlots = point.matrixSlots();
    scalars = point.scalars();
    scalarSlots = point.scalarSlots();
    generatingSlots = point.generatingSlots();
  }

  long[] signature(Frame frame) {
    long[] signature =
        new long[NUMBERS_PER_MATRIX * matrixSlots.length + NUMBERS_PER_SCALAR * scalarSlots.length];
    int at = 0;
    for (int slot : matrixSlots) {
      MatrixValue matrix = matrix(frame, slot);
      signature[at] = matrix == null ? ABSENT : matrix.size().rows();
      signature[at + 1] = matrix == null ? ABSENT : matrix.size().cols();
      signature[at + 2] = matrix == null ? ABSENT : sparsity(matrix);
      at += NUMBERS_PER_MATRIX;
    }
    for (int slot : scalarSlots) {
      signature[at] = frame.tags[slot];
      signature[at + 1] = isNumber(frame, slot) ? frame.bits[slot] : ABSENT;
      at += NUMBERS_PER_SCALAR;
    }
    return signature;
  }

  boolean match(long[] signature, Frame frame) {
    int at = 0;
    for (int slot : matrixSlots) {
      MatrixValue matrix = matrix(frame, slot);
      if (matrix == null
          ? signature[at] != ABSENT
          : signature[at] != matrix.size().rows()
              || signature[at + 1] != matrix.size().cols()
              || signature[at + 2] != sparsity(matrix)) {
        return false;
      }
      at += NUMBERS_PER_MATRIX;
    }
    for (int slot : scalarSlots) {
      if (signature[at] != frame.tags[slot]
          || (isNumber(frame, slot) && signature[at + 1] != frame.bits[slot])) {
        return false;
      }
      at += NUMBERS_PER_SCALAR;
    }
    return true;
  }

  /** Nothing large is read, and no scalar asks for something large. */
  boolean areTiny(Frame frame) {
    long cells = 0;
    for (int slot : matrixSlots) {
      MatrixValue matrix = matrix(frame, slot);
      cells += matrix == null ? 0 : Math.min(TINY_CELLS, cells(matrix));
    }
    for (int slot : generatingSlots) {
      double value = isNumber(frame, slot) ? frame.number(slot) : 0;
      cells += Math.abs(value) < TINY_CELLS ? (long) (value * value) : TINY_CELLS;
    }
    return cells < TINY_CELLS;
  }

  /** What is known of each variable now; scalars as constants. */
  Map<String, Info> infos(Frame frame) {
    Map<String, Info> infos = new LinkedHashMap<>();
    for (int k = 0; k < matrices.length; k++) {
      MatrixValue matrix = matrix(frame, matrixSlots[k]);
      if (matrix != null) {
        Size size = matrix.size();
        long bound = bound(sparsity(matrix));
        infos.put(
            matrices[k],
            Info.matrix(bound < 0 ? size : size.withNnz(Math.min(bound, cells(matrix)))));
      }
    }
    for (int k = 0; k < scalars.length; k++) {
      if (isNumber(frame, scalarSlots[k])) {
        infos.put(scalars[k], Info.constant(frame.scalar(scalarSlots[k])));
      }
    }
    return infos;
  }

  /** Null for a variable without a value: only some paths assign it. */
  private static MatrixValue matrix(Frame frame, int slot) {
    return frame.references[slot] instanceof MatrixValue value ? value : null;
  }

  private static long cells(MatrixValue value) {
    return value.size().cells();
  }

  private static boolean isNumber(Frame frame, int slot) {
    byte tag = frame.tags[slot];
    return tag == Frame.DOUBLE || tag == Frame.INT || tag == Frame.BOOLEAN;
  }

  /** A matrix that only other machines hold tells what they know without being asked to count. */
  private static long sparsity(MatrixValue value) {
    Matrix matrix = value.resident();
    if (matrix == null && value.remote() != null) {
      long nnz = value.remote().nnz();
      boolean sparse = nnz >= 0 && nnz < Formats.DENSEST_SPARSE * cells(value);
      return sparse ? sparse(nnz) : DENSE;
    }
    if (matrix == null && value.keeper() != null && value.keeper().form() != null) {
      return sparsity(value.keeper().form());
    }
    return sparsity(MatrixValue.Form.of(matrix == null ? value.matrix() : matrix));
  }

  /** Sparsity as far as it is known without counting: that would be a pass over the cells. */
  private static long sparsity(MatrixValue.Form form) {
    if (form.sparse()) {
      return form.nnz() < 0 ? SPARSE_UNCOUNTED : sparse(form.nnz());
    }
    return form.nnz() == 0 ? EMPTY : DENSE;
  }

  private static long sparse(long nnz) {
    return nnz == 0 ? EMPTY : SPARSE + exponent(nnz);
  }

  /** The smallest e with 4^e at least n. */
  private static int exponent(long n) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(n - 1);
    return (bits + 1) / 2;
  }

  /** Most non-zeros of a class; -1 if it says nothing. */
  private static long bound(long sparsity) {
    if (sparsity == EMPTY) {
      return 0;
    }
    return sparsity >= SPARSE ? 1L << 2 * (sparsity - SPARSE) : -1;
  }
}
