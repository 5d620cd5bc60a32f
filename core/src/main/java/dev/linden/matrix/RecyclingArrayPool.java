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

  /** Arrays of doubles or of ints of one length. */
  private record Kind(boolean ints, int length) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Kind that && ints == that.ints && length == that.length;
    }

    @Override
    public int hashCode() {
      return 31 * Boolean.hashCode(ints) + length;
    }
  }

  /** Least recently used kind first. */
  private final LinkedHashMap<Kind, ArrayDeque<Object>> byKind =
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
    double[] kept = (double[]) take(false, length);
    if (kept == null) {
      return (double[]) fresh(false, length);
    }
    Arrays.fill(kept, 0);
    return kept;
  }

  @Override
  public double[] uncleared(int length) {
    Object kept = take(false, length);
    return (double[]) (kept == null ? fresh(false, length) : kept);
  }

  @Override
  public int[] ints(int length) {
    Object kept = take(true, length);
    return (int[]) (kept == null ? fresh(true, length) : kept);
  }

  /** Up to a sixteenth more. */
  @Override
  public int roomFor(int length) {
    if (length < SMALLEST) {
      return length;
    }
    int step = Integer.highestOneBit(length) >> 4;
    return (int) Math.min(Integer.MAX_VALUE - 8L, ((long) length + step - 1) / step * step);
  }

  /**
   * What to do when the heap has no room for an array, before trying once more. The budget is kept
   * by others; this is for a heap so fragmented that a long array finds no place in it.
   */
  public void onShortage(Runnable action) {
    relief = action;
  }

  private Object fresh(boolean ints, int length) {
    try {
      return make(ints, length);
    } catch (OutOfMemoryError e) {
      if (relief == null || length < SMALLEST) {
        throw e;
      }
    }
    clear();
    relief.run();
    return make(ints, length);
  }

  private static Object make(boolean ints, int length) {
    return ints ? new int[length] : new double[length];
  }

  private Object take(boolean ints, int length) {
    if (length < SMALLEST) {
      return null;
    }
    Kind kind = new Kind(ints, length);
    synchronized (this) {
      ArrayDeque<Object> arrays = byKind.get(kind);
      if (arrays == null) {
        return null;
      }
      Object array = arrays.pop();
      if (arrays.isEmpty()) {
        byKind.remove(kind);
      }
      keptBytes -= bytes(kind);
      return array;
    }
  }

  @Override
  public void recycle(double[] array) {
    recycle(array, new Kind(false, array.length));
  }

  @Override
  public void recycle(int[] array) {
    recycle(array, new Kind(true, array.length));
  }

  private void recycle(Object array, Kind kind) {
    if (kind.length < SMALLEST || bytes(kind) > capacity) {
      return;
    }
    synchronized (this) {
      ArrayDeque<Object> arrays = byKind.computeIfAbsent(kind, k -> new ArrayDeque<>());
      for (Object kept : arrays) {
        if (kept == array) {
          // two later owners would overwrite each other's cells
          throw new IllegalStateException("array of length " + kind.length + " recycled twice");
        }
      }
      arrays.push(array);
      keptBytes += bytes(kind);
      shrink(capacity);
    }
  }

  /** Bytes of all kept arrays. */
  public long keptBytes() {
    return keptBytes;
  }

  /** Lets go of this many bytes, or of everything if there is less. */
  public synchronized void drop(long bytes) {
    shrink(Math.max(0, keptBytes - bytes));
  }

  /** Lets go of everything. */
  public synchronized void clear() {
    byKind.clear();
    keptBytes = 0;
  }

  private void shrink(long most) {
    Iterator<Map.Entry<Kind, ArrayDeque<Object>>> oldest = byKind.entrySet().iterator();
    while (keptBytes > most) {
      Map.Entry<Kind, ArrayDeque<Object>> entry = oldest.next();
      ArrayDeque<Object> arrays = entry.getValue();
      while (keptBytes > most && !arrays.isEmpty()) {
        arrays.removeLast();
        keptBytes -= bytes(entry.getKey());
      }
      if (arrays.isEmpty()) {
        oldest.remove();
      }
    }
  }

  private static long bytes(Kind kind) {
    return (kind.ints ? 4L : 8L) * kind.length;
  }
}
