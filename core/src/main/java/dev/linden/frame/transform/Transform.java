package dev.linden.frame.transform;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.frame.Column;
import dev.linden.frame.Frame;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.plan.Gain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The encoders of all columns: learned from a frame or read from a metadata frame, which has a
 * column for each column of the data. Columns are learned in parallel, rows encoded in parallel.
 */
public final class Transform {
  static final int CELLS_PER_RANGE = 1 << 14;
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  /** How much smaller groups must be than cells. */
  private static final double LEAST_RATIO = 1.3;

  private final List<String> names;
  private final List<ColumnSpec> specs;
  private final Encoder[] encoders;
  private final TransformSpec.Udf udf;

  /** A row per code of the embedded columns, or null. */
  private final Matrix embedding;

  /** First column of the result for each column of the frame, and the number of all. */
  private final int[] starts;

  private Transform(
      List<String> names,
      List<ColumnSpec> specs,
      Encoder[] encoders,
      TransformSpec.Udf udf,
      Matrix embedding) {
    this.names = names;
    this.specs = specs;
    this.encoders = encoders;
    this.udf = udf;
    this.embedding = embedding;
    starts = new int[encoders.length + 1];
    for (int j = 0; j < encoders.length; j++) {
      int width = isEmbedded(j) ? embedding.cols() : encoders[j].width();
      starts[j + 1] = Math.addExact(starts[j], width);
    }
  }

  private boolean isEmbedded(int j) {
    return embedding != null && encoders[j].isEmbedded();
  }

  /** With the codes of embedded columns replaced by rows of this matrix. */
  public Transform withEmbedding(Matrix rows) {
    for (Encoder encoder : encoders) {
      if (encoder.isEmbedded()) {
        encoder.checkEmbedding(rows.rows());
      }
    }
    return new Transform(names, specs, encoders, udf, rows);
  }

  public static Transform learn(TransformSpec spec, Frame frame, Workers workers) {
    List<ColumnSpec> specs = spec.resolve(frame.names());
    return build(
        frame.names(),
        specs,
        spec.udf(frame.names()),
        workers,
        j -> Encoder.learn(frame.name(j), specs.get(j), frame.column(j)));
  }

  public static Transform of(TransformSpec spec, Frame metadata, Workers workers) {
    List<ColumnSpec> specs = spec.resolve(metadata.names());
    return build(
        metadata.names(),
        specs,
        spec.udf(metadata.names()),
        workers,
        j -> Encoder.of(metadata.name(j), specs.get(j), metadata.column(j)));
  }

  /** For a frame with these columns: some of those of the metadata, by their names or numbers. */
  public static Transform of(
      TransformSpec spec, Frame metadata, List<String> names, Workers workers) {
    int[] columns = new int[names.size()];
    for (int j = 0; j < columns.length; j++) {
      columns[j] = spec.byNumber() ? j : metadata.position(names.get(j));
      if (spec.byNumber() && j >= metadata.cols()) {
        throw new InputError(
            "the metadata is for "
                + metadata.cols()
                + " columns, but the frame has "
                + names.size());
      }
      if (columns[j] < 0) {
        throw new InputError(
            "the metadata has no column "
                + names.get(j)
                + "; its columns are "
                + String.join(", ", metadata.names()));
      }
    }
    return of(spec, metadata.selectColumns(columns).withNames(names), workers);
  }

  private static Transform build(
      List<String> names,
      List<ColumnSpec> specs,
      TransformSpec.Udf udf,
      Workers workers,
      java.util.function.IntFunction<Encoder> encoder) {
    Encoder[] encoders = new Encoder[specs.size()];
    workers.forRanges(
        encoders.length,
        1,
        (start, end) -> {
          for (int j = start; j < end; j++) {
            encoders[j] = encoder.apply(j);
          }
        });
    return new Transform(names, specs, encoders, udf, null);
  }

  /** A column for each column of the data, padded with missing cells. */
  public Frame metadata() {
    List<List<String>> entries = Arrays.stream(encoders).map(Encoder::metadata).toList();
    int rows = entries.stream().mapToInt(List::size).max().orElse(0);
    List<Column> columns =
        entries.stream()
            .map(e -> Column.of(Arrays.copyOf(e.toArray(new String[0]), rows)))
            .toList();
    return new Frame(rows, names, columns);
  }

  /** For each column its number and the first and last column of the result, from 1 on. */
  public Matrix columnMap() {
    Dense map = Dense.zeros(encoders.length, 3);
    for (int j = 0; j < encoders.length; j++) {
      map.set(j, 0, j + 1);
      map.set(j, 1, starts[j] + 1);
      map.set(j, 2, starts[j + 1]);
    }
    return map;
  }

  // ---- parts, for groups

  int columns() {
    return encoders.length;
  }

  /** Columns of the result. */
  int cols() {
    return starts[encoders.length];
  }

  Encoder encoder(int j) {
    return encoders[j];
  }

  /** Columns of the result that one of the frame becomes, and their numbers. */
  int width(int j) {
    return starts[j + 1] - starts[j];
  }

  IntStream places(int j) {
    return IntStream.range(starts[j], starts[j + 1]);
  }

  /** What stands in the columns of the result for a code, NaN for none; they are not spread. */
  void tuple(int j, double code, double[] cells, int offset) {
    if (isEmbedded(j)) {
      embed(code, cells, offset);
    } else {
      cells[offset] = code;
    }
  }

  /** For a frame of these columns only. */
  Transform part(int[] columns) {
    return new Transform(
        Arrays.stream(columns).mapToObj(names::get).toList(),
        Arrays.stream(columns).mapToObj(specs::get).toList(),
        Arrays.stream(columns).mapToObj(j -> encoders[j]).toArray(Encoder[]::new),
        null,
        embedding);
  }

  /** Bytes of so many encoded rows, as far as known beforehand: a non-zero in each column. */
  double plainBytes(int rows) {
    return sparse(rows) ? 12.0 * rows * encoders.length + 4.0 * rows : 8.0 * rows * cols();
  }

  private boolean sparse(int rows) {
    boolean spreads = Arrays.stream(encoders).anyMatch(Encoder::isDummy);
    boolean embeds = IntStream.range(0, encoders.length).anyMatch(this::isEmbedded);
    return spreads && !embeds && Formats.sparse(rows, cols(), (long) rows * encoders.length);
  }

  /**
   * The names of the encoded columns: a column that has become several is called by its name and
   * the value that each of them stands for. Null where a function may have changed the columns.
   */
  public List<String> encodedNames() {
    if (udf != null) {
      return null;
    }
    List<String> all = new ArrayList<>();
    for (int j = 0; j < encoders.length; j++) {
      String name = names.get(j);
      if (isEmbedded(j)) {
        IntStream.rangeClosed(1, embedding.cols()).forEach(k -> all.add(name + "_" + k));
      } else if (encoders[j].isDummy() || encoders[j].isBag()) {
        encoders[j].valueNames().forEach(value -> all.add(name + "_" + value));
      } else {
        all.add(name);
      }
    }
    return all;
  }

  // ---- encoding

  /** As groups where that is asked for. */
  public Matrix encode(Frame data, Settings.Compression when, Workers workers) {
    if (when == Settings.Compression.OFF || udf != null) {
      return encode(data, workers);
    }
    Frame frame = checked(data);
    EncodedGroups groups = new EncodedGroups(this, frame.rows());
    boolean always = when == Settings.Compression.ALWAYS;
    double plain = plainBytes(frame.rows());
    boolean pays =
        (double) frame.rows() * cols() >= Gain.FEWEST_CELLS
            && groups.bytes() * LEAST_RATIO <= plain;
    return groups.isPossible() && (always || pays)
        ? groups.encode(frame, workers)
        : encodeKept(frame, workers);
  }

  public Matrix encode(Frame data, Workers workers) {
    return encodeKept(checked(data), workers);
  }

  /** The rows that are not left out. */
  private Frame checked(Frame data) {
    if (data.cols() != encoders.length) {
      throw new InputError(
          "the metadata is for " + encoders.length + " columns, but the frame has " + data.cols());
    }
    return withoutOmitted(data);
  }

  private Matrix encodeKept(Frame frame, Workers workers) {
    int rows = frame.rows();
    int cols = cols();
    if (Arrays.stream(encoders).anyMatch(Encoder::isBag)) {
      return Formats.adapt(separateRows(frame, cols, workers), workers);
    }
    if (sparse(rows)) {
      return (long) rows * encoders.length <= LONGEST_ARRAY
          ? compressed(frame, cols, workers)
          : separateRows(frame, cols, workers);
    }
    Dense dense = Dense.allocate(rows, cols, workers);
    forRows(
        rows,
        workers,
        i -> {
          double[] cells = dense.panelOf(i);
          int offset = dense.offset(i);
          for (int j = 0; j < encoders.length; j++) {
            double code = encoders[j].code(frame.column(j), i);
            if (isEmbedded(j)) {
              embed(code, cells, offset + starts[j]);
            } else if (!encoders[j].isDummy()) {
              cells[offset + starts[j]] = code;
            } else if (!Double.isNaN(code)) {
              cells[offset + starts[j] + (int) code - 1] = 1;
            }
          }
        });
    return Formats.adapt(dense, workers);
  }

  /** An unknown word has zeros. */
  private void embed(double code, double[] cells, int offset) {
    if (!Double.isNaN(code)) {
      for (int c = 0; c < embedding.cols(); c++) {
        cells[offset + c] = embedding.get((int) code - 1, c);
      }
    }
  }

  /** What the user should know of these data: SystemDS leaves NaN in columns that it imputes. */
  public List<String> warnings(Frame data) {
    return IntStream.range(0, specs.size())
        .filter(j -> specs.get(j).impute != ColumnSpec.Impute.NOTHING)
        .filter(j -> IntStream.range(0, data.rows()).anyMatch(data.column(j)::isNaN))
        .mapToObj(
            j ->
                "column "
                    + names.get(j)
                    + ": NaN is imputed like missing cells; SystemDS 3.3 leaves it")
        .toList();
  }

  private Frame withoutOmitted(Frame frame) {
    int[] checked = IntStream.range(0, specs.size()).filter(j -> specs.get(j).omit).toArray();
    if (checked.length == 0) {
      return frame;
    }
    int[] kept =
        IntStream.range(0, frame.rows())
            .filter(i -> Arrays.stream(checked).noneMatch(j -> frame.column(j).isBlank(i)))
            .toArray();
    return kept.length == frame.rows() ? frame : frame.selectRows(kept);
  }

  private interface RowTask {
    void run(int row);
  }

  private void forRows(int rows, Workers workers, RowTask task) {
    int grain = Math.max(1, CELLS_PER_RANGE / Math.max(1, encoders.length));
    workers.forRanges(
        rows,
        grain,
        (start, end) -> {
          for (int i = start; i < end; i++) {
            task.run(i);
          }
        });
  }

  /** The non-zeros of a row to {@code at} and after it; how many there are. */
  private int encodeRow(Frame frame, int row, int[] columns, double[] values, int at) {
    int next = at;
    for (int j = 0; j < encoders.length; j++) {
      double code = encoders[j].code(frame.column(j), row);
      boolean dummy = encoders[j].isDummy();
      if (dummy ? !Double.isNaN(code) : code != 0) {
        columns[next] = dummy ? starts[j] + (int) code - 1 : starts[j];
        values[next++] = dummy ? 1 : code;
      }
    }
    return next - at;
  }

  /** Every row has room for a non-zero per column; the gaps are closed afterwards. */
  private Matrix compressed(Frame frame, int cols, Workers workers) {
    int rows = frame.rows();
    int room = encoders.length;
    int[] columns = new int[rows * room];
    double[] values = new double[rows * room];
    int[] counts = new int[rows];
    forRows(rows, workers, i -> counts[i] = encodeRow(frame, i, columns, values, i * room));
    int[] rowStarts = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      int from = i * room;
      int to = rowStarts[i];
      if (from != to) {
        System.arraycopy(columns, from, columns, to, counts[i]);
        System.arraycopy(values, from, values, to, counts[i]);
      }
      rowStarts[i + 1] = to + counts[i];
    }
    return Formats.adapt(new Csr(rows, cols, rowStarts, columns, values), workers);
  }

  /** For texts of any number of words, and for more non-zeros than an array holds. */
  private Matrix separateRows(Frame frame, int cols, Workers workers) {
    Mcsr result = new Mcsr(frame.rows(), cols);
    forRows(
        frame.rows(),
        workers,
        i -> {
          for (int j = 0; j < encoders.length; j++) {
            int start = starts[j];
            Column column = frame.column(j);
            if (encoders[j].isBag()) {
              encoders[j]
                  .counts(column, i)
                  .forEach((code, count) -> result.append(i, start + code - 1, count));
              continue;
            }
            double code = encoders[j].code(column, i);
            if (isEmbedded(j)) {
              double[] word = new double[embedding.cols()];
              embed(code, word, 0);
              for (int c = 0; c < word.length; c++) {
                append(result, i, start + c, word[c]);
              }
            } else if (!encoders[j].isDummy()) {
              append(result, i, start, code);
            } else if (!Double.isNaN(code)) {
              result.append(i, start + (int) code - 1, 1);
            }
          }
        });
    return result;
  }

  private static void append(Mcsr result, int row, int col, double value) {
    if (value != 0) {
      result.append(row, col, value);
    }
  }

  // ---- a function on encoded columns

  /** What calls the function of a name with a matrix and gives its first result. */
  public interface Caller {
    Matrix call(String function, Matrix argument);
  }

  /** The encoded matrix with the columns replaced that the spec names for a function. */
  public Matrix applyFunction(Matrix encoded, Caller caller, Workers workers) {
    if (udf == null) {
      return encoded;
    }
    int[] columns =
        udf.columns().stream()
            .flatMapToInt(j -> IntStream.range(starts[j], starts[j + 1]))
            .toArray();
    Dense result = Formats.toDense(encoded, workers);
    Dense argument = Dense.zeros(encoded.rows(), columns.length);
    for (int i = 0; i < argument.rows(); i++) {
      for (int k = 0; k < columns.length; k++) {
        argument.set(i, k, result.get(i, columns[k]));
      }
    }
    Matrix replaced = caller.call(udf.function(), argument);
    if (replaced.rows() != argument.rows() || replaced.cols() != argument.cols()) {
      throw new InputError(
          "the function "
              + udf.function()
              + " of the spec must keep the shape "
              + argument.shape()
              + ", but gives "
              + replaced.shape());
    }
    Dense changed = result == encoded ? result.copy() : result;
    for (int i = 0; i < changed.rows(); i++) {
      for (int k = 0; k < columns.length; k++) {
        changed.set(i, columns[k], replaced.get(i, k));
      }
    }
    return Formats.adapt(changed, workers);
  }

  // ---- decoding

  public Frame decode(Matrix x) {
    if (udf != null) {
      throw new InputError("what the function " + udf.function() + " gave can't be decoded");
    }
    int cols = starts[encoders.length];
    if (x.cols() != cols) {
      throw new InputError(
          "the metadata is for a matrix of " + cols + " columns, but this one is " + x.shape());
    }
    List<Encoder.Decoder> decoders = new ArrayList<>();
    int[] owner = new int[cols];
    for (int j = 0; j < encoders.length; j++) {
      decoders.add(encoders[j].decoder(x.rows()));
      Arrays.fill(owner, starts[j], starts[j + 1], j);
    }
    double[] codes = new double[encoders.length];
    double[] largest = new double[encoders.length];
    Plain cells = x.plain(Workers.serial());
    for (int i = 0; i < x.rows(); i++) {
      Arrays.fill(codes, 0);
      Arrays.fill(largest, 0);
      if (cells instanceof Sparse sparse) {
        int[] columns = sparse.columns(i);
        double[] values = sparse.values(i);
        for (int p = sparse.start(i); p < sparse.end(i); p++) {
          collect(columns[p], values[p], owner, codes, largest);
        }
      } else {
        for (int c = 0; c < cols; c++) {
          collect(c, cells.get(i, c), owner, codes, largest);
        }
      }
      for (int j = 0; j < codes.length; j++) {
        decoders.get(j).add(codes[j]);
      }
    }
    return new Frame(x.rows(), names, decoders.stream().map(Encoder.Decoder::build).toList());
  }

  /** The code of a spread column is the position of its largest cell above zero. */
  private void collect(int col, double value, int[] owner, double[] codes, double[] largest) {
    int j = owner[col];
    if (!encoders[j].isDummy()) {
      codes[j] = value;
    } else if (value > largest[j]) {
      largest[j] = value;
      codes[j] = col - starts[j] + 1.0;
    }
  }
}
