package dev.linden.matrix.compress;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.ConstantCodes;
import dev.linden.matrix.compress.codes.KindsOfCodes;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.encode.Encoder;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import java.io.DataInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Compresses all matrices of more than a few cells, whether that pays or not, in groups of one to
 * three columns and codes of all kinds; some columns stay plain.
 */
public final class AlwaysCompressed implements Packing {
  private static final int LEAST_CELLS = 4;
  private static final long MOST_CELLS = 1 << 20;

  /** One of so many columns is plain. */
  private static final int PLAIN = 7;

  private static final LongAdder MATRICES = new LongAdder();
  private static final Map<String, LongAdder> GROUPS = new ConcurrentHashMap<>();

  /** How many matrices have been compressed so far. */
  public static long matrices() {
    return MATRICES.sum();
  }

  /** The groups that have been made so far, by kind. */
  public static Map<String, Long> groups() {
    Map<String, Long> counts = new TreeMap<>();
    GROUPS.forEach((kind, count) -> counts.put(kind, count.sum()));
    return counts;
  }

  @Override
  public String name() {
    return "compressed-always";
  }

  @Override
  public Matrix pack(Plain matrix, Workers workers) {
    boolean fits = matrix.cells() >= LEAST_CELLS && matrix.cells() <= MOST_CELLS;
    if (!fits) {
      return matrix;
    }
    CompressedMatrix compressed = compress(matrix, matrix.cols() + matrix.rows(), workers);
    MATRICES.increment();
    for (Group group : compressed.groups()) {
      GROUPS.computeIfAbsent(kind(group), kind -> new LongAdder()).increment();
    }
    return compressed;
  }

  private static String kind(Group group) {
    if (!(group instanceof CodedGroup coded)) {
      return "plain";
    }
    String kind = coded.codes().kind();
    return coded.dictionary() instanceof Indicator ? kind + " of unit vectors" : kind;
  }

  /** {@code variant} changes which columns get which kind. */
  public static CompressedMatrix compress(Plain matrix, int variant, Workers workers) {
    List<int[]> coded = new ArrayList<>();
    int next;
    for (int j = 0; j < matrix.cols(); j = next) {
      if ((j + variant) % PLAIN == PLAIN - 1) {
        next = j + 1;
        continue;
      }
      int width = Math.min(matrix.cols() - j, 1 + (j + variant) % 3);
      int[] columns = new int[width];
      for (int k = 0; k < width; k++) {
        columns[k] = j + k;
      }
      coded.add(columns);
      next = j + width;
    }
    Scheme scheme = new Scheme(coded, new int[0], Integer.MAX_VALUE, 0, 0, 0);
    List<Group> groups = new ArrayList<>();
    for (Group group : Encoder.encode(matrix, scheme, workers)) {
      boolean other =
          matrix.rows() > 0
              && group instanceof CodedGroup g
              && !(g.codes() instanceof ConstantCodes);
      groups.add(other ? inKind((CodedGroup) group, groups.size() + variant) : group);
    }
    return CompressedMatrix.of(matrix.rows(), matrix.cols(), groups, matrix.isSparse(), workers);
  }

  private static Group inKind(CodedGroup group, int kind) {
    return new CodedGroup(
        group.columns(),
        KindsOfCodes.of(group.codes(), kind % KindsOfCodes.COUNT),
        group.dictionary());
  }

  @Override
  public Packed read(int rows, int cols, DataInput in) {
    throw new LindenBug("what this packs has another name");
  }
}
