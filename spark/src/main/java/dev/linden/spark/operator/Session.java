package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.op.MatrixValue;
import dev.linden.op.RemoteMatrix;
import dev.linden.plan.ProductMethod;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** What operators need of Spark: operands as blocks or broadcasts, and a place for results. */
public final class Session {
  private final JavaSparkContext context;
  private final Registry registry;
  private final int side;
  private final double localBudget;
  private final double broadcastBudget;
  private final ProductMethod forced;
  private final double cumulativeBudget;

  /**
   * @param side rows and columns of blocks
   * @param localBudget bytes that one operation may take on the driver
   * @param broadcastBudget bytes that one broadcast may take
   * @param forced for tests: the only form of products, or null
   * @param cumulativeBudget bytes of aggregates that cumulative operators may bring to the driver
   */
  public Session(
      JavaSparkContext context,
      Registry registry,
      int side,
      double localBudget,
      double broadcastBudget,
      ProductMethod forced,
      double cumulativeBudget) {
    this.context = context;
    this.registry = registry;
    this.side = side;
    this.localBudget = localBudget;
    this.broadcastBudget = broadcastBudget;
    this.forced = forced;
    this.cumulativeBudget = cumulativeBudget;
  }

  public JavaSparkContext context() {
    return context;
  }

  public int side() {
    return side;
  }

  public double localBudget() {
    return localBudget;
  }

  public double broadcastBudget() {
    return broadcastBudget;
  }

  ProductMethod forced() {
    return forced;
  }

  double cumulativeBudget() {
    return cumulativeBudget;
  }

  ProductMethod.Limits productLimits() {
    return new ProductMethod.Limits(
        side, Math.min(broadcastBudget, localBudget / 2), parallelism());
  }

  public int parallelism() {
    return context.defaultParallelism();
  }

  public Grid grid(MatrixValue value) {
    return new Grid(value.size().rows(), value.size().cols(), side);
  }

  public Grid grid(long rows, long cols) {
    return new Grid(rows, cols, side);
  }

  public Partitioner partitioner(Grid grid) {
    return Blocks.partitioner(grid, parallelism());
  }

  /** Where blocks of the grid meet with as little movement as possible. */
  @SafeVarargs
  final Partitioner meeting(Grid grid, JavaPairRDD<BlockIndex, ?>... operands) {
    return Blocks.partitioner(grid, parallelism(), List.of(operands));
  }

  /** The blocks need not move to come to this place. */
  static boolean isAt(Partitioner place, JavaPairRDD<BlockIndex, ?> blocks) {
    return place.equals(blocks.partitioner().orNull());
  }

  /** An operator runs in this form. */
  void used(Form form) {
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
                "parallelize", () -> Blocks.parallelize(context, matrix, held.grid(), waves)),
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

  /** Small enough to be fetched, cut and broadcast. */
  public boolean fitsBroadcast(MatrixValue value) {
    return fitsBroadcast(value.size().rows(), value.size().cols());
  }

  public boolean fitsBroadcast(long rows, long cols) {
    double bytes = 8.0 * rows * cols;
    return bytes <= broadcastBudget && 2 * bytes <= localBudget;
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

  public JavaPairRDD<BlockIndex, Boolean> indexes(Grid grid) {
    return indexes(grid, 1);
  }

  /** For blocks with this part of non-zeros. */
  JavaPairRDD<BlockIndex, Boolean> indexes(Grid grid, double density) {
    return Blocks.indexes(context, grid, parallelism(), density);
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

  public <T> T job(String what, Supplier<T> work) {
    return registry.job(what, work);
  }
}
