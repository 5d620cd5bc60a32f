package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S13: files in HDFS, read and written by the driver and by executors. */
class HdfsTest {
  @Test
  void matricesGoThereAndComeBack(@TempDir Path folder) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("hdfs.minidfs.basedir", folder.toString());
    try (MiniDFSCluster hdfs = new MiniDFSCluster.Builder(configuration).numDataNodes(1).build()) {
      hdfs.waitActive();
      String path = hdfs.getFileSystem().getUri() + "/data/x.csv";
      String write =
          "X = rand(rows=320, cols=7, seed=1); print(sum(X)); write(X, \""
              + path
              + "\", format=\"csv\")";
      String read = "X = read(\"" + path + "\"); print(nrow(X) + \"x\" + ncol(X)); print(sum(X))";
      RunResult written = run(write, Map.of("exec", "local"));
      assertNull(written.error(), written.error());
      RunResult local = run(read, Map.of("exec", "local"));
      assertNull(local.error(), local.error());
      assertEquals("320x7\n" + written.stdout(), local.stdout());
      RunResult spark =
          run(read, Map.of("exec", "spark", "spark.master", "local[2]", "spark.block-size", "100"));
      assertNull(spark.error(), spark.error());
      assertEquals("320x7", spark.stdout().lines().findFirst().orElse(""));
      double expected = Double.parseDouble(written.stdout().strip());
      double found = Double.parseDouble(spark.stdout().lines().skip(1).findFirst().orElse("NaN"));
      assertEquals(expected, found, 1e-9);
    }
  }

  private static RunResult run(String script, Map<String, String> settings) {
    return new EngineRunner()
        .run(script, Map.of(), new RunConfig("hdfs", settings, Path.of("")), Map.of());
  }
}
