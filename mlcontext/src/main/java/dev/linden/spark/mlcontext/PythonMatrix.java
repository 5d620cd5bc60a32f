package dev.linden.spark.mlcontext;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.op.MatrixValue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Matrices as Python sends and takes them: little-endian doubles, row after row. */
public final class PythonMatrix {
  private PythonMatrix() {}

  public static MatrixValue of(int rows, int cols, byte[] bytes) {
    if (8L * rows * cols != bytes.length) {
      throw new InputError("expected " + 8L * rows * cols + " bytes, found " + bytes.length);
    }
    double[] cells = new double[rows * cols];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(cells);
    return new MatrixValue(Formats.adapt(Dense.wrap(rows, cols, cells)));
  }

  /** The cells of a result. */
  public static byte[] bytes(MLResults results, String name) {
    double[][] rows = results.getMatrix(name);
    int cols = rows.length == 0 ? 0 : rows[0].length;
    byte[] bytes = new byte[Math.multiplyExact(8, Math.multiplyExact(rows.length, cols))];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (double[] row : rows) {
      for (double cell : row) {
        buffer.putDouble(cell);
      }
    }
    return bytes;
  }
}
