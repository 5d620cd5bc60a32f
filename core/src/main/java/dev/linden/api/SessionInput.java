package dev.linden.api;

import dev.linden.base.Cancellation;
import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.engine.Workspace;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.run.ExecutionListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One input of a {@link Session}: said how, then run, or only explained. It is compiled for the
 * variables that the session has when it is first asked for something.
 */
public final class SessionInput {
  private final Session session;
  private final Source source;
  private final Map<String, Scalar> arguments = new LinkedHashMap<>();
  private Cancellation cancellation = new Cancellation();
  private ExecutionListener listener;
  private boolean statistics;
  private boolean recorded;
  private Workspace.Input compiled;
  private Set<String> assigned = Set.of();

  SessionInput(Session session, Source source) {
    this.session = session;
    this.source = source;
  }

  /** The value of {@code $name}, a constant for the compiler. */
  public SessionInput argument(String name, Scalar value) {
    arguments.put(name, Cells.requireGiven("the argument " + name, value));
    return this;
  }

  /** Lets another thread call it off, also while it is compiled. */
  public SessionInput cancellation(Cancellation by) {
    cancellation = by;
    return this;
  }

  /** Who hears how far the execution has come. */
  public SessionInput progress(ProgressListener to) {
    listener = Call.listener(to);
    return this;
  }

  /** For the other modules of Linden: the same as by {@link #progress}, in more detail. */
  public SessionInput listener(ExecutionListener to) {
    listener = to;
    return this;
  }

  /** Collects times per operator for {@link #statistics(int)}. */
  public SessionInput statistics(boolean on) {
    statistics = on;
    return this;
  }

  /** Keeps what plan pages show: each rewrite, and times and results of operators. */
  public SessionInput recorded(boolean on) {
    recorded = on;
    return this;
  }

  /** For the other modules of Linden: what it is compiled to. */
  public Compiled script() {
    return compiled().script();
  }

  private synchronized Workspace.Input compiled() {
    if (compiled == null) {
      Cancellation before = Cancellation.ofThread(cancellation);
      try {
        compiled = session.workspace().compile(source, arguments, statistics, recorded);
      } finally {
        Cancellation.ofThread(before);
      }
    }
    return compiled;
  }

  /** What it is compiled to; see the guide to explain. */
  public String explain(ExplainLevel level) {
    return compiled().script().explain(level.view());
  }

  /** The same as maps, lists, texts, numbers and booleans. */
  public Map<String, Object> explainData(ExplainLevel level) {
    return compiled().script().explainData(level.view());
  }

  /** What the user should know although the text is valid. */
  public List<String> warnings() {
    return compiled().script().warnings();
  }

  /**
   * Runs it, once.
   *
   * @return the value of the expression at its end; null if there is none
   * @throws dev.linden.base.ScriptError when it is wrong, fails or stops
   * @throws dev.linden.base.ResourceError when memory or disk do not suffice
   * @throws dev.linden.base.CancelledError when it was called off
   */
  public Value run() {
    session.running(cancellation);
    try {
      Workspace.Outcome outcome = compiled().run(cancellation, listener);
      assigned = outcome.assigned();
      return outcome.value();
    } finally {
      session.running(null);
    }
  }

  /** Variables that have got a value. */
  public Set<String> assigned() {
    return assigned;
  }

  /** Where the time of this input went: phases, and the {@code n} heaviest operators. */
  public String statistics(int n) {
    return session.workspace().statistics(compiled(), n);
  }

  /** The same as maps, lists, texts and numbers; see docs/command-line.md. */
  public Map<String, Object> statisticsData(int n) {
    return session.workspace().statisticsData(compiled(), n);
  }
}
