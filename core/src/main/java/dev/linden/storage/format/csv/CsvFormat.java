package dev.linden.storage.format.csv;

import dev.linden.base.InputError;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.format.FileFormat;
import dev.linden.storage.format.FileSource;
import dev.linden.storage.format.FileTarget;
import dev.linden.storage.format.Metadata;
import dev.linden.storage.format.ReadParameters;
import dev.linden.storage.format.SplitRead;
import dev.linden.storage.format.WriteParameters;
import dev.linden.storage.text.Dialect;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A line for each row, its fields between separators; perhaps a first line of names. */
public record CsvFormat() implements FileFormat {
  private static final String TABBED = "tsv";

  @Override
  public String word() {
    return "csv";
  }

  @Override
  public Set<String> endings() {
    return Set.of("csv", TABBED);
  }

  @Override
  public Likeness looksLike(List<byte[]> head, boolean named) {
    return named ? Likeness.NAME : CsvGuess.looksLike(head) ? Likeness.LINES : Likeness.NONE;
  }

  @Override
  public String separator(String path) {
    return path.toLowerCase(Locale.ROOT).endsWith("." + TABBED) ? "\t" : ",";
  }

  /** As called or recorded, else those of the first line; -1 if there is none. */
  private static long columns(FileSource file, Dialect dialect) throws IOException {
    long declared = file.parameters().cols();
    return declared >= 0 ? declared : CsvReader.columns(file.parts(), dialect);
  }

  // ---- matrices

  @Override
  public Size size(FileSource file) throws IOException {
    return file.sizeWithColumns(columns(file, CsvGuess.dialectOfMatrix(file)));
  }

  @Override
  public Matrix read(FileSource file, Workers workers) throws IOException {
    Dialect dialect = CsvGuess.dialectOfMatrix(file);
    ReadParameters parameters = file.parameters();
    return new CsvReader(
            file.parts(),
            dialect,
            parameters.rows(),
            parameters.cols(),
            file.chunkBytes(),
            Runtime.getRuntime().maxMemory(),
            workers)
        .read();
  }

  @Override
  public SplitRead split(FileSource file, int bytes) throws IOException {
    Dialect dialect = CsvGuess.dialectOfMatrix(file);
    long cols = columns(file, dialect);
    return cols <= 0
        ? null
        : SplitCsv.of(file.parts(), dialect, file.parameters().rows(), cols, file.store(), bytes);
  }

  @Override
  public void write(Matrix matrix, FileTarget file, Workers workers) throws IOException {
    CsvWriter.write(matrix, file, workers);
  }

  @Override
  public boolean writesParts() {
    return true;
  }

  @Override
  public List<String> columnNames(FileSource file, int cols) throws IOException {
    Dialect dialect = CsvGuess.dialectOfMatrix(file);
    List<byte[]> head = file.head();
    if (!dialect.header() || head.isEmpty()) {
      return null;
    }
    List<String> names = CsvTable.uniqueNames(QuotedFields.texts(head.get(0), dialect));
    return names.size() == cols ? names : null;
  }

  @Override
  public void describeMatrix(Size size, WriteParameters parameters, Metadata.Builder fields) {
    describe(parameters, fields);
  }

  private static void describe(WriteParameters parameters, Metadata.Builder fields) {
    fields.put("header", Scalar.of(parameters.header())).put("sep", parameters.separator());
  }

  // ---- frames

  @Override
  public boolean holdsTable(FileSource file) throws IOException {
    return CsvGuess.holdsText(file);
  }

  @Override
  public Size tableSize(FileSource file) throws IOException {
    return Size.of(file.parameters().rows(), CsvTable.of(file).columns());
  }

  @Override
  public Frame readTable(FileSource file, Workers workers) throws IOException {
    return new CsvTableReader(file, CsvTable.of(file), workers).read();
  }

  @Override
  public Size frameSize(FileSource file) throws IOException {
    return Size.of(file.parameters().rows(), columns(file, CsvGuess.dialectOfFrame(file)));
  }

  @Override
  public Frame readFrame(FileSource file, Workers workers) throws IOException {
    Dialect dialect = CsvGuess.dialectOfFrame(file);
    long columns = columns(file, dialect);
    if (columns < 0) {
      throw new InputError(
          file.path() + ": the file is empty, so the number of columns is not known");
    }
    int cols = Dimensions.check(file.path(), "columns", columns);
    ReadParameters parameters = file.parameters();
    CsvFrameReader.Cells cells =
        new CsvFrameReader.Cells(
            file.schema(cols), dialect, parameters.fill(), parameters.defaultText());
    return new CsvFrameReader(file.parts(), cells, parameters.rows(), file.chunkBytes(), workers)
        .read();
  }

  @Override
  public void writeFrame(Frame frame, FileTarget file, Workers workers) throws IOException {
    CsvWriter.write(frame, this, file, workers);
  }

  @Override
  public void describeFrame(WriteParameters parameters, Metadata.Builder fields) {
    describe(parameters, fields);
  }
}
