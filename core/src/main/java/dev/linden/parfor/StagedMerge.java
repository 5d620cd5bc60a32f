package dev.linden.parfor;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.NonZeros;
import dev.linden.matrix.kernel.rows.RowCells;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * {@link ResultMerge} when the results of the workers do not fit the memory together: each is
 * written to a file of rows while it is the only one in memory, then all are read at once, row by
 * row.
 */
public final class StagedMerge implements Closeable {
  private static final int BUFFER = 1 << 16;

  /** In place of the number of non-zeros: all cells of the row follow. */
  private static final int ALL_CELLS = -1;

  private final int rows;
  private final int cols;
  private final List<Path> files = new ArrayList<>();
  private Path original;
  private boolean dense;

  public StagedMerge(int rows, int cols) {
    this.rows = rows;
    this.cols = cols;
  }

  /** What the workers started with; not needed when it has no non-zeros. */
  public void original(Matrix matrix, Path file) throws IOException {
    original = file;
    write(matrix, file);
  }

  public void part(Matrix matrix, Path file) throws IOException {
    files.add(file);
    dense |= !matrix.isSparse();
    write(matrix, file);
  }

  private void write(Matrix matrix, Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER))) {
      RowCells all = new RowCells(matrix);
      NonZeros some = new NonZeros(matrix);
      for (int i = 0; i < rows; i++) {
        if (!matrix.isSparse()) {
          all.read(i);
          out.writeInt(ALL_CELLS);
          for (int j = 0; j < cols; j++) {
            out.writeLong(Double.doubleToRawLongBits(all.cells()[all.offset() + j]));
          }
        } else {
          some.moveTo(i);
          out.writeInt(some.end() - some.start());
          for (int p = some.start(); p < some.end(); p++) {
            out.writeInt(some.column(p));
            out.writeLong(Double.doubleToRawLongBits(some.value(p)));
          }
        }
      }
    }
  }

  /** The merged matrix: dense if a part was. */
  public Matrix merge(Workers workers) throws IOException {
    List<DataInputStream> parts = new ArrayList<>();
    try (DataInputStream compare = original == null ? null : open(original)) {
      for (Path file : files) {
        parts.add(open(file));
      }
      Dense cells = dense ? Dense.allocateUncleared(rows, cols, workers) : null;
      Mcsr nonZeros = dense ? null : new Mcsr(rows, cols);
      double[] old = new double[cols];
      double[] part = new double[cols];
      double[] row = new double[cols];
      for (int i = 0; i < rows; i++) {
        if (compare != null) {
          read(compare, old);
        }
        System.arraycopy(old, 0, row, 0, cols);
        for (DataInputStream in : parts) {
          read(in, part);
          for (int j = 0; j < cols; j++) {
            if (Double.doubleToRawLongBits(part[j]) != Double.doubleToRawLongBits(old[j])) {
              row[j] = part[j];
            }
          }
        }
        if (cells != null) {
          System.arraycopy(row, 0, cells.panelOf(i), cells.offset(i), cols);
        } else {
          for (int j = 0; j < cols; j++) {
            if (row[j] != 0) {
              nonZeros.append(i, j, row[j]);
            }
          }
        }
      }
      return cells != null ? cells : nonZeros;
    } finally {
      for (DataInputStream in : parts) {
        in.close();
      }
    }
  }

  private static DataInputStream open(Path file) throws IOException {
    return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
  }

  private static void read(DataInputStream in, double[] row) throws IOException {
    int count = in.readInt();
    if (count == ALL_CELLS) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Double.longBitsToDouble(in.readLong());
      }
      return;
    }
    Arrays.fill(row, 0);
    for (int p = 0; p < count; p++) {
      int col = in.readInt();
      row[col] = Double.longBitsToDouble(in.readLong());
    }
  }

  /** Removes the files. */
  @Override
  public void close() throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    if (original != null) {
      Files.deleteIfExists(original);
    }
  }
}
