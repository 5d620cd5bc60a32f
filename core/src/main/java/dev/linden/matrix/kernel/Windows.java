package dev.linden.matrix.kernel;

/**
 * How windows (the extent of a filter or pool) slide over images of several channels: each stride
 * apart, over the image and so many cells of padding on all sides. An image is a row of cells,
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

  /**
   * Writes what the windows see: row (channel, row, column of the window) and column (position) of
   * {@code columns}, zero where a window hangs over the edge. Writes all cells.
   */
  void unfold(double[] image, int offset, double[] columns) {
    int at = 0;
    for (int c = 0; c < channels; c++) {
      int channel = offset + c * height * width;
      for (int r = 0; r < windowHeight; r++) {
        for (int s = 0; s < windowWidth; s++) {
          for (int p = 0; p < rows(); p++) {
            int h = top(p) + r;
            boolean inside = h >= 0 && h < height;
            for (int q = 0, w = left(0) + s; q < cols(); q++, w += strideWidth) {
              columns[at++] = inside && w >= 0 && w < width ? image[channel + h * width + w] : 0;
            }
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
          for (int p = 0; p < rows(); p++) {
            int h = top(p) + r;
            boolean inside = h >= 0 && h < height;
            for (int q = 0, w = left(0) + s; q < cols(); q++, w += strideWidth, at++) {
              if (inside && w >= 0 && w < width) {
                image[channel + h * width + w] += columns[at];
              }
            }
          }
        }
      }
    }
  }
}
