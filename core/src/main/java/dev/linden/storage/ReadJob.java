package dev.linden.storage;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.DataType;
import dev.linden.op.Environment;
import dev.linden.op.FrameValue;
import dev.linden.op.Info;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import dev.linden.op.Value;
import dev.linden.op.ValueType;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.format.FileFormat;
import dev.linden.storage.format.FileSource;
import dev.linden.storage.format.Metadata;
import dev.linden.storage.format.ReadParameters;
import dev.linden.storage.format.SplitRead;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import dev.linden.storage.text.Parts;
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
    parameters = new ReadParameters(request, metadata, metadataPath, FileFormats::of);
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
      case FRAME -> {
        FileSource file = source();
        FileFormat format = format(file);
        yield Info.frame(nothingSaid(file) ? format.tableSize(file) : format.frameSize(file));
      }
      case MATRIX -> {
        FileSource file = source();
        yield isTable(file)
            ? Info.frame(format(file).tableSize(file))
            : Info.matrix(matrixSize(file));
      }
    };
  }

  /** What comes out of a pipe is known when it is read, which can be done only once. */
  private Info describeUnread() {
    return switch (parameters.dataType()) {
      case SCALAR -> Info.scalar(scalarType());
      case LIST -> throw new InputError(path + " is no directory, but a list is one");
      case FRAME -> Info.frame(Size.of(parameters.rows(), parameters.cols()));
      case MATRIX -> {
        long cols =
            parameters.format() == null
                ? parameters.cols()
                : parameters.format().columns(parameters.cols());
        Dimensions.check(path, "rows", parameters.rows());
        Dimensions.check(path, "columns", cols);
        yield Info.matrix(Size.of(parameters.rows(), cols, parameters.nnz()));
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
      case FRAME -> {
        FileSource file = source();
        FileFormat format = format(file);
        yield new FrameValue(
            nothingSaid(file) ? format.readTable(file, workers) : format.readFrame(file, workers));
      }
      case MATRIX -> {
        FileSource file = source();
        yield isTable(file)
            ? new FrameValue(format(file).readTable(file, workers))
            : matrix(file, workers);
      }
    };
  }

  private MatrixValue matrix(FileSource file, Workers workers) throws IOException {
    FileFormat format = format(file);
    MatrixValue matrix = new MatrixValue(format.read(file, workers));
    return named(matrix, file, format);
  }

  /** As metadata say; without, columns are called as in the file itself. */
  private MatrixValue named(MatrixValue matrix, FileSource file, FileFormat format)
      throws IOException {
    return matrix.named(
        parameters.rowNames(),
        parameters.colNames() != null
            ? parameters.colNames()
            : format.columnNames(file, matrix.cols()));
  }

  /** The same for a matrix that was read elsewhere. */
  MatrixValue named(MatrixValue matrix) throws IOException {
    FileSource file = source();
    return named(matrix, file, format(file));
  }

  /** Nobody says whether the file holds a matrix, and it looks like a frame. */
  private boolean isTable(FileSource file) throws IOException {
    return nothingSaid(file) && !parameters.saysDataType() && format(file).holdsTable(file);
  }

  /** Neither the call nor metadata say how the file is laid out. */
  private boolean nothingSaid(FileSource file) {
    return file.isGuessed() && !parameters.hasMetadata();
  }

  private FileSource source() throws IOException {
    return new FileSource(store, Parts.of(store, path), parameters, chunkBytes);
  }

  /** As somebody says, or guessed from the name and the first lines. */
  private FileFormat format(FileSource file) throws IOException {
    if (!file.isGuessed()) {
      return parameters.format();
    }
    String name = file.parts().anyCompressed() ? withoutGz(path) : path;
    return FileFormats.guess(name, file.head());
  }

  private static String withoutGz(String name) {
    return name.regionMatches(true, name.length() - 3, ".gz", 0, 3)
        ? name.substring(0, name.length() - 3)
        : name;
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

  private Size matrixSize(FileSource file) throws IOException {
    FileFormat format = format(file);
    if (parameters.rows() == 0 || parameters.cols() == 0) {
      Matrix empty = format.read(file, Workers.serial());
      return Size.of(empty.rows(), empty.cols(), 0);
    }
    return format.size(file);
  }

  /** The file for many readers; null if only one can read it, or not as a matrix. */
  SplitRead split(int bytes) throws IOException {
    if (parameters.dataType() != DataType.MATRIX || isDevice()) {
      return null;
    }
    FileSource file = source();
    return isTable(file) ? null : format(file).split(file, bytes);
  }
}
