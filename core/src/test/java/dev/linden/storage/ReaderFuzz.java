package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.frame.Frame;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import dev.linden.op.Environment;
import dev.linden.op.FrameValue;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Targets of coverage-guided fuzzing, one for each reader: any bytes are a value or an error of the
 * input, the same for any cut into chunks, and what was known before reading holds. {@link
 * dev.linden.FuzzCorpusTest} runs them on what fuzzing has found so far.
 */
public final class ReaderFuzz {
  private static final String PATH = "data";

  /** Larger matrices are not worth the memory. */
  private static final long MOST_CELLS = 1_000_000;

  private static final Workers SERIAL = new Workers(1, ArrayPool.none());

  private ReaderFuzz() {}

  public static final class Csv {
    private Csv() {}

    public static void fuzzerTestOneInput(byte[] data) {
      read(data, null, "format", "csv");
      read(data, null, "format", "csv", "header", true, "sep", ";", "fill", false);
    }
  }

  /** A file of which nobody says what it is. */
  public static final class Guessed {
    private Guessed() {}

    public static void fuzzerTestOneInput(byte[] data) {
      read(data, null);
      read(data, null, "rows", 4, "cols", 3);
    }
  }

  public static final class TextCells {
    private TextCells() {}

    public static void fuzzerTestOneInput(byte[] data) {
      read(data, null, "format", "text", "rows", 5, "cols", 70);
    }
  }

  public static final class MatrixMarketFile {
    private MatrixMarketFile() {}

    public static void fuzzerTestOneInput(byte[] data) {
      read(data, null, "format", "mm");
    }
  }

  public static final class Libsvm {
    private Libsvm() {}

    public static void fuzzerTestOneInput(byte[] data) {
      read(data, null, "format", "libsvm", "sep", " ");
      read(data, null, "format", "libsvm", "cols", 9);
    }
  }

  public static final class Binary {
    private Binary() {}

    public static void fuzzerTestOneInput(byte[] data) {
      read(data, null, "format", "binary");
    }
  }

  public static final class Frames {
    private Frames() {}

    public static void fuzzerTestOneInput(byte[] data) {
      read(data, null, "data_type", "frame", "format", "csv", "header", true);
      read(
          data, null, "data_type", "frame", "format", "csv", "schema", "int,string,double,boolean");
      read(data, null, "data_type", "frame", "format", "text", "rows", 3, "cols", 3);
      read(data, null, "data_type", "frame", "format", "binary");
    }
  }

  /** The bytes are a {@code .mtd} file beside data. */
  public static final class MetadataFile {
    private static final byte[] ROWS = "1,2,3\n4,5,6\n".getBytes(StandardCharsets.US_ASCII);

    private MetadataFile() {}

    public static void fuzzerTestOneInput(byte[] data) {
      read(ROWS, data);
    }
  }

  private static void read(byte[] data, byte[] metadata, Object... options) {
    BytesStore store = new BytesStore(data, metadata);
    Environment.ReadRequest request =
        new Environment.ReadRequest(PATH, options(options), List.of());
    Info known;
    try {
      known = new Files(path -> store, 1 << 20).describe(request);
    } catch (InputError e) {
      return;
    }
    if (isLarge(known)) {
      return;
    }
    String whole = outcome(store, request, 1 << 20, known);
    String pieces = outcome(store, request, 7, known);
    if (!whole.equals(pieces)) {
      throw new AssertionError("at once: " + whole + "\nin pieces: " + pieces);
    }
  }

  private static boolean isLarge(Info info) {
    return !info.isScalar()
            && info.size().rows() * (double) Math.max(1, info.size().cols()) > MOST_CELLS
        || info.size().rows() > MOST_CELLS;
  }

  /** The value or the message. */
  private static String outcome(
      BytesStore store, Environment.ReadRequest request, int chunkBytes, Info known) {
    Value value;
    try {
      value = new Files(path -> store, chunkBytes).read(request, SERIAL);
    } catch (InputError | ResourceError e) {
      return "error " + e.getMessage();
    }
    if (value instanceof MatrixValue matrix) {
      agree(known, matrix.matrix().rows(), matrix.matrix().cols());
      return text(matrix.matrix());
    }
    if (value instanceof FrameValue frame) {
      agree(known, frame.frame().rows(), frame.frame().cols());
      return text(frame.frame());
    }
    return value.toString();
  }

  private static void agree(Info known, long rows, long cols) {
    if ((known.size().rowsKnown() && known.size().rows() != rows)
        || (known.size().colsKnown() && known.size().cols() != cols)) {
      throw new AssertionError("said " + known.describeOne() + ", read " + rows + "x" + cols);
    }
  }

  /** Size and cells that are not 0. */
  private static String text(Matrix matrix) {
    StringBuilder text = new StringBuilder(matrix.shape());
    for (int i = 0; i < matrix.rows(); i++) {
      if (matrix instanceof Sparse sparse) {
        for (int p = sparse.start(i); p < sparse.end(i); p++) {
          cell(text, i, sparse.columns(i)[p], sparse.values(i)[p]);
        }
      } else {
        for (int j = 0; j < matrix.cols(); j++) {
          cell(text, i, j, matrix.get(i, j));
        }
      }
    }
    return text.toString();
  }

  private static void cell(StringBuilder text, int row, int col, double value) {
    if (value != 0) {
      text.append('\n').append(row).append(' ').append(col).append(' ').append(value);
    }
  }

  private static String text(Frame frame) {
    StringBuilder text = new StringBuilder(frame.rows() + "x" + frame.cols() + frame.names());
    for (int j = 0; j < frame.cols(); j++) {
      text.append('\n').append(frame.column(j).type());
      for (int i = 0; i < frame.rows(); i++) {
        text.append('|').append(frame.column(j).isMissing(i) ? null : frame.column(j).text(i));
      }
    }
    return text.toString();
  }

  private static Map<String, Scalar> options(Object... namesAndValues) {
    Map<String, Scalar> options = new LinkedHashMap<>();
    for (int k = 0; k < namesAndValues.length; k += 2) {
      Object value = namesAndValues[k + 1];
      options.put(
          (String) namesAndValues[k],
          value instanceof Integer number
              ? Scalar.of(number.longValue())
              : value instanceof Boolean flag ? Scalar.of(flag) : Scalar.of((String) value));
    }
    return options;
  }

  /** One file, and perhaps its metadata. */
  private record BytesStore(byte[] data, byte[] metadata) implements FileStore {
    private byte[] content(String path) throws IOException {
      byte[] content =
          path.equals(PATH) ? data : path.equals(FileStores.metadata(PATH)) ? metadata : null;
      if (content == null) {
        throw new FileNotFoundException(path);
      }
      return content;
    }

    @Override
    public Set<String> schemes() {
      return Set.of();
    }

    @Override
    public Kind kind(String path) {
      boolean there =
          path.equals(PATH) || (metadata != null && path.equals(FileStores.metadata(PATH)));
      return there ? Kind.FILE : Kind.MISSING;
    }

    @Override
    public List<String> list(String directory) {
      return List.of(PATH);
    }

    @Override
    public long size(String path) throws IOException {
      return content(path).length;
    }

    @Override
    public Input open(String path) throws IOException {
      return MemoryFileStore.input(content(path));
    }

    @Override
    public OutputStream create(String path) throws IOException {
      throw new IOException("read only");
    }

    @Override
    public void createDirectory(String path) throws IOException {
      throw new IOException("read only");
    }

    @Override
    public void rename(String from, String to) throws IOException {
      throw new IOException("read only");
    }

    @Override
    public void delete(String path) throws IOException {
      throw new IOException("read only");
    }
  }
}
