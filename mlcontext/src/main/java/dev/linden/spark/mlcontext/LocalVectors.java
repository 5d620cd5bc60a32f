package dev.linden.spark.mlcontext;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.op.MatrixValue;
import dev.linden.spark.exchange.MatrixRow;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.types.DataType;

/** Vectors and matrices of Spark's ml package; the only class that needs it. */
final class LocalVectors {
  private static final String PACKAGE = "org.apache.spark.ml.linalg.";

  private LocalVectors() {}

  /** By the name, so that programs without the package do not miss it. */
  static boolean isLocal(Object value) {
    return value.getClass().getName().startsWith(PACKAGE);
  }

  static boolean isVectorType(DataType type) {
    return type.getClass().getName().equals(PACKAGE + "VectorUDT");
  }

  static DataType vectorType() {
    return SQLDataTypes.VectorType();
  }

  /** A vector is a column. */
  static MatrixValue matrix(Object value) {
    if (value instanceof Matrix given) {
      Dense cells = Dense.zeros(given.numRows(), given.numCols());
      double[] columns = given.toArray();
      double[] rows = new double[columns.length];
      for (int i = 0; i < given.numRows(); i++) {
        for (int j = 0; j < given.numCols(); j++) {
          rows[i * given.numCols() + j] = columns[j * given.numRows() + i];
        }
      }
      return new MatrixValue(Formats.adapt(Dense.wrap(cells.rows(), cells.cols(), rows)));
    }
    double[] cells = ((Vector) value).toArray().clone();
    return new MatrixValue(Formats.adapt(Dense.wrap(cells.length, 1, cells)));
  }

  static void addTo(RowCells row, Object value) {
    if (value instanceof SparseVector sparse) {
      int[] places = sparse.indices();
      for (int k = 0; k < places.length; k++) {
        row.put(places[k], sparse.values()[k]);
      }
      row.widen(sparse.size());
      return;
    }
    for (double cell : ((Vector) value).toArray()) {
      row.add(cell);
    }
  }

  static Object vector(MatrixRow row) {
    return row.isDense()
        ? Vectors.dense(row.values())
        : Vectors.sparse(row.width(), row.columns(), row.values());
  }
}
