package dev.linden.matrix.kernel.layer;

import java.util.Arrays;

/**
 * How windows (the extent of a filter or pool) slide over images of several channels: each stride
 * apart, over the image and this many cells of padding on all sides. An image is a row of cells,
 * channel by channel, each row by row.
 */
public record Windows(
    int channels,
    int height,
    int width,
    int windowHeight,
    int windowWidth,
    int strideHeight,
    int strideWidth,
    int padHeight,
    int padWidth) {

  /** Positions of a window from top to bottom. */
  public int rows() {
    return (height + 2 * padHeight - windowHeight) / strideHeight + 1;
  }

  /** Positions of a window from left to right. */
  public int cols() {
    return (width + 2 * padWidth - windowWidth) / strideWidth + 1;
  }

  /** Positions of a window in all. */
  public int positions() {
    return rows() * cols();
  }

  /** Cells of an image. */
  int imageCells() {
    return channels * height * width;
  }

  /** Cells of a window over all channels. */
  int windowCells() {
    return channels * windowHeight * windowWidth;
  }

  int top(int p) {
    return p * strideHeight - padHeight;
  }

  int left(int q) {
    return q * strideWidth - padWidth;
  }

  /** The first position from left to right whose window has its column s inside the image. */
  private int firstInside(int s) {
    int outside = -(left(0) + s);
    return Math.min(cols(), outside <= 0 ? 0 : (outside - 1) / strideWidth + 1);
  }

  /** The position behind the last one whose window has its column s inside the image. */
  private int endInside(int s) {
    int inside = width - (left(0) + s);
    return inside <= 0 ? 0 : Math.min(cols(), (inside - 1) / strideWidth + 1);
  }

  /**
   * Writes what the windows see: row (channel, row, column of the window) and column (position) of
   * {@code columns}, zero where a window hangs over the edge. Writes all cells.
   */
  void unfold(double[] image, int offset, double[] columns) {
    int at = 0;
    int across = cols();
    for (int c = 0; c < channels; c++) {
      int channel = offset + c * height * width;
      for (int r = 0; r < windowHeight; r++) {
        for (int s = 0; s < windowWidth; s++) {
          int end = endInside(s);
          int first = Math.min(firstInside(s), end);
          for (int p = 0; p < rows(); p++, at += across) {
            int h = top(p) + r;
            if (h < 0 || h >= height || first == end) {
              Arrays.fill(columns, at, at + across, 0);
              continue;
            }
            int from = channel + h * width + left(first) + s;
            Arrays.fill(columns, at, at + first, 0);
            if (strideWidth == 1) {
              System.arraycopy(image, from, columns, at + first, end - first);
            } else {
              for (int q = first; q < end; q++, from += strideWidth) {
                columns[at + q] = image[from];
              }
            }
            Arrays.fill(columns, at + end, at + across, 0);
          }
        }
      }
    }
  }

  /** The transpose of {@link #unfold}: adds each cell of {@code columns} to the cell it saw. */
  void fold(double[] columns, double[] image, int offset) {
    int at = 0;
    for (int c = 0; c < channels; c++) {
      int channel = offset + c * height * width;
      for (int r = 0; r < windowHeight; r++) {
        for (int s = 0; s < windowWidth; s++) {
          int first = firstInside(s);
          int end = endInside(s);
          for (int p = 0; p < rows(); p++, at += cols()) {
            int h = top(p) + r;
            if (h >= 0 && h < height) {
              int to = channel + h * width + left(first) + s;
              for (int q = first; q < end; q++, to += strideWidth) {
                image[to] += columns[at + q];
              }
            }
          }
        }
      }
    }
  }
}
