package dev.linden.cli;

import dev.linden.base.Settings;
import dev.linden.op.Scalar;
import java.util.Map;
import java.util.Set;

/**
 * A command line understood: what to do, with which script, how.
 *
 * @param file the script file, or null
 * @param text the script itself, or null
 * @param arguments values of {@code $} arguments by name, positional ones by number
 * @param levels plans to print; empty for none
 * @param heaviest how many operators the statistics list; 0 for no statistics
 */
record Command(
    Action action,
    String file,
    String text,
    Map<String, Scalar> arguments,
    ExecMode mode,
    Set<Level> levels,
    int heaviest,
    Settings settings,
    boolean json,
    boolean debug) {

  enum Action {
    RUN,
    EXPLAIN,
    VERSION,
    DOCTOR,
    HELP
  }

  /** Where operators may run. */
  enum ExecMode {
    HYBRID,
    LOCAL,
    SPARK
  }

  /** The plans that can be shown. */
  enum Level {
    HOPS,
    RUNTIME
  }
}
