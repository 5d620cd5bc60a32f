package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.matrix.Dense;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.op.IndexOps;
import dev.linden.op.MatrixValue;
import dev.linden.plan.Instruction;
import dev.linden.run.compiled.Node;
import java.util.List;

/** {@code X[,j]} where X may be partitioned by column; the kernel does everything else. */
final class ColumnStep extends Step {
  private static final int X = 0;
  private static final int COL = 3;

  private final KernelStep general;
  private final Instruction.Compute instruction;
  private final Context context;
  private final Statistics.Counter counter;

  ColumnStep(Instruction.Compute instruction, Context context) {
    this.general = new KernelStep(instruction, context);
    this.instruction = instruction;
    this.context = context;
    this.counter = context.statistics().counter(instruction.op().name());
  }

  /** A single column, and nothing said about rows. */
  static boolean covers(Instruction.Compute instruction) {
    int[] inputs = instruction.inputs();
    return instruction.op() == IndexOps.INDEX
        && inputs.length == COL + 2
        && inputs[X + 1] == Instruction.NONE
        && inputs[X + 2] == Instruction.NONE
        && inputs[COL] >= 0
        && inputs[COL + 1] == Instruction.NONE
        && instruction.outputs()[0] != Instruction.NONE
        && instruction.infos().get(X).isMatrix();
  }

  @Override
  void run(Frame frame) {
    int col = instruction.inputs()[COL];
    if (frame.references[instruction.inputs()[X]] instanceof MatrixValue x
        && x.columns() != null
        && frame.tags[col] == Frame.INT
        && frame.bits[col] >= 1
        && frame.bits[col] <= x.cols()
        && x.columns().matrix() instanceof Dense columns) {
      take(columns, (int) frame.bits[col] - 1, frame);
    } else {
      general.run(frame);
    }
  }

  private void take(Dense columns, int col, Frame frame) {
    long start = counter == null ? 0 : System.nanoTime();
    if (frame.monitor != null) {
      frame.monitor.operator(instruction.op().name(), instruction.span());
    }
    Dense row = (Dense) Indexing.slice(columns, col, col + 1, 0, columns.cols(), context.workers());
    Dense column = Dense.wrap(columns.cols(), 1, row.panel(0));
    MatrixValue x = (MatrixValue) frame.references[instruction.inputs()[X]];
    List<String> names = x.names();
    frame.set(
        instruction.outputs()[0],
        new MatrixValue(column)
            .named(x.rowNames(), names == null ? null : names.subList(col, col + 1)));
    int[] inputs = instruction.inputs();
    for (int i = 0; i < inputs.length; i++) {
      if (instruction.dies()[i] && inputs[i] != instruction.outputs()[0]) {
        frame.clear(inputs[i]);
      }
    }
    if (counter != null) {
      counter.add(System.nanoTime() - start);
    }
  }

  @Override
  boolean addNodes(List<Node> nodes) {
    nodes.add(new Node.Compute(instruction, false, this));
    return true;
  }

  @Override
  Span place(InputError error) {
    return general.place(error);
  }
}
