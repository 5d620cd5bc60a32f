package dev.linden.parfor;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.op.IndexOps;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How the body of a loop reads matrices that it does not write: those of which it only ever takes
 * single rows, or only single columns, can be partitioned so.
 */
final class AccessPatterns {
  enum Pattern {
    ROW,
    COLUMN
  }

  private final Set<String> assigned = new TreeSet<>();
  private final Map<String, Pattern> patterns = new TreeMap<>();
  private final Set<String> otherwise = new TreeSet<>();

  /** Matrices that are only indexed by the variable of the loop itself. */
  private final Set<String> byOtherIndex = new TreeSet<>();

  /** Matrices whose shape the body asks for. */
  private final Set<String> asked = new TreeSet<>();

  private final String variable;

  private AccessPatterns(HopBlock.For loop) {
    this.variable = loop.variable();
    HopBlock.addAssigned(loop.body(), assigned);
    HopBlock.forEachDag(loop.body(), this::visit);
    patterns.keySet().removeAll(otherwise);
    patterns.keySet().removeAll(assigned);
  }

  /** By variable. */
  static Map<String, Pattern> of(HopBlock.For loop) {
    return new AccessPatterns(loop).patterns;
  }

  /** The only partitionable matrix, if each iteration takes just the slice of its number. */
  static String sliced(HopBlock.For loop) {
    AccessPatterns access = new AccessPatterns(loop);
    if (access.patterns.size() != 1) {
      return null;
    }
    String only = access.patterns.keySet().iterator().next();
    return access.byOtherIndex.contains(only) ? null : only;
  }

  /**
   * All matrices of which each iteration takes just the slice of its number, and asks for nothing
   * else, not even the shape.
   */
  static Map<String, Pattern> slicedOnly(HopBlock.For loop) {
    AccessPatterns access = new AccessPatterns(loop);
    Map<String, Pattern> found = new TreeMap<>(access.patterns);
    found.keySet().removeAll(access.byOtherIndex);
    found.keySet().removeAll(access.asked);
    return access.assigned.contains(loop.variable()) ? Map.of() : found;
  }

  private void visit(Dag dag) {
    Set<Hop> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Dag.Root root : dag.roots()) {
      if (root.hop() instanceof Hop.Read read) {
        otherwise.add(read.variable());
      }
      visit(root.hop(), seen);
    }
  }

  private void visit(Hop hop, Set<Hop> seen) {
    if (!seen.add(hop)) {
      return;
    }
    for (int i = 0; i < hop.inputs().size(); i++) {
      Hop input = hop.inputs().get(i);
      if (input == null) {
        continue;
      }
      if (input instanceof Hop.Read read && read.info().isMatrix()) {
        access(hop, i, read);
      }
      visit(input, seen);
    }
  }

  private void access(Hop consumer, int argument, Hop.Read read) {
    String name = read.variable();
    boolean indexes =
        consumer instanceof Hop.Compute call && call.op() == IndexOps.INDEX && argument == 0;
    if (indexes) {
      Pattern pattern = pattern(consumer.inputs());
      Pattern earlier = pattern == null ? null : patterns.putIfAbsent(name, pattern);
      if (pattern == null || earlier != null && earlier != pattern) {
        otherwise.add(name);
        return;
      }
      Hop index = consumer.inputs().get(pattern == Pattern.ROW ? 1 : 3);
      if (!(index instanceof Hop.Read i) || !i.variable().equals(variable)) {
        byOtherIndex.add(name);
      }
    } else if (asksForShape(consumer)) {
      asked.add(name);
    } else {
      otherwise.add(name);
    }
  }

  private static boolean asksForShape(Hop consumer) {
    return consumer instanceof Hop.Compute call
        && Set.of("nrow", "ncol", "length").contains(call.op().name());
  }

  /** Operands are the matrix, first and last row, first and last column. */
  private static Pattern pattern(List<Hop> operands) {
    boolean oneRow = operands.get(1) != null && operands.get(2) == null;
    boolean allRows = operands.get(1) == null && operands.get(2) == null;
    boolean oneColumn = operands.get(3) != null && operands.get(4) == null;
    boolean allColumns = operands.get(3) == null && operands.get(4) == null;
    return oneRow && allColumns ? Pattern.ROW : oneColumn && allRows ? Pattern.COLUMN : null;
  }
}
