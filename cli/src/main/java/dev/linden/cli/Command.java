package dev.linden.cli;

import dev.linden.base.Settings;
import dev.linden.engine.View;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import java.util.Map;
import java.util.Set;

/**
 * A command line understood: what to do, with which script, how.
 *
 * @param file the script file, or null
 * @param text the script itself, or null
 * @param arguments values of {@code $} arguments by name, positional ones by number
 * @param mode null when not given
 * @param views plans to print; empty for none
 * @param assumed sizes of inputs that need not be there, by path or variable
 * @param cluster the file that describes a cluster, or null
 * @param socket the file through which clients connect to a server, or null
 * @param heaviest how many operators the statistics list; 0 for no statistics
 */
record Command(
    Action action,
    String file,
    String text,
    Map<String, Scalar> arguments,
    Settings.Exec mode,
    Set<View> views,
    Map<String, Size> assumed,
    String cluster,
    String socket,
    int heaviest,
    Settings settings,
    boolean json,
    boolean debug) {

  enum Action {
    RUN,
    EXPLAIN,
    VERSION,
    DOCTOR,
    SERVE,
    PROFILE,
    HELP
  }
}
