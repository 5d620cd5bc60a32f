package dev.linden.storage.format;

import dev.linden.storage.text.ChunkResults;
import dev.linden.storage.text.Stretch;
import java.util.ArrayList;

/**
 * A file whose lines are cells, for several machines, each of which reads some stretches of it. Of
 * equal cells the last one counts, so whoever puts the cells together needs to know the order of
 * the stretches.
 */
public non-sealed interface SplitCells extends SplitRead {
  int rows();

  int cols();

  ArrayList<Stretch> stretches();

  /** Lines that must be there, -1 if nobody says how many. */
  long entries();

  /** Lines of a stretch that hold a cell. */
  long count(Stretch stretch);

  /** Refuses a file whose stretches hold another number of entries than it says. */
  void check(long found);

  /** The cells of a stretch in their order. */
  ChunkResults<Triples> read(Stretch stretch);
}
