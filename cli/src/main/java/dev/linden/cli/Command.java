package dev.linden.cli;

import dev.linden.base.Settings;
import dev.linden.op.Scalar;
import java.util.Locale;
import java.util.Map;

/** A command line understood: what to do, with which script, how. */
final class Command {
  private final Caller caller;
  private final Action action;
  private final Map<Option<?>, Object> options;
  private final Map<String, Scalar> arguments;
  private final Settings settings;

  /**
   * @param options what was given
   * @param arguments values of {@code $} arguments by name, positional ones by number
   */
  Command(
      Caller caller,
      Action action,
      Map<Option<?>, Object> options,
      Map<String, Scalar> arguments,
      Settings settings) {
    this.caller = caller;
    this.action = action;
    this.options = options;
    this.arguments = arguments;
    this.settings = settings;
  }

  /** Who gave it. */
  Caller caller() {
    return caller;
  }

  Action action() {
    return action;
  }

  /** What an option says, or what it means not to give it. */
  <T> T get(Option<T> option) {
    return CommandLine.get(options, option);
  }

  Map<String, Scalar> arguments() {
    return arguments;
  }

  Settings settings() {
    return settings;
  }

  enum Action {
    RUN,
    EXPLAIN,
    TRANSLATE,
    VERSION,
    DOCTOR,
    SERVE,
    DAEMON,
    PROFILE,
    HELP,
    /** Words for shells. */
    COMPLETION,
    /** Inputs from a terminal. */
    PROMPT;

    /** How it is asked for; {@code run} need not be said. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
