package dev.linden.engine;

import dev.linden.op.Value;
import java.util.List;
import java.util.Map;

/** A script compiled for given arguments: ready to run, as often as wanted, and to be explained. */
public interface Compiled {
  /** One form of the script as text. */
  String explain(View view);

  /** The same as maps, lists, texts, numbers and booleans; see docs/command-line.md. */
  Map<String, Object> explainData(View view);

  /** What the user should know although the script is valid; rendered, one text each. */
  List<String> warnings();

  /**
   * Executes the script.
   *
   * @throws dev.linden.base.ScriptError when it fails or stops
   * @throws dev.linden.base.ResourceError when memory or disk do not suffice
   */
  void run();

  /** Executes the script with values for the variables it was told of as inputs. */
  void run(Map<String, Value> inputs);
}
