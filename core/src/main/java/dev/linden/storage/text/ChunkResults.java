package dev.linden.storage.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * What a task makes of the lines of a stretch. A compressed file is one stretch, however long it
 * is, so its lines are taken some at a time, when the next result is asked for.
 */
public final class ChunkResults<T> implements Iterator<T>, Iterable<T>, Closeable {
  private final Stretch stretch;
  private final ChunkSource source;
  private final Function<Lines, T> task;
  private T next;

  /** The task gives null if there is nothing to say about some lines. */
  ChunkResults(Stretch stretch, ChunkSource source, Function<Lines, T> task) {
    this.stretch = stretch;
    this.source = source;
    this.task = task;
  }

  /** Results can be taken only once. */
  @Override
  public Iterator<T> iterator() {
    return this;
  }

  @Override
  public boolean hasNext() {
    try {
      while (next == null) {
        ChunkSource.Numbered taken = source.next();
        if (taken == null) {
          return false;
        }
        next = result(taken.chunk().load());
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private T result(Lines lines) throws IOException {
    try {
      return task.apply(lines);
    } catch (BadLine bad) {
      throw stretch.located(lines.firstOffset(), bad);
    }
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    T result = next;
    next = null;
    return result;
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
