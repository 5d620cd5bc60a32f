package dev.linden.op;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.compress.plan.Decision;

/** What other machines hold of a matrix: its blocks, or copies of a local one. */
public interface RemoteMatrix {
  /** In which form computed blocks stay. */
  enum Keeping {
    BLOCKS,
    SERIALIZED,
    /** Placed by position, so that blocks of the same position meet where they are. */
    BY_POSITION
  }

  /**
   * Whether the blocks are compressed, and why.
   *
   * @param plainBytes that they take, or took before
   * @param bytes that they take
   */
  record Compression(Decision decision, double plainBytes, double bytes) {}

  /** Null if nobody has asked for it. */
  default Compression compression() {
    return null;
  }

  long rows();

  long cols();

  /** Exact non-zeros; -1 while nobody has counted them. Starts nothing. */
  long nnz();

  /** The same, counted now if need be. */
  long countedNnz();

  /** All cells as one block. The caller has made sure that it fits. */
  Matrix collect();

  /**
   * Somebody will ask for the cells now, and perhaps somebody else later; of no interest where they
   * are at hand.
   */
  default void usedAgain() {}

  /** The cells will be used again and again: once computed they stay until the release. */
  void keep(Keeping how);

  /**
   * Many are going to ask for the cells at the same time: they are computed now, and kept, unless
   * they are at hand already.
   */
  void prepare();

  /** No variable needs it any more. */
  void release();
}
