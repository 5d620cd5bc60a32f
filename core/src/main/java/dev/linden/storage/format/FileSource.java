package dev.linden.storage.format;

import dev.linden.base.InputError;
import dev.linden.frame.ColumnType;
import dev.linden.op.Size;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.util.Collections;
import java.util.List;

/**
 * A file, or a directory of files, to read: where it is, and what the call and its metadata say
 * about it.
 */
public final class FileSource {
  /** Lines worth looking at where something must be guessed. */
  private static final int HEAD_LINES = 100;

  private final FileStore store;
  private final Parts parts;
  private final ReadParameters parameters;
  private final int chunkBytes;
  private List<byte[]> head;

  /** {@code chunkBytes} of text are a task for one thread. */
  public FileSource(FileStore store, Parts parts, ReadParameters parameters, int chunkBytes) {
    this.store = store;
    this.parts = parts;
    this.parameters = parameters;
    this.chunkBytes = chunkBytes;
  }

  public FileStore store() {
    return store;
  }

  public Parts parts() {
    return parts;
  }

  public String path() {
    return parts.path();
  }

  public ReadParameters parameters() {
    return parameters;
  }

  public int chunkBytes() {
    return chunkBytes;
  }

  /** Whether nobody says the format; then the rest must be guessed, too. */
  public boolean isGuessed() {
    return parameters.format() == null;
  }

  /** The first lines that are not blank. */
  public List<byte[]> head() throws IOException {
    if (head == null) {
      head = parts.head(HEAD_LINES);
    }
    return head;
  }

  // ---- sizes

  /** A size that a matrix can have. */
  public Size size(long rows, long cols, long nnz) {
    Dimensions.check(path(), "rows", rows);
    Dimensions.check(path(), "columns", cols);
    return Size.of(rows, cols, nnz);
  }

  /** The same with the rows and the non-zeros that the call or the metadata say. */
  public Size sizeWithColumns(long cols) {
    // That there is nothing in a file is worth a look: nobody would read it any more.
    long nnz = parameters.nnz() == 0 ? -1 : parameters.nnz();
    return size(parameters.rows(), cols, nnz);
  }

  /** For files that do not tell their size; {@code what} is the thing that is read. */
  public void requireSize(String what, FileFormat format) {
    if (!parameters.sizeKnown()) {
      throw new InputError(
          path()
              + ": a "
              + what
              + " of format \""
              + format.word()
              + "\" needs rows= and cols= in the call or in "
              + FileStores.metadata(path()));
    }
  }

  /** For files that know their own size; {@code what} is the thing that is read. */
  public void checkAgreement(String what, long rows, long cols) {
    boolean agree =
        (parameters.rows() < 0 || parameters.rows() == rows)
            && (parameters.cols() < 0 || parameters.cols() == cols);
    if (!agree) {
      String expected = Size.of(parameters.rows(), parameters.cols()).shape();
      throw new InputError(
          path()
              + ": expected a "
              + expected
              + " "
              + what
              + ", but the file holds "
              + rows
              + "x"
              + cols);
    }
  }

  // ---- frames

  /** The types of this many columns: texts if nobody says; one type stands for all columns. */
  public List<ColumnType> schema(int cols) {
    List<ColumnType> schema = parameters.schema();
    if (schema == null) {
      return Collections.nCopies(cols, ColumnType.STRING);
    }
    if (schema.size() == 1 && cols != 1) {
      return Collections.nCopies(cols, schema.get(0));
    }
    if (schema.size() != cols) {
      throw new InputError(
          path()
              + ": the schema has "
              + schema.size()
              + (schema.size() == 1 ? " type" : " types")
              + " for "
              + cols
              + (cols == 1 ? " column" : " columns"));
    }
    return schema;
  }
}
