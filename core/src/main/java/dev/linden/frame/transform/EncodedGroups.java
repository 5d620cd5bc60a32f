package dev.linden.frame.transform;

import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.CompressedMatrix;
import dev.linden.matrix.compress.codes.Codes;
import dev.linden.matrix.compress.codes.DenseCodes;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.encode.Finish;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.compress.plan.Planner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An encoded frame as groups: the codes of a column are those of its group, whose dictionary has
 * the numbers themselves, unit vectors where they are spread, or rows of an embedding. What has no
 * codes, or more than groups are good for, is encoded as usual, and compressed like any other
 * matrix if that makes it smaller.
 *
 * <p>Ranges of rows are encoded in parallel, and finished groups column by column, so the result
 * does not depend on threads.
 */
final class EncodedGroups {
  /** Operators may write the tuples of a spread column out: 32 MB. */
  private static final long MOST_UNIT_CELLS = 1 << 22;

  /** How many rows a tuple must stand for to be smaller than what it replaces. */
  private static final int ROWS_PER_CODE = 2;

  /** Codes that are put at once; a multiple of 64, as {@link DenseCodes.Writable} wants it. */
  private static final int TILE = 2048;

  private final Transform transform;
  private final int rows;

  /** Columns of the frame whose codes make groups, and all others. */
  private final int[] coded;

  private final int[] rest;

  /** {@code rows} of the frame that will be encoded. */
  EncodedGroups(Transform transform, int rows) {
    this.transform = transform;
    this.rows = rows;
    int columns = transform.columns();
    coded = IntStream.range(0, columns).filter(this::makesGroup).toArray();
    rest = IntStream.range(0, columns).filter(j -> !makesGroup(j)).toArray();
  }

  private boolean makesGroup(int j) {
    Encoder encoder = transform.encoder(j);
    if (!encoder.hasCodes() || encoder.codeCount() > rows / ROWS_PER_CODE) {
      return false;
    }
    long width = transform.width(j);
    return encoder.isDummy() ? width * (width + 1) <= MOST_UNIT_CELLS : width > 0;
  }

  boolean isPossible() {
    return rows > 0 && coded.length > 0;
  }

  /** Bytes of the groups, before anything is encoded. */
  double bytes() {
    double bytes = 0;
    for (int j : coded) {
      int codes = transform.encoder(j).codeCount() + 1;
      double tuples = transform.encoder(j).isDummy() ? 0 : (double) codes * transform.width(j);
      bytes += DenseCodes.bytes(rows, codes) + Double.BYTES * tuples;
    }
    return bytes + transform.part(rest).plainBytes(rows);
  }

  /** The cells of {@link Transform#encode(Frame, Workers)}. */
  CompressedMatrix encode(Frame frame, Workers workers) {
    ColumnOfCodes[] columns = new ColumnOfCodes[coded.length];
    for (int k = 0; k < coded.length; k++) {
      columns[k] = new ColumnOfCodes(coded[k]);
    }
    int tiles = Workers.rangeCount(rows, TILE);
    workers.forRanges(
        tiles,
        Math.max(1, Transform.CELLS_PER_RANGE / TILE / Math.max(1, coded.length)),
        (start, end) -> {
          int[] tile = new int[TILE];
          for (int from = start * TILE; from < Math.min(rows, (long) end * TILE); from += TILE) {
            for (ColumnOfCodes column : columns) {
              column.encode(frame, from, Math.min(rows - from, TILE), tile);
            }
          }
        });
    Group[] groups = new Group[coded.length];
    workers.forRanges(
        groups.length,
        1,
        (start, end) -> {
          for (int k = start; k < end; k++) {
            groups[k] = columns[k].group();
            columns[k] = null;
          }
        });
    List<Group> all = new ArrayList<>(Arrays.asList(groups));
    if (rest.length > 0) {
      Matrix plain = transform.part(rest).encode(frame.selectColumns(rest), workers);
      int[] places = Arrays.stream(rest).flatMap(transform::places).toArray();
      if (places.length > 0) {
        all.addAll(groups(places, plain.plain(workers), workers));
      }
    }
    return CompressedMatrix.adapted(rows, transform.cols(), all, workers);
  }

  /** A sample tells whether cells without codes of their own have few values, too. */
  private static List<Group> groups(int[] places, Plain cells, Workers workers) {
    Scheme scheme = Planner.plan(cells, workers);
    return scheme == null
        ? List.of(new PlainGroup(places, cells))
        : CompressedMatrix.compress(cells, scheme, workers).groups().stream()
            .map(group -> group.numbered(places))
            .toList();
  }

  /** The codes of one column while they are found; the last one is that of missing cells. */
  private final class ColumnOfCodes {
    private final int column;
    private final Encoder encoder;
    private final int count;
    private final DenseCodes.Writable codes;

    /** By tile; only tells that there are some. */
    private volatile boolean missing;

    ColumnOfCodes(int column) {
      this.column = column;
      encoder = transform.encoder(column);
      count = encoder.codeCount();
      codes = DenseCodes.writable(rows, count + 1);
    }

    void encode(Frame frame, int from, int n, int[] tile) {
      boolean any = false;
      for (int i = 0; i < n; i++) {
        double code = encoder.code(frame.column(column), from + i);
        boolean none = Double.isNaN(code);
        tile[i] = none ? count : (int) code - 1;
        any |= none;
      }
      codes.put(from, tile, n);
      if (any) {
        missing = true;
      }
    }

    CodedGroup group() {
      int[] places = transform.places(column).toArray();
      int size = missing ? count + 1 : count;
      DenseCodes all = codes.done();
      if (encoder.isDummy()) {
        return units(places, all, size);
      }
      // with the size that they have, since a tuple that nobody has may be no number
      DenseCodes known = missing ? all : all.renumbered(identity(count + 1), size);
      return Finish.group(places, known, tuples(places.length, size));
    }

    /** Code 0 for missing cells, if there are any, then those of the columns. */
    private CodedGroup units(int[] places, DenseCodes all, int size) {
      int shift = missing ? 1 : 0;
      int[] numbers = new int[count + 1];
      for (int c = 0; c < count; c++) {
        numbers[c] = c + shift;
      }
      Codes smallest = Codes.of(all.renumbered(numbers, size));
      return new CodedGroup(places, smallest, Indicator.units(size, count, shift));
    }

    private double[] tuples(int width, int size) {
      double[] tuples = new double[Math.multiplyExact(size, width)];
      for (int c = 0; c < size; c++) {
        transform.tuple(column, c < count ? c + 1 : Double.NaN, tuples, c * width);
      }
      return tuples;
    }
  }

  private static int[] identity(int n) {
    return IntStream.range(0, n).toArray();
  }
}
