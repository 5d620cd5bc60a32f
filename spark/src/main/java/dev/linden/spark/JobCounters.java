package dev.linden.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** What Spark reports of its work, for statistics. */
final class JobCounters extends SparkListener {
  private final LongAdder jobs = new LongAdder();
  private final LongAdder tasks = new LongAdder();
  private final LongAdder shuffled = new LongAdder();
  private final LongAdder spilled = new LongAdder();

  @Override
  public void onJobStart(SparkListenerJobStart start) {
    jobs.increment();
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    tasks.increment();
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
