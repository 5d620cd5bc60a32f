package dev.linden.spark;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.base.Settings;
import dev.linden.plan.distribute.Cluster;
import dev.linden.spark.block.Registrator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * The connection to Spark, made when the first operator needs it. A JVM has one; all engines share
 * it, and it ends with the JVM. A program that has one already lends it.
 */
final class Connection {
  private static Connection shared;

  /** The watch of the last connection whose executor is this process, or null. */
  private static volatile MemoryWatch memory;

  private final String master;
  private final JavaSparkContext context;
  private final boolean borrowed;
  private final JobCounters jobs = new JobCounters();

  private Connection(String master, JavaSparkContext context, boolean borrowed) {
    this.master = master;
    this.context = context;
    this.borrowed = borrowed;
    context.sc().addSparkListener(jobs);
    memory = context.isLocal() ? MemoryWatch.start(context) : null;
  }

  /** The error to report if a job failed because this process has too little memory, else null. */
  static ResourceError shortage(Throwable failure) {
    MemoryWatch watch = memory;
    return watch == null ? null : watch.shortage(failure);
  }

  /** Whether Spark is running; for tests that it is not. */
  static synchronized boolean isStarted() {
    return shared != null && !shared.context.sc().isStopped();
  }

  static synchronized Connection connect(Settings settings) {
    String master = settings.get(Settings.SPARK_MASTER);
    if (shared != null && shared.context.sc().isStopped()) {
      shared = null;
    }
    if (shared == null) {
      shared = new Connection(master, start(master, settings.get(Settings.SPARK_CONF)), false);
    } else if (!shared.master.equals(master) && !(shared.borrowed && isDefault(master))) {
      throw new InputError(
          "this process is connected to the Spark master "
              + shared.master
              + " and cannot use "
              + master
              + " too");
    }
    return shared;
  }

  private static boolean isDefault(String master) {
    return master.equals(Settings.SPARK_MASTER.defaultValue());
  }

  /** All engines use this connection from now on; whoever made it ends it. */
  static synchronized Connection borrow(JavaSparkContext context) {
    if (shared != null && shared.context.sc() == context.sc()) {
      return shared;
    }
    if (isStarted()) {
      throw new InputError(
          "this process is connected to the Spark master " + shared.master + " already");
    }
    SparkConf conf = context.getConf();
    boolean kryo = conf.get("spark.serializer", "").endsWith("KryoSerializer");
    String registrators = conf.get("spark.kryo.registrator", "");
    if (kryo && !List.of(registrators.split(",")).contains(Registrator.class.getName())) {
      throw new InputError(
          "expected spark.kryo.registrator="
              + Registrator.class.getName()
              + " beside spark.serializer="
              + conf.get("spark.serializer")
              + ", found "
              + (registrators.isEmpty() ? "none" : registrators));
    }
    shared = new Connection(context.master(), context, true);
    return shared;
  }

  /** Ends the connection: for tests that need another one. */
  static synchronized void disconnect() {
    if (shared != null) {
      if (shared.borrowed) {
        shared.context.sc().removeSparkListener(shared.jobs);
      } else {
        shared.context.stop();
      }
      shared = null;
    }
  }

  private static JavaSparkContext start(String master, List<String> properties) {
    SparkConf conf = new SparkConf();
    Map<String, String> defaults = new LinkedHashMap<>();
    defaults.put("spark.app.name", "Linden");
    defaults.put("spark.ui.enabled", "false");
    defaults.put("spark.ui.showConsoleProgress", "false");
    // Matrices of any size may come to the driver; the budget is watched before they do.
    defaults.put("spark.driver.maxResultSize", "0");
    defaults.put("spark.kryoserializer.buffer.max", "1g");
    defaults.put("spark.scheduler.mode", "FAIR");
    defaults.put("spark.cleaner.referenceTracking.blocking", "false");
    // A part of a column of many rows comes with the message that its task is done.
    defaults.put("spark.task.maxDirectResultSize", "16m");
    if (master.startsWith("local")) {
      defaults.put("spark.driver.host", "localhost");
      defaults.put("spark.driver.bindAddress", "127.0.0.1");
    }
    defaults.forEach(conf::setIfMissing);
    conf.set("spark.serializer", "org.apache.spark.serializer.KryoSerializer");
    conf.set("spark.kryo.registrator", Registrator.class.getName());
    if (!conf.contains("spark.master") || !isDefault(master)) {
      conf.setMaster(master);
    }
    for (String property : properties) {
      int colon = property.indexOf(':');
      if (colon <= 0) {
        throw new InputError("spark.conf takes key:value, but is given " + property);
      }
      conf.set(property.substring(0, colon), property.substring(colon + 1));
    }
    try {
      return LocalFolders.start(conf);
    } catch (ResourceError e) {
      throw e;
    } catch (Exception e) { // Scala throws checked ones without saying so
      throw new ResourceError(
          "Spark with the master " + master + " can't be started: " + e.getMessage(), e);
    }
  }

  JavaSparkContext context() {
    return context;
  }

  JobCounters jobs() {
    return jobs;
  }

  /** What Spark is doing, in a few words; null if it does nothing. */
  String activity() {
    String tasks = jobs.activity();
    return tasks != null && !context.isLocal() && executors() == 0
        ? "Spark waits for executors"
        : tasks;
  }

  /** The driver is among those that report. */
  private int executors() {
    return context.sc().statusTracker().getExecutorInfos().length - 1;
  }

  /** What Spark has been given; a local one is a single executor in this process. */
  Cluster cluster(Settings settings) {
    Cluster planned = Cluster.of(settings);
    if (context.isLocal()) {
      return planned.with(1, context.defaultParallelism(), planned.executorMemory());
    }
    SparkConf conf = context.getConf(); // a copy: not for each operator of a small local script
    int executors = Math.max(1, executors());
    int cores =
        conf.getInt("spark.executor.cores", Math.max(1, context.defaultParallelism() / executors));
    return planned.with(executors, cores, conf.getSizeAsBytes("spark.executor.memory", "1g"));
  }
}
