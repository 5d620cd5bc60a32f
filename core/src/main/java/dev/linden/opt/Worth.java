package dev.linden.opt;

import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.Memory;
import dev.linden.op.Info;
import dev.linden.op.Property;
import dev.linden.op.Size;

/**
 * Whether a value is worth keeping in a variable so that it need not be computed again: it takes
 * several times more work than it has cells, and it is not larger than what it is made of. A
 * transpose or a single pass over cells is not: it would take memory for as long as it is kept, and
 * operators that take it in on the way would no longer see it.
 */
final class Worth {
  /** Work per cell of the result from which on a value is kept. */
  private static final double WORK_PER_CELL = 4;

  /** Less than this is computed faster than it is looked up. */
  private static final double LEAST_WORK = 64;

  /** Values up to this size never matter. */
  private static final double SMALL_BYTES = 1 << 20;

  /** Cells that an exponential or the like is worth, and from which cost per cell on it is one. */
  private static final double ELEMENTARY = 8;

  private static final double ELEMENTARY_COST = 20;

  /** Large expressions are judged by a part, so that the effort stays linear. */
  private static final int MOST_NODES = 100;

  private double work;
  private double bytesRead;
  private int nodes;

  private Worth() {}

  static boolean isWorthKeeping(Hop hop) {
    Info info = hop.info();
    if (info == null || !(info.isScalar() || info.isMatrix() && info.size().known())) {
      return false;
    }
    Worth worth = new Worth();
    DagView.downwards(hop, worth::add);
    double cells = info.isScalar() ? 1 : cells(info);
    return worth.work >= LEAST_WORK
        && worth.work >= WORK_PER_CELL * cells
        && Memory.of(info) <= Math.max(SMALL_BYTES, worth.bytesRead);
  }

  /** Whether what it is made of counts, too. */
  private boolean add(Hop hop) {
    if (nodes > MOST_NODES) {
      return false;
    }
    nodes++;
    if (hop instanceof Hop.Read) {
      bytesRead += Memory.of(hop.info());
    } else if (hop instanceof Hop.Compute call) {
      work += work(call);
      return true;
    }
    return false;
  }

  private static double work(Hop.Compute call) {
    double flops = call.op().flops(call.operands(), call.results());
    if (flops > 0) {
      return flops / 2 * shares(call);
    }
    double cells = call.info().isMatrix() ? cells(call.info()) : 1;
    if (call.op().has(Property.REORGANIZES)) {
      return cells;
    }
    for (Hop input : call.inputs()) {
      if (input != null && input.info().isMatrix()) {
        cells = Math.max(cells, cells(input.info()));
      }
    }
    boolean elementary = call.op().costPerCell(call.operands()) >= ELEMENTARY_COST;
    return elementary ? ELEMENTARY * cells : cells;
  }

  /** How much of the work is left if all operands store their non-zeros only. */
  private static double shares(Hop.Compute call) {
    double shares = 1;
    for (Hop input : call.inputs()) {
      shares *= input != null && input.info().isMatrix() ? input.info().size().sparsity() : 1;
    }
    return shares;
  }

  /** Non-zeros, as far as is known; an unknown size counts as nothing. */
  private static double cells(Info info) {
    Size size = info.size();
    return size.known() ? (double) size.rows() * size.cols() * size.sparsity() : 0;
  }
}
