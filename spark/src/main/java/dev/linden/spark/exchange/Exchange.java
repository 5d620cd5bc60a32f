package dev.linden.spark.exchange;

import dev.linden.base.InputError;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.rows.NonZeros;
import dev.linden.op.MatrixValue;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Registry;
import dev.linden.spark.block.Scatter;
import dev.linden.spark.operator.Assembly;
import dev.linden.spark.operator.Session;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Collections of a program as matrices of the engine, and back. Data stay on the executors: one
 * pass counts, the other one makes blocks when they are first needed. The given collections are
 * neither cached nor freed, that is the program's affair; the blocks are kept until the value is
 * released.
 */
public final class Exchange implements AutoCloseable {
  private final Session session;
  private final Registry registry;

  public Exchange(Session session, Registry registry) {
    this.session = session;
    this.registry = registry;
  }

  /**
   * A matrix by its rows. Those without a number stand in the order of the collection; numbers must
   * be given to all of them or to none.
   *
   * @param name of the matrix, for errors
   */
  public MatrixValue matrixOfRows(String name, JavaRDD<MatrixRow> rows, boolean numbered) {
    RowCounts counts = registry.job("count rows", () -> RowCounts.of(name, rows));
    long cols = counts.cols();
    if (numbered) {
      counts.requireNumbers();
    }
    if (counts.rows() == 0 || cols == 0) {
      return empty(name, counts.rows(), cols);
    }
    Grid grid = session.grid(counts.rows(), cols);
    long[] firstRows = counts.firstRows();
    JavaPairRDD<BlockIndex, Piece> pieces =
        rows.mapPartitionsWithIndex(
                (partition, all) -> new RowPieces(all, firstRows[partition], grid), false)
            .mapToPair(piece -> piece);
    return kept(
        grid,
        numbered
            ? pieces
                .groupByKey(session.partitioner(grid))
                .mapToPair(block -> numberedBlock(name, grid, block))
            : Assembly.ofKept(pieces, grid, session));
  }

  /** Each row of a block must come once. */
  private static Tuple2<BlockIndex, Matrix> numberedBlock(
      String name, Grid grid, Tuple2<BlockIndex, Iterable<Piece>> block) {
    int height = grid.height(block._1());
    boolean[] seen = new boolean[height];
    for (Piece piece : block._2()) {
      for (int i = piece.row(); i < piece.row() + piece.cells().rows(); i++) {
        if (seen[i]) {
          long number = grid.firstRow(block._1()) + i + 1;
          throw new InputError(name + " has several rows with the number " + number);
        }
        seen[i] = true;
      }
    }
    return new Tuple2<>(block._1(), Scatter.assemble(height, grid.width(block._1()), block._2()));
  }

  /**
   * A matrix by its cells, in any order; those that come twice are added, those that do not come
   * are zero.
   *
   * @param rows of the matrix, or -1 for the largest that has a cell; {@code cols} likewise
   */
  public MatrixValue matrixOfCells(String name, JavaRDD<MatrixCell> cells, long rows, long cols) {
    long[] largest =
        rows >= 0 && cols >= 0
            ? new long[] {rows, cols}
            : registry.job("count rows", () -> largest(cells));
    long allRows = rows >= 0 ? rows : largest[0];
    long allCols = cols >= 0 ? cols : largest[1];
    if (allRows == 0 || allCols == 0) {
      return empty(name, allRows, allCols);
    }
    Grid grid = session.grid(allRows, allCols);
    JavaPairRDD<BlockIndex, Matrix> partials =
        cells.mapPartitionsToPair(all -> new CellBlocks(name, all, grid));
    return kept(grid, Assembly.ofSums(partials, grid, session));
  }

  private static long[] largest(JavaRDD<MatrixCell> cells) {
    return cells.aggregate(
        new long[2],
        (most, cell) -> new long[] {Math.max(most[0], cell.row()), Math.max(most[1], cell.col())},
        (a, b) -> new long[] {Math.max(a[0], b[0]), Math.max(a[1], b[1])});
  }

  private static MatrixValue empty(String name, long rows, long cols) {
    if (Math.max(rows, cols) > Integer.MAX_VALUE) {
      throw new InputError(name + " is " + rows + "x" + cols + " and has no cells");
    }
    return new MatrixValue(Formats.zeros((int) rows, (int) cols));
  }

  private MatrixValue kept(Grid grid, JavaPairRDD<BlockIndex, Matrix> blocks) {
    Distributed matrix = new Distributed(grid, blocks, List.of(), registry);
    matrix.cache();
    return new MatrixValue(matrix);
  }

  /** The rows of a matrix, numbered and in order. */
  public JavaRDD<MatrixRow> rows(MatrixValue value) {
    if (value.size().cells() == 0) {
      List<Integer> numbers = new ArrayList<>();
      for (int i = 1; i <= value.rows(); i++) {
        numbers.add(i);
      }
      int width = value.cols();
      return session
          .context()
          .parallelize(numbers, 1)
          .map(i -> MatrixRow.dense(i, new double[width]));
    }
    Distributed matrix = session.distributed(value);
    Grid grid = matrix.grid();
    RowOrder order = new RowOrder(grid.rowBlocks(), Blocks.partitions(grid, session.parallelism()));
    return matrix
        .blocks()
        .repartitionAndSortWithinPartitions(order)
        .mapPartitions(blocks -> new BlockRows(grid, blocks));
  }

  /** The cells of a matrix that are not zero, in no particular order. */
  public JavaRDD<MatrixCell> cells(MatrixValue value) {
    if (value.size().cells() == 0) {
      return session.context().emptyRDD();
    }
    Distributed matrix = session.distributed(value);
    Grid grid = matrix.grid();
    return matrix.blocks().flatMap(block -> cells(grid, block._1(), block._2()));
  }

  private static Iterator<MatrixCell> cells(Grid grid, BlockIndex index, Matrix block) {
    long row = grid.firstRow(index) + 1;
    long col = grid.firstCol(index) + 1;
    List<MatrixCell> cells = new ArrayList<>();
    NonZeros nonZeros = new NonZeros(block);
    for (int i = 0; i < block.rows(); i++) {
      nonZeros.moveTo(i);
      for (int p = nonZeros.start(); p < nonZeros.end(); p++) {
        cells.add(new MatrixCell(row + i, col + nonZeros.column(p), nonZeros.value(p)));
      }
    }
    return cells.iterator();
  }

  /** Frees all that this exchange has made and is still alive. */
  @Override
  public void close() {
    registry.freeAll();
  }
}
