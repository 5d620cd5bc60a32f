package dev.linden.spark.parfor;

import dev.linden.base.Settings;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.parfor.ParforPlan;
import dev.linden.parfor.ShippedLoop;
import dev.linden.parfor.Task;
import dev.linden.plan.distribute.Cluster;
import dev.linden.run.RemoteParfor;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.operator.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** Parfor loops of one engine on executors. */
public final class SparkParfor implements RemoteParfor {
  /** Spark tasks of a job; each runs several tasks of the loop if there are more. */
  private static final int MOST_PARTITIONS = 2000;

  private final String id = UUID.randomUUID().toString();
  private final Session session;
  private final Cluster cluster;
  private final Settings executorSettings;

  /** Bodies that were sent, by id; they stay until the engine ends. */
  private final Map<String, Broadcast<byte[]>> bodies = new HashMap<>();

  public SparkParfor(Session session, Cluster cluster, Settings settings) {
    this.session = session;
    this.cluster = cluster;
    this.executorSettings =
        settings
            .with(Settings.EXEC, Settings.Exec.LOCAL)
            .with(Settings.THREADS, cluster.coresPerExecutor())
            .with(Settings.MEMORY, cluster.executorMemory())
            .with(Settings.BUDGET, (long) cluster.loopBudget());
  }

  @Override
  public Cluster cluster() {
    return cluster;
  }

  @Override
  public void run(Loop loop, Results results) {
    session.running(loop.title(), () -> runNamed(loop, results));
  }

  private void runNamed(Loop loop, Results results) {
    List<Broadcast<?>> temporary = new ArrayList<>();
    try {
      LoopTask task = new LoopTask(image(loop, temporary));
      JavaRDD<PackedResult> ended =
          loop.plan().sliced() == null ? tasks(loop).map(task::run) : slicedTasks(loop, task);
      ResultJob job = new ResultJob(context(), loop.title() + " (" + loop.plan().mode() + ")");
      if (loop.mergedThere().isEmpty()) {
        job.run(ended, results);
      } else {
        mergeThere(loop, ended, job, results);
      }
    } finally {
      temporary.forEach(broadcast -> broadcast.destroy());
    }
  }

  private void mergeThere(Loop loop, JavaRDD<PackedResult> ended, ResultJob job, Results results) {
    ended.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      HashSet<String> there = new HashSet<>(loop.mergedThere());
      if (job.run(ended.map(result -> result.without(there)), results)) {
        for (String variable : loop.mergedThere()) {
          MatrixValue original = (MatrixValue) loop.inputs().get(variable);
          results.merged(variable, MergeOnExecutors.merge(session, original, variable, ended));
        }
      }
    } finally {
      ended.unpersist(false);
    }
  }

  private JavaSparkContext context() {
    return session.context();
  }

  private JavaRDD<long[]> tasks(Loop loop) {
    List<long[]> packed = loop.tasks().stream().map(LoopTask::packed).toList();
    return context().parallelize(packed, Math.min(packed.size(), MOST_PARTITIONS));
  }

  /** Tasks that get their slices of the partitioned matrix by a shuffle. */
  private JavaRDD<PackedResult> slicedTasks(Loop loop, LoopTask task) {
    ShippedLoop.Sliced sliced = loop.plan().sliced();
    Distributed source = session.distributed((MatrixValue) loop.inputs().get(sliced.variable()));
    SliceRoutes routes =
        new SliceRoutes(source.grid(), sliced.slices(), loop.tasks(), loop.iterations());
    TaskPartitions partitions = new TaskPartitions(loop.tasks().size(), MOST_PARTITIONS);
    long[][] packed = loop.tasks().stream().map(LoopTask::packed).toArray(long[][]::new);
    return source
        .blocks()
        .flatMapToPair(block -> routes.pieces(block._1(), block._2()).iterator())
        .partitionBy(partitions)
        .mapPartitionsWithIndex(
            (partition, pieces) ->
                new SlicedTasks(task, routes, tasksOf(partition, packed, partitions), pieces),
            false);
  }

  private static List<Tuple2<Integer, Task>> tasksOf(
      int partition, long[][] packed, TaskPartitions partitions) {
    List<Tuple2<Integer, Task>> tasks = new ArrayList<>();
    for (int number = 0; number < packed.length; number++) {
      if (partitions.getPartition(number) == partition) {
        tasks.add(new Tuple2<>(number, LoopTask.unpacked(packed[number])));
      }
    }
    return tasks;
  }

  private LoopImage image(Loop loop, List<Broadcast<?>> temporary) {
    LinkedHashMap<String, Broadcast<PackedValue>> inputs = new LinkedHashMap<>();
    String sliced = loop.plan().sliced() == null ? null : loop.plan().sliced().variable();
    LinkedHashMap<String, SentPartitions> partitioned = new LinkedHashMap<>();
    loop.inputs()
        .forEach(
            (name, value) -> {
              ParforPlan.Partitioned partitions = loop.plan().partitioned(name);
              if (partitions != null) {
                SentPartitions sent =
                    SentPartitions.of(session, (MatrixValue) value, partitions, MOST_PARTITIONS);
                partitioned.put(name, sent);
                temporary.addAll(sent.parts());
              } else if (!name.equals(sliced)) {
                inputs.put(name, sent(value, temporary));
              }
            });
    int atOnce = (loop.plan().workers() + cluster.executors() - 1) / cluster.executors();
    return new LoopImage(
        id,
        executorSettings,
        loop.directory().toString(),
        loop.id(),
        UUID.randomUUID().toString(),
        body(loop),
        inputs,
        partitioned,
        atOnce,
        loop.plan(),
        loop.iterations(),
        loop.seed());
  }

  private synchronized Broadcast<byte[]> body(Loop loop) {
    return bodies.computeIfAbsent(
        loop.id(), sent -> context().broadcast(loop.body().get().toBytes()));
  }

  /** Variables keep what was sent until they change; {@code temporary} receives the others. */
  @SuppressWarnings("unchecked")
  private Broadcast<PackedValue> sent(Value value, List<Broadcast<?>> temporary) {
    if (!(value instanceof MatrixValue matrix) || !matrix.isReferenced()) {
      Broadcast<PackedValue> broadcast = context().broadcast(new PackedValue(value));
      temporary.add(broadcast);
      return broadcast;
    }
    Distributed held = session.source(matrix);
    synchronized (held) {
      if (held.whole() == null) {
        held.whole(context().broadcast(new PackedValue(matrix)));
        session.broadcastMade();
      }
      return (Broadcast<PackedValue>) held.whole();
    }
  }

  /** Forgets what executors in this process have. */
  public void close() {
    ExecutorEngine.close(id);
    bodies.values().forEach(broadcast -> broadcast.destroy());
    bodies.clear();
  }
}
