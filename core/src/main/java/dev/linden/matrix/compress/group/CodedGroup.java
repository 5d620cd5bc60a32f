package dev.linden.matrix.compress.group;

import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.Indicator;
import java.util.List;

/** Row i has tuple {@code codes.get(i)} of the dictionary. */
public final class CodedGroup extends Group {
  private static final long serialVersionUID = 1L;

  private static final int TILE = 1024;

  private final Codes codes;
  private final Dictionary dictionary;

  public CodedGroup(int[] columns, Codes codes, Dictionary dictionary) {
    super(columns);
    if (codes.size() != dictionary.size() || columns.length != dictionary.width()) {
      throw new IllegalArgumentException(
          codes.size() + " codes for " + dictionary.size() + "x" + dictionary.width());
    }
    this.codes = codes;
    this.dictionary = dictionary;
  }

  public Codes codes() {
    return codes;
  }

  public Dictionary dictionary() {
    return dictionary;
  }

  public CodedGroup with(Dictionary other) {
    return other == dictionary ? this : new CodedGroup(columns(), codes, other);
  }

  /** Those that are coded. */
  public static List<CodedGroup> among(List<? extends Group> groups) {
    return groups.stream()
        .filter(CodedGroup.class::isInstance)
        .map(CodedGroup.class::cast)
        .toList();
  }

  @Override
  public int rows() {
    return codes.rows();
  }

  @Override
  public double get(int row, int place) {
    return dictionary.value(codes.get(row), place);
  }

  @Override
  public void decode(int start, int end, double[] to, int at, int stride, boolean cleared) {
    if (dictionary instanceof Indicator indicator) {
      decode(indicator, start, end, to, at, stride, cleared);
      return;
    }
    double[] cells = dictionary.cells();
    int[] columns = columns();
    int width = columns.length;
    int[] tile = new int[Math.min(end - start, TILE)];
    for (int from = start; from < end; from += TILE) {
      int n = Math.min(TILE, end - from);
      codes.decode(from, from + n, tile);
      int row = at + (from - start) * stride;
      for (int j = 0; j < width; j++) {
        int place = row + columns[j];
        for (int i = 0; i < n; i++) {
          to[place + i * stride] = cells[tile[i] * width + j];
        }
      }
    }
  }

  /** What most cells have, then the one cell of each row that differs. */
  private void decode(
      Indicator tuples, int start, int end, double[] to, int at, int stride, boolean cleared) {
    double[] off = tuples.off();
    double[] on = tuples.on();
    int[] columns = columns();
    int[] tile = new int[Math.min(end - start, TILE)];
    for (int from = start; from < end; from += TILE) {
      int n = Math.min(TILE, end - from);
      codes.decode(from, from + n, tile);
      for (int i = 0; i < n; i++) {
        int row = at + (from - start + i) * stride;
        if (!cleared || !tuples.isUnits()) {
          for (int j = 0; j < columns.length; j++) {
            to[row + columns[j]] = off[j];
          }
        }
        int one = tile[i] - tuples.shift();
        if (one >= 0 && one < columns.length) {
          to[row + columns[one]] = on[one];
        }
      }
    }
  }

  @Override
  public long nnz() {
    int[] counts = codes.counts();
    long nnz = 0;
    for (int c = 0; c < counts.length; c++) {
      nnz += counts[c] == 0 ? 0 : (long) dictionary.nonZeros(c) * counts[c];
    }
    return nnz;
  }

  @Override
  public boolean hasSpecial() {
    return dictionary.hasSpecial();
  }

  @Override
  public Group adapted(boolean sparse, Workers workers) {
    return sparse ? with(dictionary.withoutSignsOfZeros()) : this;
  }

  @Override
  public Group rows(int start, int end, Workers workers) {
    return new CodedGroup(columns(), codes.slice(start, end), dictionary);
  }

  @Override
  public Group columns(int start, int end, int shift, Workers workers) {
    Dictionary part = end - start == width() ? dictionary : dictionary.columns(start, end);
    return new CodedGroup(shifted(start, end, shift), codes, part);
  }

  @Override
  public Group numbered(int[] numbers) {
    return new CodedGroup(places(numbers), codes, dictionary);
  }

  @Override
  public long bytes() {
    return codes.bytes() + dictionary.bytes() + 4L * width() + 64;
  }

  @Override
  public String toString() {
    return codes.kind() + " " + width() + " columns, " + codes.size() + " tuples";
  }
}
