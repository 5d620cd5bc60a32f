package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.op.Info;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.RemoteMatrix;
import dev.linden.op.Size;
import dev.linden.op.Value;
import dev.linden.op.ValuesCall;
import dev.linden.plan.distribute.Cluster;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Gathering;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.HashPartitioner;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** What operators need of Spark: operands as blocks or broadcasts, and a place for results. */
public final class Session {
  private final JavaSparkContext context;
  private final Registry registry;
  private final Cluster cluster;

  /**
   * @param cluster that the context is connected to
   */
  public Session(JavaSparkContext context, Registry registry, Cluster cluster) {
    this.context = context;
    this.registry = registry;
    this.cluster = cluster;
  }

  public JavaSparkContext context() {
    return context;
  }

  public Cluster cluster() {
    return cluster;
  }

  public int parallelism() {
    return context.defaultParallelism();
  }

  public Grid grid(MatrixValue value) {
    return new Grid(value.size().rows(), value.size().cols(), cluster.blockSize());
  }

  public Grid grid(long rows, long cols) {
    return new Grid(rows, cols, cluster.blockSize());
  }

  public Partitioner partitioner(Grid grid) {
    return Blocks.partitioner(grid, registry);
  }

  /** For as many keys of another kind as the grid has blocks. */
  public Partitioner hashed(Grid grid) {
    return new HashPartitioner(Blocks.partitions(grid, parallelism()));
  }

  /** Where blocks of the grid meet with as little movement as possible. */
  @SafeVarargs
  public final Partitioner meeting(Grid grid, JavaPairRDD<BlockIndex, ?>... operands) {
    return Blocks.partitioner(grid, registry, List.of(operands));
  }

  /** The blocks need not move to come to this place. */
  static boolean isAt(Partitioner place, JavaPairRDD<BlockIndex, ?> blocks) {
    return place.equals(blocks.partitioner().orNull());
  }

  /** An operator runs in this form. */
  public void used(Form form) {
    registry.used(form.label());
  }

  // ---- operands

  private Distributed handle(MatrixValue value) {
    synchronized (value) {
      RemoteMatrix remote = value.remote();
      if (remote == null) {
        Distributed fresh = new Distributed(grid(value), registry);
        value.heldBy(fresh);
        return fresh;
      }
      return (Distributed) remote;
    }
  }

  /** The executors have its blocks, or can compute them. */
  public boolean isDistributed(MatrixValue value) {
    return value.remote() instanceof Distributed held && held.hasBlocks();
  }

  /** This process has no copy of it, nor have all executors one. */
  public boolean isOnlyThere(MatrixValue value) {
    return isDistributed(value) && value.resident() == null && source(value).broadcast() == null;
  }

  /** Blocks of both with the same position are in the same place. */
  public boolean arePlacedAlike(MatrixValue a, MatrixValue b) {
    return isDistributed(a) && isDistributed(b) && source(a).isPlacedLike(source(b));
  }

  /** Each cell of a column is the number of its row, as far as that is known without a job. */
  boolean hasRowNumbers(MatrixValue value) {
    if (value.size().cols() != 1) {
      return false;
    }
    if (value.remote() instanceof Distributed held && held.hasRowNumbers()) {
      return true;
    }
    Matrix block = value.resident();
    if (block == null) {
      return false;
    }
    for (int i = 0; i < block.rows(); i++) {
      if (block.get(i, 0) != i + 1) {
        return false;
      }
    }
    return true;
  }

  /** The matrix as blocks; sent to the executors if only the driver has it. */
  public Distributed distributed(MatrixValue value) {
    Distributed held = handle(value);
    // Workers of a parfor loop may want it at the same time; it is sent once.
    synchronized (held) {
      if (!held.hasBlocks()) {
        Matrix matrix = value.matrix();
        List<JavaPairRDD<BlockIndex, Matrix>> waves = new ArrayList<>();
        held.parallelized(
            registry.job(
                "parallelize",
                () -> Blocks.parallelize(context, matrix, held.grid(), registry, waves)),
            waves);
        registry.parallelized();
      }
    }
    return held;
  }

  /** The matrix on every executor; fetched first if only executors have it. */
  public BroadcastBlocks broadcast(MatrixValue value) {
    Distributed held = handle(value);
    synchronized (held) {
      if (held.broadcast() == null) {
        broadcast(value.matrix(), held);
      }
      return held.broadcast();
    }
  }

  /** A broadcast that belongs to no value; whoever asks for it releases it. */
  Distributed broadcastAlone(Matrix matrix, Grid grid) {
    Distributed held = new Distributed(grid, registry);
    broadcast(matrix, held);
    return held;
  }

  private void broadcast(Matrix matrix, Distributed held) {
    held.broadcast(BroadcastBlocks.of(context, matrix, held.grid()));
    registry.broadcasts(1);
  }

  /** A broadcast was made that a {@link Distributed} destroys. */
  public void broadcastMade() {
    registry.broadcasts(1);
  }

  /** What holds the blocks or the broadcast of an operand, for {@link #result}. */
  public Distributed source(MatrixValue value) {
    return handle(value);
  }

  /** What is known of the operands of a call now. */
  public List<Info> describe(Invocation call) {
    List<Info> infos = new ArrayList<>();
    for (int i = 0; i < call.count(); i++) {
      Value value = call.has(i) ? call.value(i) : null;
      infos.add(
          value instanceof MatrixValue matrix
              ? Info.matrix(size(matrix))
              : value == null ? null : ValuesCall.describe(value));
    }
    return infos;
  }

  /** With the non-zeros of what is kept without its zeros. */
  private static Size size(MatrixValue value) {
    RemoteMatrix remote = value.remote();
    Matrix block = value.resident();
    long nnz = block != null && block.isSparse() ? block.nnz() : remote == null ? -1 : remote.nnz();
    return nnz < 0 ? value.size() : value.size().withNnz(nnz);
  }

  // ---- results

  /** A matrix whose blocks are computed when they are needed. */
  public MatrixValue result(
      Grid grid, JavaPairRDD<BlockIndex, Matrix> blocks, Iterable<Distributed> sources) {
    return new MatrixValue(new Distributed(grid, blocks, sources, registry));
  }

  /**
   * Blocks that are made of nothing, but take longer to make than to read, such as random numbers:
   * kept if there is more than one use, as those that are computed from others.
   */
  MatrixValue dearResult(Grid grid, JavaPairRDD<BlockIndex, Matrix> blocks) {
    return new MatrixValue(new Distributed(grid, blocks, List.of(), registry).dear());
  }

  /** What a file gave: kept from the first use on. */
  Distributed read(Grid grid, JavaPairRDD<BlockIndex, Matrix> blocks) {
    return new Distributed(grid, blocks, List.of(), registry).read();
  }

  /**
   * Blocks out of pieces, which are made now, in partitions that take tasks as long as each other.
   */
  <P> JavaPairRDD<BlockIndex, Matrix> gathered(
      JavaPairRDD<BlockIndex, P> pieces, Grid grid, Gathering.Pieces<P> how) {
    return Gathering.of(pieces, grid, how, registry);
  }

  public JavaPairRDD<BlockIndex, Boolean> indexes(Grid grid) {
    return indexes(grid, 1);
  }

  /** For blocks with this part of non-zeros. */
  JavaPairRDD<BlockIndex, Boolean> indexes(Grid grid, double density) {
    return Blocks.indexes(context, grid, registry, density);
  }

  /** Numbers from 0 on, one in each partition. */
  JavaRDD<Integer> numbers(int count) {
    return Blocks.numbers(context, count);
  }

  /** Several jobs will read its blocks: those that are computed are worth keeping. */
  void readTwice(MatrixValue value) {
    if (isDistributed(value)) {
      distributed(value).blocks();
    }
  }

  /** Tests have the driver take fewer cells. */
  int fetchedCells(int usual) {
    return Integer.getInteger("linden.spark.fetch", usual);
  }

  /** Tests have smaller files read by several tasks too. */
  int stretchBytes(int usual) {
    return Integer.getInteger("linden.spark.stretch", usual);
  }

  /** Jobs of this work, and what it makes, carry a name. */
  public void running(String name, Runnable work) {
    String before = registry.running(name);
    try {
      work.run();
    } finally {
      registry.running(before);
    }
  }

  public <T> T job(String what, Supplier<T> work) {
    return registry.job(what, work);
  }
}
