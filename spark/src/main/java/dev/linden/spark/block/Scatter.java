package dev.linden.spark.block;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.reorg.Indexing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import scala.Tuple2;

/** Cuts rectangles at the borders of blocks, and puts blocks together out of them. */
public final class Scatter {
  private Scatter() {}

  /** The pieces of {@code cells} when its upper left corner comes to this row and column. */
  public static List<Tuple2<BlockIndex, Piece>> place(
      Matrix cells, long row, long col, int layer, Grid target) {
    List<Tuple2<BlockIndex, Piece>> pieces = new ArrayList<>();
    int side = target.side();
    for (long r = row; r < row + cells.rows(); r = (r / side + 1) * side) {
      int rowEnd = (int) Math.min(cells.rows(), (r / side + 1) * side - row);
      for (long c = col; c < col + cells.cols(); c = (c / side + 1) * side) {
        int colEnd = (int) Math.min(cells.cols(), (c / side + 1) * side - col);
        Matrix part = slice(cells, (int) (r - row), rowEnd, (int) (c - col), colEnd);
        pieces.add(
            new Tuple2<>(
                new BlockIndex(r / side, c / side),
                new Piece((int) (r % side), (int) (c % side), layer, part)));
      }
    }
    return pieces;
  }

  /** A rectangle of a matrix; the matrix itself if that is all of it. */
  public static Matrix slice(Matrix cells, int rowStart, int rowEnd, int colStart, int colEnd) {
    return rowStart == 0 && rowEnd == cells.rows() && colStart == 0 && colEnd == cells.cols()
        ? cells
        : Indexing.slice(cells, rowStart, rowEnd, colStart, colEnd, Workers.serial());
  }

  /** The block that the pieces make; zeros where there is none. */
  public static Matrix assemble(int rows, int cols, Iterable<Piece> pieces) {
    List<Piece> ordered = new ArrayList<>();
    long nnz = 0;
    for (Piece piece : pieces) {
      ordered.add(piece);
      nnz += piece.cells().nnz();
    }
    if (ordered.size() == 1
        && ordered.get(0).cells().rows() == rows
        && ordered.get(0).cells().cols() == cols) {
      return ordered.get(0).cells();
    }
    ordered.sort(Comparator.comparingInt(Piece::layer));
    boolean sparse = Formats.sparse(rows, cols, Math.min(nnz, (long) rows * cols));
    Matrix block = sparse ? Formats.toMcsr(Formats.zeros(rows, cols)) : Dense.zeros(rows, cols);
    for (Piece piece : ordered) {
      Matrix cells = piece.cells();
      block =
          Indexing.assign(
              block,
              piece.row(),
              piece.row() + cells.rows(),
              piece.col(),
              piece.col() + cells.cols(),
              cells,
              true,
              Workers.serial());
    }
    return Formats.adapt(block, Workers.serial());
  }
}
