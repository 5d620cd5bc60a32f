package dev.linden.matrix.kernel.product;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.RowTiles;

/**
 * Products of packed matrices that have no form of their own for them: a tile of rows after the
 * other is multiplied, and the products of tiles are stacked or added up in order.
 */
final class TiledProducts {
  private TiledProducts() {}

  /** op(A) %*% op(B), of which at least one is packed; the product has {@code n} columns. */
  static Matrix multiply(
      Matrix a, boolean transposeA, Matrix b, boolean transposeB, int n, Workers workers) {
    if (a instanceof Packed x && !transposeA) {
      return RowTiles.stacked(
          x,
          n,
          workers,
          (tile, start, end) -> MatMult.multiply(tile, false, b, transposeB, workers));
    } else if (b instanceof Packed && transposeB) {
      return Reorg.transpose(MatMult.multiply(b, false, a, !transposeA, workers), workers);
    } else if (a instanceof Packed x) {
      Matrix right = transposeB ? Reorg.transpose(b, workers) : b;
      return sum(
          x,
          workers,
          (tile, start, end) ->
              MatMult.multiply(tile, true, rows(right, start, end, workers), false, workers));
    }
    return sum(
        (Packed) b,
        workers,
        (tile, start, end) ->
            transposeA
                ? MatMult.multiply(rows(a, start, end, workers), true, tile, false, workers)
                : MatMult.multiply(
                    Indexing.slice(a, 0, a.rows(), start, end, workers), tile, workers));
  }

  /** t(X) %*% X, or X %*% t(X) if not {@code left}. */
  static Matrix timesItself(Packed x, boolean left, Workers workers) {
    return left
        ? sum(x, workers, (tile, start, end) -> MatMult.tsmm(tile, true, workers))
        : RowTiles.stacked(
            x,
            x.rows(),
            workers,
            (tile, start, end) ->
                tile.rows() == x.rows()
                    ? MatMult.tsmm(tile, false, workers)
                    : MatMult.multiply(tile, false, x, true, workers));
  }

  /** As {@link MatMult#mmchain}; w and y have as many rows as X. */
  static Matrix chain(Packed x, Matrix v, Matrix w, Matrix y, Workers workers) {
    return sum(
        x,
        workers,
        (tile, start, end) ->
            MatMult.mmchain(
                tile, v, rows(w, start, end, workers), rows(y, start, end, workers), workers));
  }

  /** What the tiles give, added up in order. */
  static Matrix sum(Packed x, Workers workers, RowTiles.Kernel kernel) {
    Matrix[] sum = new Matrix[1];
    RowTiles.forEach(
        x,
        workers,
        (tile, start, end) -> {
          Matrix part = kernel.apply(tile, start, end);
          sum[0] =
              sum[0] == null
                  ? part
                  : Elementwise.binary(Cells.PLUS, sum[0], part, true, true, workers);
        });
    return sum[0];
  }

  private static Plain rows(Matrix a, int start, int end, Workers workers) {
    return a == null ? null : Indexing.rows(a, start, end, workers);
  }
}
