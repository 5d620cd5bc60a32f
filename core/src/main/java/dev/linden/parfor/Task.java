package dev.linden.parfor;

import java.util.function.LongConsumer;

/**
 * Iterations that one worker runs in sequence. {@code index} is the number of the first one in the
 * order of the loop, from 0.
 */
public sealed interface Task {
  /** Tasks of more iterations than this are ranges. */
  int LARGEST_SET = 3;

  long index();

  long size();

  /** The value of the loop variable in the iteration {@code index() + offset}. */
  long value(long offset);

  /** Some values of the loop variable. */
  record Values(long index, long[] values) implements Task {
    @Override
    public long size() {
      return values.length;
    }

    @Override
    public long value(long offset) {
      return values[(int) offset];
    }
  }

  /** {@code from, from + increment, ..., to}. */
  record Range(long index, long from, long to, long increment) implements Task {
    @Override
    public long size() {
      return (to - from) / increment + 1;
    }

    @Override
    public long value(long offset) {
      return from + offset * increment;
    }
  }

  static Task of(long index, long from, long increment, long size) {
    if (size > LARGEST_SET) {
      return new Range(index, from, from + (size - 1) * increment, increment);
    }
    long[] values = new long[(int) size];
    for (int i = 0; i < values.length; i++) {
      values[i] = from + i * increment;
    }
    return new Values(index, values);
  }

  default void forEachValue(LongConsumer action) {
    for (long i = 0; i < size(); i++) {
      action.accept(value(i));
    }
  }
}
