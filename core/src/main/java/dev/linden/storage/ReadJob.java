package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Environment;
import dev.linden.op.FrameValue;
import dev.linden.op.Info;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import dev.linden.op.Value;
import dev.linden.op.ValueType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One call of read, or the description of its result. */
final class ReadJob {
  private final FileStore store;
  private final String path;
  private final int chunkBytes;
  private final ReadParameters parameters;

  ReadJob(FileStore store, String path, Environment.ReadRequest request, int chunkBytes)
      throws IOException {
    this.store = store;
    this.path = path;
    this.chunkBytes = chunkBytes;
    switch (store.kind(path)) {
      case MISSING ->
          throw new InputError(
              "file not found: " + request.path() + SimilarNames.hint(store, path));
      case FILE, DIRECTORY, DEVICE -> {}
    }
    String metadataPath = FileStores.metadata(path);
    Metadata metadata =
        store.exists(metadataPath)
            ? Metadata.parse(content(store, metadataPath), metadataPath)
            : Metadata.NONE;
    parameters = new ReadParameters(request, metadata, metadataPath);
  }

  private static byte[] content(FileStore store, String file) throws IOException {
    long size = store.size(file);
    if (size > Integer.MAX_VALUE - 8) {
      throw new InputError(file + " has " + size + " bytes, too many for a single text");
    }
    byte[] bytes = new byte[(int) size];
    try (FileStore.Input input = store.open(file)) {
      int at = 0;
      while (at < bytes.length) {
        int count = input.read(at, bytes, at, bytes.length - at);
        if (count < 0) {
          throw new IOException("the file became shorter while it was read");
        }
        at += count;
      }
    }
    return bytes;
  }

  Info describe() throws IOException {
    if (isDevice()) {
      return describeUnread();
    }
    return switch (parameters.dataType()) {
      case SCALAR -> Info.scalar(scalarType());
      case LIST ->
          Info.list(
              parameters.rows() >= 0 ? parameters.rows() : ListFolder.entries(store, path).size());
      case FRAME -> Info.frame(frameReader().size());
      case MATRIX -> Info.matrix(matrixSize());
    };
  }

  /** What comes out of a pipe is known when it is read, which can be done only once. */
  private Info describeUnread() {
    return switch (parameters.dataType()) {
      case SCALAR -> Info.scalar(scalarType());
      case LIST -> throw new InputError(path + " is no directory, but a list is one");
      case FRAME -> Info.frame(Size.of(parameters.rows(), parameters.cols()));
      case MATRIX -> {
        boolean labelled = parameters.format() == DataFormat.LIBSVM && parameters.cols() >= 0;
        long cols = parameters.cols() + (labelled ? 1 : 0);
        yield Info.matrix(size(parameters.rows(), cols, parameters.nnz()));
      }
    };
  }

  private boolean isDevice() throws IOException {
    return store.kind(path) == FileStore.Kind.DEVICE;
  }

  Value read(Workers workers) throws IOException {
    return switch (parameters.dataType()) {
      case SCALAR -> readScalar();
      case LIST -> readList(workers);
      case FRAME -> new FrameValue(frameReader().read(chunkBytes, workers));
      case MATRIX -> new MatrixValue(readMatrix(workers));
    };
  }

  private FrameReader frameReader() throws IOException {
    Parts parts = Parts.of(store, path);
    Layout layout = layout(parts);
    // A line of words is as likely a row of a frame, so only the user can tell that it is a header.
    Dialect dialect =
        layout.dialect == null || parameters.header() != null
            ? layout.dialect
            : layout.dialect.withoutHeader();
    return new FrameReader(store, parts, layout.format, dialect, parameters);
  }

  private ValueType scalarType() {
    ValueType type = parameters.valueType();
    if (type == ValueType.UNKNOWN) {
      throw new InputError(
          path + ": the value_type of a scalar must be double, int, boolean or string");
    }
    return type;
  }

  private Scalar readScalar() throws IOException {
    if (store.kind(path) != FileStore.Kind.FILE) {
      throw new InputError(path + " is a directory, but a scalar is a single file");
    }
    ValueType type = scalarType();
    String text = new String(content(store, path), StandardCharsets.UTF_8);
    return type == ValueType.STRING
        ? Scalar.of(withoutLastLineEnd(text))
        : ScalarText.parse(text.strip(), type, path);
  }

  /** The end of the last line is not part of a text; editors and shells put it there. */
  private static String withoutLastLineEnd(String text) {
    return text.endsWith("\r\n")
        ? text.substring(0, text.length() - 2)
        : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  private ListValue readList(Workers workers) throws IOException {
    List<Value> elements = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (ListFolder.Entry entry : ListFolder.entries(store, path)) {
      Environment.ReadRequest request =
          new Environment.ReadRequest(entry.path(), Map.of(), List.of());
      elements.add(new ReadJob(store, entry.path(), request, chunkBytes).read(workers));
      if (entry.name() != null) {
        names.add(entry.name());
      }
    }
    if (parameters.rows() >= 0 && parameters.rows() != elements.size()) {
      throw new InputError(
          path + ": expected " + parameters.rows() + " list elements, found " + elements.size());
    }
    if (!names.isEmpty() && names.size() < elements.size()) {
      throw new InputError(path + ": some list elements have names and others have none");
    }
    return new ListValue(elements, names.isEmpty() ? null : names);
  }

  /** How the matrix is laid out, said by somebody or guessed from the first lines. */
  private record Layout(DataFormat format, Dialect dialect) {}

  private Layout matrixLayout(Parts parts) throws IOException {
    if (parameters.format() == null
        && parameters.header() == null
        && parameters.separator() == null) {
      List<byte[]> head = parts.head(Sniffer.LINES);
      Layout layout = layout(parts);
      if (layout.format == DataFormat.CSV && Sniffer.isTextOnly(layout.dialect, head)) {
        throw new InputError(
            path
                + ": there is no number in its first lines; header=TRUE reads a file of a header"
                + " alone, data_type=\"frame\" one of texts");
      }
      return layout;
    }
    return layout(parts);
  }

  private Layout layout(Parts parts) throws IOException {
    DataFormat format = parameters.format();
    boolean guess = format == null;
    List<byte[]> head = guess ? parts.head(Sniffer.LINES) : List.of();
    if (guess) {
      format = Sniffer.format(parts.anyCompressed() ? withoutGz(path) : path, head);
    }
    return new Layout(format, format == DataFormat.CSV ? dialect(guess, head) : null);
  }

  private static String withoutGz(String name) {
    return name.regionMatches(true, name.length() - 3, ".gz", 0, 3)
        ? name.substring(0, name.length() - 3)
        : name;
  }

  private Dialect dialect(boolean guess, List<byte[]> head) {
    String separator = parameters.separator();
    Dialect dialect =
        separator != null
            ? Dialect.separatedBy(separator)
            : guess ? Sniffer.separator(head) : Dialect.separatedBy(",");
    Boolean header = parameters.header();
    List<String> missing = parameters.naStrings();
    return dialect.with(
        header != null ? header : guess && Sniffer.hasHeader(dialect, head),
        parameters.fill(),
        parameters.defaultValue(),
        missing != null ? missing : guess ? Sniffer.MISSING : List.of());
  }

  private Size matrixSize() throws IOException {
    Parts parts = Parts.of(store, path);
    Layout layout = matrixLayout(parts);
    long rows = parameters.rows();
    long cols = parameters.cols();
    // That there is nothing in a file is worth a look: nobody would read it any more.
    long nnz = parameters.nnz() == 0 ? -1 : parameters.nnz();
    if (rows == 0 || cols == 0) {
      Matrix empty = readMatrix(Workers.serial());
      return Size.of(empty.rows(), empty.cols(), 0);
    }
    switch (layout.format) {
      case TEXT -> requireSize();
      case CSV -> cols = cols >= 0 ? cols : CsvReader.columns(parts, layout.dialect);
      case LIBSVM -> cols = cols >= 0 ? cols + 1 : -1;
      case MATRIX_MARKET -> {
        MatrixMarket head = MatrixMarket.parseHead(parts);
        checkAgreement(head.rows(), head.cols());
        return size(head.rows(), head.cols(), head.nnzBound());
      }
      case BINARY -> {
        try (BinaryReader reader = new BinaryReader(store, parts)) {
          BinaryFormat.Head head = reader.head();
          checkAgreement(head.rows(), head.cols());
          return size(head.rows(), head.cols(), head.nnz());
        }
      }
    }
    return size(rows, cols, nnz);
  }

  private Size size(long rows, long cols, long nnz) {
    Dimensions.check(path, "rows", rows);
    Dimensions.check(path, "columns", cols);
    return Size.of(rows, cols, nnz);
  }

  private Matrix readMatrix(Workers workers) throws IOException {
    Parts parts = Parts.of(store, path);
    Layout layout = matrixLayout(parts);
    long rows = parameters.rows();
    long cols = parameters.cols();
    return switch (layout.format) {
      case TEXT -> {
        requireSize();
        CellReader reader =
            CellReader.text(
                Dimensions.check(path, "rows", rows), Dimensions.check(path, "columns", cols));
        yield reader.read(parts, chunkBytes, 0, workers);
      }
      case CSV ->
          new CsvReader(parts, layout.dialect, rows, cols, chunkBytes, memory(), workers).read();
      case MATRIX_MARKET -> {
        MatrixMarket file = MatrixMarket.parseHead(parts);
        checkAgreement(file.rows(), file.cols());
        yield file.read(parts, chunkBytes, workers);
      }
      case LIBSVM -> new LibsvmReader(parts, libsvmSyntax(), rows).read(chunkBytes, workers);
      case BINARY -> {
        try (BinaryReader reader = new BinaryReader(store, parts)) {
          checkAgreement(reader.head().rows(), reader.head().cols());
          yield reader.read(workers);
        }
      }
    };
  }

  /** The file for many readers; null if only one can read it, or not as a matrix. */
  SplitRead split(int bytes) throws IOException {
    if (parameters.dataType() != dev.linden.op.DataType.MATRIX || isDevice()) {
      return null;
    }
    Parts parts = Parts.of(store, path);
    Layout layout = matrixLayout(parts);
    return switch (layout.format) {
      case CSV -> splitCsv(parts, layout.dialect, bytes);
      case TEXT -> {
        requireSize();
        yield SplitCells.ofText(parts, parameters.rows(), parameters.cols(), store, bytes);
      }
      case MATRIX_MARKET -> {
        MatrixMarket head = MatrixMarket.parseHead(parts);
        checkAgreement(head.rows(), head.cols());
        yield SplitCells.ofMatrixMarket(parts, store, bytes, head);
      }
      case BINARY -> {
        try (BinaryReader reader = new BinaryReader(store, parts)) {
          checkAgreement(reader.head().rows(), reader.head().cols());
          yield SplitBlocks.of(store, parts, reader, bytes);
        }
      }
      case LIBSVM -> SplitLibsvm.of(parts, libsvmSyntax(), parameters.rows(), store, bytes);
    };
  }

  private LibsvmSyntax libsvmSyntax() throws IOException {
    String separator = parameters.separator();
    if (separator == null) {
      // Others write blanks, the language commas; where the format is said the language counts.
      boolean blanks =
          parameters.format() == null && Sniffer.hasBlanks(Parts.of(store, path).head(1));
      separator = blanks ? " " : ",";
    }
    if (parameters.cols() >= 0) {
      Dimensions.check(path, "columns", parameters.cols() + 1);
    }
    return new LibsvmSyntax(separator, parameters.indexSeparator(), parameters.cols());
  }

  private SplitCsv splitCsv(Parts parts, Dialect dialect, int bytes) throws IOException {
    long cols = parameters.cols() >= 0 ? parameters.cols() : CsvReader.columns(parts, dialect);
    return cols <= 0 ? null : SplitCsv.of(parts, dialect, parameters.rows(), cols, store, bytes);
  }

  private static long memory() {
    return Runtime.getRuntime().maxMemory();
  }

  private void requireSize() {
    if (!parameters.sizeKnown()) {
      throw new InputError(
          path
              + ": a file of format \"text\" needs rows= and cols= in the call or in "
              + FileStores.metadata(path));
    }
  }

  /** For files that know their own size. */
  private void checkAgreement(long rows, long cols) {
    boolean agree =
        (parameters.rows() < 0 || parameters.rows() == rows)
            && (parameters.cols() < 0 || parameters.cols() == cols);
    if (!agree) {
      String expected = Size.of(parameters.rows(), parameters.cols()).shape();
      throw new InputError(
          path + ": expected a " + expected + " matrix, but the file holds " + rows + "x" + cols);
    }
  }
}
