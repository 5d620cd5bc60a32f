package dev.linden.parfor.decide;

import dev.linden.lang.ParforOptions.DataPartitioner;
import dev.linden.op.Size;
import dev.linden.parfor.Slices;
import dev.linden.plan.OperationMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which matrices a cluster keeps in slices: those too large for this process of which the body
 * takes rows or columns only.
 *
 * @param parts by variable
 */
record DataPartitioning(Map<String, Part> parts) {
  static final DataPartitioning NONE = new DataPartitioning(Map.of());

  /** {@code bytes} are those of one slice. */
  record Part(Slices slices, double bytes) {}

  /** {@code wanted} is null where the script says nothing. */
  static DataPartitioning of(PlanNode.Loop loop, double budget, DataPartitioner wanted) {
    if (wanted == DataPartitioner.NONE) {
      return NONE;
    }
    Estimates estimates = Estimates.of(loop);
    Map<String, Part> parts = new TreeMap<>();
    AccessPatterns.of(loop.source())
        .forEach(
            (variable, access) -> {
              Part part = new Part(access.slices(), estimates.slice(variable, access.slices()));
              double whole = estimates.bytesOf(variable);
              boolean large = whole > budget && !Double.isInfinite(whole);
              Size size = access.size();
              if ((wanted != null || large)
                  && 2 * part.bytes() <= budget
                  && Math.max(size.rows(), size.cols()) <= Integer.MAX_VALUE) {
                parts.put(variable, part);
              }
            });
    return new DataPartitioning(parts);
  }

  /** These and one more; the loop is the one without partitions. */
  DataPartitioning and(String variable, Slices slices, PlanNode.Loop loop) {
    Map<String, Part> more = new TreeMap<>(parts);
    more.put(variable, new Part(slices, Estimates.of(loop).slice(variable, slices)));
    return new DataPartitioning(more);
  }

  boolean has(String variable) {
    return parts.containsKey(variable);
  }

  /** Slices are found in one piece: to take one is to copy it at most. */
  PlanNode.Loop apply(PlanNode.Loop loop) {
    PlanNode.Loop result = loop;
    for (Map.Entry<String, Part> part : parts.entrySet()) {
      String variable = part.getKey();
      double bytes = 2 * part.getValue().bytes();
      result =
          result.mapOperations(o -> Estimates.takes(o, variable) ? o.without(variable, bytes) : o);
    }
    return result;
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    parts.forEach(
        (variable, part) ->
            notes.add(
                "data partitioner: "
                    + variable
                    + " by "
                    + part.slices().text()
                    + ", "
                    + OperationMemory.text(part.bytes())
                    + " each"));
    return notes;
  }
}
