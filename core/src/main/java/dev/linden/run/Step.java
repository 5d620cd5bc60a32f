package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Span;
import dev.linden.op.OpError;

/**
 * An instruction ready to run: operands, functions and variants are chosen; only values are
 * missing.
 */
abstract class Step {
  abstract void run(Frame frame);

  /** Where in the script an error of this step belongs. */
  abstract Span place(InputError error);

  static void runAll(Step[] steps, Frame frame) {
    int i = 0;
    try {
      for (; i < steps.length; i++) {
        if (frame.monitor != null) {
          frame.monitor.check();
        }
        steps[i].run(frame);
      }
    } catch (InputError e) {
      String hint = e instanceof OpError error ? error.hint() : null;
      throw ScriptError.duringRun(new Problem(steps[i].place(e), e.getMessage(), hint), e);
    }
  }
}
