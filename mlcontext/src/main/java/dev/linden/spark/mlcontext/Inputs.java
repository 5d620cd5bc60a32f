package dev.linden.spark.mlcontext;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.spark.exchange.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;

/** Values of the engine out of what a program has. */
final class Inputs {
  private final Exchange exchange;
  private final double budget;
  private final List<MatrixValue> made = new ArrayList<>();

  /**
   * @param budget bytes that a frame may take
   */
  Inputs(Exchange exchange, double budget) {
    this.exchange = exchange;
    this.budget = budget;
  }

  /** Matrices that have been made out of distributed data. */
  List<MatrixValue> made() {
    return made;
  }

  Value value(String name, Script.Given given) {
    Object value = given.value();
    if (value instanceof Value own) {
      return own;
    } else if (value instanceof Double || value instanceof Float) {
      return Scalar.of(((Number) value).doubleValue());
    } else if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return Scalar.of(((Number) value).longValue());
    } else if (value instanceof Boolean flag) {
      return Scalar.of(flag);
    } else if (value instanceof String || value instanceof Character) {
      return Scalar.of(value.toString());
    } else if (value instanceof double[][] rows) {
      return matrix(name, rows);
    } else if (value instanceof double[] column) {
      return new MatrixValue(Formats.adapt(Dense.wrap(column.length, 1, column.clone())));
    } else if (value instanceof Dataset<?> data) {
      return ofDataFrame(name, new DataFrame(name, data.toDF()), given.format());
    } else if (value instanceof JavaRDD<?> rdd) {
      return ofRdd(name, rdd, given.format());
    } else if (value instanceof RDD<?> rdd) {
      return ofRdd(name, rdd.toJavaRDD(), given.format());
    } else if (LocalVectors.isLocal(value)) {
      return LocalVectors.matrix(value);
    }
    throw new InputError(
        "expected a number, text, double[][], data frame or RDD for "
            + name
            + ", found "
            + (value == null ? "null" : "a value of " + value.getClass().getName()));
  }

  private static MatrixValue matrix(String name, double[][] rows) {
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] == null) {
        throw new InputError("row " + (i + 1) + " of " + name + " is null");
      }
    }
    int cols = rows.length == 0 ? 0 : rows[0].length;
    double[] cells = new double[Math.multiplyExact(rows.length, cols)];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != cols) {
        throw new InputError(
            "row "
                + (i + 1)
                + " of "
                + name
                + " has "
                + rows[i].length
                + " cells, but the first one has "
                + cols);
      }
      System.arraycopy(rows[i], 0, cells, i * cols, cols);
    }
    return new MatrixValue(Formats.adapt(Dense.wrap(rows.length, cols, cells)));
  }

  private Value ofDataFrame(String name, DataFrame data, Format format) {
    boolean texts = !data.isNumeric();
    return switch (format.kind()) {
      case CELL -> kept(exchange.matrixOfCells(name, data.cells(), format.rows(), format.cols()));
      case FRAME_ROW -> data.frame(budget);
      case ROW -> kept(exchange.matrixOfRows(name, data.rows(), data.isNumbered()));
      case BY_TYPE ->
          texts
              ? data.frame(budget)
              : kept(exchange.matrixOfRows(name, data.rows(), data.isNumbered()));
    };
  }

  private Value ofRdd(String name, JavaRDD<?> rdd, Format format) {
    return switch (format.kind()) {
      case CELL ->
          kept(
              exchange.matrixOfCells(
                  name, rdd.map(e -> Elements.cell(name, e)), format.rows(), format.cols()));
      case ROW, BY_TYPE ->
          kept(exchange.matrixOfRows(name, rdd.map(e -> Elements.row(name, e)), false));
      case FRAME_ROW ->
          throw new InputError(
              "the frame " + name + " needs names and types of columns: give a data frame");
    };
  }

  private MatrixValue kept(MatrixValue value) {
    made.add(value);
    return value;
  }
}
