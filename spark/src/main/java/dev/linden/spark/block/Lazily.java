package dev.linden.spark.block;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** One element at a time, so that a partition is never held as a whole. */
public final class Lazily {
  private Lazily() {}

  public static <A, B> Iterator<B> map(Iterator<A> from, Function<A, B> function) {
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

  public static <A, B> Iterator<B> flatMap(
      Iterator<A> from, Function<A, ? extends Iterable<B>> function) {
    return new Iterator<>() {
      private Iterator<B> current = Collections.emptyIterator();

      @Override
      public boolean hasNext() {
        while (!current.hasNext() && from.hasNext()) {
          current = function.apply(from.next()).iterator();
        }
        return current.hasNext();
      }

      @Override
      public B next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return current.next();
      }
    };
  }
}
