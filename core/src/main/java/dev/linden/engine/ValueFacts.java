package dev.linden.engine;

import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.op.FrameValue;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;

/**
 * What there is to know of a value without touching its cells; see {@code api.Variable}.
 *
 * @param nonZeros -1 where nobody has counted them
 */
public record ValueFacts(
    String type, long rows, long cols, long nonZeros, long bytes, String form) {
  private static final long SCALAR_BYTES = 16;

  public static ValueFacts of(Value value) {
    if (value instanceof MatrixValue matrix) {
      return ofMatrix(matrix);
    }
    if (value instanceof FrameValue frame) {
      Frame table = frame.frame();
      return new ValueFacts("frame", table.rows(), table.cols(), -1, table.bytes(), "");
    }
    if (value instanceof ListValue list) {
      long bytes = list.elements().stream().mapToLong(element -> of(element).bytes()).sum();
      return new ValueFacts("list", list.size(), 1, -1, bytes, "");
    }
    Scalar scalar = (Scalar) value;
    long bytes = SCALAR_BYTES + (scalar.text() == null ? 0 : 2L * scalar.text().length());
    return new ValueFacts(scalar.type().word(), 1, 1, -1, bytes, "");
  }

  private static ValueFacts ofMatrix(MatrixValue value) {
    Matrix block = value.resident();
    long rows = value.size().rows();
    long cols = value.size().cols();
    if (block != null) {
      return new ValueFacts("matrix", rows, cols, nonZeros(value), block.bytes(), form(block));
    }
    String place = value.remote() != null ? "on the cluster" : "on disk";
    return new ValueFacts("matrix", rows, cols, nonZeros(value), Double.BYTES * rows * cols, place);
  }

  private static String form(Matrix block) {
    return block instanceof Packed ? "compressed" : block.isSparse() ? "sparse" : "dense";
  }

  /** -1 where nobody has counted them. */
  static long nonZeros(MatrixValue value) {
    Matrix block = value.resident();
    if (block != null) {
      return block.nnzKnown() ? block.nnz() : -1;
    }
    if (value.remote() != null) {
      return value.remote().nnz();
    }
    MatrixValue.Form form = value.keeper() == null ? null : value.keeper().form();
    return form == null ? -1 : form.nnz();
  }
}
