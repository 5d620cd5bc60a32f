package dev.linden.spark.mlcontext;

import dev.linden.base.Bytes;
import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.frame.Column;
import dev.linden.frame.Frame;
import dev.linden.op.FrameValue;
import dev.linden.spark.exchange.MatrixCell;
import dev.linden.spark.exchange.MatrixRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;

/** A data frame that is given for a variable. */
final class DataFrame {
  /** Bytes that a cell of a frame takes, roughly. */
  private static final double CELL_BYTES = 32;

  private final String name;
  private final Dataset<Row> data;
  private final StructField[] fields;

  /** Place of {@link Columns#INDEX}, or -1. */
  private final int index;

  /**
   * @param name of the variable, for errors
   */
  DataFrame(String name, Dataset<Row> data) {
    this.name = name;
    this.data = data;
    fields = data.schema().fields();
    index = List.of(data.columns()).indexOf(Columns.INDEX);
  }

  boolean isNumbered() {
    return index >= 0;
  }

  private int[] cellColumns() {
    return IntStream.range(0, fields.length).filter(j -> j != index).toArray();
  }

  /** Whether all columns can be cells of a matrix; a single text column is csv. */
  boolean isNumeric() {
    for (int j : cellColumns()) {
      if (!isNumeric(fields[j].dataType())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNumeric(DataType type) {
    return type instanceof NumericType
        || type instanceof BooleanType
        || LocalVectors.isVectorType(type)
        || (type instanceof ArrayType array && isNumeric(array.elementType()));
  }

  private boolean isLines() {
    return fields.length == 1 && fields[0].dataType() instanceof StringType;
  }

  JavaRDD<MatrixRow> rows() {
    String variable = name;
    if (isLines()) {
      return data.javaRDD().map(row -> Elements.row(variable, row.getString(0)));
    }
    int[] columns = cellColumns();
    for (int j : columns) {
      if (!isNumeric(fields[j].dataType())) {
        throw new InputError(
            "the column "
                + fields[j].name()
                + " of the matrix "
                + name
                + " must hold numbers or vectors, but holds "
                + fields[j].dataType().typeName());
      }
    }
    int number = index;
    return data.javaRDD()
        .map(
            row -> {
              RowCells cells = new RowCells();
              for (int j : columns) {
                cells.add(variable, row.get(j));
              }
              return cells.row(number < 0 ? MatrixRow.UNNUMBERED : number(variable, row, number));
            });
  }

  private static long number(String variable, Row row, int index) {
    double number = Elements.number(variable, row.get(index));
    if (!(number >= 1) || number != Math.rint(number)) {
      throw new InputError(
          "expected whole numbers from 1 on in the column "
              + Columns.INDEX
              + " of "
              + variable
              + ", found "
              + row.get(index));
    }
    return (long) number;
  }

  JavaRDD<MatrixCell> cells() {
    String variable = name;
    if (isLines()) {
      return data.javaRDD().map(row -> Elements.cell(variable, row.getString(0)));
    }
    if (fields.length != 3) {
      throw new InputError(
          "expected three columns in "
              + name
              + ", for row, column and value, found "
              + fields.length);
    }
    return data.javaRDD().map(row -> Elements.cell(variable, row));
  }

  /** Frames live on the driver. */
  FrameValue frame(double budget) {
    double bytes = CELL_BYTES * data.count() * fields.length;
    if (bytes > budget) {
      throw new ResourceError(
          "the frame "
              + name
              + " takes about "
              + Bytes.text(bytes)
              + " on the driver; the budget is "
              + Bytes.text(budget));
    }
    Dataset<Row> ordered = isNumbered() ? data.sort(Columns.INDEX).drop(Columns.INDEX) : data;
    List<Row> rows = ordered.collectAsList();
    StructField[] kept = ordered.schema().fields();
    List<Column> columns = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int j = 0; j < kept.length; j++) {
      names.add(kept[j].name());
      columns.add(column(rows, j, kept[j].dataType()));
    }
    return new FrameValue(new Frame(rows.size(), names, columns));
  }

  private Column column(List<Row> rows, int j, DataType type) {
    boolean missing = rows.stream().anyMatch(row -> row.isNullAt(j));
    if (type instanceof BooleanType && !missing) {
      boolean[] flags = new boolean[rows.size()];
      for (int i = 0; i < flags.length; i++) {
        flags[i] = rows.get(i).getBoolean(j);
      }
      return Column.of(flags);
    }
    if (type instanceof NumericType) {
      double[] numbers =
          rows.stream().mapToDouble(row -> Elements.number(name, row.get(j))).toArray();
      boolean whole = !missing && !isFractional(type);
      return whole
          ? Column.of(rows.stream().mapToLong(row -> ((Number) row.get(j)).longValue()).toArray())
          : Column.of(numbers);
    }
    return Column.of(
        rows.stream()
            .map(row -> row.isNullAt(j) ? null : row.get(j).toString())
            .toArray(String[]::new));
  }

  private static boolean isFractional(DataType type) {
    return type instanceof DecimalType
        || type.typeName().equals("double")
        || type.typeName().equals("float");
  }
}
