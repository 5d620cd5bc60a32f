package dev.linden.matrix.compress.dictionary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One dictionary in place of several of the same width. Tuples are told apart by their bits.
 *
 * @param numbers for each of the others the new code of each tuple
 */
public record JoinedTuples(Dictionary dictionary, List<int[]> numbers) {
  public static JoinedTuples of(List<Dictionary> all) {
    Dictionary first = all.get(0);
    if (all.stream().allMatch(other -> other == first)) {
      int[] same = IntStream.range(0, first.size()).toArray();
      return new JoinedTuples(first, all.stream().map(other -> same).toList());
    }
    boolean units = all.stream().allMatch(d -> d instanceof Indicator i && i.isUnits());
    return units ? ofUnits(all) : ofTuples(all);
  }

  /** Code 0 for no unit vector, then those of the columns. */
  private static JoinedTuples ofUnits(List<Dictionary> all) {
    int width = all.get(0).width();
    List<int[]> numbers = new ArrayList<>();
    for (Dictionary dictionary : all) {
      int shift = ((Indicator) dictionary).shift();
      int[] own = new int[dictionary.size()];
      for (int c = 0; c < own.length; c++) {
        boolean one = c >= shift && c - shift < width;
        own[c] = one ? c - shift + 1 : 0;
      }
      numbers.add(own);
    }
    return new JoinedTuples(Indicator.units(width + 1, width, 1), numbers);
  }

  private static JoinedTuples ofTuples(List<Dictionary> all) {
    int width = all.get(0).width();
    Map<Bits, Integer> known = new LinkedHashMap<>();
    List<int[]> numbers = new ArrayList<>();
    for (Dictionary dictionary : all) {
      double[] cells = dictionary.cells();
      int[] own = new int[dictionary.size()];
      for (int c = 0; c < own.length; c++) {
        long[] bits = new long[width];
        for (int j = 0; j < width; j++) {
          bits[j] = Double.doubleToRawLongBits(cells[c * width + j]);
        }
        Bits tuple = new Bits(bits);
        own[c] = known.computeIfAbsent(tuple, t -> known.size());
      }
      numbers.add(own);
    }
    double[] cells = new double[Math.multiplyExact(known.size(), width)];
    int at = 0;
    for (Bits tuple : known.keySet()) {
      for (long bits : tuple.all) {
        cells[at++] = Double.longBitsToDouble(bits);
      }
    }
    return new JoinedTuples(new Tuples(known.size(), width, cells), numbers);
  }

  /** A tuple as a key. */
  private record Bits(long[] all) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Bits bits && Arrays.equals(all, bits.all);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(all);
    }
  }
}
