package dev.linden.engine;

import dev.linden.op.Value;
import dev.linden.run.ExecutionListener;
import java.util.List;
import java.util.Map;

/** A script compiled for given arguments: ready to run, as often as wanted, and to be explained. */
public interface Compiled {
  /** One form of the script as text. */
  String explain(View view);

  /** The same as maps, lists, texts, numbers and booleans; see docs/command-line.md. */
  Map<String, Object> explainData(View view);

  /**
   * All stages of the plan with the places of operators in the script, and if the engine records
   * and the script has run, what happened ({@code measured}): what a plan page shows.
   */
  Map<String, Object> report();

  /**
   * The same, without {@code measured}, for other inputs, memory or cluster; nothing runs.
   *
   * @throws dev.linden.base.InputError if the script can't be so, as when sizes do not fit
   */
  Map<String, Object> report(WhatIf change);

  /** What the user should know although the script is valid; rendered, one text each. */
  List<String> warnings();

  /**
   * Executes the script.
   *
   * @throws dev.linden.base.ScriptError when it fails or stops
   * @throws dev.linden.base.ResourceError when memory or disk do not suffice
   */
  void run();

  /** The same for somebody who listens; null for nobody. */
  void run(ExecutionListener listener);

  /** Executes the script with values for the variables it was told of as inputs. */
  void run(Map<String, Value> inputs);
}
