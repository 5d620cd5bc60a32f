package dev.linden.storage.format;

import java.util.List;

/**
 * A file of blocks, for several machines, each of which reads some groups of them. Blocks that are
 * in no group are all zero.
 */
public non-sealed interface SplitBlocks extends SplitRead {
  long rows();

  long cols();

  /** Rows of a block that is not at the border. */
  int blockRows();

  int blockCols();

  /** Blocks of all groups. */
  long blocks();

  int groups();

  List<Placed> read(int group);
}
