package dev.linden.storage.format;

import dev.linden.storage.text.ChunkResults;
import dev.linden.storage.text.Stretch;
import java.util.ArrayList;
import java.util.List;

/**
 * A file whose lines are rows, for several machines, each of which reads some stretches of it.
 * Where a row belongs is known when the rows of all stretches before it are counted, so there are
 * two passes.
 */
public non-sealed interface SplitRows extends SplitRead {
  String path();

  /** Rows that must be there, -1 if nobody says how many. */
  long declaredRows();

  ArrayList<Stretch> stretches();

  /** The first pass over a stretch. */
  RowCount count(Stretch stretch);

  /** What the counts of all stretches, in their order, say about the matrix. */
  default RowPlaces places(List<RowCount> counts) {
    return RowPlaces.of(path(), declaredRows(), counts);
  }

  /** The second pass: the rows of the stretch of this number. */
  ChunkResults<Placed> read(int stretch, RowPlaces places);
}
