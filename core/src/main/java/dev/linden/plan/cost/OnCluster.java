package dev.linden.plan.cost;

import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.select.FusedRecipe;
import dev.linden.hop.Hop;
import dev.linden.op.Distribution;
import dev.linden.op.FoldsCells;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.PlacementOps;
import dev.linden.op.Property;
import dev.linden.op.RemoteMatrix;
import dev.linden.op.Size;
import dev.linden.plan.distribute.Cluster;
import dev.linden.plan.distribute.Method;
import dev.linden.plan.distribute.OperandUse;
import java.util.List;

/**
 * Seconds of operators on a cluster: what each method moves, and the work of its blocks shared
 * among the cores. Blocks are computed when a job needs them; an operator counts its own share of
 * that job, and the one whose result comes to the driver counts the job.
 */
final class OnCluster {
  /** Bytes of a partition. */
  private static final double PARTITION = 128 << 20;

  private static final double MOST_PARTITIONS = 1 << 20;

  /** Partitions from which on executors put partial results together before the driver does. */
  private static final double FEW_PARTITIONS = 16;

  private final Cluster cluster;
  private final double driverBudget;
  private final Rates rates;

  /** Bytes that executors have been told to keep, as long as the script has run. */
  private double kept;

  /**
   * @param driverBudget bytes that a value on the driver may have
   */
  OnCluster(Cluster cluster, double driverBudget, Rates rates) {
    this.cluster = cluster;
    this.driverBudget = driverBudget;
    this.rates = rates;
  }

  /** A value from outside: the driver has it, if it can. */
  Held given(Info info) {
    double bytes = info == null ? 0 : Work.bytes(info);
    if (bytes <= driverBudget || Double.isInfinite(bytes)) {
      return Held.here();
    }
    Held blocks = Held.onExecutors(Seconds.NONE, true);
    blocks.keep();
    kept += bytes;
    return blocks;
  }

  /** Seconds, and what has become of the result. */
  record Done(Seconds seconds, Held result) {}

  Done run(Hop.Compute call, Method method, List<Held> operands, Work work) {
    if (PlacementOps.isPlacement(call.op())) {
      return place(call, operands.get(0));
    } else if (call.op().has(Property.READS_FILE)) {
      return read(call);
    }
    double partitions = partitions(call);
    Seconds moved = Seconds.NONE;
    boolean placed = true;
    for (int i = 0; i < operands.size(); i++) {
      Info info = call.operands().get(i);
      if (info != null && info.isMatrix()) {
        OperandUse use = OperandUse.of(call.op(), call.operands(), i, method, cluster);
        moved = moved.plus(operand(operands.get(i), info.size(), use));
        placed &= use == OperandUse.BROADCAST || operands.get(i).isPlaced();
      }
    }
    Seconds shuffled = shuffle(shuffled(call, method, placed));
    Seconds computed = Seconds.ofCompute(shared(work, partitions));
    Seconds making = computed.plus(shuffled);
    if (shuffled.total() > 0) {
      making = making.plus(tasks(partitions));
    }
    boolean action = isAction(call);
    if (action) {
      double bytes = bytesOfResults(call);
      return new Done(
          moved.plus(making).plus(job(partitions)).plus(collect(bytes, partitions)), Held.here());
    } else if (call.op().has(Property.WRITES_FILE)) {
      double cores = Math.min(partitions, cluster.tasks());
      Seconds written =
          Seconds.ofRead(FileWork.of(call).seconds(cluster.executors(), cores, rates));
      return new Done(moved.plus(written).plus(job(partitions)), Held.here());
    }
    if (call.op().distribution() == Distribution.CUMULATIVE) {
      moved = moved.plus(job(partitions)); // the last cells of all blocks, before the others
    }
    if (call.results().stream().anyMatch(Info::isScalar)) {
      moved = moved.plus(job(partitions)); // one of several results of a pass comes to the driver
    }
    boolean stays = placed || shuffled.total() > 0;
    return new Done(moved.plus(making), Held.onExecutors(making, stays));
  }

  // ---- operands

  private Seconds operand(Held held, Size size, OperandUse use) {
    if (!size.known()) {
      return Seconds.NONE;
    }
    double bytes = Work.bytes(size);
    if (use == OperandUse.BROADCAST) {
      Seconds fetched = fetch(held, size);
      return held.mustBeSent() ? fetched.plus(broadcast(bytes)) : fetched;
    }
    if (!held.isOnExecutors()) {
      return held.mustBeSent() ? send(bytes) : Seconds.NONE;
    }
    boolean keptBefore = held.isKept();
    Seconds again = held.use();
    if (held.isKept() && !keptBefore) {
      kept += bytes;
    }
    Seconds read = keptBefore ? fromDisk(bytes) : Seconds.NONE;
    boolean moves = use == OperandUse.JOINED && !held.isPlaced();
    return again.plus(read).plus(moves ? shuffle(bytes) : Seconds.NONE);
  }

  /**
   * What local operators, and broadcasts, need of a value that executors have. What the driver has
   * no room for is not fetched: such an operator asks for names, or runs elsewhere when it comes to
   * it.
   */
  Seconds fetch(Held held, Size size) {
    if (!size.known() || Work.bytes(size) > driverBudget || !held.mustCome()) {
      return Seconds.NONE;
    }
    double partitions = partitions(size);
    return held.use().plus(job(partitions)).plus(collect(Work.bytes(size), 1));
  }

  private Done place(Hop.Compute call, Held operand) {
    if (!operand.isOnExecutors()) {
      return new Done(Seconds.NONE, operand);
    }
    double bytes = Work.bytes(call.info().size());
    Seconds seconds = Seconds.NONE;
    if (PlacementOps.keeping(call.op()) == RemoteMatrix.Keeping.BY_POSITION
        && !operand.isPlaced()) {
      operand.place();
      seconds = shuffle(bytes).plus(tasks(partitions(call.info().size())));
    }
    if (!operand.isKept()) {
      operand.keep();
      kept += bytes;
    }
    return new Done(seconds, operand);
  }

  private Done read(Hop.Compute call) {
    double partitions = partitions(call);
    Seconds seconds =
        Seconds.ofRead(
            FileWork.of(call)
                .seconds(cluster.executors(), Math.min(partitions, cluster.tasks()), rates));
    Held blocks = Held.onExecutors(seconds, false);
    blocks.keep();
    kept += bytesOfResults(call);
    return new Done(seconds, blocks);
  }

  // ---- what moves

  private double perMachine(double bytesPerSecond) {
    return cluster.executors() * bytesPerSecond;
  }

  private double serialized(double bytes) {
    return bytes / (cluster.tasks() * rates.serialization());
  }

  /** Written, sent and read; files of shuffles are new and in the memory of the machine mostly. */
  private Seconds shuffle(double bytes) {
    return Seconds.ofShuffle(
        2 * serialized(bytes)
            + bytes / perMachine(rates.network())
            + bytes / perMachine(rates.disk()));
  }

  /** The driver cuts it once, and executors pass it on to each other. */
  private Seconds broadcast(double bytes) {
    double hops = 1 + Math.log(cluster.executors()) / Math.log(2) / 8;
    return Seconds.ofBroadcast(2 * bytes / rates.serialization() + hops * bytes / rates.network());
  }

  /** Blocks from the driver, each to one executor. */
  private Seconds send(double bytes) {
    return Seconds.ofBroadcast(
        bytes / rates.serialization() + serialized(bytes) + bytes / rates.network());
  }

  /** Partial results of so many partitions, or the blocks of a result. */
  private Seconds collect(double bytes, double partitions) {
    double partials =
        partitions <= FEW_PARTITIONS ? partitions : FEW_PARTITIONS + Math.sqrt(partitions);
    double all = bytes * partials;
    return Seconds.ofCollect(all / rates.network() + 2 * all / rates.serialization());
  }

  /** The part of what is kept that does not fit the memory for data: written once, then read. */
  private Seconds fromDisk(double bytes) {
    double outside = kept == 0 ? 0 : Math.max(0, 1 - cluster.dataMemory() / kept) * bytes;
    return Seconds.ofRead(outside / perMachine(rates.disk()) + serialized(outside));
  }

  private Seconds job(double partitions) {
    return Seconds.ofOverhead(rates.job()).plus(tasks(partitions));
  }

  private Seconds tasks(double partitions) {
    double waves = Math.ceil(partitions / cluster.tasks());
    return Seconds.ofOverhead(waves * rates.task() + partitions * rates.schedule());
  }

  // ---- how much, by method

  /** Bytes of operands and partial results that a method sends to other executors. */
  private double shuffled(Hop.Compute call, Method method, boolean placed) {
    List<Info> operands = call.operands();
    if (method instanceof Method.Product product) {
      return ofProduct(call, product, placed);
    } else if (method instanceof Method.Factors factors) {
      double u = factors.uEverywhere() ? 0 : Work.bytes(operands.get(0));
      double v = factors.vEverywhere() ? 0 : Work.bytes(operands.get(1));
      return u * blocksOf(operands.get(1).size().rows())
          + v * blocksOf(operands.get(0).size().rows());
    }
    Op op = call.op();
    if (op.fold() != null && !isAction(call)) {
      Size size = operands.get(0).size();
      boolean rows = op.fold().direction() == FoldsCells.Direction.EACH_ROW;
      double across =
          rows ? blocksOf(size.cols()) : Math.min(blocksOf(size.rows()), partitions(size));
      return across > 1 ? across * bytesOfResults(call) : 0;
    }
    boolean moves = op.distribution() == Distribution.SCATTERED && !op.has(Property.REORGANIZES);
    return moves ? bytes(operands) : 0;
  }

  private double ofProduct(Hop.Compute call, Method.Product method, boolean placed) {
    List<Info> operands = call.operands();
    double all = bytes(operands);
    double result = bytesOfResults(call);
    Size left = operands.get(0).size();
    boolean byRows = !call.info().isMatrix() || left.rows() == call.info().size().rows();
    double inner = blocksOf(byRows ? left.cols() : left.rows());
    double partials = Math.min(inner, cluster.tasks());
    return switch (method) {
      case MAPMM_LEFT, MAPMM_RIGHT -> isAction(call) || inner <= 1 ? 0 : result * partials;
      case TSMM, MAPMMCHAIN, PMM, ZIPMM -> 0; // operands that meet count where they are taken
      case PMM_JOIN -> placed ? 0 : all;
      case TWO_PRODUCTS -> Work.bytes(operands.get(1)) * blocksOf(left.cols());
      case CPMM -> all + result * partials;
      case RMM ->
          Work.bytes(operands.get(0)) * blocksOf(call.info().size().cols())
              + Work.bytes(operands.get(1)) * blocksOf(call.info().size().rows());
    };
  }

  private double blocksOf(long cells) {
    return Math.max(1, Math.ceil((double) cells / cluster.blockSize()));
  }

  /** Its results are scalars, or are put together on the driver. */
  private boolean isAction(Hop.Compute call) {
    Distribution kind = call.op().distribution();
    boolean folds =
        kind == Distribution.AGGREGATE
            || kind == Distribution.PRODUCT
            || call.op().recipe() instanceof FusedRecipe fused && folds(fused.program());
    for (Info result : call.results()) {
      if (result.isMatrix() && !(folds && cluster.isSingleBlock(result.size()))) {
        return false;
      }
    }
    return !call.results().isEmpty();
  }

  private static boolean folds(FusedProgram program) {
    return program.sinks().stream().noneMatch(Sink.Rows.class::isInstance);
  }

  // ---- tasks

  private double shared(Work work, double partitions) {
    double cores = Math.min(partitions, cluster.tasks());
    double perMachine = Math.max(1, cores / cluster.executors());
    double machines = Math.max(1, cores / perMachine);
    return work.times(1 / machines).seconds(perMachine, rates);
  }

  /** As the largest matrix among operands and results is cut. */
  private double partitions(Hop.Compute call) {
    double most = 1;
    for (List<Info> infos : List.of(call.operands(), call.results())) {
      for (Info info : infos) {
        if (info != null && info.isMatrix() && info.size().known()) {
          most = Math.max(most, partitions(info.size()));
        }
      }
    }
    return most;
  }

  private double partitions(Size size) {
    double wanted = Math.max(cluster.tasks(), Math.ceil(Work.bytes(size) / PARTITION));
    double blocks = blocksOf(size.rows()) * blocksOf(size.cols());
    return Math.max(1, Math.min(Math.min(wanted, blocks), MOST_PARTITIONS));
  }

  private static double bytes(List<Info> infos) {
    return infos.stream().mapToDouble(Work::bytes).sum();
  }

  private static double bytesOfResults(Hop.Compute call) {
    return bytes(call.results());
  }
}
