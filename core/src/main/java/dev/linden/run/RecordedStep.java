package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.op.MatrixValue;
import dev.linden.plan.Instruction;

/**
 * Runs an operator, or calls a function, and tells a {@link Recording} how long it took and what
 * came out.
 */
final class RecordedStep extends Step {
  private final Step step;
  private final Recording recording;
  private final Recording.Site site;
  private final int result;

  RecordedStep(Step step, Recording recording, Recording.Site site, int[] outputs) {
    this.step = step;
    this.recording = recording;
    this.site = site;
    this.result = outputs.length == 0 ? Instruction.NONE : outputs[0];
  }

  @Override
  void run(Frame frame) {
    Recording.Lane lane = recording.lane();
    long before = lane.nested;
    lane.nested = 0;
    long start = System.nanoTime();
    try {
      step.run(frame);
    } finally {
      long elapsed = System.nanoTime() - start;
      site.ended(elapsed - lane.nested, elapsed);
      recording.ended(site, lane, start, elapsed);
      lane.nested = before + elapsed;
    }
    if (result >= 0 && frame.references[result] instanceof MatrixValue value) {
      long looking = System.nanoTime();
      site.result(value);
      lane.nested += System.nanoTime() - looking;
    }
  }

  @Override
  Span place(InputError error) {
    return step.place(error);
  }
}
