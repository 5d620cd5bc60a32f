package dev.linden.matrix.kernel.layer;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Ranges;
import dev.linden.matrix.kernel.rows.RowCells;

/**
 * Maximum or average of each window of each channel of images (rows of X), and the derivatives.
 * Images are independent. The shapes of all arguments fit the windows, and every window of a
 * maximum holds at least one cell of the image.
 */
public final class Pooling {
  private Pooling() {}

  /** N x C·P·Q; padding never wins, NaN always does. */
  public static Matrix max(Matrix x, Windows windows, Workers workers) {
    int positions = windows.positions();
    int area = windows.height() * windows.width();
    Dense result = Dense.allocateUncleared(x.rows(), windows.channels() * positions, workers);
    workers.forRanges(
        x.rows(),
        grain(x.rows(), windows),
        (start, end) -> {
          RowCells rows = new RowCells(x);
          for (int n = start; n < end; n++) {
            rows.read(n);
            int at = result.offset(n);
            for (int c = 0; c < windows.channels(); c++) {
              for (int p = 0; p < windows.rows(); p++) {
                int channel = rows.offset() + c * area;
                maxima(windows, rows.cells(), channel, p, result.panelOf(n), at);
                at += windows.cols();
              }
            }
          }
        });
    return result;
  }

  /** The maxima of a row of windows; a method of its own, so that it is compiled early. */
  private static void maxima(
      Windows windows, double[] image, int channel, int p, double[] to, int at) {
    int width = windows.width();
    int first = channel + top(windows, p) * width;
    int end = channel + bottom(windows, p) * width;
    for (int q = 0; q < windows.cols(); q++) {
      int left = left(windows, q);
      int right = right(windows, q);
      double max = Double.NEGATIVE_INFINITY;
      for (int row = first; row < end; row += width) {
        for (int k = row + left; k < row + right; k++) {
          max = Math.max(max, image[k]);
        }
      }
      to[at + q] = max;
    }
  }

  /** N x C·P·Q; padding counts as zeros. */
  public static Matrix average(Matrix x, Windows windows, Workers workers) {
    double size = (double) windows.windowHeight() * windows.windowWidth();
    return pool(
        x,
        windows,
        workers,
        (image, channel, p, q) -> {
          double sum = 0;
          for (int h = top(windows, p); h < bottom(windows, p); h++) {
            for (int w = left(windows, q); w < right(windows, q); w++) {
              sum += image[channel + h * windows.width() + w];
            }
          }
          return sum / size;
        });
  }

  /** N x C·H·W: the gradient of each window goes to its first maximum, row by row. */
  public static Matrix maxBackward(Matrix x, Matrix dout, Windows windows, Workers workers) {
    Matrix result =
        spread(
            x,
            dout,
            windows,
            workers,
            (image, channel, p, q, gradient, target, offset) ->
                target[offset + largest(windows, image, channel, p, q) - channel] += gradient);
    return Formats.adapt(result, workers);
  }

  /** N x C·H·W: the gradient of each window in equal shares. */
  public static Matrix averageBackward(Matrix x, Matrix dout, Windows windows, Workers workers) {
    double size = (double) windows.windowHeight() * windows.windowWidth();
    return spread(
        x,
        dout,
        windows,
        workers,
        (image, channel, p, q, gradient, target, offset) -> {
          for (int h = top(windows, p); h < bottom(windows, p); h++) {
            for (int w = left(windows, q); w < right(windows, q); w++) {
              target[offset + h * windows.width() + w] += gradient / size;
            }
          }
        });
  }

  // ---- one window

  private static int top(Windows windows, int p) {
    return Math.max(0, windows.top(p));
  }

  private static int bottom(Windows windows, int p) {
    return Math.min(windows.height(), windows.top(p) + windows.windowHeight());
  }

  private static int left(Windows windows, int q) {
    return Math.max(0, windows.left(q));
  }

  private static int right(Windows windows, int q) {
    return Math.min(windows.width(), windows.left(q) + windows.windowWidth());
  }

  /** Index of the first of the largest cells; of the first NaN if there is one. */
  private static int largest(Windows windows, double[] image, int channel, int p, int q) {
    int best = -1;
    for (int h = top(windows, p); h < bottom(windows, p); h++) {
      for (int w = left(windows, q); w < right(windows, q); w++) {
        int at = channel + h * windows.width() + w;
        if (Double.isNaN(image[at])) {
          return at;
        }
        if (best < 0 || image[at] > image[best]) {
          best = at;
        }
      }
    }
    return best;
  }

  // ---- all windows

  /** The value of a window of the channel that starts at {@code channel}. */
  @FunctionalInterface
  private interface Pool {
    double of(double[] image, int channel, int p, int q);
  }

  private static Dense pool(Matrix x, Windows windows, Workers workers, Pool pool) {
    int positions = windows.positions();
    int area = windows.height() * windows.width();
    Dense result = Dense.allocateUncleared(x.rows(), windows.channels() * positions, workers);
    workers.forRanges(
        x.rows(),
        grain(x.rows(), windows),
        (start, end) -> {
          RowCells rows = new RowCells(x);
          for (int n = start; n < end; n++) {
            rows.read(n);
            double[] to = result.panelOf(n);
            int at = result.offset(n);
            for (int c = 0; c < windows.channels(); c++) {
              for (int p = 0; p < windows.rows(); p++) {
                for (int q = 0; q < windows.cols(); q++) {
                  to[at++] = pool.of(rows.cells(), rows.offset() + c * area, p, q);
                }
              }
            }
          }
        });
    return result;
  }

  /**
   * Adds the gradient of a window to the cells of the channel that starts at {@code channel} of
   * {@code image} and at {@code offset} of {@code target}.
   */
  @FunctionalInterface
  private interface Spread {
    void add(
        double[] image, int channel, int p, int q, double gradient, double[] target, int offset);
  }

  private static Dense spread(
      Matrix x, Matrix dout, Windows windows, Workers workers, Spread spread) {
    int area = windows.height() * windows.width();
    Dense result = Dense.allocate(x.rows(), windows.imageCells(), workers);
    workers.forRanges(
        x.rows(),
        grain(x.rows(), windows),
        (start, end) -> {
          RowCells rows = new RowCells(x);
          RowCells gradients = new RowCells(dout);
          for (int n = start; n < end; n++) {
            rows.read(n);
            gradients.read(n);
            int at = gradients.offset();
            for (int c = 0; c < windows.channels(); c++) {
              for (int p = 0; p < windows.rows(); p++) {
                for (int q = 0; q < windows.cols(); q++) {
                  spread.add(
                      rows.cells(),
                      rows.offset() + c * area,
                      p,
                      q,
                      gradients.cells()[at++],
                      result.panelOf(n),
                      result.offset(n) + c * area);
                }
              }
            }
          }
        });
    return result;
  }

  private static int grain(int images, Windows windows) {
    return Ranges.rows(images, (double) images * windows.positions() * windows.windowCells());
  }
}
