package dev.linden.storage.format.libsvm;

import dev.linden.matrix.Workers;
import dev.linden.storage.format.Placed;
import dev.linden.storage.format.RowCount;
import dev.linden.storage.format.RowPlaces;
import dev.linden.storage.format.SparseRows;
import dev.linden.storage.format.SplitRows;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.text.ChunkResults;
import dev.linden.storage.text.Lines;
import dev.linden.storage.text.Parts;
import dev.linden.storage.text.Stretch;
import java.util.ArrayList;

/** A libsvm file that several machines read. */
record SplitLibsvm(
    String path, LibsvmSyntax syntax, long declaredRows, ArrayList<Stretch> stretches)
    implements SplitRows {

  static SplitLibsvm of(Parts parts, LibsvmSyntax syntax, long rows, FileStore store, int bytes) {
    return new SplitLibsvm(
        parts.path(), syntax, rows, Stretch.all(parts, store, bytes, 0, part -> -1));
  }

  @Override
  public RowCount count(Stretch stretch) {
    try (ChunkResults<RowCount> counts = stretch.map(this::count)) {
      return RowCount.sum(counts);
    }
  }

  /** Only who reads all indexes knows how many features there are, if nobody says. */
  private RowCount count(Lines lines) {
    if (!syntax.declaresFeatures()) {
      LibsvmPiece piece = LibsvmPiece.of(lines, syntax);
      return new RowCount(piece.rows(), 0, piece.largest() + 1);
    }
    long rows = 0;
    while (LibsvmPiece.next(lines)) {
      rows++;
    }
    return new RowCount(rows, 0, (int) syntax.declaredFeatures() + 1);
  }

  @Override
  public ChunkResults<Placed> read(int k, RowPlaces places) {
    long[] at = {places.firstRows()[k]};
    return stretches
        .get(k)
        .map(
            lines -> {
              LibsvmPiece piece = LibsvmPiece.of(lines, syntax);
              if (piece.rows() == 0) {
                return null;
              }
              SparseRows[] rows = {piece.withLabelBehind(places.cols() - 1)};
              long first = at[0];
              at[0] += piece.rows();
              return new Placed(first, 0, SparseRows.stack(rows, places.cols(), Workers.serial()));
            });
  }
}
