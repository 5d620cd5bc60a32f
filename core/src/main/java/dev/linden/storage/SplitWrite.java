package dev.linden.storage;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.MatrixValue;
import dev.linden.op.Size;
import dev.linden.storage.format.FileTarget;
import dev.linden.storage.format.Metadata;
import dev.linden.storage.format.WriteParameters;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import dev.linden.storage.store.Unfinished;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * A matrix that several machines write, each some rows: a directory of part files, which gets its
 * name when all are there.
 *
 * @param target what the script wrote, as every machine understands it
 * @param temporary where the parts go first
 * @param rowNames of the matrix, or null
 * @param colNames of the matrix, or null
 */
public record SplitWrite(
    String target,
    String temporary,
    WriteParameters parameters,
    List<String> rowNames,
    List<String> colNames)
    implements Serializable {

  /** Null if only one machine can write it. */
  static SplitWrite of(FileStore store, String path, WriteParameters parameters)
      throws IOException {
    if (!parameters.format().writesParts() || store.kind(path) == FileStore.Kind.DEVICE) {
      return null;
    }
    String target = store.absolute(store.behindLinks(path));
    Unfinished.removeAbandoned(store, target);
    String temporary = Unfinished.beside(target) + ".tmp";
    store.createDirectory(temporary);
    return new SplitWrite(target, temporary, parameters, null, null);
  }

  /** For a matrix with the names of this one. */
  public SplitWrite named(MatrixValue matrix) {
    return new SplitWrite(target, temporary, parameters, matrix.rowNames(), matrix.names());
  }

  /** Writes rows; parts are read in the order of their numbers. */
  public void write(long number, Matrix rows) {
    String file = FileStores.child(temporary, String.format(Locale.ROOT, "part-%010d", number));
    // A task that is repeated must not leave half a file beside a whole one.
    String unfinished = FileStores.child(temporary, "." + UUID.randomUUID());
    FileStore store = FileStores.of(temporary);
    try {
      WriteParameters ofPart = number == 0 ? parameters : parameters.withoutHeader();
      FileTarget part = new FileTarget(store, unfinished, ofPart, colNames);
      parameters.format().write(rows, part, Workers.serial());
      store.rename(unfinished, file);
    } catch (IOException e) {
      throw Files.failure("write", target, e);
    }
  }

  /** After all parts: replaces what the target was. */
  public void finish(long rows, long cols, long nnz) {
    FileStore store = FileStores.of(target);
    Metadata metadata = WriteJob.ofMatrix(Size.of(rows, cols, nnz), parameters, rowNames, colNames);
    try {
      store.delete(target);
      store.rename(temporary, target);
      try (OutputStream out = store.create(FileStores.metadata(target))) {
        out.write(metadata.toJson().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw Files.failure("write", target, e);
    }
  }

  /** After a failure. */
  public void discard() {
    try {
      FileStores.of(temporary).delete(temporary);
    } catch (IOException e) {
      throw Files.failure("write", target, e);
    }
  }
}
