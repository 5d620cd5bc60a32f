package dev.linden.spark.operator;

import dev.linden.op.InputOutputOps;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.run.RunEnvironment;
import dev.linden.spark.block.Distributed;
import dev.linden.storage.format.SplitBlocks;
import dev.linden.storage.format.SplitCells;
import dev.linden.storage.format.SplitRead;
import dev.linden.storage.format.SplitRows;

/**
 * Reads files in parallel, each task a stretch of some megabytes, or a whole file if it is
 * compressed. What they give is kept because reading is expensive.
 */
final class ReadOperator implements Operator {
  /** Bytes that one task reads. */
  private static final int STRETCH_BYTES = 16 << 20;

  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    return call.environment() instanceof RunEnvironment && split(op, call, session) != null;
  }

  private static SplitRead split(Op op, Invocation call, Session session) {
    return ((RunEnvironment) call.environment())
        .files()
        .split(InputOutputOps.request(op, call), session.stretchBytes(STRETCH_BYTES));
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    SplitRead file = split(op, call, session);
    Distributed read;
    if (file instanceof SplitRows rows) {
      read = RowFileBlocks.of(rows, session);
    } else if (file instanceof SplitCells cells) {
      read = CellFileBlocks.of(cells, session);
    } else {
      read = BlockFileBlocks.of((SplitBlocks) file, session);
    }
    if (read == null) {
      op.kernel().run(call);
    } else {
      call.result(
          ((RunEnvironment) call.environment())
              .files()
              .named(new MatrixValue(read), InputOutputOps.request(op, call)));
    }
  }
}
