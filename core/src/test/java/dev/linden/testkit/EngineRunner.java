package dev.linden.testkit;

import dev.linden.matrix.Matrix;
import java.util.Map;

/** Linden itself. */
public final class EngineRunner implements ScriptRunner {
  /** Tests that need the engine are skipped while this is false. */
  public static boolean isConnected() {
    return false;
  }

  @Override
  public RunResult run(
      String script, Map<String, String> args, RunConfig config, Map<String, Matrix> inputs) {
    throw new UnsupportedOperationException("the engine is not connected yet");
  }
}
