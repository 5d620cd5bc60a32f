package dev.linden.spark.mlcontext;

import dev.linden.api.Results;
import dev.linden.base.Bytes;
import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.frame.Column;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.op.Footprint;
import dev.linden.op.FrameValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.spark.exchange.Exchange;
import dev.linden.spark.exchange.MatrixRow;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The outputs of a script. Distributed ones stay where they are until they are asked for, and then
 * come in the form that is asked for: to ask for another kind of value than there is is an error.
 */
public final class MLResults {
  private final SparkSession spark;
  private final Exchange exchange;
  private final Results results;
  private final double budget;

  MLResults(SparkSession spark, Exchange exchange, Results results, double budget) {
    this.spark = spark;
    this.exchange = exchange;
    this.results = results;
    this.budget = budget;
  }

  public List<String> names() {
    return results.names();
  }

  /** The value as the engine has it, to be given to another script. */
  public Value value(String name) {
    return results.value(name);
  }

  // ---- scalars

  public double getDouble(String name) {
    return results.number(name);
  }

  public long getLong(String name) {
    return results.integer(name);
  }

  public boolean getBoolean(String name) {
    return results.flag(name);
  }

  public String getString(String name) {
    return results.text(name);
  }

  // ---- on the driver

  /** Rows of a matrix or frame. */
  public long getRows(String name) {
    return value(name) instanceof MatrixValue matrix ? matrix.size().rows() : results.rows(name);
  }

  /** Columns of a matrix or frame. */
  public long getCols(String name) {
    return value(name) instanceof MatrixValue matrix ? matrix.size().cols() : results.cols(name);
  }

  /** {@code matrix}, {@code frame}, {@code list} or {@code scalar}. */
  public String getKind(String name) {
    return value(name).dataType().word();
  }

  /** The rows of a matrix. */
  public double[][] getMatrix(String name) {
    MatrixValue value = matrix(name);
    double bytes = Footprint.dense(value.size());
    if (bytes > budget) {
      throw new ResourceError(
          "the matrix "
              + name
              + " of "
              + value.size().shape()
              + " takes "
              + Bytes.text(bytes)
              + " on the driver; the budget is "
              + Bytes.text(budget)
              + ": get it as a data frame or RDD");
    }
    return results.matrix(name);
  }

  /** The rows of a frame as texts, null where a cell is missing. */
  public String[][] getFrame(String name) {
    return results.frame(name);
  }

  /** The names of the columns of a frame. */
  public String[] getColumnNames(String name) {
    return results.columnNames(name);
  }

  /** The elements of a list, by their names, or {@code 1}, {@code 2}, ... if they have none. */
  public MLResults getList(String name) {
    return new MLResults(spark, exchange, results.list(name), budget);
  }

  // ---- distributed

  /**
   * A matrix with its rows numbered in a column {@code __INDEX} and its cells in {@code C1}, {@code
   * C2}, ...; a frame with its own columns.
   */
  public Dataset<Row> getDataFrame(String name) {
    return value(name) instanceof FrameValue value
        ? dataFrame(value.frame())
        : getDataFrame(name, Columns.INDEX_AND_DOUBLES);
  }

  /** A matrix as a data frame with these columns. */
  public Dataset<Row> getDataFrame(String name, Columns columns) {
    MatrixValue matrix = matrix(name);
    int width = matrix.cols();
    List<StructField> fields = new ArrayList<>();
    if (columns.hasIndex()) {
      fields.add(DataTypes.createStructField(Columns.INDEX, DataTypes.LongType, false));
    }
    if (columns.isVector()) {
      fields.add(DataTypes.createStructField("C1", LocalVectors.vectorType(), false));
    } else {
      for (int j = 1; j <= width; j++) {
        fields.add(DataTypes.createStructField("C" + j, DataTypes.DoubleType, false));
      }
    }
    JavaRDD<Row> rows = exchange.rows(matrix).map(row -> row(row, columns));
    return spark.createDataFrame(rows, DataTypes.createStructType(fields));
  }

  private static Row row(MatrixRow row, Columns columns) {
    int first = columns.hasIndex() ? 1 : 0;
    double[] cells = columns.isVector() ? null : row.cells();
    Object[] values = new Object[first + (columns.isVector() ? 1 : cells.length)];
    if (columns.hasIndex()) {
      values[0] = row.number();
    }
    if (columns.isVector()) {
      values[first] = LocalVectors.vector(row);
    } else {
      for (int j = 0; j < cells.length; j++) {
        values[first + j] = cells[j];
      }
    }
    return RowFactory.create(values);
  }

  /** The rows of a matrix as comma-separated numbers, in order. */
  public JavaRDD<String> getCsv(String name) {
    return exchange
        .rows(matrix(name))
        .map(
            row -> {
              StringJoiner line = new StringJoiner(",");
              for (double cell : row.cells()) {
                line.add(Double.toString(cell));
              }
              return line.toString();
            });
  }

  /** The non-zeros of a matrix as {@code row column value}, counted from 1, in any order. */
  public JavaRDD<String> getIjv(String name) {
    return exchange
        .cells(matrix(name))
        .map(cell -> cell.row() + " " + cell.col() + " " + cell.value());
  }

  private MatrixValue matrix(String name) {
    Value value = value(name);
    if (value instanceof MatrixValue matrix) {
      return matrix;
    }
    throw new InputError(name + " is a " + value.dataType().word() + ", not a matrix");
  }

  private Dataset<Row> dataFrame(Frame frame) {
    List<StructField> fields = new ArrayList<>();
    for (int j = 0; j < frame.cols(); j++) {
      fields.add(DataTypes.createStructField(frame.name(j), type(frame.column(j).type()), true));
    }
    StructType schema = DataTypes.createStructType(fields);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < frame.rows(); i++) {
      Object[] cells = new Object[frame.cols()];
      for (int j = 0; j < cells.length; j++) {
        cells[j] = cell(frame.column(j), i);
      }
      rows.add(RowFactory.create(cells));
    }
    return spark.createDataFrame(rows, schema);
  }

  private static DataType type(ColumnType type) {
    return switch (type) {
      case FP32, FP64 -> DataTypes.DoubleType;
      case INT32, INT64 -> DataTypes.LongType;
      case BOOLEAN -> DataTypes.BooleanType;
      case STRING -> DataTypes.StringType;
    };
  }

  private static Object cell(Column column, int row) {
    if (column.isMissing(row)) {
      return null;
    }
    return switch (column.type()) {
      case FP32, FP64 -> column.number(row);
      case INT32, INT64 -> column.integer(row);
      case BOOLEAN -> column.number(row) != 0;
      case STRING -> column.text(row);
    };
  }
}
