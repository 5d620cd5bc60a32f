package dev.linden.api.jmlc;

import dev.linden.api.Results;
import java.util.LinkedHashSet;
import java.util.Set;

/** The outputs of an execution by name; {@link Results} in other words. */
public final class ResultVariables {
  private final Results results;

  ResultVariables(Results results) {
    this.results = results;
  }

  public Set<String> getVariableNames() {
    return new LinkedHashSet<>(results.names());
  }

  public int size() {
    return results.names().size();
  }

  public double[][] getMatrix(String name) {
    return results.matrix(name);
  }

  public String[][] getFrame(String name) {
    return results.frame(name);
  }

  public double getDouble(String name) {
    return results.number(name);
  }

  public long getLong(String name) {
    return results.integer(name);
  }

  public boolean getBoolean(String name) {
    return results.flag(name);
  }

  public String getString(String name) {
    return results.text(name);
  }

  /** For what this layer has no name for. */
  public Results results() {
    return results;
  }
}
