package dev.linden.run;

import dev.linden.base.ResourceError;
import dev.linden.base.Settings;
import dev.linden.matrix.Workers;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.plan.Plan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A plan bound to workers and an environment; each run has a frame of its own. */
public final class Executable {
  private final Routine main;

  /**
   * @param verify every operator is checked while it runs, see {@link CheckedStep}
   * @param recompilations is told of DAGs that are compiled again; may be null
   */
  public Executable(
      Plan plan,
      Workers workers,
      RunEnvironment environment,
      Statistics statistics,
      boolean verify,
      Recompilations recompilations) {
    Map<String, Routine> functions = new LinkedHashMap<>();
    Context context =
        new Context(
            workers,
            environment,
            statistics,
            verify,
            plan.resources(),
            recompilations,
            plan.resources().mode() == Settings.Exec.LOCAL ? Optional.empty() : Backend.find());
    main = Linker.link(plan, context, functions);
    environment.functions(functions);
  }

  /**
   * Runs the program with the given variables set at its start. The values stay the caller's: they
   * are neither overwritten nor recycled.
   */
  public void run(Map<String, Value> inputs) {
    Frame frame = main.newFrame();
    matrices(inputs).forEach(MatrixValue::retain);
    try {
      inputs.forEach((name, value) -> main.setVariable(frame, name, value));
      main.run(frame);
    } catch (StackOverflowError e) {
      throw new ResourceError(
          "the script calls functions too deeply: a recursion has no end, or needs more stack", e);
    } finally {
      frame.clearAll();
      matrices(inputs).forEach(MatrixValue::release);
    }
  }

  private static Stream<MatrixValue> matrices(Map<String, Value> inputs) {
    return inputs.values().stream()
        .filter(value -> value instanceof MatrixValue)
        .map(value -> (MatrixValue) value);
  }
}
