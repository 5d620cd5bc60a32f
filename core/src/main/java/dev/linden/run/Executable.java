package dev.linden.run;

import dev.linden.base.ResourceError;
import dev.linden.matrix.Workers;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.plan.Plan;
import dev.linden.storage.pool.BufferPool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A plan bound to workers and an environment; each run has a frame of its own. */
public final class Executable {
  private final Routine main;
  private final BufferPool pool;

  /**
   * @param verify every operator is checked while it runs, see {@link CheckedStep}
   * @param recompilations is told of DAGs that are compiled again; may be null
   */
  public Executable(
      Plan plan,
      Workers workers,
      BufferPool pool,
      RunEnvironment environment,
      Statistics statistics,
      boolean verify,
      Recompilations recompilations,
      Backends backends) {
    Map<String, Routine> functions = new LinkedHashMap<>();
    this.pool = pool;
    Context context =
        new Context(
            workers,
            pool,
            environment,
            statistics,
            verify,
            plan.resources(),
            recompilations,
            backends);
    main = Linker.link(plan, context, functions);
    environment.functions(functions);
  }

  /**
   * Runs the program with the given variables set at its start. The values stay the caller's: they
   * are neither overwritten nor recycled.
   */
  public void run(Map<String, Value> inputs) {
    Frame frame = main.newFrame();
    List<MatrixValue> outside = new ArrayList<>();
    inputs.values().forEach(value -> addMatrices(value, outside));
    long bytes = pool.lend(outside);
    try {
      inputs.forEach((name, value) -> main.setVariable(frame, name, value));
      main.run(frame);
    } catch (StackOverflowError e) {
      throw new ResourceError(
          "the script calls functions too deeply: a recursion has no end, or needs more stack", e);
    } finally {
      frame.clearAll();
      pool.giveBack(outside, bytes);
    }
  }

  private static void addMatrices(Value value, List<MatrixValue> all) {
    if (value instanceof MatrixValue matrix) {
      all.add(matrix);
    } else if (value instanceof ListValue list) {
      list.elements().forEach(element -> addMatrices(element, all));
    }
  }
}
