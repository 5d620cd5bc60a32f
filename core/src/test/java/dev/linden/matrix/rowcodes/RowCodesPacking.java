package dev.linden.matrix.rowcodes;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.RowCells;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Finds equal rows, bit by bit; larger matrices than tests need stay as they are. */
public final class RowCodesPacking implements Packing {
  static final RowCodesPacking INSTANCE = new RowCodesPacking();

  /** Matrices that came from disk or through the wire. */
  public static final LongAdder READ = new LongAdder();

  private static final long MOST_CELLS = 1 << 24;
  private static final int MOST_ROWS = 1 << 20;

  @Override
  public String name() {
    return "row-codes";
  }

  @Override
  public Matrix pack(Plain matrix, Workers workers) {
    if (matrix.rows() > MOST_ROWS || matrix.cells() > MOST_CELLS) {
      return matrix;
    }
    Map<List<Long>, Integer> known = new HashMap<>();
    int[] codes = new int[matrix.rows()];
    int[] first = new int[matrix.rows()];
    RowCells row = new RowCells(matrix);
    for (int i = 0; i < codes.length; i++) {
      row.read(i);
      Integer code = known.putIfAbsent(bits(row, matrix.cols()), known.size());
      if (code == null) {
        code = known.size() - 1;
        first[code] = i;
      }
      codes[i] = code;
    }
    int[] occurrences = Arrays.copyOf(first, known.size());
    return new RowCodes(Reorg.rowsAt(matrix, occurrences, workers).plain(workers), codes);
  }

  private static List<Long> bits(RowCells row, int cols) {
    List<Long> bits = new ArrayList<>(cols);
    DoubleBuffer cells = DoubleBuffer.wrap(row.cells(), row.offset(), cols);
    while (cells.hasRemaining()) {
      bits.add(Double.doubleToRawLongBits(cells.get()));
    }
    return bits;
  }

  static void write(Plain distinct, int[] codes, DataOutput out) throws IOException {
    out.writeBoolean(distinct.isSparse());
    out.writeInt(distinct.rows());
    RowCells row = new RowCells(distinct);
    for (int i = 0; i < distinct.rows(); i++) {
      row.read(i);
      for (int j = 0; j < distinct.cols(); j++) {
        out.writeDouble(row.cells()[row.offset() + j]);
      }
    }
    for (int code : codes) {
      out.writeInt(code);
    }
  }

  @Override
  public Packed read(int rows, int cols, DataInput in) throws IOException {
    boolean sparse = in.readBoolean();
    int distinct = in.readInt();
    Dense all = sparse ? null : Dense.zeros(distinct, cols);
    Mcsr some = sparse ? new Mcsr(distinct, cols) : null;
    for (int i = 0; i < distinct; i++) {
      for (int j = 0; j < cols; j++) {
        double cell = in.readDouble();
        if (sparse) {
          some.append(i, j, cell);
        } else {
          all.set(i, j, cell);
        }
      }
    }
    int[] codes = new int[rows];
    for (int i = 0; i < rows; i++) {
      codes[i] = in.readInt();
    }
    READ.increment();
    return new RowCodes(sparse ? some : all, codes);
  }
}
