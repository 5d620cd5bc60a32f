package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.testkit.Agreement;
import dev.linden.testkit.Await;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import dev.linden.testkit.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Algorithms of the library on a cluster whose executors die or stall in the middle. The same
 * scripts run on 4 GB of data by {@code bench/cluster-faults}.
 */
class ClusterFaultsTest {
  private static final Path SCRIPTS = Path.of("..", "bench", "scripts", "faults");

  /** A part of the tests runs by default, all of them with {@code -Dgolden.spark=all}. */
  private static final int PARTS = 8;

  private static final List<String> ALGORITHMS =
      List.of("lmCG", "l2svm", "kmeans", "multiLogReg", "glm", "pca", "alsCG", "parfor");

  private static final Map<String, String> SIZES =
      Map.of("rows", "1500", "cols", "40", "users", "150", "items", "90", "iterations", "2");

  private static final int STALL_MILLIS = 1000;

  @TempDir static Path folder;
  private static StandaloneCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    Connection.disconnect();
    cluster = new StandaloneCluster(folder.resolve("cluster"));
    run("data", Map.of("exec", "local"), "");
  }

  @AfterAll
  static void stop() {
    Connection.disconnect();
    cluster.close();
  }

  private static void run(String script, Map<String, String> settings, String result)
      throws IOException {
    Map<String, String> arguments = new HashMap<>(SIZES);
    arguments.put("data", folder.resolve("data").toString());
    arguments.put("result", folder.resolve(result).toString());
    RunResult outcome =
        new EngineRunner()
            .run(
                Files.readString(SCRIPTS.resolve(script + ".dml")),
                arguments,
                new RunConfig("faults", settings, Path.of("")),
                Map.of());
    assertNull(outcome.error(), outcome.error());
  }

  /** A driver that has room for vectors, but not for the data. */
  private static Map<String, String> onCluster(String... more) {
    List<String> properties = new ArrayList<>(cluster.properties());
    properties.addAll(List.of(more));
    return Map.of(
        "exec",
        "hybrid",
        "memory",
        "60k",
        "memory.budget",
        "256m",
        "spark.master",
        cluster.master(),
        "spark.block-size",
        "100",
        "spark.conf",
        String.join(",", properties));
  }

  @TestFactory
  List<DynamicTest> anExecutorDies() {
    return ALGORITHMS.stream()
        .filter(name -> Turn.isChosen(name, PARTS))
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name, () -> compare(name, onCluster(), ProcessHandle::destroyForcibly)))
        .toList();
  }

  /**
   * The fault hits one executor in the middle; results are those of a run without any, and nothing
   * stays on the cluster.
   */
  private static void compare(
      String name, Map<String, String> settings, Consumer<ProcessHandle> fault) throws Exception {
    Settings all = Settings.DEFAULTS;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      all = all.with(setting.getKey(), setting.getValue());
    }
    SparkContext spark = Connection.connect(all).context().sc();
    int jobs = watched(spark, name, settings, "calm.csv", Integer.MAX_VALUE, fault).jobs();
    Seen seen = watched(spark, name, settings, "faulty.csv", jobs / 2, fault);
    assertEquals(1, seen.faults(), () -> "faults in " + seen.jobs() + " jobs");
    assertSame(folder.resolve("calm.csv"), folder.resolve("faulty.csv"));
    assertEquals(0, spark.getPersistentRDDs().size(), "matrices are cached");
    Leftovers.assertNoBroadcasts("after " + name);
    Await.until(() -> Leftovers.blocksOnExecutors(spark) == 0, "executors have no blocks");
  }

  private record Seen(int jobs, int faults) {}

  /**
   * @param faultyJob with which the fault comes, counted from 1
   */
  private static Seen watched(
      SparkContext spark,
      String name,
      Map<String, String> settings,
      String result,
      int faultyJob,
      Consumer<ProcessHandle> fault)
      throws Exception {
    AtomicInteger jobs = new AtomicInteger();
    AtomicInteger faults = new AtomicInteger();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart job) {
            if (jobs.incrementAndGet() == faultyJob) {
              cluster
                  .executors()
                  .findFirst()
                  .ifPresent(
                      executor -> {
                        fault.accept(executor);
                        faults.incrementAndGet();
                      });
            }
          }
        };
    spark.addSparkListener(listener);
    try {
      run(name, settings, result);
      spark.listenerBus().waitUntilEmpty();
    } finally {
      spark.removeSparkListener(listener);
    }
    return new Seen(jobs.get(), faults.get());
  }

  private static void assertSame(Path expected, Path actual) throws IOException {
    List<String> lines = Files.readAllLines(expected);
    List<String> found = Files.readAllLines(actual);
    assertEquals(lines.size(), found.size());
    for (int i = 0; i < lines.size(); i++) {
      String[] numbers = lines.get(i).split(",");
      String[] others = found.get(i).split(",");
      assertEquals(numbers.length, others.length);
      for (int j = 0; j < numbers.length; j++) {
        Agreement.assertClose(
            Double.parseDouble(numbers[j]),
            Double.parseDouble(others[j]),
            Agreement.OTHER_ORDER,
            "row " + i);
      }
    }
  }

  /** What a prompt or a terminal shows before the first task can run. */
  @Test
  void progressTellsWhatAScriptWaitsFor() throws Exception {
    Connection.disconnect();
    Settings settings = Settings.DEFAULTS;
    for (Map.Entry<String, String> setting : onCluster().entrySet()) {
      settings = settings.with(setting.getKey(), setting.getValue());
    }
    Set<String> told = new LinkedHashSet<>();
    try (Linden linden = Linden.builder().settings(settings.with("exec", "spark")).build()) {
      Supplier<String> activity = linden.engine().activity()::text;
      CompletableFuture<Void> script =
          CompletableFuture.runAsync(
              () ->
                  linden
                      .engine()
                      .compile(
                          new Source("a.dml", "X = rand(rows=500, cols=300); s = sum(X)"), Map.of())
                      .run());
      while (!script.isDone()) {
        told.add(activity.get());
        Thread.sleep(1);
      }
      script.get();
    }
    assertTrue(
        told.containsAll(List.of("Spark starts", "Spark waits for executors")), told.toString());
  }

  /** Executors come and go with the work, and tasks of one that stalls are run elsewhere too. */
  @TestFactory
  List<DynamicTest> anExecutorStallsWhileSparkAllocatesAndSpeculates() {
    return Stream.of("lmCG")
        .filter(name -> Turn.isChosen(name + " stalls", PARTS))
        .map(name -> DynamicTest.dynamicTest(name, () -> stalls(name)))
        .toList();
  }

  private static void stalls(String name) throws Exception {
    Connection.disconnect();
    Map<String, String> settings =
        onCluster(
            "spark.dynamicAllocation.enabled:true",
            "spark.dynamicAllocation.shuffleTracking.enabled:true",
            "spark.dynamicAllocation.minExecutors:1",
            "spark.dynamicAllocation.executorIdleTimeout:1s",
            "spark.speculation:true",
            "spark.speculation.interval:50ms",
            "spark.speculation.multiplier:1.5",
            "spark.speculation.quantile:0.5");
    compare(name, settings, ClusterFaultsTest::stall);
    Connection.disconnect(); // others have no such cluster
  }

  private static void stall(ProcessHandle executor) {
    signal("STOP", executor);
    Thread later =
        new Thread(
            () -> {
              try {
                TimeUnit.MILLISECONDS.sleep(STALL_MILLIS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // then it goes on sooner
              }
              signal("CONT", executor);
            });
    later.start();
  }

  private static void signal(String name, ProcessHandle process) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      assertTrue(kill.waitFor(10, TimeUnit.SECONDS), "kill -" + name);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
