package dev.linden.testkit;

import dev.linden.matrix.Matrix;
import java.util.Map;

/** Runs scripts; what is under test and what judges it both look like this. */
public interface ScriptRunner {
  /**
   * @param args the {@code $}-arguments as texts ({@code 1}, {@code 2}, ... for positional ones)
   * @param inputs variables that exist before the first statement; the compiler may know their
   *     sizes, not their cells
   */
  RunResult run(
      String script, Map<String, String> args, RunConfig config, Map<String, Matrix> inputs);

  default String explain(
      String stage,
      String script,
      Map<String, String> args,
      RunConfig config,
      Map<String, Matrix> inputs) {
    return explain(stage, script, args, config, inputs, Map.of());
  }

  /**
   * The plan of the script at a stage of compilation ({@code hops}, ...), as the explain command
   * shows it; {@code recompile} runs the script and tells what was compiled again.
   *
   * @param assumed sizes of inputs that are not there, as after {@code --assume}
   */
  default String explain(
      String stage,
      String script,
      Map<String, String> args,
      RunConfig config,
      Map<String, Matrix> inputs,
      Map<String, String> assumed) {
    throw new UnsupportedOperationException("this runner has no plans to explain");
  }
}
