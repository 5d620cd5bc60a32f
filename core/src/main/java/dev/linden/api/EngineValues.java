package dev.linden.api;

import dev.linden.base.InputError;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.op.FrameValue;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.util.List;

/** {@link ExternalValues} over values of the engine. */
class EngineValues implements ExternalValues {
  private final List<Value> values;
  private final String word;

  /** {@code word} is what messages call one of the values. */
  EngineValues(List<Value> values, String word) {
    this.values = values;
    this.word = word;
  }

  @Override
  public int arguments() {
    return values.size();
  }

  private <T extends Value> T argument(int i, Class<T> type, String what) {
    if (i < 0 || i >= values.size()) {
      throw new InputError(
          "it asks for "
              + word
              + " "
              + i
              + ", but has "
              + values.size()
              + " "
              + word
              + (values.size() == 1 ? "" : "s"));
    }
    if (!type.isInstance(values.get(i))) {
      throw new InputError(
          "it asks for a "
              + what
              + " as "
              + word
              + " "
              + i
              + ", which is a "
              + values.get(i).dataType().word());
    }
    return type.cast(values.get(i));
  }

  private Scalar scalar(int i) {
    return argument(i, Scalar.class, "scalar");
  }

  private Matrix matrixAt(int i) {
    return argument(i, MatrixValue.class, "matrix").matrix();
  }

  private Frame frameAt(int i) {
    return argument(i, FrameValue.class, "frame").frame();
  }

  private boolean isFrame(int i) {
    return i >= 0 && i < values.size() && values.get(i) instanceof FrameValue;
  }

  @Override
  public double number(int argument) {
    return scalar(argument).asDouble();
  }

  @Override
  public long integer(int argument) {
    return scalar(argument).asLong();
  }

  @Override
  public boolean flag(int argument) {
    return scalar(argument).asBoolean();
  }

  @Override
  public String text(int argument) {
    return scalar(argument).asText();
  }

  @Override
  public int rows(int argument) {
    return isFrame(argument) ? frameAt(argument).rows() : matrixAt(argument).rows();
  }

  @Override
  public int cols(int argument) {
    return isFrame(argument) ? frameAt(argument).cols() : matrixAt(argument).cols();
  }

  @Override
  public double cell(int argument, int row, int col) {
    Matrix matrix = matrixAt(argument);
    if (row < 0 || row >= matrix.rows() || col < 0 || col >= matrix.cols()) {
      throw new InputError(
          "it asks for cell ("
              + row
              + ","
              + col
              + "), counted from 0, of a "
              + matrix.shape()
              + " matrix");
    }
    return matrix.get(row, col);
  }

  @Override
  public double[][] matrix(int argument) {
    return Cells.rows(matrixAt(argument));
  }

  @Override
  public String[][] frame(int argument) {
    return Cells.rows(frameAt(argument));
  }

  @Override
  public String[] names(int argument) {
    return frameAt(argument).names().toArray(new String[0]);
  }

  private ListValue listAt(int i) {
    return argument(i, ListValue.class, "list");
  }

  @Override
  public ExternalValues list(int argument) {
    return new EngineValues(listAt(argument).elements(), "element");
  }

  @Override
  public String[] listNames(int argument) {
    ListValue list = listAt(argument);
    return list.isNamed() ? list.names().toArray(new String[0]) : new String[0];
  }
}
