package dev.linden.matrix.compress.encode;

import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.ConstantCodes;
import dev.linden.matrix.compress.codes.DenseCodes;
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.Home;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.dictionary.Tuples;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The groups of a matrix that is cut into blocks of rows: all blocks have the same dictionaries.
 *
 * <pre>
 *   block ──► encode: groups of the scheme, dictionaries of the block ──► count: TupleCounts
 *                                                                              │ of all blocks
 *   block ◄── share: the same groups, codes of the dictionaries of all ◄── of ◄┘
 * </pre>
 *
 * <p>Tuples that were not counted, because a block was not the same then, stay in a dictionary of
 * their block.
 */
public final class SharedGroups implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int ARRAY_HEAD = 16;

  /** Of the groups of the scheme; the group of all constant columns is the last. */
  private final int[][] columns;

  /** Null where there are too many tuples, and where all blocks have the same one. */
  private final Dictionary[] dictionaries;

  /** Columns that stay plain, in spite of the scheme. */
  private final int[] tooMany;

  /** Tuples of the dictionaries; made where they are needed. */
  private transient TupleIndex[] indexes;

  private SharedGroups(int[][] columns, Dictionary[] dictionaries, int[] tooMany) {
    this.columns = columns;
    this.dictionaries = dictionaries;
    this.tooMany = tooMany;
  }

  /** Groups of a block, with dictionaries of its own; for each of the scheme, then the rest. */
  public static List<Group> encode(Plain block, Scheme scheme, Workers workers) {
    return Encoder.encodeBlock(block, scheme, workers);
  }

  /** Adds the tuples of such groups. */
  public static void count(List<Group> groups, TupleCounts[] counts) {
    for (int k = 0; k < counts.length; k++) {
      counts[k].add((CodedGroup) groups.get(k));
    }
  }

  /** {@code counts}: of all blocks. */
  public static SharedGroups of(Scheme scheme, TupleCounts[] counts) {
    int coded = counts.length;
    int[][] columns = Arrays.copyOf(scheme.coded().toArray(int[][]::new), coded + 1);
    Dictionary[] dictionaries = new Dictionary[coded + 1];
    List<Integer> tooMany = new ArrayList<>();
    List<double[]> constant = new ArrayList<>();
    for (int k = 0; k < coded; k++) {
      double[] tuples = counts[k].tuples();
      int width = columns[k].length;
      if (tuples == null) {
        Arrays.stream(columns[k]).forEach(tooMany::add);
      } else if (tuples.length == width) {
        for (int j = 0; j < width; j++) {
          constant.add(new double[] {columns[k][j], tuples[j]});
        }
      } else {
        int[] units = width > 1 ? Finish.unitNumbers(tuples, width) : null;
        int last = units == null ? 0 : units[units.length - 1];
        dictionaries[k] =
            units == null
                ? new Tuples(tuples.length / width, width, tuples)
                : Indicator.units(last, width, last - width);
      }
    }
    constant.sort((a, b) -> Double.compare(a[0], b[0]));
    columns[coded] = constant.stream().mapToInt(cell -> (int) cell[0]).toArray();
    double[] tuple = constant.stream().mapToDouble(cell -> cell[1]).toArray();
    dictionaries[coded] = tuple.length == 0 ? null : new Tuples(1, tuple.length, tuple);
    int[] plain = tooMany.stream().mapToInt(column -> column).sorted().toArray();
    return new SharedGroups(columns, dictionaries, plain);
  }

  /** The same with homes for the dictionaries, by their places. */
  public SharedGroups at(IntFunction<Home> homes) {
    Dictionary[] there = new Dictionary[dictionaries.length];
    for (int k = 0; k < there.length; k++) {
      there[k] = dictionaries[k] == null ? null : dictionaries[k].at(homes.apply(k));
    }
    return new SharedGroups(columns, there, tooMany);
  }

  /** The one at this place. */
  public Dictionary dictionary(int place) {
    return dictionaries[place];
  }

  /** Bytes that are there once, for all blocks. */
  public long bytes() {
    long bytes = 0;
    for (int k = 0; k < dictionaries.length; k++) {
      bytes += dictionaries[k] == null ? 0 : dictionaries[k].bytes() + columnBytes(columns[k]);
    }
    return bytes;
  }

  /** Of such groups: bytes of what is shared, which they count too. */
  public static long sharedBytes(List<Group> groups) {
    long bytes = 0;
    for (Group group : groups) {
      if (group instanceof CodedGroup coded && coded.dictionary().home() != null) {
        bytes += coded.dictionary().bytes() + columnBytes(group.columns());
      }
    }
    return bytes;
  }

  private static long columnBytes(int[] columns) {
    return (long) Integer.BYTES * columns.length + ARRAY_HEAD;
  }

  /**
   * What {@link #encode} gave for a block, with the dictionaries of all blocks.
   *
   * @param cells gives the block as it was; asked for where columns are plain in spite of the
   *     scheme
   */
  public List<Group> share(List<Group> groups, Supplier<Plain> cells, Workers workers) {
    int coded = dictionaries.length - 1;
    List<Group> result = new ArrayList<>();
    List<CodedGroup> constant = new ArrayList<>();
    for (int k = 0; k < coded; k++) {
      CodedGroup group = (CodedGroup) groups.get(k);
      if (dictionaries[k] != null) {
        Codes codes = codes(group, k);
        result.add(codes == null ? group : new CodedGroup(columns[k], codes, dictionaries[k]));
      } else if (Arrays.binarySearch(columns[coded], columns[k][0]) >= 0) {
        constant.add(group);
      }
    }
    addConstant(constant, result);
    if (tooMany.length == 0) {
      result.addAll(groups.subList(coded, groups.size()));
      return result;
    }
    IntStream rest =
        groups.size() > coded ? Arrays.stream(groups.get(coded).columns()) : IntStream.empty();
    int[] plain = IntStream.concat(rest, Arrays.stream(tooMany)).sorted().toArray();
    result.add(new PlainGroup(plain, Rest.of(cells.get(), plain, workers)));
    return result;
  }

  /** The codes of a group for the dictionary of all blocks; null if that lacks a tuple. */
  private Codes codes(CodedGroup group, int place) {
    TupleIndex index = index(place);
    double[] tuples = group.dictionary().cells();
    int[] counts = group.codes().counts();
    int[] numbers = new int[counts.length];
    for (int c = 0; c < numbers.length; c++) {
      int found = index.find(tuples, c * group.width());
      if (found < 0 && counts[c] > 0) {
        return null;
      }
      numbers[c] = Math.max(0, found);
    }
    return Codes.of(DenseCodes.of(group.codes()).renumbered(numbers, dictionaries[place].size()));
  }

  private synchronized TupleIndex index(int place) {
    if (indexes == null) {
      indexes = new TupleIndex[dictionaries.length];
    }
    if (indexes[place] == null) {
      Dictionary dictionary = dictionaries[place];
      indexes[place] = TupleIndex.of(dictionary.width(), dictionary.cells());
    }
    return indexes[place];
  }

  /** As one group, as far as they have the cells that all blocks had. */
  private void addConstant(List<CodedGroup> groups, List<Group> result) {
    if (groups.isEmpty()) {
      return;
    }
    int last = dictionaries.length - 1;
    boolean asCounted = true;
    for (CodedGroup group : groups) {
      for (int j = 0; j < group.width(); j++) {
        int place = Arrays.binarySearch(columns[last], group.columns()[j]);
        asCounted &= isEverywhere(group, j, dictionaries[last].value(0, place));
      }
    }
    if (asCounted) {
      Codes codes = new ConstantCodes(groups.get(0).rows());
      result.add(new CodedGroup(columns[last], codes, dictionaries[last]));
    } else {
      result.addAll(groups);
    }
  }

  private static boolean isEverywhere(CodedGroup group, int column, double cell) {
    int[] counts = group.codes().counts();
    for (int c = 0; c < counts.length; c++) {
      long bits = Double.doubleToRawLongBits(group.dictionary().value(c, column));
      if (counts[c] > 0 && bits != Double.doubleToRawLongBits(cell)) {
        return false;
      }
    }
    return true;
  }
}
