package dev.linden.storage.format.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.storage.FileTest;
import dev.linden.storage.RoundTripTest;
import dev.linden.storage.store.LocalFileStore;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.Parts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading where memory is scarce. */
class CsvMemoryTest extends FileTest {
  /** The way of reading that counts rows first, for files that fill the memory. */
  @ParameterizedTest
  @ValueSource(ints = {50, 1 << 20})
  void withoutMemoryForPieces(int chunkBytes) throws Exception {
    for (Matrix matrix : RoundTripTest.matrices().values()) {
      if (matrix.rows() > 0) {
        write(matrix, path("a"), "format", "csv", "header", true);
        Parts parts = Parts.of(new LocalFileStore(), path("a"));
        Dialect dialect = Dialect.separatedBy(",").with(true, true, 0, List.of());
        Matrix back =
            new CsvReader(parts, dialect, matrix.rows(), -1, chunkBytes, 0, FOUR_THREADS).read();
        assertSame(matrix, back);
        assertEquals(Formats.sparse(matrix.rows(), matrix.cols(), matrix.nnz()), back.isSparse());
      }
    }
  }
}
