package dev.linden.run;

import dev.linden.matrix.Matrix;
import dev.linden.op.Value;
import dev.linden.parfor.Patch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a task of a parfor loop that ran elsewhere leaves behind. */
public final class TaskResult {
  private final long index;
  private final Map<String, List<Patch>> patches = new LinkedHashMap<>();
  private final Map<String, Map<Integer, Value>> elements = new LinkedHashMap<>();
  private final Map<Long, List<Matrix>> sums = new TreeMap<>();
  private String printed = "";
  private Throwable failure;
  private long failedAt = -1;
  private long nanos;

  /** {@code index} of the first iteration of the task. */
  public TaskResult(long index) {
    this.index = index;
  }

  public long index() {
    return index;
  }

  /** Changes of matrices by variable. */
  public Map<String, List<Patch>> patches() {
    return patches;
  }

  /** New elements of lists by variable and position. */
  public Map<String, Map<Integer, Value>> elements() {
    return elements;
  }

  /** What was added, by group of iterations, for each such result in their order. */
  public Map<Long, List<Matrix>> sums() {
    return sums;
  }

  public String printed() {
    return printed;
  }

  public void printed(String text) {
    printed = text;
  }

  /** Null if all went well or the task was called off. */
  public Throwable failure() {
    return failure;
  }

  /** The iteration that has failed or was not run any more; -1 if there is none. */
  public long failedAt() {
    return failedAt;
  }

  /** {@code cause} null: the iteration is not needed because an earlier one has failed. */
  public void failed(long iteration, Throwable cause) {
    failedAt = iteration;
    failure = cause;
    patches.clear();
    elements.clear();
    sums.clear();
  }

  /** How long it took on the executor. */
  public long nanos() {
    return nanos;
  }

  public void nanos(long duration) {
    nanos = duration;
  }

  List<Matrix> sumsOf(long group) {
    return sums.computeIfAbsent(group, g -> new ArrayList<>());
  }
}
