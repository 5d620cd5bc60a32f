package dev.linden.matrix.kernel;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.List;

/** Side by side and on top of each other; operands without columns (rows) are neutral. */
public final class Append {
  private Append() {}

  public static Matrix cbind(List<Matrix> parts, Workers workers) {
    throw new UnsupportedOperationException();
  }

  public static Matrix rbind(List<Matrix> parts, Workers workers) {
    throw new UnsupportedOperationException();
  }
}
