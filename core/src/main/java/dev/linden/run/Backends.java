package dev.linden.run;

import dev.linden.base.Extensions;
import dev.linden.base.Settings;
import java.util.Map;
import java.util.Optional;

/** The backend of an engine, looked for when the first plan needs one. */
public final class Backends implements AutoCloseable {
  /** Those that the tests run with, see docs/spark.md. */
  private static final String VERSIONS = "4.0, 4.1 or 4.2 for Scala 2.13";

  private final Settings settings;
  private Optional<Backend> backend;

  public Backends(Settings settings) {
    this.settings = settings;
  }

  /** A given one, or none at all. */
  Backends(Optional<Backend> given) {
    this(Settings.DEFAULTS);
    backend = given;
  }

  /** Null if there is none. */
  synchronized Backend get() {
    if (backend == null) {
      backend = find();
      backend.ifPresent(found -> found.configure(settings));
    }
    return backend.orElse(null);
  }

  /** Null if nothing has needed one so far, or there is none. */
  private synchronized Backend started() {
    return backend == null ? null : backend.orElse(null);
  }

  /** See {@link Backend#settle}. */
  void settle() {
    Backend used = started();
    if (used != null) {
      used.settle();
    }
  }

  /** See {@link Backend#settleReads}. */
  void settleReads() {
    Backend used = started();
    if (used != null) {
      used.settleReads();
    }
  }

  /** See {@link Backend#activity}. */
  public String activity() {
    Backend used = started();
    return used == null ? null : used.activity();
  }

  /** It was needed and not found. */
  synchronized boolean isMissing() {
    return backend != null && backend.isEmpty();
  }

  /** Counters of the backend if it was needed. */
  public synchronized Map<String, Long> counters() {
    return backend == null || backend.isEmpty() ? Map.of() : backend.get().counters();
  }

  /** What to do where there is none, to follow "or". */
  public static String advice() {
    if (System.getProperty(Extensions.FOLDER_PROPERTY) == null) {
      return "add the module linden-spark"; // a program of somebody's own
    }
    String home = System.getenv("SPARK_HOME");
    return home == null || home.isEmpty()
        ? "set SPARK_HOME to an installation of Spark " + VERSIONS
        : "set SPARK_HOME to an installation of Spark " + VERSIONS + "; there is none in " + home;
  }

  static Optional<Backend> find() {
    return Extensions.find(Backend.class).stream().findFirst();
  }

  @Override
  public synchronized void close() {
    if (backend != null) {
      backend.ifPresent(Backend::close);
      backend = Optional.empty();
    }
  }
}
