package dev.linden.run;

import dev.linden.base.ScriptError;
import dev.linden.base.Span;

/**
 * One iteration of a parfor loop.
 *
 * @param variable of the loop
 * @param slot of the variable
 * @param carried slots of variables that are private to iterations
 */
record ParforIteration(String variable, int slot, int[] carried, Span span) {
  /** In a frame that may have run others before. */
  void run(Step[] body, Frame frame, long value) {
    for (int ofIteration : carried) {
      frame.clear(ofIteration);
    }
    frame.setNumber(slot, Frame.INT, value);
    try {
      Step.runAll(body, frame);
    } catch (ScriptError e) {
      throw e.inIteration(variable, value, span);
    }
  }
}
