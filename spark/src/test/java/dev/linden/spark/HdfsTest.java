package dev.linden.spark;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in HDFS, read and written by the driver and by executors. */
class HdfsTest {
  @Test
  void matricesGoThereAndComeBack(@TempDir java.nio.file.Path folder) throws Exception {
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
      assertWithin(expected, found, 1e-9);
      compressedLibsvm(hdfs);
    }
  }

  /** A directory of part files of which one is compressed. */
  private static void compressedLibsvm(MiniDFSCluster hdfs) throws IOException {
    Path parts = new Path("/data/y.libsvm");
    for (int k = 0; k < 2; k++) {
      try (OutputStream file = hdfs.getFileSystem().create(new Path(parts, "part-" + k));
          OutputStream text = k == 0 ? file : new GZIPOutputStream(file)) {
        text.write("2,1:0.5,3:4\n-1\n".repeat(80 + k).getBytes(StandardCharsets.UTF_8));
      }
    }
    String path = hdfs.getFileSystem().getUri() + parts.toString();
    String read =
        "X = read(\""
            + path
            + "\", format=\"libsvm\"); print(nrow(X) + \"x\" + ncol(X) + \" \" + sum(X))";
    RunResult spark =
        run(read, Map.of("exec", "spark", "spark.master", "local[2]", "spark.block-size", "100"));
    assertNull(spark.error(), spark.error());
    assertEquals("322x4 885.5\n", spark.stdout());
  }

  private static RunResult run(String script, Map<String, String> settings) {
    return new EngineRunner()
        .run(
            script, Map.of(), new RunConfig("hdfs", settings, java.nio.file.Path.of("")), Map.of());
  }
}
