package dev.linden.spark;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.StageInfo;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark reports of its work, for statistics. */
final class JobCounters extends SparkListener {
  private final LongAdder jobs = new LongAdder();
  private final LongAdder tasks = new LongAdder();
  private final LongAdder shuffled = new LongAdder();
  private final LongAdder spilled = new LongAdder();

  /** Jobs that run, by their numbers. */
  private final Map<Integer, Job> running = new ConcurrentHashMap<>();

  private static final class Job {
    private final Set<Integer> stages = new HashSet<>();
    private final int tasks;
    private final AtomicInteger ended = new AtomicInteger();

    Job(SparkListenerJobStart start) {
      int all = 0;
      for (StageInfo stage : CollectionConverters.asJava(start.stageInfos())) {
        stages.add(stage.stageId());
        all += stage.numTasks();
      }
      tasks = all;
    }
  }

  @Override
  public void onJobStart(SparkListenerJobStart start) {
    jobs.increment();
    running.put(start.jobId(), new Job(start));
  }

  @Override
  public void onJobEnd(SparkListenerJobEnd end) {
    running.remove(end.jobId());
  }

  /** {@code Spark: 12 of 200 tasks}; null if no job runs. */
  String activity() {
    int ended = 0;
    int all = 0;
    for (Job job : running.values()) {
      ended += job.ended.get();
      all += job.tasks;
    }
    return all == 0 ? null : "Spark: " + Math.min(ended, all) + " of " + all + " tasks";
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    tasks.increment();
    for (Job job : running.values()) {
      if (job.stages.contains(end.stageId())) {
        job.ended.incrementAndGet();
      }
    }
    TaskMetrics metrics = end.taskMetrics();
    if (metrics != null) {
      shuffled.add(metrics.shuffleWriteMetrics().bytesWritten());
      spilled.add(metrics.diskBytesSpilled());
    }
  }

  Map<String, Long> counters() {
    Map<String, Long> counters = new LinkedHashMap<>();
    counters.put("jobs", jobs.sum());
    counters.put("tasks", tasks.sum());
    counters.put("shuffled bytes", shuffled.sum());
    counters.put("spilled bytes", spilled.sum());
    return counters;
  }
}
