package dev.linden.storage;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Scalar;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.UUID;

/**
 * A csv matrix that several machines write, each some rows: a directory of part files, which gets
 * its name when all are there.
 *
 * @param target what the script wrote, as every machine understands it
 * @param temporary where the parts go first
 */
public record SplitWrite(
    String target, String temporary, String separator, boolean header, boolean emptyZeros)
    implements Serializable {

  static boolean suits(WriteParameters parameters) {
    return parameters.format() == DataFormat.CSV;
  }

  /** Null if the format is not csv. */
  static SplitWrite of(FileStore store, String path, WriteParameters parameters)
      throws IOException {
    if (!suits(parameters) || store.kind(path) == FileStore.Kind.DEVICE) {
      return null;
    }
    String target = store.absolute(store.behindLinks(path));
    Unfinished.removeAbandoned(store, target);
    String temporary = Unfinished.beside(target) + ".tmp";
    store.createDirectory(temporary);
    return new SplitWrite(
        target, temporary, parameters.separator(), parameters.header(), parameters.emptyZeros());
  }

  /** Writes rows; parts are read in the order of their numbers. */
  public void write(long number, Matrix rows) {
    String file = FileStores.child(temporary, String.format(Locale.ROOT, "part-%010d", number));
    // A task that is repeated must not leave half a file beside a whole one.
    String unfinished = FileStores.child(temporary, "." + UUID.randomUUID());
    FileStore store = FileStores.of(temporary);
    try {
      try (OutputStream out = store.create(unfinished)) {
        TextFormats.writeCsv(
            rows, header && number == 0, separator, emptyZeros, out, Workers.serial());
      }
      store.rename(unfinished, file);
    } catch (IOException e) {
      throw Files.failure("write", target, e);
    }
  }

  /** After all parts: replaces what the target was. */
  public void finish(long rows, long cols, long nnz) {
    FileStore store = FileStores.of(target);
    Metadata metadata =
        new Metadata.Builder()
            .put("data_type", "matrix")
            .put("value_type", "double")
            .put("rows", rows)
            .put("cols", cols)
            .put("nnz", nnz)
            .put("format", DataFormat.CSV.word())
            .author()
            .put("header", Scalar.of(header))
            .put("sep", separator)
            .created(ZonedDateTime.now())
            .build();
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
