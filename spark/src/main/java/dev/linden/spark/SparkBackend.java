package dev.linden.spark;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.base.LindenBug;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.op.Invocation;
import dev.linden.op.Op;
import dev.linden.plan.distribute.Chooser;
import dev.linden.plan.distribute.Cluster;
import dev.linden.plan.distribute.Method;
import dev.linden.run.Backend;
import dev.linden.run.RemoteParfor;
import dev.linden.spark.block.Registry;
import dev.linden.spark.operator.Operator;
import dev.linden.spark.operator.Operators;
import dev.linden.spark.operator.Session;
import dev.linden.spark.operator.product.Products;
import dev.linden.spark.parfor.SparkParfor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;

/** Runs operators on Spark, for one engine. Starts nothing before the first operator. */
public final class SparkBackend implements Backend {
  private Settings settings = Settings.DEFAULTS;
  private Registry registry;
  private Session session;
  private volatile Connection connection;
  private volatile boolean starting;
  private Map<String, Long> jobsBefore = Map.of();
  private SparkParfor parfor;

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public String describe() {
    // Spark 4.0 looks for the file with its version through the loader of the thread.
    String version = withOwnLoader(() -> org.apache.spark.package$.MODULE$.SPARK_VERSION());
    return "Spark " + version + ", master " + settings.get(Settings.SPARK_MASTER);
  }

  @Override
  public void configure(Settings given) {
    settings = given;
  }

  private synchronized Session session() {
    if (session == null) {
      starting = true;
      try {
        connection = withOwnLoader(() -> Connection.connect(settings));
      } finally {
        starting = false;
      }
      jobsBefore = connection.jobs().counters();
      JavaSparkContext context = connection.context();
      registry = new Jobs(context);
      session = new Session(context, registry, connection.cluster(settings));
    }
    return session;
  }

  @Override
  public Op.Kernel kernel(Op op, Invocation call, Method planned, Span place) {
    Session current = session();
    Op meant = op.forArguments(call.count());
    // Executors may have come since the last operator.
    Chooser chooser = new Chooser(connection.cluster(settings));
    Method method = chooser.choose(meant, current.describe(call));
    Operator operator = operator(meant, call, method, current);
    if (operator == null) {
      return null;
    }
    return invocation ->
        withOwnLoader(
            () -> {
              Jobs jobs = (Jobs) registry;
              String before = jobs.running(Jobs.describe(op, place));
              try {
                jobs.usePoolOfThread();
                jobs.show(jobs.running());
                jobs.showLine(place);
                operator.run(meant, invocation, current);
                registry.ran(op.name());
                registry.used(method, planned);
                return null;
              } catch (Exception e) {
                throw unwrapped(e);
              } finally {
                jobs.running(before);
              }
            });
  }

  /** Null if there is none for this call: then the operator runs on the driver. */
  private static Operator operator(Op op, Invocation call, Method method, Session session) {
    if (method == null || !Operators.haveCells(call)) {
      return null;
    }
    Operator operator =
        method instanceof Method.Product product
            ? Products.of(product)
            : Operators.of(op, call, method);
    return operator != null && operator.accepts(op, call, session) ? operator : null;
  }

  @Override
  public void settle() {
    inWordsOfTheCore(Registry::settle);
  }

  @Override
  public void settleReads() {
    inWordsOfTheCore(Registry::settleReads);
  }

  private void inWordsOfTheCore(Consumer<Registry> work) {
    Registry current;
    synchronized (this) {
      current = registry;
    }
    if (current == null) {
      return;
    }
    try {
      withOwnLoader(
          () -> {
            work.accept(current);
            return null;
          });
    } catch (Exception e) {
      throw unwrapped(e);
    }
  }

  @Override
  public synchronized RemoteParfor parfor() {
    if (parfor == null) {
      Session current = session();
      parfor = new SparkParfor(current, connection.cluster(settings), settings);
    }
    return loop;
  }

  /** Loops as the core runs them: failures of Spark are told in the words of the core. */
  private final RemoteParfor loop =
      new RemoteParfor() {
        @Override
        public Cluster cluster() {
          return parfor.cluster();
        }

        @Override
        public void run(Loop execution, Results results) {
          try {
            withOwnLoader(
                () -> {
                  parfor.run(execution, results);
                  return null;
                });
          } catch (Exception e) {
            throw unwrapped(e);
          }
        }
      };

  /** Names jobs after the operator that runs, or that first needed what is computed now. */
  static final class Jobs extends Registry {
    /** The property of a thread by which its jobs can be cancelled. */
    private static final String JOB_GROUP = "spark.jobGroup.id";

    /** What Spark calls stages and datasets by; else it looks for it on the stack each time. */
    private static final String SITE = "callSite.short";

    /** What it shows as details of a stage. */
    private static final String DETAILS = "callSite.long";

    /** Other programs may use the same Spark. */
    private static final String GROUPS = "linden-" + UUID.randomUUID().toString().substring(0, 8);

    private static final AtomicLong GROUP_COUNT = new AtomicLong();

    private final JavaSparkContext context;

    /** What a program that lends Spark calls its own. */
    private final ThreadLocal<String[]> sitesOutside = new ThreadLocal<>();

    Jobs(JavaSparkContext context) {
      super(context.defaultParallelism());
      this.context = context;
    }

    private static String describe(Op op, Span place) {
      String where = place == null ? "" : " " + place.source().name() + ":" + place.line();
      return op.name() + where;
    }

    /** Stages and datasets carry the operator that made them. */
    @Override
    public String running(String operator) {
      String before = super.running(operator);
      if (before.isEmpty() && !operator.isEmpty()) {
        sitesOutside.set(
            new String[] {context.getLocalProperty(SITE), context.getLocalProperty(DETAILS)});
      }
      if (!operator.isEmpty()) {
        site(operator, operator);
      } else if (sitesOutside.get() != null) {
        site(sitesOutside.get()[0], sitesOutside.get()[1]);
        sitesOutside.remove();
      }
      return before;
    }

    private void site(String name, String details) {
      context.setLocalProperty(SITE, name);
      context.setLocalProperty(DETAILS, details);
    }

    /** The line of the script belongs to what runs. */
    private void showLine(Span place) {
      if (place != null) {
        context.setLocalProperty(DETAILS, place.source().line(place.line()).strip());
      }
    }

    private void show(String description) {
      context.sc().setJobDescription(description);
    }

    /** Workers of a parfor loop share the cluster fairly: each thread has a pool. */
    private void usePoolOfThread() {
      context.setLocalProperty("spark.scheduler.pool", Thread.currentThread().getName());
    }

    @Override
    public <T> T job(String what, Supplier<T> work) {
      usePoolOfThread();
      show(running().isEmpty() ? what : running() + " (" + what + ")");
      Cancellation cancellation = Cancellation.ofThread();
      try {
        return cancellation == null
            ? withOwnLoader(work)
            : cancellably(cancellation, () -> withOwnLoader(work));
      } catch (Exception e) {
        throw unwrapped(e);
      } finally {
        show(running());
      }
    }

    /** Tasks end when the script is called off, not only before its next operator. */
    private <T> T cancellably(Cancellation cancellation, Supplier<T> work) {
      String group = GROUPS + "-" + GROUP_COUNT.incrementAndGet();
      String before = context.getLocalProperty(JOB_GROUP);
      context.setLocalProperty(JOB_GROUP, group);
      try (Cancellation.Action end =
          cancellation.whenCancelled(() -> context.sc().cancelJobGroupAndFutureJobs(group))) {
        return work.get();
      } catch (Exception e) {
        cancellation.check();
        throw e;
      } finally {
        context.setLocalProperty(JOB_GROUP, before); // a program that lends Spark may have its own
      }
    }
  }

  /**
   * Spark finds classes through the loader of the calling thread; the jars of this module may be in
   * one of their own.
   */
  private static <T> T withOwnLoader(Supplier<T> work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(SparkBackend.class.getClassLoader());
    try {
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /**
   * What went wrong on an executor, as if it had happened on the driver. Spark throws its own
   * checked exceptions without declaring them.
   */
  private static RuntimeException unwrapped(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InputError
          || cause instanceof ScriptError
          || cause instanceof ResourceError
          || cause instanceof LindenBug) {
        return (RuntimeException) cause;
      }
    }
    ResourceError shortage = Connection.shortage(failure);
    if (shortage != null) {
      return shortage;
    }
    if (failure instanceof SparkException) {
      String message = String.valueOf(failure.getMessage());
      return new ResourceError("Spark: " + message.lines().findFirst().orElse(""), failure);
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new LindenBug("an unexpected exception of Spark", failure);
  }

  /** Without a lock: who asks must not wait for Spark to start. */
  @Override
  public String activity() {
    Connection used = connection;
    if (used == null) {
      return starting ? "Spark starts" : null;
    }
    return used.activity();
  }

  @Override
  public synchronized Map<String, Long> counters() {
    Map<String, Long> counters = new LinkedHashMap<>();
    if (session != null) {
      connection
          .jobs()
          .counters()
          .forEach((name, count) -> counters.put(name, count - jobsBefore.getOrDefault(name, 0L)));
      counters.putAll(registry.counters());
    }
    return counters;
  }

  @Override
  public synchronized void close() {
    if (parfor != null) {
      parfor.close();
      parfor = null;
    }
    if (registry != null) {
      registry.freeAll();
    }
  }
}
