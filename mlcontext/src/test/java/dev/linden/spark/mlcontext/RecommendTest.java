package dev.linden.spark.mlcontext;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.spark.StandaloneCluster;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the paper on MLContext, as a program and on a real cluster. */
class RecommendTest {
  private static final String EXAMPLE =
      Path.of("..", "examples", "mlcontext").toAbsolutePath().normalize().toString();

  @TempDir static Path folder;
  private static Class<?> program;

  @BeforeAll
  static void compile() throws Exception {
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                EXAMPLE + File.separator + "Recommend.java");
    assertEquals(0, result);
    URL[] classes = {folder.toUri().toURL()};
    program =
        new URLClassLoader(classes, RecommendTest.class.getClassLoader()).loadClass("Recommend");
  }

  private static SparkSession.Builder session() {
    return SparkSession.builder()
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2");
  }

  /** As a user runs it. */
  private static String printed() throws Exception {
    session().master("local[2]").getOrCreate();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream usual = System.out;
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      Method main = program.getMethod("main", String[].class);
      main.invoke(null, (Object) new String[] {EXAMPLE});
    } finally {
      System.setOut(usual);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theExampleGivesTheSameOnACluster() throws Exception {
    String local = printed();
    assertEquals(3, local.lines().count(), local);
    try (StandaloneCluster cluster = new StandaloneCluster(folder.resolve("cluster"))) {
      SparkSession.Builder builder = session().master(cluster.master());
      for (String property : cluster.properties()) {
        int colon = property.indexOf(':');
        builder.config(property.substring(0, colon), property.substring(colon + 1));
      }
      SparkSession spark = builder.getOrCreate();
      try (MLContext ml = new MLContext(spark).set("exec", "spark").set("spark.block-size", "10")) {
        List<Row> rows = recommended(spark, ml);
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
          text.append(row.getString(0))
              .append(", ")
              .append(Math.round(10 * row.getDouble(1)) / 10.0)
              .append(System.lineSeparator());
        }
        assertEquals(local, text.toString());
        assertTrue(cluster.executors().findAny().isPresent(), "no executor");
      } finally {
        spark.stop();
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Row> recommended(SparkSession spark, MLContext ml) throws Exception {
    Method recommend =
        program.getMethod("recommend", SparkSession.class, MLContext.class, String.class);
    return ((Dataset<Row>) recommend.invoke(null, spark, ml, EXAMPLE)).collectAsList();
  }
}
