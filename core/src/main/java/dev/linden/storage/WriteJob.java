package dev.linden.storage;

import static java.util.stream.Collectors.joining;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.DataType;
import dev.linden.op.FrameValue;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import dev.linden.op.Value;
import dev.linden.storage.format.FileTarget;
import dev.linden.storage.format.Metadata;
import dev.linden.storage.format.WriteParameters;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import dev.linden.storage.store.Unfinished;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One call of write. Data and metadata are written under temporary names beside the target and
 * renamed when complete, the data first; a failure before that leaves the target as it was, and
 * never a temporary file.
 */
final class WriteJob {
  /** Names that systems give to the files of a data directory. */
  private static final Pattern PART_FILE =
      Pattern.compile("[._].*|part[-_.].*|\\d+([-_].*)?|.*\\.mtd");

  private final FileStore store;
  private final WriteParameters parameters;
  private final Workers workers;

  WriteJob(FileStore store, WriteParameters parameters, Workers workers) {
    this.store = store;
    this.parameters = parameters;
    this.workers = workers;
  }

  /** Through symbolic links: they stay, and what they lead to is replaced. */
  void write(Value value, String named) throws IOException {
    Cancellation.Action unfinished = Cancellation.unfinished();
    try {
      replace(value, named);
    } finally {
      unfinished.close();
    }
  }

  private void replace(Value value, String named) throws IOException {
    FileStore.Kind kind = store.kind(named);
    if (kind == FileStore.Kind.DEVICE) {
      writeToDevice(value, named);
      return;
    }
    String path = store.behindLinks(named);
    if (kind == FileStore.Kind.DIRECTORY && !mayReplaceDirectory(path)) {
      throw new InputError(
          "can't write "
              + path
              + ": it is a directory with other things than data files in it; remove it first");
    }
    Unfinished.removeAbandoned(store, path);
    String unique = Unfinished.beside(path);
    String data = unique + ".tmp";
    String metadata = unique + ".mtd.tmp";
    String replaced = unique + ".old";
    try {
      writeData(value, data);
      boolean described = writeMetadata(value, metadata);
      describeLink(value, named, path);
      // A rename replaces a file by a file, but nothing by or with a directory.
      if (kind == FileStore.Kind.DIRECTORY
          || (kind == FileStore.Kind.FILE && value instanceof ListValue)) {
        store.rename(path, replaced);
      }
      store.rename(data, path);
      String description = store.behindLinks(FileStores.metadata(path));
      if (described) {
        store.rename(metadata, description);
      } else {
        store.delete(description);
      }
      store.delete(replaced);
    } catch (IOException | RuntimeException | Error e) {
      restore(path, replaced, e);
      discard(data, e);
      discard(metadata, e);
      throw e;
    }
  }

  /** Whoever reads through the link looks for metadata beside the link. */
  private void describeLink(Value value, String named, String path) throws IOException {
    String beside = store.behindLinks(FileStores.metadata(named));
    if (beside.equals(FileStores.metadata(path)) || named.equals(path)) {
      return;
    }
    String unfinished = Unfinished.beside(beside) + ".tmp";
    try {
      if (writeMetadata(value, unfinished)) {
        store.rename(unfinished, beside);
      } else {
        store.delete(beside);
      }
    } catch (IOException | RuntimeException | Error e) {
      discard(unfinished, e);
      throw e;
    }
  }

  /** Puts a target that had to make room back, unless the new data has its name already. */
  private void restore(String path, String replaced, Throwable failure) {
    try {
      if (store.exists(replaced)) {
        if (store.exists(path)) {
          store.delete(replaced);
        } else {
          store.rename(replaced, path);
        }
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private void discard(String path, Throwable failure) {
    try {
      store.delete(path);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private void writeToDevice(Value value, String path) throws IOException {
    if (value instanceof ListValue) {
      throw new InputError("can't write a list to " + path + ": it needs a directory");
    }
    writeData(value, path);
  }

  /** Guards a home directory whose name was given by mistake. */
  private boolean mayReplaceDirectory(String path) throws IOException {
    if (store.kind(FileStores.metadata(path)) == FileStore.Kind.FILE) {
      return true;
    }
    for (String name : store.list(path)) {
      if (!PART_FILE.matcher(name).matches()) {
        return false;
      }
    }
    return true;
  }

  private void writeData(Value value, String path) throws IOException {
    if (value instanceof ListValue list) {
      writeElements(list, path);
    } else if (value instanceof MatrixValue matrix) {
      Matrix cells = matrix.matrix();
      Formats.countNonZeros(cells, workers); // formats and metadata ask for them
      parameters
          .format()
          .write(cells, new FileTarget(store, path, parameters, matrix.names()), workers);
    } else if (value instanceof FrameValue frame) {
      parameters.format().writeFrame(frame.frame(), target(path), workers);
    } else {
      writeText(ScalarText.format((Scalar) value), path);
    }
  }

  private FileTarget target(String path) {
    return new FileTarget(store, path, parameters);
  }

  private void writeText(String text, String path) throws IOException {
    try (OutputStream out = target(path).create()) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private void writeElements(ListValue list, String directory) throws IOException {
    store.createDirectory(directory);
    for (int k = 0; k < list.size(); k++) {
      String file = ListFolder.fileName(k, list.isNamed() ? list.names().get(k) : null);
      String element = FileStores.child(directory, file);
      writeData(list.elements().get(k), element);
      writeMetadata(list.elements().get(k), FileStores.metadata(element));
    }
  }

  /** Whether the value has metadata. */
  private boolean writeMetadata(Value value, String path) throws IOException {
    if (value instanceof MatrixValue matrix
        && !matrix.isNamed()
        && !parameters.format().needsMetadata()) {
      return false;
    }
    writeText(metadata(value).toJson(), path);
    return true;
  }

  private Metadata metadata(Value value) {
    if (value instanceof MatrixValue m) {
      Matrix matrix = m.matrix();
      Size size = Size.of(matrix.rows(), matrix.cols(), matrix.nnz());
      Metadata.Builder fields = described(size, parameters);
      parameters.format().describeMatrix(matrix, size, parameters, fields);
      return fields.names(m.rowNames(), m.names()).build();
    }
    Metadata.Builder fields = described(value.dataType(), parameters);
    if (value instanceof FrameValue f) {
      String types = f.frame().columns().stream().map(c -> c.type().name()).collect(joining(","));
      fields.put("schema", types).put("rows", f.frame().rows()).put("cols", f.frame().cols());
      parameters.format().describeFrame(parameters, fields);
    } else if (value instanceof ListValue list) {
      fields.put("value_type", "unknown").put("rows", list.size()).put("cols", 1);
    } else {
      fields.put("value_type", ((Scalar) value).type().word()).put("format", ScalarText.FORMAT);
    }
    return fields.build();
  }

  /** The metadata of a matrix; its non-zeros are known. */
  static Metadata ofMatrix(
      Size size, WriteParameters parameters, List<String> rowNames, List<String> colNames) {
    Metadata.Builder fields = described(size, parameters);
    parameters.format().describeMatrix(size, parameters, fields);
    return fields.names(rowNames, colNames).build();
  }

  /** What the metadata of a matrix say in every format. */
  private static Metadata.Builder described(Size size, WriteParameters parameters) {
    return described(DataType.MATRIX, parameters)
        .put("value_type", "double")
        .put("rows", size.rows())
        .put("cols", size.cols())
        .put("nnz", size.nnz());
  }

  /** What the metadata of any value say. */
  private static Metadata.Builder described(DataType type, WriteParameters parameters) {
    Metadata.Builder fields =
        new Metadata.Builder()
            .put("data_type", type.word())
            .put("format", parameters.format().word())
            .author()
            .created(ZonedDateTime.now());
    if (parameters.description() != null) {
      fields.put("description", parameters.description());
    }
    return fields;
  }
}
