package dev.linden.storage.format.libsvm;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.format.SparseRows;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.util.List;

/**
 * Reads lines {@code label index:value index:value ...} with 1-based indexes. The label becomes the
 * last column, behind the features.
 */
final class LibsvmReader {
  private final Parts parts;
  private final LibsvmSyntax syntax;
  private final long declaredRows;

  LibsvmReader(Parts parts, LibsvmSyntax syntax, long declaredRows) {
    this.parts = parts;
    this.syntax = syntax;
    this.declaredRows = declaredRows;
  }

  Matrix read(int chunkBytes, Workers workers) throws IOException {
    List<LibsvmPiece> pieces =
        parts.map(chunkBytes, 0, workers, (c, part, lines) -> LibsvmPiece.of(lines, syntax));
    long rows = 0;
    int largest = 0;
    for (LibsvmPiece piece : pieces) {
      rows += piece.rows();
      largest = Math.max(largest, piece.largest());
    }
    Dimensions.check(parts.path(), "rows", rows);
    Dimensions.checkDeclaredRows(parts.path(), declaredRows, rows);
    int features = syntax.declaresFeatures() ? (int) syntax.declaredFeatures() : largest;
    SparseRows[] all = new SparseRows[pieces.size()];
    SparseRows.forPieces(
        all.length, workers, c -> all[c] = pieces.get(c).withLabelBehind(features));
    return SparseRows.stack(all, features + 1, workers);
  }
}
