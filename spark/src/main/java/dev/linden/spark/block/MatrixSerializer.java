package dev.linden.spark.block;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.linden.base.LindenBug;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.compress.CompressedMatrix;
import dev.linden.matrix.compress.CompressedPacking;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;

/**
 * Blocks in one of six forms: a few bytes for an empty one, all cells of a dense one, rows of
 * column and value pairs of a sparse one, triples of one that is so sparse that most rows have no
 * cell, whatever a packed one writes, and groups whose dictionaries are in a broadcast. Columns
 * within a row and rows of triples are written as distances.
 */
public final class MatrixSerializer extends Serializer<Matrix> {
  private static final int EMPTY = 0;
  private static final int DENSE = 1;
  private static final int ROWS = 2;
  private static final int TRIPLES = 3;
  private static final int PACKED = 4;
  private static final int SHARED = 5;

  public MatrixSerializer() {
    super(false, true);
  }

  @Override
  public void write(Kryo kryo, Output output, Matrix matrix) {
    output.writeVarInt(matrix.rows(), true);
    output.writeVarInt(matrix.cols(), true);
    if (matrix instanceof Dense dense) {
      output.writeByte(DENSE);
      writeDense(output, dense);
      return;
    }
    if (matrix instanceof CompressedMatrix compressed) {
      List<Broadcast<Dictionaries>> shared = TravellingGroups.broadcasts(compressed);
      if (!shared.isEmpty()) {
        output.writeByte(SHARED);
        writeShared(kryo, output, compressed, shared);
        return;
      }
    }
    if (matrix instanceof Packed packed) {
      output.writeByte(PACKED);
      output.writeString(packed.packing().name());
      writePacked(output, packed);
      return;
    }
    Sparse sparse = (Sparse) matrix;
    long nnz = sparse.nnz();
    if (nnz == 0) {
      output.writeByte(EMPTY);
    } else if (nnz < matrix.rows()) {
      output.writeByte(TRIPLES);
      output.writeVarInt((int) nnz, true);
      writeTriples(output, sparse);
    } else {
      output.writeByte(ROWS);
      output.writeVarInt((int) nnz, true);
      writeRows(output, sparse);
    }
  }

  private static void writeDense(Output output, Dense dense) {
    for (int p = 0; p < dense.panelCount(); p++) {
      output.writeDoubles(dense.panel(p));
    }
  }

  private static void writePacked(Output output, Packed packed) {
    try {
      packed.write(new DataOutputStream(output));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the stream is in memory
    }
  }

  private static Packed readPacked(Input input, int rows, int cols) {
    try {
      Packing packing = Packing.named(input.readString());
      return packing.read(rows, cols, new DataInputStream(input));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeShared(
      Kryo kryo, Output output, CompressedMatrix block, List<Broadcast<Dictionaries>> broadcasts) {
    output.writeVarInt(broadcasts.size(), true);
    for (Broadcast<Dictionaries> broadcast : broadcasts) {
      kryo.writeObject(output, broadcast, new JavaSerializer());
    }
    try {
      DataOutputStream data = new DataOutputStream(output);
      CompressedPacking.write(block, new TravellingGroups(broadcasts), data);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the stream is in memory
    }
  }

  @SuppressWarnings("unchecked")
  private static Matrix readShared(Kryo kryo, Input input, int rows, int cols) {
    List<Broadcast<Dictionaries>> broadcasts = new ArrayList<>();
    int count = input.readVarInt(true);
    for (int b = 0; b < count; b++) {
      broadcasts.add(kryo.readObject(input, Broadcast.class, new JavaSerializer()));
    }
    try {
      TravellingGroups form = new TravellingGroups(broadcasts);
      return CompressedPacking.read(rows, cols, form, new DataInputStream(input));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeRows(Output output, Sparse sparse) {
    for (int i = 0; i < sparse.rows(); i++) {
      int start = sparse.start(i);
      int end = sparse.end(i);
      output.writeVarInt(end - start, true);
      writeCells(output, sparse, i, start, end);
    }
  }

  private static void writeTriples(Output output, Sparse sparse) {
    int previous = 0;
    for (int i = 0; i < sparse.rows(); i++) {
      int start = sparse.start(i);
      int end = sparse.end(i);
      if (end > start) {
        output.writeVarInt(i - previous, true);
        output.writeVarInt(end - start, true);
        writeCells(output, sparse, i, start, end);
        previous = i;
      }
    }
  }

  private static void writeCells(Output output, Sparse sparse, int row, int start, int end) {
    int[] columns = sparse.columns(row);
    double[] values = sparse.values(row);
    int column = 0;
    for (int p = start; p < end; p++) {
      output.writeVarInt(columns[p] - column, true);
      output.writeDouble(values[p]);
      column = columns[p];
    }
  }

  @Override
  public Matrix read(Kryo kryo, Input input, Class<Matrix> type) {
    int rows = input.readVarInt(true);
    int cols = input.readVarInt(true);
    int form = input.readByte();
    return switch (form) {
      case EMPTY -> Formats.zeros(rows, cols);
      case DENSE -> readDense(input, rows, cols);
      case ROWS -> readRows(input, rows, cols);
      case TRIPLES -> readTriples(input, rows, cols);
      case PACKED -> readPacked(input, rows, cols);
      case SHARED -> readShared(kryo, input, rows, cols);
      default -> throw new LindenBug("a block in the unknown form " + form);
    };
  }

  private static Dense readDense(Input input, int rows, int cols) {
    long cells = (long) rows * cols;
    if (cells <= Integer.MAX_VALUE - 8) {
      return Dense.wrap(rows, cols, input.readDoubles((int) cells));
    }
    Dense dense = Dense.zeros(rows, cols);
    for (int p = 0; p < dense.panelCount(); p++) {
      double[] read = input.readDoubles(dense.panel(p).length);
      System.arraycopy(read, 0, dense.panel(p), 0, read.length);
    }
    return dense;
  }

  private static Csr readRows(Input input, int rows, int cols) {
    int nnz = input.readVarInt(true);
    int[] starts = new int[rows + 1];
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    int at = 0;
    for (int i = 0; i < rows; i++) {
      at = readCells(input, input.readVarInt(true), columns, values, at);
      starts[i + 1] = at;
    }
    return new Csr(rows, cols, starts, columns, values);
  }

  private static Coo readTriples(Input input, int rows, int cols) {
    int nnz = input.readVarInt(true);
    int[] rowIndexes = new int[nnz];
    int[] columns = new int[nnz];
    double[] values = new double[nnz];
    int row = 0;
    for (int at = 0; at < nnz; ) {
      row += input.readVarInt(true);
      int from = at;
      at = readCells(input, input.readVarInt(true), columns, values, at);
      java.util.Arrays.fill(rowIndexes, from, at, row);
    }
    return new Coo(rows, cols, rowIndexes, columns, values);
  }

  private static int readCells(Input input, int count, int[] columns, double[] values, int from) {
    int column = 0;
    for (int p = from; p < from + count; p++) {
      column += input.readVarInt(true);
      columns[p] = column;
      values[p] = input.readDouble();
    }
    return from + count;
  }
}
