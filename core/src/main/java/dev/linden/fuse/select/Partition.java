package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoEntry;
import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.program.Template;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Hops that are connected by fusion references, and the decisions that matter among them.
 *
 * @param nodes the hops
 * @param roots those that no plan of the partition refers to
 * @param points the dependencies at which fusing is a question (interesting points)
 */
record Partition(Set<Integer> nodes, Set<Integer> roots, List<Point> points) {
  /** The consumer computes the target inside itself, or reads it. */
  record Point(int consumer, int target) {}

  static List<Partition> of(MemoTable memo) {
    Map<Integer, Integer> parent = new TreeMap<>();
    memo.groups().forEach(n -> parent.put(n, n));
    Set<Integer> referenced = new TreeSet<>();
    for (int number : memo.groups()) {
      for (MemoEntry entry : memo.group(number)) {
        for (int reference : entry.references()) {
          if (reference != MemoEntry.READ) {
            parent.put(find(parent, number), find(parent, reference));
            referenced.add(reference);
          }
        }
      }
    }
    Map<Integer, Set<Integer>> members = new TreeMap<>();
    memo.groups()
        .forEach(n -> members.computeIfAbsent(find(parent, n), k -> new TreeSet<>()).add(n));
    List<Partition> partitions = new ArrayList<>();
    for (Set<Integer> nodes : members.values()) {
      if (nodes.size() > 1) {
        Set<Integer> roots = new TreeSet<>(nodes);
        roots.removeAll(referenced);
        partitions.add(new Partition(nodes, roots, points(memo, nodes)));
      }
    }
    return partitions;
  }

  private static int find(Map<Integer, Integer> parent, int n) {
    int at = n;
    while (parent.get(at) != at) {
      at = parent.get(at);
    }
    return at;
  }

  private static List<Point> points(MemoTable memo, Set<Integer> nodes) {
    Set<Point> points = new LinkedHashSet<>();
    for (int number : nodes) {
      for (MemoEntry entry : memo.group(number)) {
        for (int reference : entry.references()) {
          if (reference != MemoEntry.READ
              && (isMaterializationPoint(memo, reference)
                  || switchesTemplate(memo, number, reference))) {
            points.add(new Point(number, reference));
          }
        }
      }
    }
    return List.copyOf(points);
  }

  static boolean isMaterializationPoint(MemoTable memo, int number) {
    int readers = memo.consumers(number).size() + (memo.isRequired(number) ? 1 : 0);
    return readers > 1;
  }

  private static boolean switchesTemplate(MemoTable memo, int consumer, int target) {
    for (Template template : Template.values()) {
      boolean usable =
          memo.group(target).stream()
              .anyMatch(e -> e.template() == template && (e.hasReferences() || e.isOpen()));
      if (usable && memo.has(target, template) && !memo.has(consumer, template)) {
        return true;
      }
    }
    return false;
  }
}
