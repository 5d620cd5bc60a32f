package dev.linden.opt;

import dev.linden.hop.HopProgram;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Drops functions that neither the script nor {@code eval} can call any more. */
final class DeadFunctions {
  private DeadFunctions() {}

  static HopProgram remove(HopProgram program, RewriteReport report) {
    CallGraph calls = new CallGraph(program);
    Map<String, HopProgram.HopFunction> kept = new LinkedHashMap<>();
    program
        .functions()
        .forEach(
            (key, f) -> {
              if (calls.isReachable(key)) {
                kept.put(key, f);
              } else {
                report.fired(
                    Optimizer.DEAD_FUNCTIONS, f.source().span(), "function " + key, "no caller");
              }
            });
    return program.with(program.main(), Collections.unmodifiableMap(kept));
  }
}
