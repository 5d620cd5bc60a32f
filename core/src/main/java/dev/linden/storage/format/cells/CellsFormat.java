package dev.linden.storage.format.cells;

import dev.linden.base.Numbers;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Size;
import dev.linden.storage.format.FileFormat;
import dev.linden.storage.format.FileSource;
import dev.linden.storage.format.FileTarget;
import dev.linden.storage.format.SplitRead;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.NumberText;
import dev.linden.storage.text.Stretch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Lines {@code row column value}. A file does not tell its size; an all-zero matrix is the line
 * {@code 0 0 0}.
 */
public record CellsFormat() implements FileFormat {
  @Override
  public String word() {
    return "text";
  }

  @Override
  public Set<String> aliases() {
    return Set.of("ijv", "textcell");
  }

  @Override
  public Set<String> endings() {
    return Set.of("ijv");
  }

  @Override
  public Likeness looksLike(List<byte[]> head, boolean named) {
    return areCells(head) ? Likeness.LINES : Likeness.NONE;
  }

  /** Each line a row index, a column index and a value between white space. */
  private static boolean areCells(List<byte[]> head) {
    Dialect dialect = Dialect.separatedByWhiteSpace();
    for (byte[] line : head) {
      List<String> fields = dialect.fields(line);
      if (fields.size() != 3
          || !isIndex(fields.get(0))
          || !isIndex(fields.get(1))
          || !Numbers.isNumber(fields.get(2))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIndex(String field) {
    byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
    return NumberText.parseIndex(bytes, 0, bytes.length) >= 0;
  }

  // ---- matrices

  @Override
  public Size size(FileSource file) {
    file.requireSize("file", this);
    return file.sizeWithColumns(file.parameters().cols());
  }

  private CellReader reader(FileSource file) {
    file.requireSize("file", this);
    return CellReader.ofLines(file.path(), file.parameters().rows(), file.parameters().cols());
  }

  @Override
  public Matrix read(FileSource file, Workers workers) throws IOException {
    return reader(file).read(file.parts(), file.chunkBytes(), 0, workers);
  }

  @Override
  public SplitRead split(FileSource file, int bytes) {
    return new CellLinesSplit(
        file.path(), reader(file), Stretch.all(file.parts(), file.store(), bytes, 0, part -> -1));
  }

  @Override
  public void write(Matrix matrix, FileTarget file, Workers workers) throws IOException {
    try (OutputStream out = file.create()) {
      if (matrix.nnz() == 0) {
        out.write("0 0 0\n".getBytes(StandardCharsets.US_ASCII));
      } else {
        CellWriter.writeNonZeros(matrix, out, workers);
      }
    }
  }

  // ---- frames

  @Override
  public Size frameSize(FileSource file) {
    file.requireSize("frame", this);
    return Size.of(file.parameters().rows(), file.parameters().cols());
  }

  @Override
  public Frame readFrame(FileSource file, Workers workers) throws IOException {
    file.requireSize("frame", this);
    return CellFrameReader.read(file);
  }

  @Override
  public void writeFrame(Frame frame, FileTarget file, Workers workers) throws IOException {
    try (OutputStream out = file.create()) {
      CellWriter.write(frame, this, out, workers);
    }
  }
}
