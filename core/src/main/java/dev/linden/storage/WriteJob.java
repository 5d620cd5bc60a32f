package dev.linden.storage;

import static java.util.stream.Collectors.joining;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.frame.Frame;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.FrameValue;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
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
    } else if (value instanceof Scalar scalar) {
      try (OutputStream out = create(path)) {
        out.write(ScalarText.format(scalar).getBytes(StandardCharsets.UTF_8));
      }
    } else if (value instanceof MatrixValue matrix) {
      Matrix cells = matrix.matrix();
      Formats.countNonZeros(cells, workers); // formats and metadata ask for them
      if (!writeFullBlocks(cells, path)) {
        try (OutputStream out = create(path)) {
          writeMatrix(cells, out);
        }
      }
    } else {
      try (OutputStream out = create(path)) {
        writeFrame(((FrameValue) value).frame(), out);
      }
    }
  }

  /** Writes a dense matrix without zeros as binary; false if this is another case. */
  private boolean writeFullBlocks(Matrix matrix, String path) throws IOException {
    if (parameters.format() != DataFormat.BINARY || !FullBlocks.suits(matrix)) {
      return false;
    }
    BinaryFormat.Head head =
        BinaryFormat.Head.of(
            matrix.rows(),
            matrix.cols(),
            matrix.nnz(),
            parameters.rowsInBlock(),
            parameters.colsInBlock());
    try (FileStore.Output out = store.createForPositions(path, FullBlocks.length(head))) {
      if (out == null) {
        return false;
      }
      FullBlocks.write((Dense) matrix, head, out, workers);
    }
    return true;
  }

  private void writeFrame(Frame frame, OutputStream out) throws IOException {
    switch (parameters.format()) {
      case TEXT -> FrameWriter.writeCells(frame, out, workers);
      case CSV ->
          FrameWriter.writeCsv(frame, parameters.header(), parameters.separator(), out, workers);
      case BINARY -> FrameBinary.write(frame, out);
      default ->
          throw new InputError(
              "a frame can't be written in format \"" + parameters.format().word() + "\"");
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

  private void writeMatrix(Matrix matrix, OutputStream out) throws IOException {
    switch (parameters.format()) {
      case TEXT -> TextFormats.writeCells(matrix, out, workers);
      case CSV ->
          TextFormats.writeCsv(
              matrix,
              parameters.header(),
              parameters.separator(),
              parameters.emptyZeros(),
              out,
              workers);
      case MATRIX_MARKET -> TextFormats.writeMatrixMarket(matrix, out, workers);
      case LIBSVM -> {
        if (matrix.cols() == 0) {
          throw new InputError(
              "format \"libsvm\" needs a label column, but the matrix is " + matrix.shape());
        }
        TextFormats.writeLibsvm(
            matrix, parameters.separator(), parameters.indexSeparator(), out, workers);
      }
      case BINARY ->
          BinaryWriter.write(
              matrix, parameters.rowsInBlock(), parameters.colsInBlock(), out, workers);
    }
  }

  /** Writing ends early, by an exception, when the execution is called off. */
  private OutputStream create(String path) throws IOException {
    OutputStream file = store.create(path);
    Cancellation cancellation = Cancellation.ofThread();
    if (cancellation == null) {
      return file;
    }
    return new FilterOutputStream(file) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        cancellation.check();
        out.write(bytes, offset, length);
      }
    };
  }

  /** Whether the value has metadata: a MatrixMarket file describes itself. */
  private boolean writeMetadata(Value value, String path) throws IOException {
    if (value instanceof MatrixValue && parameters.format() == DataFormat.MATRIX_MARKET) {
      return false;
    }
    try (OutputStream out = create(path)) {
      out.write(metadata(value).toJson().getBytes(StandardCharsets.UTF_8));
    }
    return true;
  }

  private Metadata metadata(Value value) {
    Metadata.Builder fields = new Metadata.Builder().put("data_type", value.dataType().word());
    DataFormat format = value instanceof Scalar ? DataFormat.TEXT : parameters.format();
    if (value instanceof Scalar scalar) {
      fields.put("value_type", scalar.type().word());
    } else if (value instanceof ListValue list) {
      fields.put("value_type", "unknown").put("rows", list.size()).put("cols", 1);
    } else if (value instanceof FrameValue f) {
      String types = f.frame().columns().stream().map(c -> c.type().name()).collect(joining(","));
      fields.put("schema", types).put("rows", f.frame().rows()).put("cols", f.frame().cols());
    } else {
      Matrix matrix = ((MatrixValue) value).matrix();
      // In libsvm files the label is no column of its own: reading gives one column more than cols
      // says.
      int cols = format == DataFormat.LIBSVM ? matrix.cols() - 1 : matrix.cols();
      fields.put("value_type", "double").put("rows", matrix.rows()).put("cols", cols);
      if (format == DataFormat.BINARY) {
        fields
            .put("rows_in_block", parameters.rowsInBlock())
            .put("cols_in_block", parameters.colsInBlock());
      }
      fields.put("nnz", matrix.nnz());
    }
    fields.put("format", format.word());
    if (parameters.description() != null) {
      fields.put("description", parameters.description());
    }
    fields.author();
    boolean table = value instanceof MatrixValue || value instanceof FrameValue;
    if (table && format == DataFormat.CSV) {
      fields.put("header", Scalar.of(parameters.header())).put("sep", parameters.separator());
    }
    if (value instanceof MatrixValue && format == DataFormat.LIBSVM) {
      putUnlessDefault(fields, "sep", parameters.separator(), ",");
      putUnlessDefault(fields, "indSep", parameters.indexSeparator(), ":");
    }
    return fields.created(ZonedDateTime.now()).build();
  }

  private static void putUnlessDefault(
      Metadata.Builder fields, String name, String value, String normal) {
    if (!value.equals(normal)) {
      fields.put(name, value);
    }
  }
}
