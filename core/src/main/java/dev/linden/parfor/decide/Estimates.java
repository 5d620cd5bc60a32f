package dev.linden.parfor.decide;

import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.Memory;
import dev.linden.op.IndexOps;
import dev.linden.op.Size;
import dev.linden.parfor.Slices;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Aggregates of the operations below a loop (4.2.3 of the paper). Memory is a hard constraint: an
 * operation needs its operands, intermediates and results. What all workers read is in memory once.
 * Operations whose size is not known count as nothing; the buffer pool lets them wait for each
 * other when they turn out large.
 *
 * @param assigned variables that the body of the loop writes
 */
record Estimates(List<PlanNode.Operation> operations, Set<String> assigned) {
  static Estimates of(PlanNode.Loop loop) {
    Set<String> assigned = new TreeSet<>();
    HopBlock.addAssigned(loop.source().body(), assigned);
    return new Estimates(loop.operations(), assigned);
  }

  /** Bytes of the largest operation, with all its operands. */
  double unshared() {
    return largest(PlanNode.Operation::memory);
  }

  /** Bytes of the largest operation, without what all workers read. */
  double own() {
    return largest(operation -> operation.memory() - sharedOf(operation));
  }

  /** Bytes that all workers read in an operation, at most. */
  double shared() {
    return largest(this::sharedOf);
  }

  private double largest(ToDoubleFunction<PlanNode.Operation> bytes) {
    return operations.stream()
        .filter(operation -> !operation.onSpark() && !Double.isInfinite(operation.memory()))
        .mapToDouble(bytes)
        .max()
        .orElse(0);
  }

  private double sharedOf(PlanNode.Operation operation) {
    return operation.reads().entrySet().stream()
        .filter(read -> !assigned.contains(read.getKey()))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  Set<String> sharedVariables() {
    Set<String> names = new TreeSet<>();
    operations.forEach(operation -> names.addAll(operation.reads().keySet()));
    names.removeAll(assigned);
    return names;
  }

  boolean anyOnSpark() {
    return operations.stream().anyMatch(PlanNode.Operation::onSpark);
  }

  /** Read-only variables that operations on the cluster take. */
  Set<String> readOnSpark() {
    Set<String> names = new TreeSet<>();
    operations.stream()
        .filter(PlanNode.Operation::onSpark)
        .forEach(operation -> names.addAll(operation.reads().keySet()));
    names.removeAll(assigned);
    return names;
  }

  double bytesOf(String variable) {
    return operations.stream()
        .mapToDouble(operation -> operation.reads().getOrDefault(variable, 0.0))
        .max()
        .orElse(0);
  }

  /** Columns of a matrix that the body indexes; infinite if not known. */
  double cols(String variable) {
    double most = 0;
    for (PlanNode.Operation operation : operations) {
      if (takes(operation, variable)) {
        long cols = wholeSize(operation).cols();
        most = Math.max(most, cols < 0 ? Double.POSITIVE_INFINITY : cols);
      }
    }
    return most;
  }

  /** Bytes of the largest slice that the body takes; {@code slices} tell its width. */
  double slice(String variable, Slices slices) {
    double most = 0;
    for (PlanNode.Operation operation : operations) {
      if (takes(operation, variable)) {
        Size whole = wholeSize(operation);
        Size size =
            slices.byRow() ? whole.withRows(slices.width()) : whole.withCols(slices.width());
        boolean bounded = size.known() && size.nnzKnown();
        Size slice = bounded ? size.withNnz(Math.min(size.nnz(), size.cells())) : size;
        most = Math.max(most, Memory.of(slice));
      }
    }
    return most;
  }

  /** Bytes of the largest variable that is written cell by cell. */
  double largestResult() {
    return operations.stream()
        .filter(Estimates::writes)
        .mapToDouble(operation -> Memory.of(operation.call().info()))
        .max()
        .orElse(0);
  }

  /** Whether an operation takes a part of a variable. */
  static boolean takes(PlanNode.Operation operation, String variable) {
    return operation.reads().containsKey(variable) && operation.call().op() == IndexOps.INDEX;
  }

  /** Whether an operation writes cells of a matrix. */
  static boolean writes(PlanNode.Operation operation) {
    return operation.call().op() == IndexOps.ASSIGN;
  }

  private static Size wholeSize(PlanNode.Operation index) {
    return index.call().inputs().get(0).info().size();
  }

  /** How many slices of a matrix one execution of a node takes, with all iterations of loops. */
  static double taken(String variable, PlanNode node) {
    if (node instanceof PlanNode.Operation operation) {
      boolean takes =
          operation.call().op() == IndexOps.INDEX
              && operation.call().inputs().get(0) instanceof Hop.Read read
              && read.variable().equals(variable);
      return takes ? 1 : 0;
    }
    double once = 0;
    for (PlanNode child : node.children()) {
      once += taken(variable, child);
    }
    return node.repeats() * once;
  }
}
