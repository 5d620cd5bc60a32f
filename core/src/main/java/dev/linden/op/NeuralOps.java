package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.of;

import dev.linden.base.InputError;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.layer.Conv2d;
import dev.linden.matrix.kernel.layer.Pooling;
import dev.linden.matrix.kernel.layer.Windows;
import java.util.ArrayList;
import java.util.List;

/**
 * Layers of neural networks on images. An image is a row: channel by channel, each row by row. The
 * shapes are lists of numbers that only the run knows, so kernels make the checks.
 */
public final class NeuralOps {
  private static final Parameter INPUT_SHAPE = of("input_shape", DataType.LIST);
  private static final Parameter FILTER_SHAPE = of("filter_shape", DataType.LIST);
  private static final Parameter POOL_SIZE = of("pool_size", DataType.LIST);
  private static final Parameter STRIDE = of("stride", DataType.LIST);
  private static final Parameter PADDING = of("padding", DataType.LIST);

  /** Arguments of all operators with windows. */
  private static final int INPUT = 2;

  private static final int WINDOW = 3;

  public static final Op CONV2D =
      convolution(
          "conv2d",
          "X",
          "W",
          "Cross-correlation of images with filters.",
          (x, w) -> Size.of(x.rows(), Sizes.UNKNOWN),
          NeuralOps::runForward);

  public static final Op CONV2D_BACKWARD_FILTER =
      convolution(
          "conv2d_backward_filter",
          "X",
          "dout",
          "Gradient of conv2d by the filters.",
          (x, dout) -> Size.UNKNOWN,
          NeuralOps::runBackwardFilter);

  public static final Op CONV2D_BACKWARD_DATA =
      convolution(
          "conv2d_backward_data",
          "W",
          "dout",
          "Gradient of conv2d by the images.",
          (w, dout) -> Size.of(dout.rows(), Sizes.UNKNOWN),
          NeuralOps::runBackwardData);

  public static final Op MAX_POOL =
      pooling("max_pool", "Maximum of each window of each channel.", Pooling::max, true);

  public static final Op AVG_POOL =
      pooling("avg_pool", "Average of each window of each channel.", Pooling::average, false);

  public static final Op MAX_POOL_BACKWARD =
      poolingBackward("max_pool_backward", "Gradient of max_pool.", Pooling::maxBackward, true);

  public static final Op AVG_POOL_BACKWARD =
      poolingBackward(
          "avg_pool_backward", "Gradient of avg_pool.", Pooling::averageBackward, false);

  public static final Op BIAS_ADD =
      bias("bias_add", Cells.PLUS, "Adds b[c] to all cells of channel c.");

  public static final Op BIAS_MULTIPLY =
      bias("bias_multiply", Cells.TIMES, "Multiplies all cells of channel c with b[c].");

  static final List<Op> ALL =
      List.of(
          CONV2D,
          CONV2D_BACKWARD_FILTER,
          CONV2D_BACKWARD_DATA,
          MAX_POOL,
          AVG_POOL,
          MAX_POOL_BACKWARD,
          AVG_POOL_BACKWARD,
          BIAS_ADD,
          BIAS_MULTIPLY);

  private NeuralOps() {}

  // ---- definitions

  /** The size of the result from those of the two matrices. */
  @FunctionalInterface
  private interface SizeOf {
    Size of(Size first, Size second);
  }

  private static Op convolution(
      String name, String first, String second, String summary, SizeOf size, Op.Kernel kernel) {
    return Op.define(name, summary)
        .parameters(matrix(first), matrix(second), INPUT_SHAPE, FILTER_SHAPE, STRIDE, PADDING)
        .rule(
            call -> {
              needLengths(call, name, INPUT, 4);
              return List.of(Info.matrix(size.of(call.in(0).size(), call.in(1).size())));
            })
        .kernel(kernel)
        .build();
  }

  @FunctionalInterface
  private interface Pool {
    Matrix of(Matrix x, Windows windows, Workers workers);
  }

  private static Op pooling(String name, String summary, Pool pool, boolean maximum) {
    return Op.define(name, summary)
        .parameters(matrix("X"), INPUT_SHAPE, POOL_SIZE, STRIDE, PADDING)
        .rule(
            call -> {
              needLengths(call, name, INPUT - 1, 2);
              return List.of(Info.matrix(Size.of(call.in(0).size().rows(), Sizes.UNKNOWN)));
            })
        .kernel(
            call -> {
              Shapes shapes = Shapes.ofPool(call, name, INPUT - 1, maximum);
              needImages(call, 0, name + ": X", shapes);
              call.result(pool.of(call.matrix(0), shapes.windows(), call.workers()));
            })
        .build();
  }

  @FunctionalInterface
  private interface PoolGradient {
    Matrix of(Matrix x, Matrix dout, Windows windows, Workers workers);
  }

  private static Op poolingBackward(
      String name, String summary, PoolGradient gradient, boolean maximum) {
    return Op.define(name, summary)
        .parameters(matrix("X"), matrix("dout"), INPUT_SHAPE, POOL_SIZE, STRIDE, PADDING)
        .rule(
            call -> {
              needLengths(call, name, INPUT, 2);
              return List.of(Info.matrix(call.in(0).size().withoutNnz()));
            })
        .kernel(
            call -> {
              Shapes shapes = Shapes.ofPool(call, name, INPUT, maximum);
              needImages(call, 0, name + ": X", shapes);
              needGradient(call, name, shapes);
              call.result(
                  gradient.of(call.matrix(0), call.matrix(1), shapes.windows(), call.workers()));
            })
        .build();
  }

  private static Op bias(String name, BinaryFunction f, String summary) {
    return Op.define(name, summary)
        .parameters(matrix("X"), matrix("b"))
        .rule(
            call -> {
              Args.needColumn(call, 1, "b of " + name);
              Size x = call.in(0).size();
              Size b = call.in(1).size();
              if (x.colsKnown() && b.rowsKnown()) {
                needChannels(name, x.cols(), b.rows());
              }
              return List.of(Info.matrix(f == Cells.TIMES ? x : Sizes.full(x.rows(), x.cols())));
            })
        .kernel(
            call -> {
              Matrix x = call.matrix(0);
              Matrix row = repeated(call.matrix(1), x.cols());
              boolean reuse = call.reusable(0);
              call.result(Elementwise.binary(f, x, row, reuse, true, call.workers()));
            })
        .build();
  }

  private static void needChannels(String name, long cells, long channels) {
    if (channels == 0 ? cells != 0 : cells % channels != 0) {
      throw new OpError(
          1,
          name
              + " needs one row of b per channel, but the "
              + cells
              + " columns of X can't be split into "
              + channels
              + " channels of the same size");
    }
  }

  /** A row with each cell of the column b as often as a channel has cells. */
  private static Dense repeated(Matrix b, int cols) {
    double[] row = new double[cols];
    int area = b.rows() == 0 ? 1 : cols / b.rows();
    for (int j = 0; j < cols; j++) {
      row[j] = b.get(j / area, 0);
    }
    return Dense.wrap(1, cols, row);
  }

  // ---- kernels of convolutions

  private static void runForward(Invocation call) {
    Shapes shapes = Shapes.ofFilter(call, "conv2d");
    needImages(call, 0, "conv2d: X", shapes);
    needFilters(call, 1, "conv2d", shapes);
    call.result(Conv2d.forward(call.matrix(0), call.matrix(1), shapes.windows(), call.workers()));
  }

  private static void runBackwardFilter(Invocation call) {
    Shapes shapes = Shapes.ofFilter(call, "conv2d_backward_filter");
    needImages(call, 0, "conv2d_backward_filter: X", shapes);
    needGradient(call, "conv2d_backward_filter", shapes);
    call.result(
        Conv2d.backwardFilter(call.matrix(0), call.matrix(1), shapes.windows(), call.workers()));
  }

  private static void runBackwardData(Invocation call) {
    Shapes shapes = Shapes.ofFilter(call, "conv2d_backward_data");
    needFilters(call, 0, "conv2d_backward_data", shapes);
    needGradient(call, "conv2d_backward_data", shapes);
    call.result(
        Conv2d.backwardData(call.matrix(0), call.matrix(1), shapes.windows(), call.workers()));
  }

  // ---- shapes

  /** What the lists of a call say: images, result channels per image, and the windows. */
  private record Shapes(int images, int results, Windows windows) {
    static Shapes ofFilter(Invocation call, String name) {
      int[] input = numbers(call, INPUT, name + ": input_shape", 4, 0);
      int[] filter = numbers(call, WINDOW, name + ": filter_shape", 4, 1);
      if (filter[1] != input[1]) {
        throw new OpError(
            WINDOW,
            name
                + ": the filters have "
                + filter[1]
                + " channels (filter_shape), but the images "
                + input[1]
                + " (input_shape)");
      }
      return of(call, name, INPUT, input, filter[0], filter[2], filter[3]);
    }

    /** {@code at}: position of input_shape among the arguments. */
    static Shapes ofPool(Invocation call, String name, int at, boolean maximum) {
      int[] input = numbers(call, at, name + ": input_shape", 4, 0);
      int[] pool = numbers(call, at + 1, name + ": pool_size", 2, 1);
      Shapes shapes = of(call, name, at, input, input[1], pool[0], pool[1]);
      Windows windows = shapes.windows();
      if (maximum && (windows.padHeight() >= pool[0] || windows.padWidth() >= pool[1])) {
        throw new OpError(
            at + 3,
            name
                + ": the padding must be smaller than the pool, or some pools hold no cell, but is "
                + windows.padHeight()
                + "x"
                + windows.padWidth()
                + " for pools of "
                + pool[0]
                + "x"
                + pool[1]);
      }
      return shapes;
    }

    private static Shapes of(
        Invocation call, String name, int at, int[] input, int results, int height, int width) {
      int[] stride = numbers(call, at + 2, name + ": stride", 2, 1);
      int[] padding = numbers(call, at + 3, name + ": padding", 2, 0);
      long paddedHeight = input[2] + 2L * padding[0];
      long paddedWidth = input[3] + 2L * padding[1];
      if (height > paddedHeight || width > paddedWidth) {
        throw new OpError(
            at + 1,
            name
                + ": windows of "
                + height
                + "x"
                + width
                + " do not fit into images of "
                + paddedHeight
                + "x"
                + paddedWidth
                + " (with padding)");
      }
      long rows = (paddedHeight - height) / stride[0] + 1;
      long cols = (paddedWidth - width) / stride[1] + 1;
      fitting(name + ": the cells of an image", input[1], input[2], input[3]);
      fitting(name + ": the cells of a result", results, rows, cols);
      fitting(name + ": the windows of an image", rows * cols, (long) input[1] * height, width);
      Windows windows =
          new Windows(
              input[1],
              input[2],
              input[3],
              height,
              width,
              stride[0],
              stride[1],
              padding[0],
              padding[1]);
      return new Shapes(input[0], results, windows);
    }

    private static void fitting(String what, long a, long b, long c) {
      if ((double) a * b * c > Integer.MAX_VALUE - 8) {
        throw new InputError(what + " must fit one array, but are " + (double) a * b * c);
      }
    }

    /** Whole numbers of at least {@code least}. */
    private static int[] numbers(Invocation call, int at, String what, int count, int least) {
      List<Value> elements = call.list(at).elements();
      if (elements.size() != count) {
        throw new OpError(at, lengthMessage(what, count, elements.size()));
      }
      int[] numbers = new int[count];
      List<String> shown = new ArrayList<>();
      boolean good = true;
      for (int i = 0; i < count; i++) {
        boolean isNumber =
            elements.get(i) instanceof Scalar scalar && scalar.type() != ValueType.STRING;
        double value = isNumber ? ((Scalar) elements.get(i)).asDouble() : Double.NaN;
        numbers[i] = (int) value;
        good &= numbers[i] == value && numbers[i] >= least;
        shown.add(
            elements.get(i) instanceof Scalar scalar
                ? scalar.asText()
                : "a " + elements.get(i).dataType().word());
      }
      if (!good) {
        throw new OpError(
            at,
            what
                + " must be whole numbers of at least "
                + least
                + ", but is ["
                + String.join(", ", shown)
                + "]");
      }
      return numbers;
    }
  }

  private static String lengthMessage(String what, int count, long found) {
    return what + " must have " + count + " numbers, but has " + found;
  }

  /** Lengths of the four lists that start with input_shape at {@code at}, as far as known. */
  private static void needLengths(CallSite call, String name, int at, int window) {
    int[] lengths = {4, window, 2, 2};
    for (int k = 0; k < lengths.length; k++) {
      long found = call.in(at + k).size().rows();
      if (found >= 0 && found != lengths[k]) {
        String what = name + ": " + parameterName(k, window);
        throw new OpError(at + k, lengthMessage(what, lengths[k], found));
      }
    }
  }

  private static String parameterName(int k, int window) {
    List<Parameter> parameters =
        List.of(INPUT_SHAPE, window == 2 ? POOL_SIZE : FILTER_SHAPE, STRIDE, PADDING);
    return parameters.get(k).name();
  }

  private static void needImages(Invocation call, int i, String what, Shapes shapes) {
    Windows w = shapes.windows();
    needShape(
        call.matrix(i),
        i,
        shapes.images(),
        (long) w.channels() * w.height() * w.width(),
        what,
        "N=%d, C=%d, H=%d, W=%d".formatted(shapes.images(), w.channels(), w.height(), w.width()));
  }

  private static void needFilters(Invocation call, int i, String name, Shapes shapes) {
    Windows w = shapes.windows();
    needShape(
        call.matrix(i),
        i,
        shapes.results(),
        (long) w.channels() * w.windowHeight() * w.windowWidth(),
        name + ": W",
        "K=%d, C=%d, R=%d, S=%d"
            .formatted(shapes.results(), w.channels(), w.windowHeight(), w.windowWidth()));
  }

  private static void needGradient(Invocation call, String name, Shapes shapes) {
    Windows w = shapes.windows();
    needShape(
        call.matrix(1),
        1,
        shapes.images(),
        (long) shapes.results() * w.positions(),
        name + ": dout",
        "N=%d, channels=%d, P=%d, Q=%d"
            .formatted(shapes.images(), shapes.results(), w.rows(), w.cols()));
  }

  private static void needShape(
      Matrix found, int argument, long rows, long cols, String what, String meaning) {
    if (found.rows() != rows || found.cols() != cols) {
      throw new OpError(
          argument,
          what + " must be " + rows + "x" + cols + " (" + meaning + "), but is " + found.shape());
    }
  }
}
