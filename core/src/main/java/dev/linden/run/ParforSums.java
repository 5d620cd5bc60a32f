package dev.linden.run;

import dev.linden.matrix.Formats;
import dev.linden.op.CellwiseOps;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.op.ValuesCall;
import dev.linden.plan.ParforBody;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The result variables to which iterations add. Iterations are grouped by their number, whoever
 * runs them; each group has a sum of its own that starts at zero, and the sums of the groups are
 * added in the order of the iterations. So the result has the same bits for any number of workers.
 */
class ParforSums {
  /** Loops of up to this many iterations add in the order of a sequential loop. */
  private static final int MOST_GROUPS = 64;

  private final List<ParforBody.Result> results;
  private final Context context;
  private final long iterations;
  private final long groupSize;

  /** What the variables had before the loop. */
  private final List<Value> originals = new ArrayList<>();

  /** Sums of all groups up to the next one; guarded by this. */
  private final Value[] totals;

  /** Sums of groups that have ended before an earlier one; guarded by this. */
  private final Map<Long, Value[]> waiting = new HashMap<>();

  private long nextGroup;

  ParforSums(List<ParforBody.Result> results, Frame frame, long iterations, Context context) {
    this.results = results;
    this.context = context;
    this.iterations = iterations;
    this.groupSize = Math.max(1, (iterations + MOST_GROUPS - 1) / MOST_GROUPS);
    this.totals = new Value[results.size()];
    for (int r = 0; r < totals.length; r++) {
      Value original = frame.value(results.get(r).slot());
      context.pool().retain(original);
      context.pool().retain(original);
      originals.add(original);
      totals[r] = original;
    }
  }

  /** Tasks must consist of whole groups. */
  long groupSize() {
    return results.isEmpty() ? 1 : groupSize;
  }

  /** Before an iteration in this frame. */
  void begin(long index, Frame frame) {
    if (totals.length > 0 && index % groupSize == 0) {
      for (int r = 0; r < totals.length; r++) {
        MatrixValue original = (MatrixValue) originals.get(r);
        frame.set(
            results.get(r).slot(),
            new MatrixValue(Formats.zeros(original.rows(), original.cols())));
      }
    }
  }

  /** After an iteration in this frame. */
  void end(long index, Frame frame) {
    if (totals.length > 0 && ((index + 1) % groupSize == 0 || index + 1 == iterations)) {
      Value[] sums = new Value[totals.length];
      for (int r = 0; r < sums.length; r++) {
        sums[r] = frame.value(results.get(r).slot());
        context.pool().retain(sums[r]);
      }
      add(index / groupSize, sums);
    }
  }

  /** The sums of a group, each with a reference for whoever gets them. */
  synchronized void add(long group, Value[] sums) {
    waiting.put(group, sums);
    for (Value[] next = waiting.remove(nextGroup); next != null; next = waiting.remove(nextGroup)) {
      nextGroup++;
      for (int r = 0; r < totals.length; r++) {
        Value sum = plus(totals[r], next[r]);
        context.pool().retain(sum);
        context.pool().release(totals[r]);
        context.pool().release(next[r]);
        totals[r] = sum;
      }
    }
  }

  private Value plus(Value total, Value sum) {
    ValuesCall call =
        new ValuesCall(
            CellwiseOps.PLUS,
            List.of(total, sum),
            List.of(),
            context.workers(),
            context.environment());
    CellwiseOps.PLUS.infer(call);
    return call.run().get(0);
  }

  /** At the end: the variables get their sums, or after a failure what they had before. */
  synchronized void close(Frame frame, boolean complete) {
    for (int r = 0; r < totals.length; r++) {
      if (totals[r] != originals.get(r)) {
        ((MatrixValue) totals[r]).namedLike((MatrixValue) originals.get(r));
      }
      frame.set(results.get(r).slot(), complete ? totals[r] : originals.get(r));
      context.pool().release(totals[r]);
      context.pool().release(originals.get(r));
    }
    for (Value[] sums : waiting.values()) {
      for (Value sum : sums) {
        context.pool().release(sum);
      }
    }
  }
}
