package dev.linden.matrix;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps dead arrays by their exact length, up to a number of bytes. Beyond that it drops arrays of
 * the lengths that were not asked for or returned for the longest time: programs work on few shapes
 * at a time, in loops.
 */
public final class RecyclingArrayPool implements ArrayPool {
  private final long capacity;

  /** Least recently used length first. */
  private final LinkedHashMap<Integer, ArrayDeque<double[]>> byLength =
      new LinkedHashMap<>(16, 0.75f, true);

  /** Written under the lock; read by anybody. */
  private volatile long keptBytes;

  private volatile Runnable relief;

  /** Keeps at most {@code capacity} bytes. */
  public RecyclingArrayPool(long capacity) {
    this.capacity = capacity;
  }

  @Override
  public double[] cleared(int length) {
    double[] kept = take(length);
    if (kept == null) {
      return fresh(length);
    }
    Arrays.fill(kept, 0);
    return kept;
  }

  @Override
  public double[] uncleared(int length) {
    double[] kept = take(length);
    return kept == null ? fresh(length) : kept;
  }

  /**
   * What to do when the heap has no room for an array, before trying once more. The budget is kept
   * by others; this is for a heap so fragmented that a long array finds no place in it.
   */
  public void onShortage(Runnable action) {
    relief = action;
  }

  private double[] fresh(int length) {
    try {
      return new double[length];
    } catch (OutOfMemoryError e) {
      if (relief == null || length < SMALLEST) {
        throw e;
      }
    }
    clear();
    relief.run();
    return new double[length];
  }

  private double[] take(int length) {
    if (length < SMALLEST) {
      return null;
    }
    synchronized (this) {
      ArrayDeque<double[]> arrays = byLength.get(length);
      if (arrays == null) {
        return null;
      }
      double[] array = arrays.pop();
      if (arrays.isEmpty()) {
        byLength.remove(length);
      }
      keptBytes -= bytes(array);
      return array;
    }
  }

  @Override
  public void recycle(double[] array) {
    if (array.length < SMALLEST || bytes(array) > capacity) {
      return;
    }
    synchronized (this) {
      ArrayDeque<double[]> arrays =
          byLength.computeIfAbsent(array.length, length -> new ArrayDeque<>());
      for (double[] kept : arrays) {
        if (kept == array) {
          // two later owners would overwrite each other's cells
          throw new IllegalStateException("array of length " + array.length + " recycled twice");
        }
      }
      arrays.push(array);
      keptBytes += bytes(array);
      shrink(capacity);
    }
  }

  /** Bytes of all kept arrays. */
  public long keptBytes() {
    return keptBytes;
  }

  /** Lets go of so many bytes, or of everything if there is less. */
  public synchronized void drop(long bytes) {
    shrink(Math.max(0, keptBytes - bytes));
  }

  /** Lets go of everything. */
  public synchronized void clear() {
    byLength.clear();
    keptBytes = 0;
  }

  private void shrink(long most) {
    Iterator<Map.Entry<Integer, ArrayDeque<double[]>>> oldest = byLength.entrySet().iterator();
    while (keptBytes > most) {
      ArrayDeque<double[]> arrays = oldest.next().getValue();
      while (keptBytes > most && !arrays.isEmpty()) {
        keptBytes -= bytes(arrays.removeLast());
      }
      if (arrays.isEmpty()) {
        oldest.remove();
      }
    }
  }

  private static long bytes(double[] array) {
    return 8L * array.length;
  }
}
