package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Workers;
import dev.linden.op.CellwiseOps;
import dev.linden.op.Info;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.plan.Instruction;
import dev.linden.plan.distribute.Cluster;
import dev.linden.plan.distribute.Exec;
import dev.linden.plan.distribute.Method;
import dev.linden.plan.distribute.Resources;
import dev.linden.storage.pool.BufferPool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Operators that are planned for Spark. */
class SparkStepTest {
  private static final Info KNOWN = Info.matrix(300, 300);

  private final List<String> distributed = new ArrayList<>();

  /** Runs operators in this process and remembers their names. */
  private final class FakeBackend implements Backend {
    @Override
    public String name() {
      return "fake";
    }

    @Override
    public String describe() {
      return "fake";
    }

    @Override
    public void configure(Settings settings) {}

    @Override
    public Op.Kernel kernel(Op op, Invocation call, Method planned, Span place) {
      distributed.add(op.name());
      return op.kernel();
    }

    @Override
    public Map<String, Long> counters() {
      return Map.of();
    }

    @Override
    public void close() {}
  }

  @Test
  void aBackendRunsThem() {
    Frame frame = run(Settings.Exec.HYBRID, 1000, Optional.of(new FakeBackend()));
    assertEquals(List.of("abs"), distributed);
    assertEquals(1, frame.matrix(1).get(5, 5));
    assertTrue(frame.isEmpty(0), "the operand died there");
  }

  @Test
  void withoutBackendTheyRunHereIfTheyFit() {
    assertEquals(1, run(Settings.Exec.HYBRID, 2_000_000, Optional.empty()).matrix(1).get(5, 5));
  }

  @Test
  void withoutBackendTheyAreRefusedIfTheyDoNotFit() {
    ScriptError error =
        assertThrows(ScriptError.class, () -> run(Settings.Exec.HYBRID, 500_000, Optional.empty()));
    assertTrue(error.getCause() instanceof ResourceError);
    assertTrue(
        error
            .render()
            .matches(
                "(?s)a.dml:1:5: error: abs needs up to [0-9.]+ [KM]B of memory \\([^)]*\\), but the"
                    + " budget is 488.3 KB.*"),
        error.render());
    assertTrue(error.render().contains("or add the module linden-spark"), error.render());
  }

  @Test
  void nothingRunsHereAgainstTheUsersWish() {
    ScriptError error =
        assertThrows(ScriptError.class, () -> run(Settings.Exec.SPARK, 200_000, Optional.empty()));
    assertTrue(error.getMessage().contains("all operators are to run on Spark"));
  }

  @Test
  void thereIsNothingToDistributeInASingleBlock() {
    Frame frame = run(Settings.Exec.SPARK, 2_000_000, Optional.of(new FakeBackend()), 300);
    assertEquals(List.of(), distributed);
    assertEquals(1, frame.matrix(1).get(5, 5));
  }

  private static Frame run(Settings.Exec mode, double budget, Optional<Backend> backend) {
    return run(mode, budget, backend, 100);
  }

  /** Runs {@code abs(X)} with a 300x300 matrix X of -1; the result is in slot 1. */
  private static Frame run(
      Settings.Exec mode, double budget, Optional<Backend> backend, int blockSize) {
    Settings blocks = Settings.DEFAULTS.with("spark.block-size", String.valueOf(blockSize));
    Span span = new Span(new Source("a.dml", "Y = abs(X)"), 1, 5, 1, 7);
    Instruction.Compute instruction =
        new Instruction.Compute(
            CellwiseOps.ABS,
            new int[] {0},
            new int[] {1},
            new boolean[] {true},
            List.of(),
            List.of(KNOWN),
            List.of(KNOWN),
            true,
            new Exec(Method.Plain.ONLY),
            span,
            List.of(span));
    BufferPool pool =
        new BufferPool(
            (long) budget, Path.of(System.getProperty("java.io.tmpdir")), false, Workers.serial());
    Context context =
        new Context(
            Workers.serial(),
            pool,
            null,
            new Statistics(false),
            false,
            new Resources(mode, budget, Cluster.of(blocks), false),
            null,
            new Backends(backend),
            Parfors.SILENT);
    Frame frame = Frame.Layout.of(List.of("X", "Y"), Collections.nCopies(2, null)).newFrame(pool);
    double[] cells = new double[300 * 300];
    java.util.Arrays.fill(cells, -1);
    frame.set(0, new MatrixValue(Dense.of(300, 300, cells)));
    new SparkStep(instruction, new KernelStep(instruction, context), context).run(frame);
    return frame;
  }
}
