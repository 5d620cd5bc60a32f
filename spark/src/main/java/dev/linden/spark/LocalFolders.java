package dev.linden.spark;

import dev.linden.base.ResourceError;
import dev.linden.base.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Where Spark keeps blocks and shuffle files on this machine. Spark forgets folders that it was
 * just making when a signal came; so it gets one of Linden's to make them in, unless the user has
 * named others, and that one goes after Spark has.
 */
final class LocalFolders {
  private static final String PROPERTY = "spark.local.dir";
  private static final String VARIABLE = "SPARK_LOCAL_DIRS";
  private static final String PREFIX = "linden-spark-";

  /** Below that of Spark, which is above that of Hadoop's file systems: the last to run. */
  private static final int HOOK_PRIORITY = 1;

  /** A Spark that is being started while the process ends gives up soon, but not at once. */
  private static final long PATIENCE_SECONDS = 5;

  /** Held by whoever makes folders, and in the end by the hook. */
  private static final ReentrantLock IN_USE = new ReentrantLock();

  /** Folder of this process, for all its connections; null before the first. */
  private static volatile TemporaryFolder own;

  private LocalFolders() {}

  /**
   * Settles where it keeps them.
   *
   * @throws ResourceError if Spark could not use any: it would end the process
   */
  private static void choose(SparkConf conf) {
    String variable = System.getenv(VARIABLE);
    if (variable != null) { // it wins over the property
      check(VARIABLE, variable);
    } else if (conf.contains(PROPERTY)) {
      check(PROPERTY, conf.get(PROPERTY));
    } else {
      if (own == null) {
        own = create();
      }
      conf.set(PROPERTY, own.path().toString());
    }
  }

  /** One that can be used is enough for Spark. */
  private static void check(String name, String folders) {
    String reason = "it names no folder";
    for (String folder : folders.split(",")) {
      try {
        Path path = Files.createDirectories(Path.of(folder));
        if (Files.isWritable(path)) {
          return;
        }
        reason = path + " can't be written to";
      } catch (IOException | RuntimeException e) {
        reason = folder + " can't be made (" + e + ")";
      }
    }
    throw new ResourceError(
        "Spark has no folder for temporary files: " + name + " is " + folders + ", but " + reason);
  }

  private static TemporaryFolder create() {
    try { // before there is anything to remove: this loads classes, and a signal may come meanwhile
      ShutdownHookManager.get().addShutdownHook(LocalFolders::remove, HOOK_PRIORITY);
    } catch (IllegalStateException | LinkageError e) {
      throw new ResourceError("Spark can't be started: the process is ending", e);
    }
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    TemporaryFolder.removeStale(parent, PREFIX);
    try {
      return TemporaryFolder.create(parent, PREFIX);
    } catch (IOException e) {
      throw new ResourceError(
          "Spark has no folder for temporary files: none can be made in " + parent, e);
    }
  }

  /** Starts Spark; until it has its folders and hooks of its own, what it makes stays. */
  static JavaSparkContext start(SparkConf conf) {
    IN_USE.lock();
    try {
      choose(conf);
      return new JavaSparkContext(conf);
    } finally {
      IN_USE.unlock();
    }
  }

  /** As the last thing in this process: the lock is not given back. */
  private static void remove() {
    try {
      IN_USE.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then without waiting
    }
    TemporaryFolder folder = own;
    if (folder != null) {
      folder.remove();
    }
  }
}
