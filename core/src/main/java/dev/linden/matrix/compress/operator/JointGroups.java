package dev.linden.matrix.compress.operator;

import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.DenseCodes;
import dev.linden.matrix.compress.dictionary.Tuples;
import dev.linden.matrix.compress.group.CodedGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Groups of few tuples put together, with a code for every combination of theirs, as long as that
 * is a byte. Work by pairs of groups shrinks with the square of their number.
 */
final class JointGroups {
  private static final int MOST_TUPLES = 1 << 8;
  private static final int TILE = 1 << 11;

  private JointGroups() {}

  /** In the order of their sizes; groups of many tuples stay by themselves. */
  static List<CodedGroup> of(List<CodedGroup> groups, Workers workers) {
    List<List<CodedGroup>> joint = together(groups);
    CodedGroup[] result = new CodedGroup[joint.size()];
    workers.forRanges(result.length, 1, (from, to) -> result[from] = joined(joint.get(from)));
    return List.of(result);
  }

  /** Which are put together. */
  static List<List<CodedGroup>> together(List<CodedGroup> groups) {
    List<CodedGroup> bySize = new ArrayList<>(groups);
    bySize.sort(Comparator.comparingInt(group -> group.codes().size()));
    List<List<CodedGroup>> joint = new ArrayList<>();
    long tuples = MOST_TUPLES + 1;
    for (CodedGroup group : bySize) {
      tuples *= group.codes().size();
      if (tuples > MOST_TUPLES) {
        joint.add(new ArrayList<>());
        tuples = group.codes().size();
      }
      joint.get(joint.size() - 1).add(group);
    }
    return joint;
  }

  private static CodedGroup joined(List<CodedGroup> groups) {
    if (groups.size() == 1) {
      return groups.get(0);
    }
    int rows = groups.get(0).rows();
    int size = groups.stream().mapToInt(group -> group.codes().size()).reduce(1, (a, b) -> a * b);
    int[] columns = groups.stream().flatMapToInt(g -> Arrays.stream(g.columns())).toArray();
    int[] own = new int[Math.min(rows, TILE)];
    DenseCodes codes =
        DenseCodes.copied(
            rows,
            size,
            (start, n, tile) -> {
              Arrays.fill(tile, 0, n, 0);
              for (CodedGroup group : groups) {
                group.codes().decode(start, start + n, own);
                int factor = group.codes().size();
                for (int i = 0; i < n; i++) {
                  tile[i] = tile[i] * factor + own[i];
                }
              }
            });
    return new CodedGroup(columns, codes, tuples(groups, size, columns.length));
  }

  private static Tuples tuples(List<CodedGroup> groups, int size, int width) {
    double[] tuples = new double[Math.multiplyExact(size, width)];
    int repeated = size;
    int place = 0;
    for (CodedGroup group : groups) {
      int own = group.codes().size();
      repeated /= own;
      double[] cells = group.dictionary().cells();
      for (int c = 0; c < size; c++) {
        int from = c / repeated % own * group.width();
        System.arraycopy(cells, from, tuples, c * width + place, group.width());
      }
      place += group.width();
    }
    return new Tuples(size, width, tuples);
  }
}
