package dev.linden.parfor.decide;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.op.CellwiseOps;
import dev.linden.op.IndexOps;
import dev.linden.op.Op;
import dev.linden.op.Property;
import dev.linden.op.ShapeOps;
import dev.linden.op.Size;
import dev.linden.parfor.Slices;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How the body of a loop reads matrices that it does not write: those of which it only ever takes
 * rows, or only columns, one or as many as a constant says, can be partitioned so.
 */
final class AccessPatterns {
  /**
   * What is taken of a matrix.
   *
   * @param own each iteration takes the slice of its number, and no other one does
   * @param size of the whole matrix
   */
  record Access(Slices slices, boolean own, Size size) {
    private Access and(Access other) {
      if (slices.equals(other.slices)) {
        return new Access(slices, own && other.own, size);
      }
      Slices wider = slices.width() >= other.slices.width() ? slices : other.slices;
      return new Access(wider, false, size);
    }
  }

  private final Set<String> assigned = new TreeSet<>();
  private final Map<String, Access> found = new TreeMap<>();
  private final Set<String> otherwise = new TreeSet<>();
  private final String variable;

  private AccessPatterns(HopBlock.For loop) {
    this.variable = loop.variable();
    HopBlock.addAssigned(loop.body(), assigned);
    HopBlock.forEachDag(loop.body(), this::visit);
    found.keySet().removeAll(otherwise);
    found.keySet().removeAll(assigned);
  }

  /** By variable; the body asks for nothing else of these, except perhaps the shape. */
  static Map<String, Access> of(HopBlock.For loop) {
    return new AccessPatterns(loop).found;
  }

  private void visit(Dag dag) {
    for (Dag.Root root : dag.roots()) {
      if (root.hop() instanceof Hop.Read read) {
        otherwise.add(read.variable());
      }
    }
    DagView.downwards(
        dag,
        hop -> {
          for (int i = 0; i < hop.inputs().size(); i++) {
            if (hop.inputs().get(i) instanceof Hop.Read read && read.info().isMatrix()) {
              access(hop, i, read);
            }
          }
          return true;
        });
  }

  private void access(Hop consumer, int argument, Hop.Read read) {
    Op op = consumer instanceof Hop.Compute call ? call.op() : null;
    if (op == IndexOps.INDEX && argument == 0) {
      Access now = taken(consumer.inputs(), read);
      Access earlier = now == null ? null : found.get(read.variable());
      if (now == null || earlier != null && earlier.slices.byRow() != now.slices.byRow()) {
        otherwise.add(read.variable());
      } else {
        found.put(read.variable(), earlier == null ? now : earlier.and(now));
      }
    } else if (op == null || !op.has(Property.ASKS_SHAPE)) {
      otherwise.add(read.variable());
    }
  }

  /** Operands are the matrix, first and last row, first and last column; null: not by slices. */
  private Access taken(List<Hop> operands, Hop.Read read) {
    boolean allRows = operands.get(1) == null && operands.get(2) == null;
    boolean allColumns = operands.get(3) == null && operands.get(4) == null;
    if (allRows == allColumns) {
      return null;
    }
    Size size = read.info().size();
    Linear first = Linear.of(operands.get(allColumns ? 1 : 3));
    Hop to = operands.get(allColumns ? 2 : 4);
    if (to == null && first == null) {
      return new Access(Slices.single(allColumns), false, size);
    } else if (to == null) {
      // Operators may be fused with constant parts of the whole matrix.
      return first.factor() == 0 ? null : access(first, first, allColumns, false, size);
    }
    Linear end = Linear.of(to);
    Linear cutEnd = end == null ? cutEnd(to, read, allColumns) : null;
    Linear last = end == null ? cutEnd : end;
    boolean constantWidth =
        first != null
            && last != null
            && first.factor() != 0
            && first.factor() == last.factor()
            && first.variable().equals(last.variable())
            && first.constant() <= last.constant();
    return constantWidth ? access(first, last, allColumns, end == null, size) : null;
  }

  private Access access(Linear first, Linear last, boolean byRow, boolean cut, Size size) {
    long width = last.constant() - first.constant() + 1;
    boolean own =
        first.variable().equals(variable)
            && !assigned.contains(variable)
            && width <= Math.abs(first.factor());
    return new Access(new Slices(byRow, first.factor(), first.constant(), width, cut), own, size);
  }

  /** The end of {@code X[a:min(b, nrow(X)), ]}, which is b for all slices but the last. */
  private static Linear cutEnd(Hop end, Hop.Read read, boolean byRow) {
    if (!(end instanceof Hop.Compute min)
        || min.op() != CellwiseOps.MIN
        || min.inputs().size() != 2) {
      return null;
    }
    Hop left = min.inputs().get(0);
    Hop right = min.inputs().get(1);
    return isEnd(right, read, byRow)
        ? Linear.of(left)
        : isEnd(left, read, byRow) ? Linear.of(right) : null;
  }

  private static boolean isEnd(Hop hop, Hop.Read read, boolean byRow) {
    if (hop.info() != null && hop.info().isConstant()) {
      Size size = read.info().size();
      return hop.info().constant().asDouble() == (byRow ? size.rows() : size.cols());
    }
    return hop instanceof Hop.Compute call
        && call.op() == (byRow ? ShapeOps.NROW : ShapeOps.NCOL)
        && call.inputs().get(0) instanceof Hop.Read asked
        && asked.variable().equals(read.variable());
  }
}
