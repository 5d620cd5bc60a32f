package dev.linden.api;

/** A script compiled for given arguments: ready to run, as often as wanted, and to be explained. */
public interface Compiled {
  /** The operator DAGs with sizes, non-zeros and memory estimates. */
  String explainHops();

  /** Program blocks and instructions. */
  String explainRuntime();

  /** What the user should know although the script is valid; rendered, one text each. */
  java.util.List<String> warnings();

  /**
   * Executes the script.
   *
   * @throws dev.linden.base.ScriptError when it fails or stops
   * @throws dev.linden.base.ResourceError when memory or disk do not suffice
   */
  void run();

  /** Executes the script with values for the variables it was told of as inputs. */
  void run(java.util.Map<String, dev.linden.op.Value> inputs);
}
