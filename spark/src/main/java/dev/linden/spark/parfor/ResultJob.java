package dev.linden.spark.parfor;

import dev.linden.base.LindenBug;
import dev.linden.base.ResourceError;
import dev.linden.run.RemoteParfor;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Function2;
import scala.collection.Iterator;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** A job whose results are looked at as they come, and that can be ended early. */
final class ResultJob {
  private static final long CHECK_MILLIS = 100;

  private final JavaSparkContext context;
  private final String description;
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();

  /** Results of a partition, or with null the end of the job, by a failure if there is one. */
  private record Event(PackedResult[] results, Throwable failure) {}

  /** All results of a partition. */
  private static final class Collect
      extends AbstractFunction1<Iterator<PackedResult>, PackedResult[]> implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public PackedResult[] apply(Iterator<PackedResult> results) {
      List<PackedResult> all = new ArrayList<>();
      while (results.hasNext()) {
        all.add(results.next());
      }
      return all.toArray(new PackedResult[0]);
    }
  }

  ResultJob(JavaSparkContext context, String description) {
    this.context = context;
    this.description = description;
  }

  /** Tells {@code listener} of the results on this thread; false if some task has failed. */
  boolean run(JavaRDD<PackedResult> results, RemoteParfor.Results listener) {
    String group = "linden-" + UUID.randomUUID();
    Thread job = new Thread(() -> submit(results, group), "linden-parfor-job");
    job.setContextClassLoader(ResultJob.class.getClassLoader());
    job.setDaemon(true);
    job.start();
    try {
      return listen(group, listener);
    } catch (RuntimeException | Error e) {
      context.cancelJobGroup(group);
      throw e;
    }
  }

  private boolean listen(String group, RemoteParfor.Results listener) {
    boolean wanted = true;
    boolean complete = true;
    while (true) {
      Event event = next(listener);
      if (event.results() == null) {
        if (wanted && event.failure() != null) {
          throw unchecked(event.failure());
        }
        return complete;
      }
      for (PackedResult result : event.results()) {
        complete &= result.result().failedAt() < 0;
        if (wanted && !listener.ended(result.result())) {
          wanted = false;
          context.cancelJobGroup(group);
        }
      }
    }
  }

  private Event next(RemoteParfor.Results listener) {
    try {
      Event event = null;
      while (event == null) {
        listener.check();
        event = events.poll(CHECK_MILLIS, TimeUnit.MILLISECONDS);
      }
      return event;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ResourceError("interrupted while a parfor loop runs on Spark", e);
    }
  }

  private void submit(JavaRDD<PackedResult> results, String group) {
    Throwable failure = null;
    try {
      context.setJobGroup(group, description, false);
      Function2<Object, PackedResult[], BoxedUnit> handler =
          (partition, found) -> {
            events.add(new Event(found, null));
            return BoxedUnit.UNIT;
          };
      ClassTag<PackedResult[]> type = ClassTag$.MODULE$.apply(PackedResult[].class);
      context.sc().runJob(results.rdd(), new Collect(), handler, type);
    } catch (Throwable e) {
      // Spark throws checked exceptions without declaring them; the waiting thread gets all.
      failure = e;
    } finally {
      events.add(new Event(null, failure));
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException e ? e : new LindenBug("a job has failed", failure);
  }
}
