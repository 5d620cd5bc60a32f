package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.LindenBug;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Parameter;
import dev.linden.op.Size;
import dev.linden.plan.Instruction;
import dev.linden.plan.distribute.Exec;
import dev.linden.storage.pool.BufferPool;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Operators that break one promise each. */
class CheckedStepTest {
  private static final Info TWO_BY_TWO = Info.matrix(2, 2);

  @Test
  void honestOperatorsPass() {
    Frame frame = run(TWO_BY_TWO, TWO_BY_TWO, call -> call.result(Dense.of(2, 2, 0, 1, 2, 3)));
    assertEquals(3, frame.matrix(1).get(1, 1));
  }

  @Test
  void sizesAreCompared() {
    assertBroken(
        "result 1 should be a 2x2 matrix, but is a 2x3 matrix",
        TWO_BY_TWO,
        Info.matrix(2, 3),
        Dense.zeros(2, 3));
    assertBroken(
        "result 1 by the rule at run time should be a ?x5 matrix, but is a 2x2 matrix",
        TWO_BY_TWO,
        Info.matrix(-1, 5),
        Dense.zeros(2, 2));
  }

  @Test
  void boundsOfNonZerosAreCompared() {
    assertBroken(
        "result 1 by the rule at run time should have at most 1 non-zeros, but has 2",
        TWO_BY_TWO,
        Info.matrix(Size.of(2, 2, 1)),
        Dense.of(2, 2, 1, 1, 0, 0));
  }

  @Test
  void typesAreCompared() {
    LindenBug bug =
        assertThrows(LindenBug.class, () -> run(TWO_BY_TWO, TWO_BY_TWO, call -> call.result(3.0)));
    assertTrue(bug.getMessage().endsWith("should be a 2x2 matrix, but is a double"));
  }

  @Test
  void nonZeroCountsAreRecounted() {
    assertBroken(
        "it says 3 non-zeros, but has 1",
        TWO_BY_TWO,
        TWO_BY_TWO,
        Dense.of(2, 2, 1, 0, 0, 0).withNnz(3));
  }

  @Test
  void sparseRowsAreInspected() {
    assertBroken(
        "row 1 stores a zero in column 2",
        TWO_BY_TWO,
        TWO_BY_TWO,
        new Csr(2, 2, new int[] {0, 1, 1}, new int[] {1}, new double[] {0}));
    assertBroken(
        "row 1 has column 0 after column 1 (counted from 0)",
        TWO_BY_TWO,
        TWO_BY_TWO,
        new Csr(2, 2, new int[] {0, 2, 2}, new int[] {1, 0}, new double[] {5, 6}));
  }

  @Test
  void operandsThatAreNeededLaterMustNotChange() {
    LindenBug bug =
        assertThrows(
            LindenBug.class,
            () ->
                run(
                    TWO_BY_TWO,
                    TWO_BY_TWO,
                    call -> {
                      ((Dense) call.matrix(0)).panel(0)[0] = 99;
                      call.result(Dense.zeros(2, 2));
                    }));
    assertTrue(bug.getMessage().endsWith("operand 1 is needed later, but was changed"));
  }

  private static void assertBroken(String message, Info known, Info ruled, Matrix result) {
    LindenBug bug =
        assertThrows(LindenBug.class, () -> run(known, ruled, call -> call.result(result)));
    assertTrue(bug.getMessage().endsWith(message), bug.getMessage());
  }

  /** Runs {@code fake(X)} with a 2x2 matrix X; returns the frame, with the result in slot 1. */
  private static Frame run(Info known, Info ruled, Op.Kernel kernel) {
    Op op =
        Op.define("fake", "An operator for this test.")
            .parameters(Parameter.matrix("X"))
            .rule(call -> List.of(ruled))
            .kernel(kernel)
            .build();
    Span span = new Span(new Source("<script>", "fake(X)"), 1, 1, 1, 4);
    Instruction.Compute instruction =
        new Instruction.Compute(
            op,
            new int[] {0},
            new int[] {1},
            new boolean[] {false},
            List.of(),
            List.of(TWO_BY_TWO),
            List.of(known),
            true,
            Exec.LOCAL,
            span,
            List.of(span));
    BufferPool pool =
        new BufferPool(
            1L << 20, Path.of(System.getProperty("java.io.tmpdir")), false, Workers.serial());
    Context context = new Context(Workers.serial(), pool, null, new Statistics(false), true);
    Frame frame = Frame.Layout.of(List.of("X", "Y"), Collections.nCopies(2, null)).newFrame(pool);
    frame.set(0, new MatrixValue(Dense.of(2, 2, 1, 2, 3, 4)));
    Step step = new KernelStep(instruction, context);
    new CheckedStep(step, instruction, context, new AtomicBoolean()).run(frame);
    return frame;
  }
}
