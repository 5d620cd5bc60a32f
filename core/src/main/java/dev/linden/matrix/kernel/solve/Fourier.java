package dev.linden.matrix.kernel.solve;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.Grain;

/**
 * Discrete Fourier transforms, of each row or in two dimensions, by the radix-2 algorithm of Cooley
 * and Tukey in place; lengths must be powers of two.
 */
public final class Fourier {
  private final Dense real;
  private final Dense imaginary;

  private Fourier(Dense real, Dense imaginary) {
    this.real = real;
    this.imaginary = imaginary;
  }

  public Matrix real() {
    return real;
  }

  public Matrix imaginary() {
    return imaginary;
  }

  /**
   * {@code imaginary} may be null for 0; {@code inverse} also divides by the number of cells that
   * take part; {@code byRow}: each row by itself.
   */
  public static Fourier transform(
      Matrix real, Matrix imaginary, boolean inverse, boolean byRow, Workers workers) {
    requirePower(real.cols(), real);
    if (!byRow) {
      requirePower(real.rows(), real);
    }
    if (imaginary != null && (imaginary.rows() != real.rows() || imaginary.cols() != real.cols())) {
      throw new InputError(
          "the imaginary part must have the shape of the real part, "
              + real.shape()
              + ", but is "
              + imaginary.shape());
    }
    Fourier data =
        new Fourier(
            own(real, workers),
            imaginary == null
                ? Dense.allocate(real.rows(), real.cols(), workers)
                : own(imaginary, workers));
    data.rows(inverse, workers);
    if (byRow || real.rows() == 1) {
      return data;
    }
    Fourier turned = data.transposed(workers);
    turned.rows(inverse, workers);
    return turned.transposed(workers);
  }

  /** How many windows a row of this many cells has; checks window and overlap. */
  public static long windowCount(long cols, long window, long overlap) {
    if (window < 1 || Long.bitCount(window) != 1 || window > cols) {
      throw new InputError(
          "stft needs a window that is a power of two and no longer than the "
              + cols
              + " columns, but found "
              + window);
    }
    if (overlap < 0 || overlap >= window) {
      throw new InputError(
          "stft needs an overlap of at least 0 and less than the window of "
              + window
              + ", but found "
              + overlap);
    }
    return 1 + (cols - window) / (window - overlap);
  }

  /**
   * The transforms of all windows of each row, side by side; cells behind the last are left out.
   */
  public static Fourier windows(Matrix a, long window, long overlap, Workers workers) {
    int count = (int) windowCount(a.cols(), window, overlap);
    int length = (int) window;
    int step = (int) (window - overlap);
    Dense cells = Dense.allocateUncleared(Math.multiplyExact(a.rows(), count), length, workers);
    for (int i = 0; i < a.rows(); i++) {
      for (int k = 0; k < count; k++) {
        for (int j = 0; j < length; j++) {
          cells.set(i * count + k, j, a.get(i, k * step + j));
        }
      }
    }
    cells.forgetNnz();
    Fourier parts = transform(cells, null, false, true, workers);
    return new Fourier(joined(parts.real, count, workers), joined(parts.imaginary, count, workers));
  }

  /** This many rows each side by side. */
  private static Dense joined(Dense a, int count, Workers workers) {
    int length = a.cols();
    int cols = Math.multiplyExact(count, length);
    Dense result = Dense.allocateUncleared(a.rows() / count, cols, workers);
    for (int i = 0; i < a.rows(); i++) {
      int row = i / count;
      int target = result.offset(row) + i % count * length;
      System.arraycopy(a.panelOf(i), a.offset(i), result.panelOf(row), target, length);
    }
    result.forgetNnz();
    return result;
  }

  private static void requirePower(int length, Matrix a) {
    if (Integer.bitCount(length) != 1) {
      throw new InputError(
          "a Fourier transform needs dimensions that are powers of two, but found " + a.shape());
    }
  }

  private static Dense own(Matrix a, Workers workers) {
    return Formats.ownDense(a, workers);
  }

  private Fourier transposed(Workers workers) {
    return new Fourier(
        (Dense) Reorg.transpose(real, workers), (Dense) Reorg.transpose(imaginary, workers));
  }

  private void rows(boolean inverse, Workers workers) {
    int n = real.cols();
    double[] cosines = new double[n / 2];
    double[] sines = new double[n / 2];
    for (int k = 0; k < n / 2; k++) {
      double angle = (inverse ? 2 : -2) * Math.PI * k / n;
      cosines[k] = Math.cos(angle);
      sines[k] = Math.sin(angle);
    }
    workers.forRanges(
        real.rows(),
        Grain.rows(n),
        (start, end) -> {
          for (int i = start; i < end; i++) {
            row(
                real.panelOf(i),
                imaginary.panelOf(i),
                real.offset(i),
                n,
                cosines,
                sines,
                inverse ? 1.0 / n : 1);
          }
        });
    real.forgetNnz();
    imaginary.forgetNnz();
  }

  private static void row(
      double[] re, double[] im, int offset, int n, double[] cosines, double[] sines, double scale) {
    reverseBits(re, im, offset, n);
    for (int half = 1; half < n; half *= 2) {
      int stride = n / (2 * half);
      for (int start = offset; start < offset + n; start += 2 * half) {
        for (int k = 0; k < half; k++) {
          double c = cosines[k * stride];
          double s = sines[k * stride];
          int a = start + k;
          int b = a + half;
          double x = c * re[b] - s * im[b];
          double y = c * im[b] + s * re[b];
          re[b] = re[a] - x;
          im[b] = im[a] - y;
          re[a] += x;
          im[a] += y;
        }
      }
    }
    if (scale != 1) {
      for (int k = offset; k < offset + n; k++) {
        re[k] *= scale;
        im[k] *= scale;
      }
    }
  }

  private static void reverseBits(double[] re, double[] im, int offset, int n) {
    int shift = Integer.numberOfLeadingZeros(n) + 1;
    for (int k = 1; k < n - 1; k++) {
      int other = Integer.reverse(k) >>> shift;
      if (other > k) {
        double swapped = re[offset + k];
        re[offset + k] = re[offset + other];
        re[offset + other] = swapped;
        swapped = im[offset + k];
        im[offset + k] = im[offset + other];
        im[offset + other] = swapped;
      }
    }
  }
}
