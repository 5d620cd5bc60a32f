package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What a result is computed from, its operands and broadcasts that were made for it alone. The
 * latter go with the result; to be closed when it is there, or will not come.
 */
final class Sources implements Iterable<Distributed>, AutoCloseable {
  private final Session session;
  private final List<Distributed> all = new ArrayList<>();
  private final List<Distributed> own = new ArrayList<>();

  Sources(Session session, Distributed... operands) {
    this.session = session;
    all.addAll(List.of(operands));
  }

  void add(Distributed operand) {
    all.add(operand);
  }

  /** Brings something to all executors for this result. */
  BroadcastBlocks broadcast(Matrix matrix, Grid grid) {
    Distributed held = session.broadcastAlone(matrix, grid);
    own.add(held);
    all.add(held);
    return held.broadcast();
  }

  @Override
  public Iterator<Distributed> iterator() {
    return all.iterator();
  }

  /** The result refers to them by now; nobody else does. */
  @Override
  public void close() {
    own.forEach(Distributed::release);
  }
}
