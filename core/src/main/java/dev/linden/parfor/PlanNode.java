package dev.linden.parfor;

import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.lang.ParforOptions;
import dev.linden.lang.ParforOptions.TaskPartitioner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A node of the plan tree of a parfor loop (Boehm et al.: Hybrid Parallelization Strategies for
 * Large-Scale Machine Learning in SystemML, 4.1): loops, branches, functions and blocks, with
 * operations as leaves. The optimizer fills in what it decides.
 */
final class PlanNode {
  enum Type {
    PARFOR,
    FOR,
    WHILE,
    IF,
    FUNCTION,
    BLOCK,
    OPERATION
  }

  /** Where a loop or an operation runs. */
  enum Execution {
    LOCAL,
    /** All iterations as one job, the body by local operations of its tasks. */
    REMOTE,
    /** The same over slices of a partitioned matrix. */
    REMOTE_DP,
    /** An operation of its own on the cluster. */
    SPARK
  }

  final Type type;
  final String label;
  final List<PlanNode> children = new ArrayList<>();

  /** Of loops; the others have none. */
  HopBlock.For loop;

  /** Of loops; -1 if not known. */
  long iterations = -1;

  /** Of operations: the operator. */
  Hop.Compute call;

  /** Of operations: bytes of operands, intermediates and results; infinite if not known. */
  double memory;

  /** Of operations: bytes of the variables among the operands, by name. */
  final Map<String, Double> reads = new LinkedHashMap<>();

  // ---- decisions

  Execution execution = Execution.LOCAL;
  int workers = 1;
  int kernelThreads = 1;
  TaskPartitioner partitioner = TaskPartitioner.FACTORING;
  long taskSize = 1;
  ParforOptions.MergeMethod merge = ParforOptions.MergeMethod.LOCAL_MEM;
  double budget;

  /** Estimate for all iterations; infinite where workers are wanted in any case. */
  double seconds = Double.POSITIVE_INFINITY;

  /** Of loops here: matrices that are partitioned by column. */
  final List<String> columns = new ArrayList<>();

  /** Of loops elsewhere: matrices of which tasks fetch what they take. */
  final List<ParforPlan.Partitioned> partitioned = new ArrayList<>();

  /** Of loops over slices of a partitioned matrix. */
  ShippedLoop.Sliced sliced;

  /** Why a parfor loop runs in sequence; null if it does not. */
  String sequential;

  final List<String> rewrites = new ArrayList<>();

  PlanNode(Type type, String label) {
    this.type = type;
    this.label = label;
  }

  /** This node and all below it, from the top. */
  void forEach(Consumer<PlanNode> action) {
    action.accept(this);
    children.forEach(child -> child.forEach(action));
  }

  /** The operations below this node. */
  List<PlanNode> operations() {
    List<PlanNode> found = new ArrayList<>();
    forEach(
        node -> {
          if (node.type == Type.OPERATION) {
            found.add(node);
          }
        });
    return found;
  }
}
