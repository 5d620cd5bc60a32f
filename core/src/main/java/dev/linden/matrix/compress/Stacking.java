package dev.linden.matrix.compress;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.DenseCodes;
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.JoinedTuples;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.reorg.Append;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compressed matrices on top of each other, if all have the same columns in each group:
 * dictionaries that are the same stay, others are joined.
 */
final class Stacking {
  private Stacking() {}

  /** Null where the groups do not fit, or are larger than the cells. */
  static Matrix rbind(List<Matrix> parts, Workers workers) {
    if (!(parts.get(0) instanceof CompressedMatrix first)) {
      return null;
    }
    List<List<Group>> byGroup = new ArrayList<>();
    for (Group group : first.groups()) {
      List<Group> alike = alike(group, parts);
      if (alike == null) {
        return null;
      }
      byGroup.add(alike);
    }
    Group[] groups = new Group[byGroup.size()];
    workers.forRanges(
        groups.length,
        1,
        (start, end) -> {
          for (int g = start; g < end; g++) {
            groups[g] = stacked(byGroup.get(g), workers);
          }
        });
    int rows = parts.stream().mapToInt(Matrix::rows).sum();
    CompressedMatrix result =
        CompressedMatrix.adapted(rows, first.cols(), List.of(groups), workers);
    return result.bytes() < result.plainBytes() ? result : null;
  }

  /** The group of the same columns in each part, of the same kind; null if one has none. */
  private static List<Group> alike(Group group, List<Matrix> parts) {
    List<Group> found = new ArrayList<>();
    for (Matrix part : parts) {
      if (!(part instanceof CompressedMatrix compressed)) {
        return null;
      }
      compressed.groups().stream()
          .filter(other -> Arrays.equals(other.columns(), group.columns()))
          .filter(other -> other.getClass() == group.getClass())
          .findFirst()
          .ifPresent(found::add);
    }
    return found.size() == parts.size() ? found : null;
  }

  private static Group stacked(List<Group> alike, Workers workers) {
    int[] columns = alike.get(0).columns();
    if (alike.get(0) instanceof PlainGroup) {
      List<Matrix> cells = new ArrayList<>();
      alike.forEach(group -> cells.add(((PlainGroup) group).cells()));
      return new PlainGroup(columns, Append.rbind(cells, workers).plain(workers));
    }
    List<Dictionary> dictionaries = new ArrayList<>();
    alike.forEach(group -> dictionaries.add(((CodedGroup) group).dictionary()));
    JoinedTuples joined = JoinedTuples.of(dictionaries);
    int rows = alike.stream().mapToInt(Group::rows).sum();
    int[] all = new int[rows];
    int at = 0;
    for (int k = 0; k < alike.size(); k++) {
      int[] numbers = joined.numbers().get(k);
      Codes codes = ((CodedGroup) alike.get(k)).codes();
      int[] part = new int[codes.rows()];
      codes.decode(0, part.length, part);
      for (int code : part) {
        all[at++] = numbers[code];
      }
    }
    Dictionary dictionary = joined.dictionary();
    return new CodedGroup(columns, Codes.of(DenseCodes.of(all, dictionary.size())), dictionary);
  }
}
