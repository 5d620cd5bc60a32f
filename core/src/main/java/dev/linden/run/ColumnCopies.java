package dev.linden.run;

import dev.linden.matrix.Dense;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.op.MatrixValue;
import dev.linden.plan.ParforBody;
import java.util.ArrayList;
import java.util.List;

/** Matrices partitioned by column while a loop runs. */
final class ColumnCopies implements AutoCloseable {
  private final Context context;
  private final List<MatrixValue> originals = new ArrayList<>();

  ColumnCopies(List<String> variables, ParforBody parfor, Frame frame, Context context) {
    this.context = context;
    for (String variable : variables) {
      Integer slot = parfor.inputs().get(variable);
      if (slot != null
          && frame.references[slot] instanceof MatrixValue matrix
          && matrix.columns() == null
          && matrix.resident() instanceof Dense cells
          && cells.cols() > 1) {
        MatrixValue copy = new MatrixValue(Reorg.transpose(cells, context.workers()));
        context.pool().retain(copy);
        matrix.columns(copy);
        originals.add(matrix);
      }
    }
  }

  @Override
  public void close() {
    for (MatrixValue original : originals) {
      MatrixValue copy = original.columns();
      original.columns(null);
      context.pool().release(copy);
    }
  }
}
