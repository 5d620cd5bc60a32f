package dev.linden.matrix.kernel.layer;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.DenseGemm;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowCells;
import dev.linden.matrix.kernel.rows.RowLoops;

/**
 * Two-dimensional cross-correlation of images (rows of X) with filters (rows of W), and its
 * derivatives. Each image is unfolded into a matrix of what its windows see, which turns the
 * correlation into a matrix product; only one unfolded image per thread exists at a time. Images
 * are independent, and sums over images are taken over fixed ranges in order, so the bits are the
 * same for any number of threads. The shapes of all arguments fit the windows.
 */
public final class Conv2d {
  /** With fewer images the threads share the product of each one. */
  private static final int FEW_IMAGES = 8;

  /** Ranges whose sums are kept side by side when the gradients of the filters are added up. */
  private static final int MOST_PARTIAL_SUMS = 32;

  private Conv2d() {}

  /** N x K·P·Q: filter k at position (p, q) of image n. */
  public static Matrix forward(Matrix x, Matrix w, Windows windows, Workers workers) {
    Dense filters = Formats.toDense(w, workers);
    int images = x.rows();
    int positions = windows.positions();
    int inner = windows.windowCells();
    int cells = filters.rows() * positions;
    Dense result = Dense.allocateUncleared(images, cells, workers);
    if (images < FEW_IMAGES) {
      RowCells rows = new RowCells(x);
      double[] columns = new double[inner * positions];
      for (int n = 0; n < images; n++) {
        rows.read(n);
        windows.unfold(rows.cells(), rows.offset(), columns);
        Dense seen = Dense.wrap(inner, positions, columns);
        Dense product = Formats.toDense(MatMult.multiply(filters, seen, workers), workers);
        copyCells(product, result, n);
      }
      return result;
    }
    workers.forRanges(
        images,
        Ranges.rows(images, (double) images * cells * inner),
        (start, end) -> {
          RowCells rows = new RowCells(x);
          double[] columns = workers.arrays().uncleared(inner * positions);
          Dense seen = Dense.wrap(inner, positions, columns);
          double[] product = workers.arrays().uncleared(cells);
          Dense sums = Dense.wrap(filters.rows(), positions, product);
          for (int n = start; n < end; n++) {
            rows.read(n);
            windows.unfold(rows.cells(), rows.offset(), columns);
            DenseGemm.multiplyInto(filters, seen, false, sums, workers);
            System.arraycopy(product, 0, result.panelOf(n), result.offset(n), cells);
          }
          workers.arrays().recycle(columns);
          workers.arrays().recycle(product);
        });
    return result;
  }

  private static void copyCells(Dense from, Dense to, int row) {
    int at = to.offset(row);
    for (int i = 0; i < from.rows(); i++, at += from.cols()) {
      System.arraycopy(from.panelOf(i), from.offset(i), to.panelOf(row), at, from.cols());
    }
  }

  /**
   * K x C·R·S: the gradient of the filters, given that of the result.
   *
   * @param dout N x K·P·Q
   */
  public static Matrix backwardFilter(Matrix x, Matrix dout, Windows windows, Workers workers) {
    int images = x.rows();
    int positions = windows.positions();
    int inner = windows.windowCells();
    int filters = dout.cols() / positions;
    int grain =
        Math.max(
            Ranges.rows(images, (double) images * filters * positions * inner),
            (images + MOST_PARTIAL_SUMS - 1) / MOST_PARTIAL_SUMS);
    Dense[] parts = new Dense[Workers.rangeCount(images, grain)];
    workers.forRanges(
        images,
        grain,
        (start, end) -> {
          Dense part = Dense.zeros(filters, inner);
          Dense product = Dense.zeros(filters, inner);
          RowCells rows = new RowCells(x);
          RowCells gradients = new RowCells(dout);
          double[] columns = workers.arrays().uncleared(inner * positions);
          Dense seen = Dense.wrap(inner, positions, columns);
          double[] cells = workers.arrays().uncleared(filters * positions);
          Dense gradient = Dense.wrap(filters, positions, cells);
          for (int n = start; n < end; n++) {
            rows.read(n);
            windows.unfold(rows.cells(), rows.offset(), columns);
            gradients.read(n);
            System.arraycopy(gradients.cells(), gradients.offset(), cells, 0, cells.length);
            DenseGemm.multiplyInto(gradient, seen, true, product, workers);
            RowLoops.add(product.panel(0), 0, part.panel(0), 0, filters * inner);
          }
          parts[start / grain] = part;
          workers.arrays().recycle(columns);
          workers.arrays().recycle(cells);
        });
    Dense result = Dense.allocate(filters, inner, workers);
    for (Dense part : parts) {
      for (int k = 0; k < filters; k++) {
        RowLoops.add(part.panelOf(k), part.offset(k), result.panelOf(k), result.offset(k), inner);
      }
    }
    return result;
  }

  /**
   * N x C·H·W: the gradient of the images, given that of the result.
   *
   * @param dout N x K·P·Q
   */
  public static Matrix backwardData(Matrix w, Matrix dout, Windows windows, Workers workers) {
    Dense filters = Formats.toDense(Reorg.transpose(w, workers), workers);
    int images = dout.rows();
    int positions = windows.positions();
    int inner = windows.windowCells();
    int count = w.rows();
    Dense result = Dense.allocate(images, windows.imageCells(), workers);
    workers.forRanges(
        images,
        Ranges.rows(images, (double) images * count * positions * inner),
        (start, end) -> {
          RowCells gradients = new RowCells(dout);
          double[] cells = workers.arrays().uncleared(count * positions);
          Dense gradient = Dense.wrap(count, positions, cells);
          double[] columns = workers.arrays().uncleared(inner * positions);
          Dense sums = Dense.wrap(inner, positions, columns);
          for (int n = start; n < end; n++) {
            gradients.read(n);
            System.arraycopy(gradients.cells(), gradients.offset(), cells, 0, cells.length);
            DenseGemm.multiplyInto(filters, gradient, false, sums, workers);
            windows.fold(columns, result.panelOf(n), result.offset(n));
          }
          workers.arrays().recycle(columns);
          workers.arrays().recycle(cells);
        });
    return result;
  }
}
