package dev.linden.matrix.kernel.random;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.Ranges;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Random non-zeros of a matrix most of whose rows are empty. Its rows are cut into bands of about
 * one non-zero each, whose cells, row by row, are a chain of random gaps. The bands are those of
 * the whole matrix: a region runs along the chains of the bands that it touches.
 */
final class SparseBands {
  /** Below this many expected non-zeros, a row does not get a chain of its own. */
  private static final double SPARSEST_ROW = 1.0 / 64;

  /** Most cells of a band: whole numbers up to here are exact as doubles. */
  private static final double MOST_CELLS = 0x1p52;

  private static final int MOST_ROWS = 1 << 30;

  private final Region region;
  private final double sparsity;
  private final long seed;
  private final int height;

  SparseBands(Region region, double sparsity, long seed) {
    this.region = region;
    this.sparsity = sparsity;
    this.seed = seed;
    this.height = height(region.allCols(), sparsity);
  }

  /** Depends on the whole matrix only, so that all regions agree. */
  static boolean suit(long allCols, double sparsity) {
    return sparsity * allCols < SPARSEST_ROW;
  }

  private static int height(long allCols, double sparsity) {
    double rows = Math.min(1 / (sparsity * allCols), MOST_CELLS / allCols);
    return (int) Math.max(1, Math.min(MOST_ROWS, rows));
  }

  Matrix generate(Supplier<Variates> values, Workers workers) {
    long firstBand = region.firstRow() / height;
    int bands = (int) ((region.firstRow() + region.rows() - 1) / height - firstBand) + 1;
    int grain = Ranges.rows(bands, 8.0 * bands);
    Triples[] parts = new Triples[Workers.rangeCount(bands, grain)];
    RandomGaps distribution = new RandomGaps(sparsity);
    workers.forRanges(
        bands,
        grain,
        (start, end) -> {
          Triples part = new Triples(end - start);
          Variates variates = values.get();
          Philox gaps = new Philox(seed);
          for (int b = start; b < end; b++) {
            addBand(firstBand + b, gaps, distribution, variates, part);
          }
          parts[start / grain] = part;
        });
    return Formats.adapt(joined(parts), workers);
  }

  private void addBand(
      long band, Philox gaps, RandomGaps distribution, Variates variates, Triples to) {
    long allCols = region.allCols();
    long firstRow = band * height;
    long rowsWanted = Math.min(height, region.firstRow() + region.rows() - firstRow);
    long end = rowsWanted * allCols;
    long cell = -1;
    for (int draw = 0; ; draw++) {
      gaps.moveTo(band, Philox.BANDS, draw);
      double zeros = distribution.zeros(gaps.first());
      if (zeros >= end - 1 - cell) {
        return;
      }
      cell += 1 + (long) zeros;
      long row = firstRow + cell / allCols - region.firstRow();
      long col = cell % allCols - region.firstCol();
      if (row >= 0 && col >= 0 && col < region.cols()) {
        to.add((int) row, (int) col, variates.at(firstRow * allCols + cell));
      }
    }
  }

  private Coo joined(Triples[] parts) {
    int size = Arrays.stream(parts).mapToInt(part -> part.size).sum();
    int[] rows = new int[size];
    int[] columns = new int[size];
    double[] values = new double[size];
    int at = 0;
    for (Triples part : parts) {
      System.arraycopy(part.rows, 0, rows, at, part.size);
      System.arraycopy(part.columns, 0, columns, at, part.size);
      System.arraycopy(part.values, 0, values, at, part.size);
      at += part.size;
    }
    return new Coo(region.rows(), region.cols(), rows, columns, values);
  }

  /** Non-zeros in their order; for one thread. */
  private static final class Triples {
    private int[] rows;
    private int[] columns;
    private double[] values;
    private int size;

    Triples(int expected) {
      rows = new int[expected + 4];
      columns = new int[expected + 4];
      values = new double[expected + 4];
    }

    void add(int row, int column, double value) {
      if (value == 0) {
        return;
      }
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, 2 * size);
        columns = Arrays.copyOf(columns, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
      }
      rows[size] = row;
      columns[size] = column;
      values[size++] = value;
    }
  }
}
