package dev.linden.spark.operator;

import java.util.Iterator;
import java.util.function.Function;

/** One element at a time, so that a partition is never held as a whole. */
final class Lazily {
  private Lazily() {}

  static <A, B> Iterator<B> map(Iterator<A> from, Function<A, B> function) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return from.hasNext();
      }

      @Override
      public B next() {
        return function.apply(from.next());
      }
    };
  }
}
