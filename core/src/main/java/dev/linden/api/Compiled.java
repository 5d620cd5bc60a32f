package dev.linden.api;

import java.util.Map;

/** A script compiled for given arguments: ready to run, as often as wanted, and to be explained. */
public interface Compiled {
  /** One form of the script as text. */
  String explain(ExplainLevel level);

  /** The same as maps, lists, texts, numbers and booleans; see docs/command-line.md. */
  Map<String, Object> explainData(ExplainLevel level);

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
  void run(Map<String, dev.linden.op.Value> inputs);
}
