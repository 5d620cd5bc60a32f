package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.scalar;

import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.layer.BatchNorm2d;
import dev.linden.matrix.kernel.layer.Lstm;
import java.util.List;

/** Layers of networks that keep a state: batch normalization and long short-term memory. */
final class LayerOps {
  private static final List<String> MODES = List.of("train", "test");

  static final Op BATCH_NORM2D =
      Op.define(
              "batch_norm2d",
              "[out, ema_mean, ema_var, cmean, cinvstd]: images with each channel normalized, by"
                  + " the batch (mode \"train\") or by the running means (\"test\").")
          .parameters(
              matrix("X"),
              matrix("gamma"),
              matrix("beta"),
              matrix("ema_mean"),
              matrix("ema_var"),
              scalar("mode"),
              scalar("eps"),
              scalar("mu"))
          .results(5)
          .rule(
              call -> {
                Args.word(call, 5, "mode of batch_norm2d", MODES);
                long channels = channels(call, "batch_norm2d", new int[] {1, 2, 3, 4});
                needChannels(call, channels, "batch_norm2d");
                Info perChannel = Info.matrix(Sizes.full(channels, 1));
                return List.of(
                    dense(call.in(0).size()), perChannel, perChannel, perChannel, perChannel);
              })
          .kernel(
              call ->
                  results(
                      call,
                      BatchNorm2d.forward(
                          call.matrix(0),
                          call.matrix(1),
                          call.matrix(2),
                          call.matrix(3),
                          call.matrix(4),
                          Args.word(call, 5, "mode of batch_norm2d", MODES).equals("train"),
                          Args.number(call, 6, "eps of batch_norm2d"),
                          Args.number(call, 7, "mu of batch_norm2d"),
                          call.workers())))
          .scratch((call, threads) -> denseCopies(call, 0))
          .build();

  static final Op BATCH_NORM2D_BACKWARD =
      Op.define(
              "batch_norm2d_backward",
              "[dX, dgamma, dbeta]: gradients of batch_norm2d in training.")
          .parameters(
              matrix("X"),
              matrix("dout"),
              matrix("gamma"),
              scalar("eps"),
              matrix("cmean"),
              matrix("cinvstd"))
          .results(3)
          .rule(
              call -> {
                Args.needSameShape(call, 0, "X", 1, "dout of batch_norm2d_backward");
                long channels = channels(call, "batch_norm2d_backward", new int[] {2, 4, 5});
                needChannels(call, channels, "batch_norm2d_backward");
                Info perChannel = Info.matrix(Sizes.full(channels, 1));
                return List.of(dense(call.in(0).size()), perChannel, perChannel);
              })
          .kernel(
              call ->
                  results(
                      call,
                      BatchNorm2d.backward(
                          call.matrix(0),
                          call.matrix(1),
                          call.matrix(2),
                          call.matrix(4),
                          call.matrix(5),
                          call.workers())))
          .scratch((call, threads) -> denseCopies(call, 0, 1))
          .build();

  static final Op LSTM =
      Op.define(
              "lstm",
              "[out, c, cache_out, cache_c, cache_ifog]: a layer of long short-term memory over"
                  + " sequences that are the rows of X; W is (D+M) x 4M with gates i, f, o, g.")
          .parameters(
              matrix("X"),
              matrix("W"),
              matrix("b"),
              matrix("out0"),
              matrix("c0"),
              scalar("return_sequences"))
          .results(5)
          .rule(
              call -> {
                LstmShape shape = LstmShape.of(call, "lstm");
                double all = call.constantNumber(5);
                long outputs = Double.isNaN(all) ? -1 : all != 0 ? shape.outputs() : shape.m;
                return List.of(
                    Info.matrix(shape.n, outputs),
                    Info.matrix(shape.n, shape.m),
                    Info.matrix(shape.steps, shape.states()),
                    Info.matrix(shape.steps, shape.states()),
                    Info.matrix(shape.steps, Sizes.product(4, shape.states())));
              })
          .kernel(
              call ->
                  results(
                      call,
                      Lstm.forward(
                          call.matrix(0),
                          call.matrix(1),
                          call.matrix(2),
                          call.matrix(3),
                          call.matrix(4),
                          call.flag(5),
                          call.workers())))
          .scratch((call, threads) -> lstmScratch(call, "lstm", 1))
          .build();

  static final Op LSTM_BACKWARD =
      Op.define("lstm_backward", "[dX, dW, db, dout0, dc0]: gradients of lstm.")
          .parameters(
              matrix("X"),
              matrix("W"),
              matrix("b"),
              matrix("out0"),
              matrix("c0"),
              scalar("return_sequences"),
              matrix("dout"),
              matrix("dc"),
              matrix("cache_out"),
              matrix("cache_c"),
              matrix("cache_ifog"))
          .results(5)
          .rule(LayerOps::inferLstmBackward)
          .kernel(
              call ->
                  results(
                      call,
                      Lstm.backward(
                          call.matrix(0),
                          call.matrix(1),
                          call.matrix(3),
                          call.matrix(4),
                          call.flag(5),
                          call.matrix(6),
                          call.matrix(7),
                          call.matrix(8),
                          call.matrix(9),
                          call.matrix(10),
                          call.workers())))
          .scratch((call, threads) -> lstmScratch(call, "lstm_backward", 3))
          .build();

  static final List<Op> ALL = List.of(BATCH_NORM2D, BATCH_NORM2D_BACKWARD, LSTM, LSTM_BACKWARD);

  private LayerOps() {}

  private static Info dense(Size size) {
    return Info.matrix(Sizes.full(size.rows(), size.cols()));
  }

  private static void results(Invocation call, List<Matrix> values) {
    for (int k = 0; k < values.size(); k++) {
      call.result(k, new MatrixValue(values.get(k)));
    }
  }

  /** What operands take with all their cells, unless they are stored so. */
  private static double denseCopies(CallSite call, int... operands) {
    double bytes = 0;
    for (int i : operands) {
      Size size = call.in(i).size();
      boolean dense =
          size.known() && size.nnzKnown() && !Formats.sparse(size.rows(), size.cols(), size.nnz());
      bytes += dense ? 0 : Footprint.dense(size);
    }
    return bytes;
  }

  /** The common length of columns that have a cell for each channel. */
  private static long channels(CallSite call, String name, int[] columns) {
    long channels = Sizes.UNKNOWN;
    for (int i : columns) {
      Size size = call.in(i).size();
      if (Sizes.differ(size.cols(), 1) || Sizes.differ(channels, size.rows())) {
        throw new OpError(
            i,
            name
                + " needs columns with a cell for each channel, "
                + Size.of(channels, 1).shape()
                + ", but is given "
                + call.in(i).describeOne());
      }
      channels = Math.max(channels, size.rows());
    }
    return channels;
  }

  private static void needChannels(CallSite call, long channels, String name) {
    long cols = call.in(0).size().cols();
    boolean fits = channels < 0 || cols < 0 || (channels == 0 ? cols == 0 : cols % channels == 0);
    if (!fits) {
      throw new OpError(
          0,
          name
              + ": the "
              + cols
              + " columns of X are no multiple of the "
              + channels
              + " channels");
    }
  }

  // ---- lstm

  /** Sequences, steps and units, -1 where unknown. */
  private record LstmShape(long n, long steps, long m) {
    static LstmShape of(CallSite call, String name) {
      Size x = call.in(0).size();
      Size w = call.in(1).size();
      if (w.colsKnown() && w.cols() % 4 != 0) {
        throw new OpError(
            1, name + ": W needs 4 columns for each unit, but has " + w.cols() + " columns");
      }
      long m = w.colsKnown() ? w.cols() / 4 : -1;
      long features = m < 0 || !w.rowsKnown() ? -1 : w.rows() - m;
      if (m >= 0 && w.rowsKnown() && features < 1) {
        throw new OpError(
            1, name + ": W needs rows for features and " + m + " units, but is " + w.shape());
      }
      if (features > 0 && x.colsKnown() && x.cols() % features != 0) {
        throw new OpError(
            0,
            name
                + ": the "
                + x.cols()
                + " columns of X are no multiple of the "
                + features
                + " features that W has rows for");
      }
      long steps = features < 0 || !x.colsKnown() ? -1 : x.cols() / features;
      needShape(call, 2, name + ": b", 1, Sizes.product(4, m));
      needShape(call, 3, name + ": out0", x.rows(), m);
      needShape(call, 4, name + ": c0", x.rows(), m);
      return new LstmShape(x.rows(), steps, m);
    }

    long outputs() {
      return steps < 0 || m < 0 ? -1 : steps * m;
    }

    long states() {
      return n < 0 || m < 0 ? -1 : n * m;
    }
  }

  /**
   * Each step has inputs, states and gates of its own: inputs {@code inputs} times, as they are,
   * transposed and as a gradient. Partial products of gradients have the size of W.
   */
  private static double lstmScratch(CallSite call, String name, int inputs) {
    LstmShape shape = LstmShape.of(call, name);
    Size w = call.in(1).size();
    if (shape.n < 0 || shape.steps < 0 || shape.m < 0 || !w.known()) {
      return Footprint.UNKNOWN;
    }
    double perSequence = inputs * w.rows() + w.cols() + shape.m;
    double perStep = shape.n * perSequence + (inputs - 1) * Footprint.dense(w) / 4;
    double states = 4.0 * shape.n * shape.m;
    double copies = denseCopies(call, 0, 1) + 2 * Footprint.dense(w);
    return copies + 8 * (shape.steps * perStep + states);
  }

  private static void needShape(CallSite call, int i, String what, long rows, long cols) {
    Size found = call.in(i).size();
    if (Sizes.differ(found.rows(), rows) || Sizes.differ(found.cols(), cols)) {
      throw new OpError(
          i, what + " must be " + Size.of(rows, cols).shape() + ", but is " + found.shape());
    }
  }

  private static List<Info> inferLstmBackward(CallSite call) {
    String name = "lstm_backward";
    LstmShape shape = LstmShape.of(call, name);
    double all = call.constantNumber(5);
    if (!Double.isNaN(all)) {
      needShape(call, 6, name + ": dout", shape.n, all != 0 ? shape.outputs() : shape.m);
    }
    needShape(call, 7, name + ": dc", shape.n, shape.m);
    needShape(call, 8, name + ": cache_out", shape.steps, shape.states());
    needShape(call, 9, name + ": cache_c", shape.steps, shape.states());
    needShape(call, 10, name + ": cache_ifog", shape.steps, Sizes.product(4, shape.states()));
    Size w = call.in(1).size();
    return List.of(
        Info.matrix(shape.n, call.in(0).size().cols()),
        Info.matrix(w.rows(), w.cols()),
        Info.matrix(1, w.cols()),
        Info.matrix(shape.n, shape.m),
        Info.matrix(shape.n, shape.m));
  }
}
