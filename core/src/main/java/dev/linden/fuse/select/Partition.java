package dev.linden.fuse.select;

import dev.linden.fuse.explore.MemoEntry;
import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Template;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hops that are connected by fusion references, and the decisions that matter among them.
 *
 * @param nodes the hops
 * @param roots those that no plan of the partition refers to
 * @param points the dependencies at which fusing is a question (interesting points)
 */
record Partition(BitSet nodes, BitSet roots, List<Point> points) {
  /** The consumer computes the target inside itself, or reads it. */
  record Point(int consumer, int target) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Point that && consumer == that.consumer && target == that.target;
    }

    @Override
    public int hashCode() {
      return 31 * consumer + target;
    }
  }

  static List<Partition> of(MemoTable memo) {
    int[] parent = new int[memo.size()];
    BitSet referenced = new BitSet();
    for (int number : memo.groups()) {
      parent[number] = number;
      for (MemoEntry entry : memo.group(number)) {
        for (int i = 0; i < entry.inputs(); i++) {
          if (entry.reference(i) != MemoEntry.READ) {
            parent[find(parent, number)] = find(parent, entry.reference(i));
            referenced.set(entry.reference(i));
          }
        }
      }
    }
    Map<Integer, BitSet> members = new LinkedHashMap<>();
    for (int number : memo.groups()) {
      members.computeIfAbsent(find(parent, number), k -> new BitSet()).set(number);
    }
    List<Partition> partitions = new ArrayList<>();
    for (BitSet nodes : members.values()) {
      if (nodes.cardinality() > 1) {
        BitSet roots = (BitSet) nodes.clone();
        roots.andNot(referenced);
        partitions.add(new Partition(nodes, roots, points(memo, nodes)));
      }
    }
    return partitions;
  }

  private static int find(int[] parent, int n) {
    int at = n;
    while (parent[at] != at) {
      at = parent[at];
    }
    return at;
  }

  private static List<Point> points(MemoTable memo, BitSet nodes) {
    Set<Point> points = new LinkedHashSet<>();
    for (int n = nodes.nextSetBit(0); n >= 0; n = nodes.nextSetBit(n + 1)) {
      for (MemoEntry entry : memo.group(n)) {
        for (int i = 0; i < entry.inputs(); i++) {
          int reference = entry.reference(i);
          if (reference != MemoEntry.READ
              && (isMaterializationPoint(memo, reference)
                  || switchesTemplate(memo, n, reference))) {
            points.add(new Point(n, reference));
          }
        }
      }
    }
    return List.copyOf(points);
  }

  /** Values that are needed as such: roots, and what is used outside. */
  BitSet results(MemoTable memo) {
    BitSet results = (BitSet) roots.clone();
    for (int n = nodes.nextSetBit(0); n >= 0; n = nodes.nextSetBit(n + 1)) {
      if (memo.isRequired(n) || !memo.consumers(n).stream().allMatch(nodes::get)) {
        results.set(n);
      }
    }
    return results;
  }

  static boolean isMaterializationPoint(MemoTable memo, int number) {
    int readers = memo.consumers(number).size() + (memo.isRequired(number) ? 1 : 0);
    return readers > 1;
  }

  private static boolean switchesTemplate(MemoTable memo, int consumer, int target) {
    for (MemoEntry entry : memo.group(target)) {
      Template template = entry.template();
      if ((entry.hasReferences() || entry.isOpen()) && !memo.has(consumer, template)) {
        return true;
      }
    }
    return false;
  }
}
