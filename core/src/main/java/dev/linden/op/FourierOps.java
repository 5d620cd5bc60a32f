package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.scalar;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.solve.Fourier;
import java.util.List;

/** Discrete Fourier transforms: the real and the imaginary part as two results. */
public final class FourierOps {
  private static final Op STFT =
      Op.define(
              "stft",
              "Fourier transforms of windows of each row, side by side: a window begins window -"
                  + " overlap cells after the one before.")
          .parameters(matrix("X"), scalar("window"), scalar("overlap"))
          .results(2)
          .rule(
              call -> {
                Args.needNumber(call, 1, "window of stft");
                Args.needNumber(call, 2, "overlap of stft");
                Info part = Info.matrix(call.in(0).size().rows(), windowCells(call));
                return List.of(part, part);
              })
          .kernel(
              call -> {
                Fourier result =
                    Fourier.windows(
                        call.matrix(0), call.integer(1), call.integer(2), call.workers());
                call.result(0, new MatrixValue(result.real()));
                call.result(1, new MatrixValue(result.imaginary()));
              })
          .scratch((call, threads) -> windowBytes(call))
          .build();

  static final List<Op> ALL =
      List.of(
          transform(
              "fft", false, false, "Fourier transform in two dimensions, each a power of two."),
          transform("ifft", true, false, "Inverse of fft; the imaginary part may be left out."),
          transform("fft_linearized", false, true, "Fourier transform of each row."),
          transform(
              "ifft_linearized",
              true,
              true,
              "Inverse of fft_linearized; the imaginary part may be left out."),
          STFT);

  private FourierOps() {}

  private static Op transform(String name, boolean inverse, boolean byRow, String summary) {
    Op.Builder builder =
        inverse
            ? Op.define(name, summary).parameters(matrix("Re"), matrix("Im").orAbsent())
            : Op.define(name, summary).parameters(matrix("X"));
    return builder
        .results(2)
        .rule(call -> infer(call, name, byRow))
        .kernel(
            call -> {
              Matrix imaginary = call.given(1) ? call.matrix(1) : null;
              Fourier result =
                  Fourier.transform(call.matrix(0), imaginary, inverse, byRow, call.workers());
              call.result(0, new MatrixValue(result.real()));
              call.result(1, new MatrixValue(result.imaginary()));
            })
        .scratch(
            (call, threads) -> Footprint.times((byRow ? 2 : 5) * 8, Sizes.cells(call.in(0).size())))
        .distribution(Distribution.LOCAL)
        .build();
  }

  /** The windows below each other, and both parts of their transforms. */
  private static double windowBytes(CallSite call) {
    return Footprint.times(3 * 8, Sizes.product(call.in(0).size().rows(), windowCells(call)));
  }

  private static long windowCells(CallSite call) {
    long cols = call.in(0).size().cols();
    boolean constant = call.in(1).isConstant() && call.in(2).isConstant();
    if (cols < 0 || !constant) {
      return Sizes.UNKNOWN;
    }
    long window = call.constantDimension(1);
    return window * Fourier.windowCount(cols, window, call.constantDimension(2));
  }

  private static List<Info> infer(CallSite call, String name, boolean byRow) {
    Size size = call.in(0).size();
    boolean colsFit = !size.colsKnown() || Long.bitCount(size.cols()) == 1;
    boolean rowsFit = byRow || !size.rowsKnown() || Long.bitCount(size.rows()) == 1;
    if (!colsFit || !rowsFit) {
      throw new OpError(
          0,
          name
              + " needs "
              + (byRow ? "a number of columns that is a power" : "dimensions that are powers")
              + " of two, but is given "
              + call.in(0).describeOne());
    }
    if (Indexes.given(call, 1)) {
      Args.needSameShape(call, 0, "Re", 1, "Im of " + name);
    }
    Info part = Info.matrix(Sizes.full(size.rows(), size.cols()));
    return List.of(part, part);
  }
}
