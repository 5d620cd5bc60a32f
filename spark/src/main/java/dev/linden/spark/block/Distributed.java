package dev.linden.spark.block;

import dev.linden.matrix.Matrix;
import dev.linden.op.RemoteMatrix;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * What executors hold, or can compute, of a matrix: its blocks, a broadcast of it, or both.
 *
 * <p>Blocks are computed when they are needed, out of those of other matrices. So these must stay
 * as long as somebody may ask: references are counted, one for the variables together and one for
 * each matrix that is computed from this one, and what has none is freed.
 */
public final class Distributed implements RemoteMatrix {
  private static final long UNKNOWN = -1;

  /**
   * Operators in a row after which blocks are computed and cut off from what they came from. A
   * variable that a loop changes would otherwise hold on to all its former values.
   */
  private static final int LONGEST_CHAIN = 12;

  /** Uses from which it pays to keep computed blocks. */
  private static final int USES_TO_CACHE = 2;

  private final Grid grid;
  private final Registry registry;

  /** The operator that made it. */
  private final String origin;

  private final List<Distributed> sources = new ArrayList<>();
  private final List<JavaPairRDD<BlockIndex, Matrix>> keptParts = new ArrayList<>();
  private JavaPairRDD<BlockIndex, Matrix> blocks;
  private BroadcastBlocks broadcast;
  private Broadcast<?> whole;

  /** What its blocks share, if they are compressed; theirs and those of nobody else. */
  private final Compressed compressed;

  private Compression compression;
  private boolean cached;
  private int uses;

  private boolean read;

  /** Computing the blocks again costs more than reading them. */
  private boolean dear;

  private boolean rowNumbers;

  private int references = 1;

  /** References of matrices with the same cells, which need these only if a block gets lost. */
  private int substitutes;

  /** The first blocks depend on no others, and are lost if they are not kept. */
  private boolean settled;

  /** Whether kept blocks have been computed. */
  private boolean computed;

  /** Operators since blocks that do not depend on others. */
  private int depth;

  private long nnz = UNKNOWN;

  /** For a matrix on the driver; blocks and broadcast are made when they are wanted. */
  public Distributed(Grid grid, Registry registry) {
    this(grid, registry, null);
  }

  private Distributed(Grid grid, Registry registry, Compressed compressed) {
    this.grid = grid;
    this.registry = registry;
    this.compressed = compressed;
    this.origin = registry.running();
    registry.created(this);
  }

  /** Blocks that are computed from {@code sources}. */
  public Distributed(
      Grid grid,
      JavaPairRDD<BlockIndex, Matrix> blocks,
      Iterable<Distributed> sources,
      Registry registry) {
    this(grid, registry, null);
    computedFrom(blocks, sources);
    if (depth > LONGEST_CHAIN) {
      settle();
    }
  }

  private void computedFrom(JavaPairRDD<BlockIndex, Matrix> made, Iterable<Distributed> operands) {
    blocks = made;
    for (Distributed source : operands) {
      dear = true;
      source.retain();
      sources.add(source);
      depth = Math.max(depth, source.depth + 1);
    }
  }

  /**
   * The same cells in groups: kept, computed now, and put in the place of the plain ones, which are
   * not kept any longer than others need them.
   *
   * @param groups is told the bytes of the blocks; destroys what they share
   */
  public static Distributed compressed(
      Distributed plain, JavaPairRDD<BlockIndex, Matrix> blocks, Compressed groups) {
    Distributed result = new Distributed(plain.grid, plain.registry, groups);
    result.computedFrom(blocks, List.of(plain));
    synchronized (plain) {
      plain.substitutes++;
    }
    if (plain.settled) {
      result.settle(); // nothing could compute the plain blocks again: they would have to stay
    } else {
      result.cache();
    }
    plain.registry.job(
        "compress",
        () -> {
          groups.count(result.blocks);
          return null;
        });
    result.computed = true;
    return result;
  }

  /** Computes the blocks now; from here on nothing else is needed for them. */
  private void settle() {
    cached = true;
    settled = true;
    registry.cached(blocks.getNumPartitions());
    // Two copies: there is no way to compute a lost one again.
    boolean local = blocks.context().isLocal();
    // Tasks that read the blocks carry the function that made them; one of its own holds no
    // broadcasts of sources, which may be destroyed from now on.
    boolean alone = compressed == null;
    blocks = blocks.mapValues(block -> alone ? Dictionaries.apart(block) : block);
    name();
    blocks.persist(local ? StorageLevel.MEMORY_AND_DISK() : StorageLevel.MEMORY_AND_DISK_2());
    blocks.rdd().localCheckpoint();
    registry.job("checkpoint", () -> Rdds.count(blocks));
    computed = true;
    depth = 0;
    releaseSources();
  }

  /** For Spark's list of what executors hold. */
  private void name() {
    if (!origin.isEmpty()) {
      blocks.setName(origin);
    }
  }

  private void releaseSources() {
    for (Distributed source : sources) {
      if (compressed != null) {
        source.substituteFreed();
      }
      source.release();
    }
    sources.clear();
  }

  private synchronized void substituteFreed() {
    substitutes--;
  }

  public Grid grid() {
    return grid;
  }

  public boolean hasBlocks() {
    return blocks != null;
  }

  /** Its blocks are where this partitioner puts them. */
  public synchronized boolean isAt(Partitioner place) {
    return place != null && place.equals(blocks.partitioner().orNull());
  }

  public boolean isPlacedLike(Distributed other) {
    return isAt(other.place());
  }

  private synchronized Partitioner place() {
    return blocks.partitioner().orNull();
  }

  /**
   * Blocks of a matrix that the driver has as well: there is nothing to recompute.
   *
   * @param parts what the blocks consist of, if executors keep these
   */
  public synchronized void parallelized(
      JavaPairRDD<BlockIndex, Matrix> newBlocks, List<JavaPairRDD<BlockIndex, Matrix>> parts) {
    blocks = newBlocks;
    keptParts.addAll(parts);
  }

  /** For use by an operator: if it is not the only one, the blocks are kept once computed. */
  public synchronized JavaPairRDD<BlockIndex, Matrix> blocks() {
    uses++;
    if (uses == USES_TO_CACHE && dear && !cached) {
      cache();
    }
    return blocks;
  }

  @Override
  public synchronized void usedAgain() {
    uses = Math.max(uses, USES_TO_CACHE - 1);
  }

  /** Those whose blocks the blocks are computed from. */
  synchronized List<Distributed> sources() {
    return List.copyOf(sources);
  }

  /** The blocks come of a file: they are kept from the first use on. */
  public synchronized Distributed read() {
    read = true;
    cache();
    return this;
  }

  synchronized boolean isRead() {
    return read;
  }

  /** Blocks that come from nowhere, and are expensive all the same. */
  public synchronized Distributed dear() {
    dear = true;
    return this;
  }

  /** Each cell of this column is the number of its row. */
  public synchronized Distributed ofRowNumbers() {
    rowNumbers = true;
    return this;
  }

  public synchronized boolean hasRowNumbers() {
    return rowNumbers;
  }

  /** Keeps the blocks once they are computed, in memory and where that is short on disk. */
  public synchronized void cache() {
    cache(StorageLevel.MEMORY_AND_DISK());
  }

  private void cache(StorageLevel level) {
    if (!cached) {
      cached = true;
      name();
      blocks.persist(level);
      registry.cached(blocks.getNumPartitions());
    }
  }

  /**
   * Blocks that are not kept yet are brought into the form that is best to read and kept in it.
   * Those that are to be placed by position and are kept elsewhere move now, so that they are not
   * kept twice.
   */
  @Override
  public synchronized void keep(Keeping how) {
    if (blocks == null) {
      return; // only a broadcast of a matrix that the driver has
    }
    boolean placed = how != Keeping.BY_POSITION || blocks.partitioner().isPresent();
    if (cached && placed) {
      return;
    }
    JavaPairRDD<BlockIndex, Matrix> before = blocks;
    boolean wasCached = cached;
    int partitions = Blocks.partitions(grid, registry.parallelism());
    if (!placed) {
      blocks = blocks.partitionBy(Blocks.partitioner(grid, registry));
    } else if (!blocks.partitioner().isPresent() && blocks.getNumPartitions() > 2 * partitions) {
      blocks = blocks.coalesce(partitions);
    }
    blocks = Rdds.mapValues(blocks, Blocks::compact);
    if (wasCached) {
      name();
      blocks.persist(StorageLevel.MEMORY_AND_DISK());
      JavaPairRDD<BlockIndex, Matrix> moved = blocks;
      registry.job("repartition", () -> Rdds.count(moved));
      computed = true;
      if (settled) {
        keptParts.add(before); // nothing can compute it again
      } else {
        before.unpersist(false);
      }
    } else {
      cache(
          how == Keeping.SERIALIZED
              ? StorageLevel.MEMORY_AND_DISK_SER()
              : StorageLevel.MEMORY_AND_DISK());
    }
    registry.kept(!placed);
  }

  /**
   * Jobs that all find the blocks missing would compute them several times and wait for each other
   * (Boehm et al.: SystemML: Declarative Machine Learning on Spark, 3.4). Copies of what the driver
   * has are at hand.
   */
  @Override
  public synchronized void prepare() {
    if (blocks == null || computed || (!cached && !dear)) {
      return;
    }
    if (!cached) {
      keep(Keeping.BLOCKS);
    }
    JavaPairRDD<BlockIndex, Matrix> kept = blocks;
    registry.job("cache", () -> Rdds.count(kept));
    computed = true;
  }

  public synchronized BroadcastBlocks broadcast() {
    return broadcast;
  }

  public synchronized void broadcast(BroadcastBlocks made) {
    broadcast = made;
  }

  /** A broadcast of the matrix in one piece, or null. */
  public synchronized Broadcast<?> whole() {
    return whole;
  }

  public synchronized void whole(Broadcast<?> made) {
    whole = made;
  }

  // ---- as the core sees it

  @Override
  public long rows() {
    return grid.rows();
  }

  @Override
  public long cols() {
    return grid.cols();
  }

  @Override
  public long nnz() {
    return nnz;
  }

  @Override
  public synchronized Compression compression() {
    return compression;
  }

  /** What came of the thought to compress it. */
  public synchronized void compression(Compression outcome) {
    compression = outcome;
  }

  /** Bytes of the blocks that {@link #compressed} made. */
  public double compressedBytes() {
    return compressed.bytes();
  }

  @Override
  public long countedNnz() {
    if (nnz == UNKNOWN) {
      // Whoever counts will fetch or use the blocks next.
      synchronized (this) {
        if (!sources.isEmpty()) {
          cache();
        }
      }
      nnz =
          registry.job(
              "count non-zeros", () -> blocks.values().map(Matrix::nnz).fold(0L, Long::sum));
    }
    return nnz;
  }

  @Override
  public Matrix collect() {
    String before = registry.running(origin);
    Matrix matrix;
    try {
      matrix = registry.job("collect", () -> Blocks.collect(blocks(), grid));
    } finally {
      registry.running(before);
    }
    registry.collected();
    nnz = matrix.isSparse() ? matrix.nnz() : nnz;
    return matrix;
  }

  // ---- references

  synchronized void retain() {
    references++;
  }

  @Override
  public void release() {
    boolean free;
    synchronized (this) {
      references--;
      free = references == 0;
      if (!free && references == substitutes && cached && !settled) {
        cached = false;
        computed = false;
        blocks.unpersist(false);
        registry.uncached();
      }
    }
    if (free) {
      free();
    }
  }

  private void free() {
    synchronized (this) {
      if (cached) {
        cached = false;
        blocks.unpersist(false);
        registry.uncached();
      }
      if (broadcast != null) {
        broadcast.destroy();
        broadcast = null;
        registry.broadcasts(-1);
      }
      if (whole != null) {
        whole.destroy();
        whole = null;
        registry.broadcasts(-1);
      }
      keptParts.forEach(part -> part.unpersist(false));
      keptParts.clear();
      blocks = null;
    }
    registry.freed(this);
    releaseSources();
    if (compressed != null) {
      compressed.destroy();
      registry.broadcasts(-1);
    }
  }

  /** At the end of an engine, whatever may still refer to it. */
  void freeNow() {
    synchronized (this) {
      if (references <= 0) {
        return;
      }
      references = 0;
      sources.clear();
    }
    free();
  }
}
