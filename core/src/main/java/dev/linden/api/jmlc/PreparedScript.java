package dev.linden.api.jmlc;

import dev.linden.api.Call;
import dev.linden.api.ExplainLevel;
import dev.linden.api.Linden;
import dev.linden.api.Prepared;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A script with values for its inputs. Values stay until {@link #clearParameters} or until they are
 * set again, except those set without {@code reuse}, which serve one execution. Not for use by
 * several threads at a time: each takes a {@link #clone()}, which shares what is compiled.
 */
public final class PreparedScript implements Cloneable {
  private static final int HEAVIEST = 10;

  private final Linden linden;
  private final Prepared script;

  /** The script with the values that are kept. */
  private Prepared kept;

  private Call call;

  PreparedScript(Linden linden, Prepared script) {
    this(linden, script, script);
  }

  private PreparedScript(Linden linden, Prepared script, Prepared kept) {
    this.linden = linden;
    this.script = script;
    this.kept = kept;
    this.call = kept.call();
  }

  public void setScalar(String name, double value) {
    setScalar(name, value, false);
  }

  public void setScalar(String name, double value, boolean reuse) {
    set(call -> call.bind(name, value), reuse);
  }

  public void setScalar(String name, long value) {
    setScalar(name, value, false);
  }

  public void setScalar(String name, long value, boolean reuse) {
    set(call -> call.bind(name, value), reuse);
  }

  public void setScalar(String name, boolean value) {
    setScalar(name, value, false);
  }

  public void setScalar(String name, boolean value, boolean reuse) {
    set(call -> call.bind(name, value), reuse);
  }

  public void setScalar(String name, String value) {
    setScalar(name, value, false);
  }

  public void setScalar(String name, String value, boolean reuse) {
    set(call -> call.bind(name, value), reuse);
  }

  public void setMatrix(String name, double[][] rows) {
    setMatrix(name, rows, false);
  }

  /** {@code reuse}: the same for all later executions, until it is set again. */
  public void setMatrix(String name, double[][] rows, boolean reuse) {
    set(call -> call.bind(name, rows), reuse);
  }

  /** Columns are called C1, C2, ... */
  public void setFrame(String name, String[][] rows) {
    boolean none = rows == null || rows.length == 0 || rows[0] == null; // binding tells
    int cols = none ? 0 : rows[0].length;
    setFrame(
        name, rows, IntStream.rangeClosed(1, cols).mapToObj(j -> "C" + j).toArray(String[]::new));
  }

  public void setFrame(String name, String[][] rows, String[] columnNames) {
    call.bind(name, columnNames, rows);
  }

  private void set(UnaryOperator<Call> binding, boolean reuse) {
    call = binding.apply(call);
    if (reuse) {
      kept = kept.with(binding.apply(kept.call()));
    }
  }

  /** Forgets all values. */
  public void clearParameters() {
    kept = script;
    call = kept.call();
  }

  /**
   * Runs the script and forgets the values that were not set for reuse.
   *
   * @throws dev.linden.base.ScriptError when it fails or stops
   */
  public ResultVariables executeScript() {
    Call current = call;
    call = kept.call();
    return new ResultVariables(current.execute());
  }

  /** The plan as text. */
  public String explain() {
    return script.explain(ExplainLevel.RUNTIME);
  }

  /** What the connection has executed so far, as text. */
  public String statistics() {
    return linden.statistics(HEAVIEST);
  }

  /** For another thread: the values that are kept, and nothing else, are the same. */
  @Override
  public PreparedScript clone() {
    return new PreparedScript(linden, script, kept);
  }
}
