package dev.linden.matrix.compress;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.DenseCodes;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.reorg.Reorg;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Parts of compressed matrices, and several side by side: dictionaries are shared. */
final class Slicing {
  private Slicing() {}

  /** Null where fewer rows are left than tuples: those would take more than the cells. */
  static Matrix slice(
      CompressedMatrix matrix,
      int rowStart,
      int rowEnd,
      int colStart,
      int colEnd,
      Workers workers) {
    int rows = rowEnd - rowStart;
    int cols = colEnd - colStart;
    boolean allRows = rows == matrix.rows();
    if (!allRows && !keepsTuples(matrix, rows)) {
      return null;
    }
    List<Group> groups = new ArrayList<>();
    for (Group group : matrix.groups()) {
      int[] columns = group.columns();
      int first = firstFrom(columns, colStart);
      int end = firstFrom(columns, colEnd);
      if (first < end) {
        Group part = group.columns(first, end, -colStart, workers);
        groups.add(allRows ? part : part.rows(rowStart, rowEnd, workers));
      }
    }
    return CompressedMatrix.adapted(rows, cols, groups, workers);
  }

  private static int firstFrom(int[] columns, int column) {
    int found = Arrays.binarySearch(columns, column);
    return found >= 0 ? found : -found - 1;
  }

  private static boolean keepsTuples(CompressedMatrix matrix, int rows) {
    long cells = 0;
    for (Group group : matrix.groups()) {
      cells += group instanceof CodedGroup coded ? (long) coded.codes().size() * group.width() : 0;
    }
    return 2 * cells <= (long) rows * matrix.cols();
  }

  static Matrix rowsAt(CompressedMatrix matrix, int[] source, Workers workers) {
    if (!keepsTuples(matrix, source.length)) {
      return null;
    }
    Group[] groups = new Group[matrix.groups().size()];
    for (int g = 0; g < groups.length; g++) {
      Group group = matrix.groups().get(g);
      if (group instanceof CodedGroup coded) {
        Codes codes = Codes.of(DenseCodes.gathered(coded.codes(), source));
        groups[g] = new CodedGroup(group.columns(), codes, coded.dictionary());
      } else {
        Matrix rows = Reorg.rowsAt(((PlainGroup) group).cells(), source, workers);
        groups[g] = new PlainGroup(group.columns(), rows.plain(workers));
      }
    }
    return CompressedMatrix.adapted(source.length, matrix.cols(), List.of(groups), workers);
  }

  /** All side by side; plain ones are groups by themselves. */
  static Matrix cbind(List<Matrix> parts, Workers workers) {
    List<Group> groups = new ArrayList<>();
    int cols = 0;
    for (Matrix part : parts) {
      if (part instanceof CompressedMatrix compressed) {
        for (Group group : compressed.groups()) {
          groups.add(group.columns(0, group.width(), cols, workers));
        }
      } else {
        int[] columns = IntStream.range(cols, cols + part.cols()).toArray();
        Plain plain = part.plain(workers);
        groups.add(new PlainGroup(columns, plain.copy()));
      }
      cols += part.cols();
    }
    return CompressedMatrix.adapted(parts.get(0).rows(), cols, groups, workers);
  }
}
