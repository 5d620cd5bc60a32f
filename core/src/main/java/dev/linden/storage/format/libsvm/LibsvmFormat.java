package dev.linden.storage.format.libsvm;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Size;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.format.FileFormat;
import dev.linden.storage.format.FileSource;
import dev.linden.storage.format.FileTarget;
import dev.linden.storage.format.Metadata;
import dev.linden.storage.format.ReadParameters;
import dev.linden.storage.format.SplitRead;
import dev.linden.storage.format.WriteParameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Lines {@code label index:value index:value ...}. The label is the last column of the matrix, but
 * no column for the metadata.
 */
public record LibsvmFormat() implements FileFormat {
  private static final String SEPARATOR = ",";
  private static final String INDEX_SEPARATOR = ":";

  @Override
  public String word() {
    return "libsvm";
  }

  @Override
  public Set<String> endings() {
    return Set.of("libsvm", "svmlight");
  }

  @Override
  public Likeness looksLike(List<byte[]> head, boolean named) {
    return named ? Likeness.NAME : Likeness.NONE;
  }

  @Override
  public long columns(long declared) {
    return declared >= 0 ? declared + 1 : -1;
  }

  @Override
  public Size size(FileSource file) {
    return file.sizeWithColumns(columns(file.parameters().cols()));
  }

  @Override
  public Matrix read(FileSource file, Workers workers) throws IOException {
    return new LibsvmReader(file.parts(), syntax(file), file.parameters().rows())
        .read(file.chunkBytes(), workers);
  }

  @Override
  public SplitRead split(FileSource file, int bytes) throws IOException {
    return SplitLibsvm.of(
        file.parts(), syntax(file), file.parameters().rows(), file.store(), bytes);
  }

  private static LibsvmSyntax syntax(FileSource file) throws IOException {
    ReadParameters parameters = file.parameters();
    String separator = parameters.separator();
    if (separator == null) {
      // Others write blanks, the language commas; where the format is said the language counts.
      separator = file.isGuessed() && hasBlanks(file.head()) ? " " : SEPARATOR;
    }
    if (parameters.cols() >= 0) {
      Dimensions.check(file.path(), "columns", parameters.cols() + 1);
    }
    return new LibsvmSyntax(separator, parameters.indexSeparator(), parameters.cols());
  }

  /** Whether fields of the first line are separated by blanks rather than commas. */
  private static boolean hasBlanks(List<byte[]> head) {
    String line = head.isEmpty() ? "" : new String(head.get(0), StandardCharsets.UTF_8).strip();
    return line.indexOf(',') < 0 && line.indexOf(' ') > 0;
  }

  @Override
  public void write(Matrix matrix, FileTarget file, Workers workers) throws IOException {
    if (matrix.cols() == 0) {
      throw new InputError(
          "format \"libsvm\" needs a label column, but the matrix is " + matrix.shape());
    }
    LibsvmWriter.write(matrix, file, workers);
  }

  @Override
  public void describeMatrix(Size size, WriteParameters parameters, Metadata.Builder fields) {
    fields.put("cols", size.cols() - 1);
    putUnlessDefault(fields, "sep", parameters.separator(), SEPARATOR);
    putUnlessDefault(fields, "indSep", parameters.indexSeparator(), INDEX_SEPARATOR);
  }

  private static void putUnlessDefault(
      Metadata.Builder fields, String name, String value, String normal) {
    if (!value.equals(normal)) {
      fields.put(name, value);
    }
  }
}
