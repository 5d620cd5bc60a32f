package dev.linden.matrix.lapack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Cells outside the Java heap, for native code. Blocks that are handed back are kept for the next
 * use, since touching fresh memory costs more than copying into it; up to a limit, the rest is left
 * to the garbage collector.
 */
public final class NativeMemory {
  /** Cells of the largest block. */
  public static final int LARGEST = Integer.MAX_VALUE / Double.BYTES;

  private static final long KEPT_CELLS = 16L << 20;
  private static final ArrayDeque<DoubleBuffer> KEPT = new ArrayDeque<>();
  private static long keptCells;

  private NativeMemory() {}

  /** At least this many cells, with any contents. */
  public static DoubleBuffer take(int cells) {
    synchronized (KEPT) {
      for (Iterator<DoubleBuffer> all = KEPT.iterator(); all.hasNext(); ) {
        DoubleBuffer kept = all.next();
        // a much larger one may be wanted by somebody else
        if (kept.capacity() >= cells && kept.capacity() / 4 <= cells) {
          all.remove();
          keptCells -= kept.capacity();
          return kept.clear();
        }
      }
    }
    return ByteBuffer.allocateDirect(Math.multiplyExact(Math.max(1, cells), Double.BYTES))
        .order(ByteOrder.nativeOrder())
        .asDoubleBuffer();
  }

  /** Hands back what {@link #take} gave, and nobody uses any more. */
  public static void give(DoubleBuffer block) {
    synchronized (KEPT) {
      if (keptCells + block.capacity() <= KEPT_CELLS) {
        KEPT.addFirst(block);
        keptCells += block.capacity();
      }
    }
  }

  /** The same memory from another cell on. */
  public static DoubleBuffer at(DoubleBuffer block, int cell) {
    return block.duplicate().position(cell);
  }
}
