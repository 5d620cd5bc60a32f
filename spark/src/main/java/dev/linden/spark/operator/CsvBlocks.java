package dev.linden.spark.operator;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import dev.linden.storage.SplitCsv;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** A csv file: one pass counts the rows of each stretch, the other one makes blocks of them. */
final class CsvBlocks {
  private CsvBlocks() {}

  /** Null if there are no rows. */
  static Distributed of(SplitCsv file, Session session) {
    int count = file.stretches().size();
    if (count == 0) {
      return null;
    }
    session.used(Form.READ_CSV);
    JavaRDD<Integer> stretches = session.numbers(count);
    long[] firstRows = new long[count + 1];
    session
        .job(
            "count rows",
            () ->
                stretches
                    .mapToPair(k -> new Tuple2<>(k, file.count(file.stretches().get(k))))
                    .collect())
        .forEach(counted -> firstRows[counted._1() + 1] = counted._2());
    for (int k = 0; k < count; k++) {
      firstRows[k + 1] += firstRows[k];
    }
    long rows = firstRows[count];
    if (file.declaredRows() >= 0 && file.declaredRows() != rows) {
      throw new InputError(
          file.path() + ": expected " + file.declaredRows() + " rows, found " + rows);
    }
    if (rows == 0) {
      return null;
    }
    Grid grid = session.grid(rows, file.cols());
    JavaPairRDD<BlockIndex, Piece> pieces =
        stretches
            .filter(k -> firstRows[k + 1] > firstRows[k])
            .flatMapToPair(
                k -> {
                  Matrix cells = file.read(file.stretches().get(k));
                  return Scatter.place(cells, firstRows[k], 0, 0, grid).iterator();
                });
    return session.read(grid, Assembly.ofComplete(pieces, grid, session));
  }
}
