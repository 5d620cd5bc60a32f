package dev.linden.matrix.kernel.layer;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.List;

/**
 * Batch normalization of images: each channel of all images together. Channels are independent, so
 * they run in parallel; a channel is summed in the order of images and pixels.
 */
public final class BatchNorm2d {
  private final Dense x;
  private final int channels;
  private final int pixels;
  private final Workers workers;

  private BatchNorm2d(Matrix x, int channels, Workers workers) {
    this.x = Formats.toDense(x, workers);
    this.channels = channels;
    this.pixels = channels == 0 ? 0 : x.cols() / channels;
    this.workers = workers;
  }

  private long count() {
    return (long) x.rows() * pixels;
  }

  private void forChannels(Workers.Range task) {
    workers.forRanges(channels, 1, task);
  }

  /**
   * The normalized images, the new running mean and variance, and mean and inverse deviation that
   * the backward pass needs. In training these are those of the batch, and the running ones move
   * towards them: {@code mu * old + (1 - mu) * batch}; else the running ones are used and stay.
   */
  public static List<Matrix> forward(
      Matrix images,
      Matrix gamma,
      Matrix beta,
      Matrix runningMean,
      Matrix runningVariance,
      boolean training,
      double epsilon,
      double mu,
      Workers workers) {
    BatchNorm2d norm = new BatchNorm2d(images, gamma.rows(), workers);
    int channels = norm.channels;
    Dense out = Dense.allocateUncleared(images.rows(), images.cols(), workers);
    Dense newMean = Dense.zeros(channels, 1);
    Dense newVariance = Dense.zeros(channels, 1);
    Dense usedMean = Dense.zeros(channels, 1);
    Dense usedInverse = Dense.zeros(channels, 1);
    norm.forChannels(
        (start, end) -> {
          for (int c = start; c < end; c++) {
            double mean = runningMean.get(c, 0);
            double variance = runningVariance.get(c, 0);
            if (training) {
              double batchMean = norm.mean(c);
              double batchVariance = norm.variance(c, batchMean);
              newMean.set(c, 0, mu * mean + (1 - mu) * batchMean);
              newVariance.set(c, 0, mu * variance + (1 - mu) * batchVariance);
              mean = batchMean;
              variance = batchVariance;
            } else {
              newMean.set(c, 0, mean);
              newVariance.set(c, 0, variance);
            }
            double inverse = 1 / Math.sqrt(variance + epsilon);
            usedMean.set(c, 0, mean);
            usedInverse.set(c, 0, inverse);
            norm.normalize(c, mean, inverse, gamma.get(c, 0), beta.get(c, 0), out);
          }
        });
    out.forgetNnz();
    return List.of(out, newMean, newVariance, usedMean, usedInverse);
  }

  private double mean(int channel) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      double[] cells = x.panelOf(i);
      int at = x.offset(i) + channel * pixels;
      for (int p = at; p < at + pixels; p++) {
        sum += cells[p];
      }
    }
    return sum / count();
  }

  private double variance(int channel, double mean) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      double[] cells = x.panelOf(i);
      int at = x.offset(i) + channel * pixels;
      for (int p = at; p < at + pixels; p++) {
        double deviation = cells[p] - mean;
        sum += deviation * deviation;
      }
    }
    return sum / count();
  }

  private void normalize(
      int channel, double mean, double inverse, double gamma, double beta, Dense out) {
    for (int i = 0; i < x.rows(); i++) {
      double[] from = x.panelOf(i);
      double[] to = out.panelOf(i);
      int at = x.offset(i) + channel * pixels;
      int target = out.offset(i) + channel * pixels;
      for (int p = 0; p < pixels; p++) {
        to[target + p] = (from[at + p] - mean) * inverse * gamma + beta;
      }
    }
  }

  /** The gradients by images, gamma and beta. */
  public static List<Matrix> backward(
      Matrix images, Matrix dout, Matrix gamma, Matrix mean, Matrix inverse, Workers workers) {
    BatchNorm2d norm = new BatchNorm2d(images, gamma.rows(), workers);
    Dense gradient = Formats.toDense(dout, workers);
    Dense dx = Dense.allocateUncleared(images.rows(), images.cols(), workers);
    Dense dgamma = Dense.zeros(norm.channels, 1);
    Dense dbeta = Dense.zeros(norm.channels, 1);
    norm.forChannels(
        (start, end) -> {
          for (int c = start; c < end; c++) {
            norm.backward(
                c, gradient, gamma.get(c, 0), mean.get(c, 0), inverse.get(c, 0), dx, dgamma, dbeta);
          }
        });
    dx.forgetNnz();
    return List.of(dx, dgamma, dbeta);
  }

  private void backward(
      int channel,
      Dense dout,
      double gamma,
      double mean,
      double inverse,
      Dense dx,
      Dense dgamma,
      Dense dbeta) {
    double sum = 0;
    double sumOfProducts = 0;
    for (int i = 0; i < x.rows(); i++) {
      double[] cells = x.panelOf(i);
      double[] gradients = dout.panelOf(i);
      int at = x.offset(i) + channel * pixels;
      int from = dout.offset(i) + channel * pixels;
      for (int p = 0; p < pixels; p++) {
        sum += gradients[from + p];
        sumOfProducts += gradients[from + p] * (cells[at + p] - mean) * inverse;
      }
    }
    dgamma.set(channel, 0, sumOfProducts);
    dbeta.set(channel, 0, sum);
    double scale = gamma * inverse;
    double meanGradient = sum / count();
    double meanProduct = sumOfProducts / count();
    for (int i = 0; i < x.rows(); i++) {
      double[] cells = x.panelOf(i);
      double[] gradients = dout.panelOf(i);
      double[] to = dx.panelOf(i);
      int at = x.offset(i) + channel * pixels;
      int from = dout.offset(i) + channel * pixels;
      int target = dx.offset(i) + channel * pixels;
      for (int p = 0; p < pixels; p++) {
        double normalized = (cells[at + p] - mean) * inverse;
        to[target + p] = scale * (gradients[from + p] - meanGradient - normalized * meanProduct);
      }
    }
  }
}
