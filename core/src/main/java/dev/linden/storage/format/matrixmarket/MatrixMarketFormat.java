package dev.linden.storage.format.matrixmarket;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Size;
import dev.linden.storage.format.FileFormat;
import dev.linden.storage.format.FileSource;
import dev.linden.storage.format.FileTarget;
import dev.linden.storage.format.SplitRead;
import dev.linden.storage.format.cells.CellLinesSplit;
import dev.linden.storage.format.cells.CellWriter;
import dev.linden.storage.text.Stretch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** A banner, the size, and lines {@code row column value}: a file that describes itself. */
public record MatrixMarketFormat() implements FileFormat {
  @Override
  public String word() {
    return "mm";
  }

  @Override
  public Set<String> aliases() {
    return Set.of("matrixmarket");
  }

  @Override
  public Set<String> endings() {
    return Set.of("mtx", "mm");
  }

  @Override
  public Likeness looksLike(List<byte[]> head, boolean named) {
    return !head.isEmpty() && MatrixMarket.isBanner(head.get(0)) ? Likeness.MARK : Likeness.NONE;
  }

  private static MatrixMarket head(FileSource file) throws IOException {
    MatrixMarket head = MatrixMarket.parseHead(file.parts());
    file.checkAgreement("matrix", head.rows(), head.cols());
    return head;
  }

  @Override
  public Size size(FileSource file) throws IOException {
    MatrixMarket head = head(file);
    return file.size(head.rows(), head.cols(), head.nnzBound());
  }

  @Override
  public Matrix read(FileSource file, Workers workers) throws IOException {
    MatrixMarket head = head(file);
    return head.body(file.path()).read(file.parts(), file.chunkBytes(), head.bodyOffset(), workers);
  }

  @Override
  public SplitRead split(FileSource file, int bytes) throws IOException {
    MatrixMarket head = head(file);
    return new CellLinesSplit(
        file.path(),
        head.body(file.path()),
        Stretch.all(file.parts(), file.store(), bytes, head.bodyOffset(), part -> -1));
  }

  @Override
  public void write(Matrix matrix, FileTarget file, Workers workers) throws IOException {
    String head =
        "%%MatrixMarket matrix coordinate real general\n"
            + matrix.rows()
            + " "
            + matrix.cols()
            + " "
            + matrix.nnz()
            + "\n";
    try (OutputStream out = file.create()) {
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      CellWriter.writeNonZeros(matrix, out, workers);
    }
  }

  @Override
  public boolean needsMetadata() {
    return false;
  }
}
