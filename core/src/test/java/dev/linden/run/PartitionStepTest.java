package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.OpError;
import dev.linden.op.PartitionedMatrix;
import dev.linden.op.ValueType;
import dev.linden.plan.Instruction;
import dev.linden.plan.distribute.Exec;
import dev.linden.plan.distribute.Resources;
import dev.linden.storage.pool.BufferPool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is taken out of a partitioned matrix comes from its partitions alone. */
class PartitionStepTest {
  private static final int NONE = Instruction.NONE;

  private final List<String> taken = new ArrayList<>();

  /** 10x10, by row or by column. */
  private final class Partitions implements PartitionedMatrix {
    private final boolean byRow;

    Partitions(boolean byRow) {
      this.byRow = byRow;
    }

    @Override
    public boolean byRow() {
      return byRow;
    }

    @Override
    public Matrix slice(int from, int to) {
      taken.add(from + ":" + to);
      return byRow ? Dense.zeros(to - from, 10) : Dense.zeros(10, to - from);
    }

    @Override
    public long rows() {
      return 10;
    }

    @Override
    public long cols() {
      return 10;
    }

    @Override
    public long nnz() {
      return -1;
    }

    @Override
    public long countedNnz() {
      throw new AssertionError("looks at all cells");
    }

    @Override
    public Matrix collect() {
      throw new AssertionError("brings all partitions together");
    }

    @Override
    public void keep(Keeping how) {
      throw new AssertionError();
    }

    @Override
    public void prepare() {
      throw new AssertionError();
    }

    @Override
    public void release() {
      // nothing to free
    }
  }

  @Test
  void rowsAndColumns() {
    assertEquals("3x10", taken(true, 1, 2, NONE, NONE));
    assertEquals("1x10", taken(true, 1, NONE, NONE, NONE));
    assertEquals("10x3", taken(false, NONE, NONE, 1, 2));
    assertEquals("10x1", taken(false, NONE, NONE, 2, NONE));
    assertEquals(List.of("2:5", "2:3", "2:5", "4:5"), taken);
  }

  @Test
  void anIndexOutsideIsTheScriptsFault() {
    OpError error = assertThrows(OpError.class, () -> taken(true, 3, NONE, NONE, NONE));
    assertTrue(error.getMessage().contains("row index 11 is outside 1..10"), error.getMessage());
  }

  /** Slots 1, 2 and 3 hold 3, 5 and 11; the shape of the result. */
  private String taken(boolean byRow, int rowFrom, int rowTo, int colFrom, int colTo) {
    int[] inputs = {0, rowFrom, rowTo, colFrom, colTo};
    List<Info> infos = new ArrayList<>(List.of(Info.matrix(10, 10)));
    for (int i = 1; i < inputs.length; i++) {
      infos.add(inputs[i] == NONE ? null : Info.scalar(ValueType.INT));
    }
    Span span = new Span(new Source("a.dml", "Y = X[a:b,]"), 1, 5, 1, 7);
    Instruction.Compute instruction =
        new Instruction.Compute(
            IndexOps.INDEX,
            inputs,
            new int[] {4},
            new boolean[inputs.length],
            List.of(),
            infos,
            List.of(Info.matrix()),
            false,
            Exec.LOCAL,
            span,
            Arrays.asList(span, span, span, span, span));
    BufferPool pool =
        new BufferPool(
            1 << 20, Path.of(System.getProperty("java.io.tmpdir")), false, Workers.serial());
    Context context =
        new Context(
            Workers.serial(),
            pool,
            null,
            new Statistics(false),
            false,
            Resources.LOCAL.withLocalBudget(1 << 20),
            null,
            new Backends(Optional.empty()),
            Parfors.SILENT);
    Frame frame =
        Frame.Layout.of(List.of("X", "a", "b", "c", "Y"), Collections.nCopies(5, null))
            .newFrame(pool);
    frame.set(0, new MatrixValue(new Partitions(byRow)));
    frame.setNumber(1, Frame.INT, 3);
    frame.setNumber(2, Frame.INT, 5);
    frame.setNumber(3, Frame.INT, 11);
    assertTrue(PartitionStep.covers(instruction));
    Step whole = new KernelStep(instruction, context);
    new PartitionStep(instruction, context, whole).run(frame);
    return frame.matrix(4).rows() + "x" + frame.matrix(4).cols();
  }
}
