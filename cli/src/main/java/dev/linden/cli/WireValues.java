package dev.linden.cli;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.op.FrameValue;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Values of scripts over a connection: a letter for the kind, then the contents. */
final class WireValues {
  private static final char DOUBLE = 'd';
  private static final char INT = 'i';
  private static final char BOOLEAN = 'b';
  private static final char STRING = 's';
  private static final char DENSE = 'M';
  private static final char SPARSE = 'C';

  /** In front of a matrix whose rows or columns have names. */
  private static final char NAMED = 'N';

  private static final char FRAME = 'F';
  private static final char LIST = 'L';

  /** Lists within lists, at most. */
  private static final int DEEPEST = 100;

  private final Wire wire;
  private int depth;

  WireValues(Wire wire) {
    this.wire = wire;
  }

  // ----------------------------------------------------------------------------------------
  // reading

  Value read() throws IOException {
    int kind = wire.readByte();
    return switch (kind) {
      case DOUBLE -> Scalar.of(wire.readDouble());
      case INT -> Scalar.of(wire.readLong());
      case BOOLEAN -> Scalar.of(wire.readByte() != 0);
      case STRING -> Scalar.of(wire.readText());
      case DENSE -> new MatrixValue(dense());
      case SPARSE -> new MatrixValue(sparse());
      case NAMED -> named();
      case FRAME -> new FrameValue(frame());
      case LIST -> list();
      default -> throw new InputError("there is no kind of value " + kind);
    };
  }

  private MatrixValue named() throws IOException {
    List<String> rowNames = names();
    List<String> colNames = names();
    int kind = wire.readByte();
    if (kind != DENSE && kind != SPARSE) {
      throw new InputError("names of rows and columns stand before a matrix, not before " + kind);
    }
    return new MatrixValue(kind == DENSE ? dense() : sparse()).named(rowNames, colNames);
  }

  /** Null for none. */
  private List<String> names() throws IOException {
    if (wire.readByte() == 0) {
      return null;
    }
    int count = wire.readCount("names");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(wire.readText());
    }
    return names;
  }

  private Matrix dense() throws IOException {
    int rows = dimension(wire.readLong());
    int cols = dimension(wire.readLong());
    Wire.requireMemory((double) Double.BYTES * rows * cols);
    Dense matrix = Dense.zeros(rows, cols);
    for (int row = 0; row < rows; row = matrix.panelEnd(row)) {
      int cells = (matrix.panelEnd(row) - row) * cols;
      wire.readDoubles(matrix.panelOf(row), matrix.offset(row), cells);
    }
    return matrix;
  }

  private Matrix sparse() throws IOException {
    int rows = dimension(wire.readLong());
    int cols = dimension(wire.readLong());
    int stored = dimension(wire.readLong());
    int[] rowStarts = wire.readInts(rows + 1);
    int[] columns = wire.readInts(stored);
    return Csr.checked(rows, cols, rowStarts, columns, wire.readDoubles(stored));
  }

  private static int dimension(long count) {
    if (count < 0) {
      throw new InputError(count + " is not a number of rows, columns or non-zeros");
    }
    if (count > Integer.MAX_VALUE - 8) {
      throw new InputError(count + " rows, columns or non-zeros are too many for one array");
    }
    return (int) count;
  }

  private Frame frame() throws IOException {
    int rows = wire.readCount("rows");
    int cols = wire.readCount("columns");
    List<String> names = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < cols; j++) {
      names.add(wire.readText());
      columns.add(column(rows));
    }
    return new Frame(rows, names, columns);
  }

  private Column column(int rows) throws IOException {
    int kind = wire.readByte();
    return switch (kind) {
      case DOUBLE -> Column.of(wire.readDoubles(rows));
      case INT -> Column.of(wire.readLongs(rows));
      case BOOLEAN -> {
        Wire.requireMemory(rows);
        boolean[] flags = new boolean[rows];
        for (int i = 0; i < rows; i++) {
          flags[i] = wire.readByte() != 0;
        }
        yield Column.of(flags);
      }
      case STRING -> {
        Wire.requireMemory((double) Integer.BYTES * rows);
        String[] texts = new String[rows];
        for (int i = 0; i < rows; i++) {
          texts[i] = wire.readByte() == 0 ? null : wire.readText();
        }
        yield Column.of(texts);
      }
      default -> throw new InputError("there is no kind of column " + kind);
    };
  }

  private ListValue list() throws IOException {
    int size = wire.readCount("elements");
    boolean named = wire.readByte() != 0;
    if (depth == DEEPEST) {
      throw new InputError("lists nest more than " + DEEPEST + " deep");
    }
    List<String> names = new ArrayList<>();
    List<Value> elements = new ArrayList<>();
    depth++;
    try {
      for (int i = 0; i < size; i++) {
        if (named) {
          names.add(wire.readText());
        }
        elements.add(read());
      }
    } finally {
      depth--;
    }
    return new ListValue(elements, named ? names : null);
  }

  // ----------------------------------------------------------------------------------------
  // writing

  void write(Value value) throws IOException {
    if (value instanceof Scalar scalar) {
      writeScalar(scalar);
    } else if (value instanceof MatrixValue matrix) {
      if (matrix.isNamed()) {
        wire.writeByte(NAMED);
        writeNames(matrix.rowNames());
        writeNames(matrix.names());
      }
      writeMatrix(matrix.matrix());
    } else if (value instanceof FrameValue frame) {
      writeFrame(frame.frame());
    } else {
      writeList((ListValue) value);
    }
  }

  private void writeScalar(Scalar scalar) throws IOException {
    switch (scalar.type()) {
      case INT -> {
        wire.writeByte(INT);
        wire.writeLong(scalar.asLong());
      }
      case BOOLEAN -> {
        wire.writeByte(BOOLEAN);
        wire.writeByte(scalar.asBoolean() ? 1 : 0);
      }
      case STRING -> {
        wire.writeByte(STRING);
        wire.writeText(scalar.asText());
      }
      default -> {
        wire.writeByte(DOUBLE);
        wire.writeDouble(scalar.asDouble());
      }
    }
  }

  private void writeNames(List<String> names) throws IOException {
    wire.writeByte(names == null ? 0 : 1);
    if (names != null) {
      wire.writeInt(names.size());
      for (String name : names) {
        wire.writeText(name);
      }
    }
  }

  private void writeMatrix(Matrix matrix) throws IOException {
    Plain plain = matrix.plain(Workers.serial());
    if (plain instanceof Dense dense) {
      wire.writeByte(DENSE);
      writeSize(matrix);
      for (int row = 0; row < dense.rows(); row = dense.panelEnd(row)) {
        int cells = (dense.panelEnd(row) - row) * dense.cols();
        wire.writeDoubles(dense.panelOf(row), dense.offset(row), cells);
      }
      return;
    }
    Csr sparse = Formats.toCsr(plain);
    int stored = sparse.rowStarts()[sparse.rows()];
    wire.writeByte(SPARSE);
    writeSize(matrix);
    wire.writeLong(stored);
    wire.writeInts(sparse.rowStarts(), sparse.rows() + 1);
    wire.writeInts(sparse.columns(), stored);
    wire.writeDoubles(sparse.values(), 0, stored);
  }

  private void writeSize(Matrix matrix) throws IOException {
    wire.writeLong(matrix.rows());
    wire.writeLong(matrix.cols());
  }

  private void writeFrame(Frame frame) throws IOException {
    wire.writeByte(FRAME);
    wire.writeInt(frame.rows());
    wire.writeInt(frame.cols());
    for (int j = 0; j < frame.cols(); j++) {
      wire.writeText(frame.name(j));
      writeColumn(frame.column(j));
    }
  }

  /** Numbers with missing cells travel as doubles, where NaN stands for a missing one. */
  private void writeColumn(Column column) throws IOException {
    ColumnType type = column.type();
    boolean integers = type == ColumnType.INT32 || type == ColumnType.INT64;
    if (type == ColumnType.BOOLEAN && !column.hasMissing()) {
      wire.writeByte(BOOLEAN);
      for (int i = 0; i < column.size(); i++) {
        wire.writeByte(column.number(i) != 0 ? 1 : 0);
      }
    } else if (integers && !column.hasMissing()) {
      wire.writeByte(INT);
      for (int i = 0; i < column.size(); i++) {
        wire.writeLong(column.integer(i));
      }
    } else if (type.isNumeric()) {
      wire.writeByte(DOUBLE);
      for (int i = 0; i < column.size(); i++) {
        wire.writeDouble(column.isMissing(i) ? Double.NaN : column.number(i));
      }
    } else {
      wire.writeByte(STRING);
      for (int i = 0; i < column.size(); i++) {
        wire.writeByte(column.isMissing(i) ? 0 : 1);
        if (!column.isMissing(i)) {
          wire.writeText(column.text(i));
        }
      }
    }
  }

  private void writeList(ListValue list) throws IOException {
    wire.writeByte(LIST);
    wire.writeInt(list.size());
    wire.writeByte(list.isNamed() ? 1 : 0);
    for (int i = 0; i < list.size(); i++) {
      if (list.isNamed()) {
        wire.writeText(list.names().get(i));
      }
      write(list.elements().get(i));
    }
  }
}
