package dev.linden.storage.format;

import dev.linden.base.InputError;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Size;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * How matrices and frames are laid out in files: all that reading, writing, guessing, metadata and
 * the distributed backend know about a format. A format is a folder below this package with one
 * implementation, a record without components, so that copies on other machines are equal; and a
 * line in {@code FileFormats}.
 *
 * <p>What may vary beside the format (header, separator, sizes) is in {@link FileSource} and {@link
 * FileTarget}: what the call and the metadata say.
 */
public interface FileFormat extends Serializable {
  /** As scripts and metadata write it, in lower case. */
  String word();

  /** Other words for it. */
  default Set<String> aliases() {
    return Set.of();
  }

  /** Endings of file names that stand for it, in lower case, without the dot. */
  default Set<String> endings() {
    return Set.of();
  }

  /** How much speaks for a format where nobody says it; the last one the most. */
  enum Likeness {
    NONE,
    /** The lines could be such ones. */
    LINES,
    /** The name ends in the way of the format, and its files bear no mark. */
    NAME,
    /** The file bears a mark that no other format has. */
    MARK
  }

  /**
   * Whether a file may be in this format.
   *
   * @param head its first lines that are not blank
   * @param named whether the ending of its name is one of {@link #endings}
   */
  default Likeness looksLike(List<byte[]> head, boolean named) {
    return Likeness.NONE;
  }

  // ---- matrices

  /** Columns of a matrix whose call or metadata say {@code declared}, -1 if unknown. */
  default long columns(long declared) {
    return declared;
  }

  /** Size and non-zeros as far as the call, the metadata and a look into the file tell. */
  Size size(FileSource file) throws IOException;

  Matrix read(FileSource file, Workers workers) throws IOException;

  /**
   * The file for many readers, each of which takes about this many bytes at a time; null if only
   * one can read it.
   */
  default SplitRead split(FileSource file, int bytes) throws IOException {
    return null;
  }

  /** The names of the columns of a matrix, if the file has so many; null if it has none. */
  default List<String> columnNames(FileSource file, int cols) throws IOException {
    return null;
  }

  /** The non-zeros of the matrix have been counted. */
  void write(Matrix matrix, FileTarget file, Workers workers) throws IOException;

  /**
   * Whether a matrix may also be a directory of files of some rows each, which many machines write
   * with {@link #write}, all but the first without a header.
   */
  default boolean writesParts() {
    return false;
  }

  /** The separator of fields in a file of this name where the call does not say it. */
  default String separator(String path) {
    return ",";
  }

  /** Whether a matrix needs a metadata file beside it to be read again. */
  default boolean needsMetadata() {
    return true;
  }

  /** Adds what the metadata of a matrix say besides size and non-zeros. */
  default void describeMatrix(Size size, WriteParameters parameters, Metadata.Builder fields) {}

  /** The same where the form of a matrix decides how it is written. */
  default void describeMatrix(
      Matrix matrix, Size size, WriteParameters parameters, Metadata.Builder fields) {
    describeMatrix(size, parameters, fields);
  }

  // ---- tables: frames that nobody has said anything about

  /** Whether a file of which nobody says what it holds is a frame rather than a matrix. */
  default boolean holdsTable(FileSource file) throws IOException {
    return false;
  }

  /** As {@link #frameSize}, with names and types as the file has them. */
  default Size tableSize(FileSource file) throws IOException {
    return frameSize(file);
  }

  default Frame readTable(FileSource file, Workers workers) throws IOException {
    return readFrame(file, workers);
  }

  // ---- frames

  /** As {@link #size}, of a frame. */
  default Size frameSize(FileSource file) throws IOException {
    throw noFrame(file);
  }

  default Frame readFrame(FileSource file, Workers workers) throws IOException {
    throw noFrame(file);
  }

  private InputError noFrame(FileSource file) {
    return new InputError(file.path() + ": a frame can't be in format \"" + word() + "\"");
  }

  default void writeFrame(Frame frame, FileTarget file, Workers workers) throws IOException {
    throw new InputError("a frame can't be written in format \"" + word() + "\"");
  }

  /** Adds what the metadata of a frame say besides schema and size. */
  default void describeFrame(WriteParameters parameters, Metadata.Builder fields) {}
}
