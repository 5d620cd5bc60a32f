package dev.linden.storage.format.binary;

import dev.linden.base.InputError;
import dev.linden.frame.Frame;
import dev.linden.frame.FrameBytes;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Workers;
import dev.linden.op.Size;
import dev.linden.storage.format.FileFormat;
import dev.linden.storage.format.FileSource;
import dev.linden.storage.format.FileTarget;
import dev.linden.storage.format.Metadata;
import dev.linden.storage.format.SplitRead;
import dev.linden.storage.format.WriteParameters;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.text.ChunkSource;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;

/**
 * Our own format: exact and fast. {@link BinaryLayout} is that of matrices, {@link PackedFile} that
 * of packed ones, {@link FrameBytes} that of frames.
 */
public record BinaryFormat() implements FileFormat {
  @Override
  public String word() {
    return "binary";
  }

  @Override
  public Set<String> endings() {
    return Set.of("bin", "binary");
  }

  @Override
  public Likeness looksLike(List<byte[]> head, boolean named) {
    boolean ours =
        !head.isEmpty() && (BinaryLayout.isStart(head.get(0)) || PackedFile.isStart(head.get(0)));
    return ours ? Likeness.MARK : Likeness.NONE;
  }

  // ---- matrices

  private interface Task<T> {
    T run(BinaryReader reader) throws IOException;
  }

  private static <T> T withReader(FileSource file, Task<T> task) throws IOException {
    try (BinaryReader reader = new BinaryReader(file.store(), file.parts())) {
      file.checkAgreement("matrix", reader.head().rows(), reader.head().cols());
      return task.run(reader);
    }
  }

  @Override
  public Size size(FileSource file) throws IOException {
    if (PackedFile.isThere(file.store(), file.parts())) {
      PackedFile.Head head = packedHead(file);
      return file.size(head.rows(), head.cols(), head.nnz());
    }
    return withReader(
        file,
        reader -> {
          BinaryLayout.Head head = reader.head();
          return file.size(head.rows(), head.cols(), head.nnz());
        });
  }

  private static PackedFile.Head packedHead(FileSource file) throws IOException {
    PackedFile.Head head = PackedFile.head(file.store(), file.parts());
    file.checkAgreement("matrix", head.rows(), head.cols());
    return head;
  }

  @Override
  public Matrix read(FileSource file, Workers workers) throws IOException {
    if (PackedFile.isThere(file.store(), file.parts())) {
      packedHead(file);
      return PackedFile.read(file.store(), file.parts());
    }
    return withReader(file, reader -> reader.read(workers));
  }

  /** Packed matrices have no blocks: one machine reads them. */
  @Override
  public SplitRead split(FileSource file, int bytes) throws IOException {
    if (PackedFile.isThere(file.store(), file.parts())) {
      packedHead(file);
      return null;
    }
    return withReader(file, reader -> BinarySplit.of(file.store(), file.parts(), reader, bytes));
  }

  @Override
  public void write(Matrix matrix, FileTarget file, Workers workers) throws IOException {
    if (matrix instanceof Packed packed) {
      try (OutputStream out = file.create()) {
        PackedFile.write(packed, out);
      }
      return;
    }
    WriteParameters parameters = file.parameters();
    BinaryLayout.Head head =
        BinaryLayout.Head.of(
            matrix.rows(),
            matrix.cols(),
            matrix.nnz(),
            parameters.rowsInBlock(),
            parameters.colsInBlock());
    if (FullBlocks.suits(matrix)) {
      try (FileStore.Output out = file.createForPositions(FullBlocks.length(head))) {
        if (out != null) {
          FullBlocks.write((Dense) matrix, head, out, workers);
          return;
        }
      }
    }
    try (OutputStream out = file.create()) {
      BinaryWriter.writeBand(matrix, head, 0, head.blocksDown(), out, workers);
    }
  }

  @Override
  public void describeMatrix(Size size, WriteParameters parameters, Metadata.Builder fields) {
    fields
        .put("rows_in_block", parameters.rowsInBlock())
        .put("cols_in_block", parameters.colsInBlock());
  }

  @Override
  public void describeMatrix(
      Matrix matrix, Size size, WriteParameters parameters, Metadata.Builder fields) {
    if (matrix instanceof Packed packed) {
      fields.put("packing", packed.packing().name());
    } else {
      describeMatrix(size, parameters, fields);
    }
  }

  // ---- frames

  @Override
  public Size frameSize(FileSource file) throws IOException {
    Parts.Part part = onlyPart(file);
    try (InputStream in = ChunkSource.stream(file.store(), part)) {
      FrameBytes.Head head = FrameBytes.readHead(in, part.path());
      file.checkAgreement("frame", head.rows(), head.types().size());
      return Size.of(head.rows(), head.types().size());
    }
  }

  @Override
  public Frame readFrame(FileSource file, Workers workers) throws IOException {
    Parts.Part part = onlyPart(file);
    try (InputStream in = ChunkSource.stream(file.store(), part)) {
      Frame frame = FrameBytes.read(in, part.path());
      file.checkAgreement("frame", frame.rows(), frame.cols());
      return frame;
    }
  }

  private static Parts.Part onlyPart(FileSource file) {
    List<Parts.Part> parts = file.parts().list();
    if (parts.size() != 1) {
      throw new InputError(file.path() + ": a binary frame is a single file");
    }
    return parts.get(0);
  }

  @Override
  public void writeFrame(Frame frame, FileTarget file, Workers workers) throws IOException {
    try (OutputStream out = file.create()) {
      FrameBytes.write(frame, out);
    }
  }
}
