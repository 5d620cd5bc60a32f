package dev.linden.matrix.kernel.layer;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.reorg.Reorg;
import java.util.List;

/**
 * A layer of long short-term memory. X is n x (steps * features), the state n x m, W is (features +
 * m) x 4m with the gates input, forget, output and candidate side by side. Per step, with s the
 * sigmoid: (i, f, o, g) = (s, s, s, tanh)((x, out) W + b), c' = f c + i g, out' = o tanh(c').
 *
 * <p>The caches have a row per step: the outputs, the cell states and the gates of all n sequences,
 * one after the other.
 */
public final class Lstm {
  private final int n;
  private final int steps;
  private final int features;
  private final int m;
  private final Dense x;
  private final Matrix w;
  private final Workers workers;

  private Lstm(Matrix x, Matrix w, Workers workers) {
    this.n = x.rows();
    this.m = w.cols() / 4;
    this.features = w.rows() - m;
    this.steps = features == 0 ? 0 : x.cols() / features;
    this.x = Formats.toDense(x, workers);
    this.w = w;
    this.workers = workers;
  }

  /** The outputs of all steps or of the last, the last cell state, and the three caches. */
  public static List<Matrix> forward(
      Matrix x,
      Matrix w,
      Matrix b,
      Matrix out0,
      Matrix c0,
      boolean returnSequences,
      Workers workers) {
    return new Lstm(x, w, workers).forward(b, out0, c0, returnSequences);
  }

  private List<Matrix> forward(Matrix b, Matrix out0, Matrix c0, boolean returnSequences) {
    Dense outputs = Dense.zeros(n, returnSequences ? steps * m : m);
    Dense cacheOut = Dense.zeros(steps, n * m);
    Dense cacheC = Dense.zeros(steps, n * m);
    Dense cacheGates = Dense.zeros(steps, n * 4 * m);
    Dense out = copy(out0);
    Dense c = copy(c0);
    for (int t = 0; t < steps; t++) {
      Matrix raw = MatMult.multiply(input(t, out), w, workers);
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++) {
          double in = sigmoid(raw.get(i, k) + b.get(0, k));
          double forget = sigmoid(raw.get(i, m + k) + b.get(0, m + k));
          double output = sigmoid(raw.get(i, 2 * m + k) + b.get(0, 2 * m + k));
          double candidate = Math.tanh(raw.get(i, 3 * m + k) + b.get(0, 3 * m + k));
          double cell = forget * c.get(i, k) + in * candidate;
          double value = output * Math.tanh(cell);
          c.set(i, k, cell);
          out.set(i, k, value);
          cacheC.set(t, i * m + k, cell);
          cacheOut.set(t, i * m + k, value);
          int gates = i * 4 * m + k;
          cacheGates.set(t, gates, in);
          cacheGates.set(t, gates + m, forget);
          cacheGates.set(t, gates + 2 * m, output);
          cacheGates.set(t, gates + 3 * m, candidate);
          if (returnSequences) {
            outputs.set(i, t * m + k, value);
          }
        }
      }
    }
    return List.of(returnSequences ? outputs : out, c, cacheOut, cacheC, cacheGates);
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private Dense copy(Matrix a) {
    return Formats.ownDense(a, workers);
  }

  /** The features of a step beside the outputs of the one before. */
  private Dense input(int t, Matrix out) {
    Dense input = Dense.zeros(n, features + m);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < features; j++) {
        input.set(i, j, x.get(i, t * features + j));
      }
      for (int k = 0; k < m; k++) {
        input.set(i, features + k, out.get(i, k));
      }
    }
    return input;
  }

  /** The gradients by X, W, b, out0 and c0. */
  public static List<Matrix> backward(
      Matrix x,
      Matrix w,
      Matrix out0,
      Matrix c0,
      boolean returnSequences,
      Matrix dout,
      Matrix dc,
      Matrix cacheOut,
      Matrix cacheC,
      Matrix cacheGates,
      Workers workers) {
    Lstm lstm = new Lstm(x, w, workers);
    return lstm.backward(
        out0, c0, returnSequences, dout, lstm.copy(dc), cacheOut, cacheC, cacheGates);
  }

  private List<Matrix> backward(
      Matrix out0,
      Matrix c0,
      boolean returnSequences,
      Matrix dout,
      Dense dc,
      Matrix cacheOut,
      Matrix cacheC,
      Matrix cacheGates) {
    Dense dx = Dense.zeros(n, steps * features);
    Dense dw = Dense.zeros(features + m, 4 * m);
    Dense db = Dense.zeros(1, 4 * m);
    Dense dprevious = Dense.zeros(n, m);
    Matrix transposedW = Reorg.transpose(w, workers);
    for (int t = steps - 1; t >= 0; t--) {
      Dense dgates = Dense.zeros(n, 4 * m);
      Dense previous = t == 0 ? copy(out0) : state(cacheOut, t - 1);
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++) {
          int at = i * 4 * m + k;
          double in = cacheGates.get(t, at);
          double forget = cacheGates.get(t, at + m);
          double output = cacheGates.get(t, at + 2 * m);
          double candidate = cacheGates.get(t, at + 3 * m);
          double tanhCell = Math.tanh(cacheC.get(t, i * m + k));
          double before = t == 0 ? c0.get(i, k) : cacheC.get(t - 1, i * m + k);
          double gradient = dprevious.get(i, k);
          if (returnSequences) {
            gradient += dout.get(i, t * m + k);
          } else if (t == steps - 1) {
            gradient += dout.get(i, k);
          }
          double dcell = dc.get(i, k) + output * gradient * (1 - tanhCell * tanhCell);
          dgates.set(i, k, in * (1 - in) * candidate * dcell);
          dgates.set(i, m + k, forget * (1 - forget) * before * dcell);
          dgates.set(i, 2 * m + k, output * (1 - output) * tanhCell * gradient);
          dgates.set(i, 3 * m + k, (1 - candidate * candidate) * in * dcell);
          dc.set(i, k, forget * dcell);
        }
      }
      Matrix input = Reorg.transpose(input(t, previous), workers);
      add(dw, MatMult.multiply(input, dgates, workers));
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4 * m; k++) {
          db.set(0, k, db.get(0, k) + dgates.get(i, k));
        }
      }
      Matrix dinput = MatMult.multiply(dgates, transposedW, workers);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < features; j++) {
          dx.set(i, t * features + j, dinput.get(i, j));
        }
        for (int k = 0; k < m; k++) {
          dprevious.set(i, k, dinput.get(i, features + k));
        }
      }
    }
    return List.of(dx, dw, db, dprevious, dc);
  }

  /** The n x m state of a step out of a cache. */
  private Dense state(Matrix cache, int t) {
    Dense state = Dense.zeros(n, m);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < m; k++) {
        state.set(i, k, cache.get(t, i * m + k));
      }
    }
    return state;
  }

  private static void add(Dense sum, Matrix a) {
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.cols(); j++) {
        sum.set(i, j, sum.get(i, j) + a.get(i, j));
      }
    }
  }
}
