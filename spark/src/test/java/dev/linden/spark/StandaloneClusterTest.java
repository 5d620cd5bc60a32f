package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Settings;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators and faults on executors in processes of their own. */
class StandaloneClusterTest {
  private static final String SCRIPT =
      """
      X = rand(rows=730, cols=150, seed=1, sparsity=0.3)
      y = rand(rows=730, cols=1, seed=2)
      w = matrix(0, ncol(X), 1)
      r = -(t(X) %*% y); p = -r; norm = sum(r^2); i = 0
      while (i < 6) {
        q = t(X) %*% (X %*% p) + 0.1 * p
        alpha = norm / sum(p * q)
        w = w + alpha * p; r = r + alpha * q
        old = norm; norm = sum(r^2)
        p = -r + norm / old * p
        i = i + 1
      }
      print(round(sum(w) * 1e6))
      print(round(sum(cumsum(X)) * 1e3))
      print(nrow(removeEmpty(target=X, margin="rows", select=(rowSums(X) > 20))))
      print(round(sum(table(round(y * 10) + 1, round(y * 20) + 1))))
      Z = X %*% t(X)
      print(round(sum(Z) * 1e3))
      B = rbind(X, X)
      print(round(sum(B[700:760, 90:120]) * 1e6))
      O = order(target=cbind(y, X), by=1, decreasing=TRUE)
      print(round(sum(O[1:20, 2:30]) * 1e6))
      """;

  private static StandaloneCluster cluster;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    Connection.disconnect();
    cluster = new StandaloneCluster(folder);
  }

  @AfterAll
  static void stop() {
    Connection.disconnect();
    cluster.close();
  }

  private static RunResult run(String script, Map<String, String> settings) {
    return new EngineRunner()
        .run(script, Map.of(), new RunConfig("cluster", settings, Path.of("")), Map.of());
  }

  /** The listener hears of all that happens on the cluster meanwhile. */
  private static RunResult runWatched(
      String script, Map<String, String> settings, SparkListener listener) {
    Settings all = Settings.DEFAULTS;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      all = all.with(setting.getKey(), setting.getValue());
    }
    Connection.connect(all).context().sc().addSparkListener(listener);
    RunResult result = run(script, settings);
    Connection.disconnect(); // delivers what the listener has not heard yet
    return result;
  }

  private static Map<String, String> onCluster() {
    return Map.of(
        "exec",
        "spark",
        "spark.master",
        cluster.master(),
        "spark.block-size",
        "100",
        "spark.conf",
        String.join(",", cluster.properties()));
  }

  @Test
  void scriptsGiveTheLocalResults() {
    RunResult local = run(SCRIPT, Map.of("exec", "local"));
    assertNull(local.error(), local.error());
    RunResult distributed = run(SCRIPT, onCluster());
    assertNull(distributed.error(), distributed.error());
    assertEquals(local.stdout(), distributed.stdout());
  }

  /** Other processes run the tasks. */
  @Test
  void parforLoopsGiveTheLocalResults() {
    String script =
        """
        f = function(matrix[double] A, int k) return (double s) { s = sum(A ^ k) / k }
        X = rand(rows=300, cols=40, seed=3)
        R = matrix(5, 40, 3); S = matrix(0, 40, 40); L = list(1, 2, 3)
        parfor (i in 1:40@) {
          x = X[,i]
          R[i,1] = f(x, i)
          R[i,2] = sum(rand(rows=2, cols=2, seed=i))
          S += matrix(sum(x), 40, 40)
          print("iteration " + i)
        }
        parfor (i in 1:3, mode=REMOTE_SPARK) { L[i] = matrix(i, 2, 2) }
        print(toString(R, decimal=12, rows=40))
        print(sum(S))
        print(sum(as.matrix(L[3])))
        """;
    List<String> local = lines(run(script.replace("@", ""), Map.of("exec", "local")));
    Map<String, String> settings = new HashMap<>(onCluster());
    settings.put("exec", "hybrid");
    for (String options :
        List.of(
            ", mode=REMOTE_SPARK, taskpartitioner=NAIVE",
            ", mode=REMOTE_SPARK_DP, resultmerge=REMOTE_SPARK")) {
      assertEquals(local, lines(run(script.replace("@", options), settings)), options);
    }
    RunResult failed =
        run(
            "g = function(int i) return (int j) { j = i; if (i > 4) { stop(\"bad \" + i) } }\n"
                + "R = matrix(0,9,1); parfor (i in 1:9, mode=REMOTE_SPARK) { R[i,1] = g(i) }",
            settings);
    assertTrue(failed.error().contains("bad 5"), failed.error());
    assertTrue(failed.error().contains("in iteration i = 5"), failed.error());
  }

  /** Sorted, since the order of what iterations print is open. */
  private static List<String> lines(RunResult result) {
    assertNull(result.error(), result.error());
    return result.stdout().lines().sorted().toList();
  }

  @Test
  void anExecutorMayDieWhileJobsRun() {
    String script =
        """
        X = rand(rows=1500, cols=300, seed=5)
        s = 0
        for (i in 1:12) {
          s = s + sum((X + i) %*% t(X[1:150,]))
        }
        print(round(s))
        """;
    String expected = run(script, Map.of("exec", "local")).stdout();
    AtomicInteger killed = new AtomicInteger();
    RunResult result =
        runWatched(
            script,
            onCluster(),
            new SparkListener() {
              @Override
              public void onTaskEnd(SparkListenerTaskEnd end) {
                if (killed.get() == 0) {
                  cluster.executors().findFirst().ifPresent(ProcessHandle::destroyForcibly);
                  killed.incrementAndGet();
                }
              }
            });
    assertNull(result.error(), result.error());
    assertEquals(expected, result.stdout());
    assertTrue(killed.get() > 0, "no task has ended");
  }

  /** By then the blocks have been compressed, and the loop is under way. */
  private static final int JOBS_BEFORE_DEATH = 8;

  /** Those that are lost are encoded again, and find the dictionaries that they share. */
  @Test
  void anExecutorThatHoldsCompressedBlocksMayDie() {
    String script =
        """
        X = round(rand(rows=4000, cols=130, min=0, max=3, seed=5))
        w = matrix(1, 130, 1)
        for (i in 1:12) {
          w = t(X) %*% (X %*% w)
          w = w / sum(w)
        }
        print(toString(round(w * 1e9)))
        """;
    String expected = run(script, Map.of("exec", "local")).stdout();
    Map<String, String> settings = new HashMap<>(onCluster());
    settings.put("compression", "always");
    AtomicInteger jobs = new AtomicInteger();
    AtomicInteger killed = new AtomicInteger();
    RunResult result =
        runWatched(
            script,
            settings,
            new SparkListener() {
              @Override
              public void onJobStart(SparkListenerJobStart job) {
                if (jobs.incrementAndGet() == JOBS_BEFORE_DEATH) {
                  cluster.executors().findFirst().ifPresent(ProcessHandle::destroyForcibly);
                  killed.incrementAndGet();
                }
              }
            });
    assertNull(result.error(), result.error());
    assertEquals(expected, result.stdout());
    assertEquals(1, killed.get(), "executors that died while blocks were compressed");
  }

  /** Each iteration shuffles, and needs what former ones have shuffled. */
  private static final String SHUFFLES =
      """
      X = rand(rows=900, cols=310, seed=5)
      Y = rand(rows=310, cols=900, seed=6)
      s = 0
      for (i in 1:6) {
        Y = cumsum(Y + t(X %*% (Y %*% X[,1:310]))) * 1e-8
        s = s + sum(Y)
        X = rev(X) + 1
      }
      print(round(s * 1e6))
      """;

  /** Files that were written for other tasks disappear. */
  @Test
  void shuffleFilesMayGetLost() {
    String expected = run(SHUFFLES, Map.of("exec", "local")).stdout();
    AtomicInteger losses = new AtomicInteger();
    RunResult result =
        runWatched(
            SHUFFLES,
            onCluster(),
            new SparkListener() {
              @Override
              public void onStageCompleted(SparkListenerStageCompleted completed) {
                if (losses.get() < 2 && deleteShuffleFilesOfOneExecutor() > 0) {
                  losses.incrementAndGet();
                }
              }
            });
    assertNull(result.error(), result.error());
    assertEquals(expected, result.stdout());
    assertTrue(losses.get() > 0, "no shuffle file has been found");
  }

  private static int deleteShuffleFilesOfOneExecutor() {
    List<File> found = new ArrayList<>();
    addShuffleFiles(cluster.localFiles().toFile(), found);
    int deleted = 0;
    for (File file : found) {
      if (executor(file).equals(executor(found.get(0))) && file.delete()) {
        deleted++;
      }
    }
    return deleted;
  }

  /** Executors create and remove files meanwhile: what is gone is passed over. */
  private static void addShuffleFiles(File folder, List<File> found) {
    File[] files = folder.listFiles();
    for (File file : files == null ? new File[0] : files) {
      if (file.getName().startsWith("shuffle_") && file.getName().endsWith(".data")) {
        found.add(file);
      } else {
        addShuffleFiles(file, found);
      }
    }
  }

  /** {@code local/spark-.../executor-.../blockmgr-.../0c/shuffle_0_1_0.data}. */
  private static String executor(File shuffleFile) {
    return shuffleFile.getParentFile().getParent();
  }

  /** Spark runs a failed task again. */
  @Test
  void tasksMayFail() {
    Connection.disconnect();
    Map<String, String> settings = new HashMap<>(onCluster());
    settings.merge(
        "spark.conf",
        "spark.kryo.registrator:" + FailOnceRegistrator.class.getName(),
        (usual, more) -> usual + "," + more);
    AtomicInteger failures = new AtomicInteger();
    RunResult result =
        runWatched(
            SHUFFLES,
            settings,
            new SparkListener() {
              @Override
              public void onTaskEnd(SparkListenerTaskEnd end) {
                if (!end.taskInfo().successful()) {
                  failures.incrementAndGet();
                }
              }
            });
    assertNull(result.error(), result.error());
    assertEquals(run(SHUFFLES, Map.of("exec", "local")).stdout(), result.stdout());
    assertTrue(failures.get() > 0, "no task has failed");
  }
}
