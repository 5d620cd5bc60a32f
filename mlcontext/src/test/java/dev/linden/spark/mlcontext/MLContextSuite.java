package dev.linden.spark.mlcontext;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Matrices;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;
import scala.Tuple3;

/** Every kind of input and output, locally and distributed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MLContextSuite {
  private static final int ROWS = 250;
  private static final int COLS = 3;

  SparkSession spark;
  private JavaSparkContext context;
  private MLContext ml;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  Map<String, String> properties() {
    return Map.of();
  }

  static SparkSession started(Map<String, String> properties) {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "3");
    properties.forEach(builder::config);
    return builder.getOrCreate();
  }

  @BeforeAll
  void start() {
    spark = started(properties());
  }

  @AfterAll
  void stop() {
    spark.stop();
  }

  @BeforeEach
  void open() {
    context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    printed.reset();
    ml =
        new MLContext(spark)
            .set("spark.block-size", "100")
            .output(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void close() {
    ml.close();
    if (!spark.sparkContext().isStopped()) {
      assertEquals(0, spark.sparkContext().getPersistentRDDs().size(), "RDDs stay behind");
    }
  }

  // ---- data: cell (i, j) is 10 i + j, both from 1

  private static double[][] cells() {
    double[][] cells = new double[ROWS][COLS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLS; j++) {
        cells[i][j] = 10 * (i + 1) + j + 1;
      }
    }
    return cells;
  }

  private static List<Integer> numbers() {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 1; i <= ROWS; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  private static StructField field(String name, DataType type) {
    return DataTypes.createStructField(name, type, true);
  }

  private Dataset<Row> doubles() {
    JavaRDD<Row> rows =
        context
            .parallelize(numbers(), 4)
            .map(i -> RowFactory.create(10.0 * i + 1, 10L * i + 2, 10f * i + 3));
    return spark.createDataFrame(
        rows,
        DataTypes.createStructType(
            List.of(
                field("a", DataTypes.DoubleType),
                field("b", DataTypes.LongType),
                field("c", DataTypes.FloatType))));
  }

  private Dataset<Row> numbered() {
    List<Integer> shuffled = numbers();
    Collections.shuffle(shuffled, new Random(1));
    JavaRDD<Row> rows =
        context
            .parallelize(shuffled, 4)
            .map(i -> RowFactory.create(10.0 * i + 1, (long) i, 10.0 * i + 2, 10.0 * i + 3));
    return spark.createDataFrame(
        rows,
        DataTypes.createStructType(
            List.of(
                field("a", DataTypes.DoubleType),
                field("__INDEX", DataTypes.LongType),
                field("b", DataTypes.DoubleType),
                field("c", DataTypes.DoubleType))));
  }

  private Dataset<Row> vectors() {
    JavaRDD<Row> rows =
        context
            .parallelize(numbers(), 4)
            .map(
                i -> {
                  double[] cells = {10.0 * i + 1, 10.0 * i + 2, 10.0 * i + 3};
                  Vector vector =
                      i % 2 == 0
                          ? Vectors.dense(cells)
                          : Vectors.sparse(COLS, new int[] {0, 1, 2}, cells);
                  return RowFactory.create(vector);
                });
    return spark.createDataFrame(
        rows, DataTypes.createStructType(List.of(field("v", SQLDataTypes.VectorType()))));
  }

  /** The matrix as it arrives, in plans that keep it distributed and in plans that fetch it. */
  private void assertArrives(Object value, Format format) {
    for (String exec : List.of("hybrid", "spark", "local")) {
      ml.set("exec", exec);
      MLResults results = ml.execute(Script.dml("Y = X + 0").in("X", value, format).out("Y"));
      assertArrayEquals(cells(), results.getMatrix("Y"), exec);
    }
  }

  @Test
  void dataFramesOfDoubles() {
    assertArrives(doubles(), Format.ROWS);
  }

  @Test
  void dataFramesWithNumberedRows() {
    assertArrives(numbered(), Format.ROWS);
  }

  @Test
  void dataFramesOfVectors() {
    assertArrives(vectors(), Format.ROWS);
  }

  @Test
  void rddsOfRows() {
    JavaRDD<Integer> numbers = context.parallelize(numbers(), 4);
    assertArrives(
        numbers.map(i -> (10 * i + 1) + ", " + (10 * i + 2) + "," + (10 * i + 3.0)), Format.ROWS);
    assertArrives(
        numbers.map(i -> new double[] {10 * i + 1, 10 * i + 2, 10 * i + 3}).rdd(), Format.ROWS);
    assertArrives(doubles().javaRDD(), Format.ROWS);
  }

  @Test
  void rddsOfCells() {
    JavaRDD<Tuple3<Integer, Integer, Double>> cells =
        context
            .parallelize(numbers(), 4)
            .flatMap(
                i ->
                    List.of(
                            new Tuple3<>(i, 1, 10.0 * i + 1),
                            new Tuple3<>(i, 2, 10.0 * i + 2),
                            new Tuple3<>(i, 3, 10.0 * i + 1),
                            new Tuple3<>(i, 3, 2.0))
                        .iterator());
    assertArrives(cells, Format.IJV);
    assertArrives(cells.map(c -> c._1() + " " + c._2() + " " + c._3()), Format.ijv(ROWS, COLS));
    ScriptError error =
        assertThrows(
            ScriptError.class,
            () ->
                ml.execute(Script.dml("s = sum(X)").in("X", cells, Format.ijv(ROWS, 2)).out("s")));
    assertTrue(error.getMessage().contains("and column 3"), error.getMessage());
  }

  @Test
  void localValues() {
    MLResults results =
        ml.execute(
            Script.dml(
                    """
                    r = sum(M) + sum(v) + a + b + sum(W) + sum(d[2,])
                    if (f) { text = s + $1 + $name }
                    """)
                .in("M", new double[][] {{1, 2}, {3, 4}})
                .in("v", new double[] {5, 6})
                .in(Map.of("a", 7, "b", 0.5, "f", true))
                .in(new Tuple2<>("s", "x"), new Tuple2<>("$1", 3), new Tuple2<>("$name", "y"))
                .in("W", Vectors.dense(1, 2, 3))
                .in("d", Matrices.dense(2, 2, new double[] {1, 2, 3, 4}))
                .out("r", "text"));
    assertEquals(10 + 11 + 7 + 0.5 + 6 + 6, results.getDouble("r"));
    assertEquals("x3y", results.getString("text"));
  }

  @Test
  void resultsAsDataFrames() {
    for (String exec : List.of("local", "spark")) {
      ml.set("exec", exec);
      MLResults results = ml.execute(Script.dml("Y = X").in("X", doubles()).out("Y"));
      Row numbered = results.getDataFrame("Y").collectAsList().get(101);
      assertEquals(RowFactory.create(102L, 1021.0, 1022.0, 1023.0), numbered);
      assertArrayEquals(
          new String[] {"__INDEX", "C1", "C2", "C3"}, results.getDataFrame("Y").columns());
      List<Row> plain = results.getDataFrame("Y", Columns.DOUBLES).collectAsList();
      assertEquals(ROWS, plain.size());
      assertEquals(RowFactory.create(2501.0, 2502.0, 2503.0), plain.get(249));
      Row vector = results.getDataFrame("Y", Columns.INDEX_AND_VECTOR).collectAsList().get(1);
      assertEquals(2L, vector.getLong(0));
      assertEquals(Vectors.dense(21, 22, 23), vector.get(1));
      // And a data frame of ours is an input again, in either form.
      assertArrives(results.getDataFrame("Y"), Format.ROWS);
      assertArrives(results.getDataFrame("Y", Columns.VECTOR), Format.ROWS);
    }
  }

  @Test
  void sparseMatricesStaySparse() {
    List<Tuple3<Long, Long, Double>> cells =
        List.of(new Tuple3<>(1L, 1L, 5.0), new Tuple3<>(230L, 1000000L, 7.0));
    MLResults results =
        ml.set("exec", "spark")
            .set("spark.block-size", "1000")
            .execute(
                Script.dml("Y = X * 2")
                    .in("X", context.parallelize(cells, 2), Format.IJV)
                    .out("Y"));
    assertEquals(
        List.of("1 1 10.0", "230 1000000 14.0"),
        results.getIjv("Y").collect().stream().sorted().toList());
    Row last = results.getDataFrame("Y", Columns.VECTOR).collectAsList().get(229);
    assertEquals(Vectors.sparse(1000000, new int[] {999999}, new double[] {14}), last.get(0));
  }

  @Test
  void resultsAsRdds() {
    MLResults results =
        ml.execute(
            Script.dml("Y = matrix(\"1 0 2.5 -3\", 2, 2); k = 4L; b = TRUE".replace("4L", "4"))
                .out("Y", "k", "b"));
    assertEquals(List.of("1.0,0.0", "2.5,-3.0"), results.getCsv("Y").collect());
    assertEquals(
        List.of("1 1 1.0", "2 1 2.5", "2 2 -3.0"),
        results.getIjv("Y").collect().stream().sorted().toList());
    assertEquals(4, results.getLong("k"));
    assertTrue(results.getBoolean("b"));
    assertEquals(List.of("Y", "k", "b"), results.names());
    InputError error = assertThrows(InputError.class, () -> results.getCsv("k"));
    assertEquals("k is a scalar, not a matrix", error.getMessage());
  }

  @Test
  void framesComeAndGo() {
    Dataset<Row> people =
        spark.createDataFrame(
            Arrays.asList(
                RowFactory.create("ann", 31, 1.5, true),
                RowFactory.create("bob", 27, null, false),
                RowFactory.create(null, 64, 3.5, true)),
            DataTypes.createStructType(
                List.of(
                    field("name", DataTypes.StringType),
                    field("age", DataTypes.IntegerType),
                    field("score", DataTypes.DoubleType),
                    field("member", DataTypes.BooleanType))));
    MLResults results =
        ml.execute(Script.dml("G = F[2:3,]; n = nrow(F)").in("F", people).out("G", "n"));
    assertEquals(3, results.getLong("n"));
    assertArrayEquals(new String[] {"name", "age", "score", "member"}, results.getColumnNames("G"));
    assertEquals("bob", results.getFrame("G")[0][0]);
    List<Row> rows = results.getDataFrame("G").collectAsList();
    assertEquals("bob", rows.get(0).get(0));
    assertEquals(27L, rows.get(0).getLong(1));
    assertFalse(rows.get(0).getBoolean(3));
    assertNull(rows.get(1).get(0));
    assertEquals(3.5, rows.get(1).getDouble(2));
  }

  /** Data that outgrow the driver are never fetched. */
  @Test
  void largeDataStayDistributed() {
    ml.set("memory", "3m").statistics(true);
    JavaRDD<Row> rows =
        context
            .parallelize(numbers(), 4)
            .flatMap(i -> List.of(4 * i - 3, 4 * i - 2, 4 * i - 1, 4 * i).iterator())
            .map(
                i -> {
                  double[] cells = new double[400];
                  Arrays.fill(cells, i);
                  return RowFactory.create(Vectors.dense(cells));
                });
    Dataset<Row> data =
        spark.createDataFrame(
            rows, DataTypes.createStructType(List.of(field("v", SQLDataTypes.VectorType()))));
    MLResults results = ml.execute(Script.dml("Y = X * 2; s = sum(Y)").in("X", data).out("Y", "s"));
    assertEquals(2 * 400.0 * 1000 * 1001 / 2, results.getDouble("s"));
    String statistics = printed.toString(StandardCharsets.UTF_8);
    assertTrue(statistics.contains("collects 0"), statistics);
    List<Row> tail = results.getDataFrame("Y", Columns.INDEX_AND_VECTOR).collectAsList();
    assertEquals(1000, tail.size());
    assertEquals(2000.0, ((Vector) tail.get(999).get(1)).apply(399));
    ResourceError error = assertThrows(ResourceError.class, () -> results.getMatrix("Y"));
    assertTrue(error.getMessage().contains("get it as a data frame"), error.getMessage());
    // As an input of another script it stays where it is.
    MLResults next =
        ml.execute(Script.dml("t = sum(Z > 1000)").in("Z", results.value("Y")).out("t"));
    assertEquals(500 * 400.0, next.getDouble("t"));
  }

  @Test
  void theProgramsCachingIsItsOwnAffair() {
    Dataset<Row> cached = doubles().persist(StorageLevel.MEMORY_ONLY());
    cached.count();
    Dataset<Row> plain = numbered();
    int before = spark.sparkContext().getPersistentRDDs().size();
    ml.set("exec", "spark");
    for (int k = 0; k < 2; k++) {
      MLResults results =
          ml.execute(
              Script.dml("s = sum(X * Z) + sum(X) + sum(Z)")
                  .in("X", cached)
                  .in("Z", plain)
                  .out("s"));
      assertTrue(results.getDouble("s") > 0);
      assertEquals(StorageLevel.MEMORY_ONLY(), cached.storageLevel());
      assertEquals(StorageLevel.NONE(), plain.storageLevel());
      assertEquals(before, spark.sparkContext().getPersistentRDDs().size());
    }
    cached.unpersist(true);
  }

  @Test
  void scriptsFromEverywhere(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("twice.dml"), "y = x * 2");
    Path python = Files.writeString(folder.resolve("twice.pydml"), "y = x ** 1 * 2");
    List<Script> scripts =
        List.of(
            Script.dml("y = x * 2"),
            Script.dmlFromFile(file.toString()),
            Script.dmlFromResource("/scripts/twice.dml"),
            Script.dmlFromUrl(file.toUri().toString()),
            Script.pydml("y = int(x) % 5 * 2"),
            Script.pydmlFromFile(python.toString()),
            Script.pydmlFromUrl(python.toUri().toString()));
    for (Script script : scripts) {
      assertEquals(8, ml.execute(script.in("x", 4).out("y")).getDouble("y"));
    }
    assertEquals(
        "file not found: nowhere.dml",
        assertThrows(InputError.class, () -> Script.dmlFromFile("nowhere.dml")).getMessage());
    assertEquals(
        "resource not found: /nowhere.dml",
        assertThrows(InputError.class, () -> Script.dmlFromResource("/nowhere.dml")).getMessage());
  }

  @Test
  void explainAndStatistics() {
    ml.explain(true).statistics(true);
    ml.execute(Script.dml("s = sum(X %*% t(X)); print(s > 0)").in("X", doubles()).out("s"));
    String text = printed.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("TRUE\n"), text);
    assertTrue(text.contains("250x3"), text);
    assertTrue(text.contains("heaviest operators"), text);
  }

  /** What is found when blocks are made has a place in the script. */
  private void assertFails(String message, Object value) {
    RuntimeException error =
        assertThrows(
            RuntimeException.class,
            () -> ml.execute(Script.dml("s = sum(X)").in("X", value, Format.ROWS).out("s")));
    assertTrue(error instanceof InputError || error instanceof ScriptError, error.toString());
    assertTrue(error.getMessage().contains(message), error.getMessage());
  }

  @Test
  void wrongInputsAreToldPrecisely() {
    assertFails(
        "differ in length: expected one number of cells for all, found 1 and 2",
        context.parallelize(List.of("1,2", "3")));
    assertFails("expected a number, found x (String)", context.parallelize(List.of("1,x")));
    assertFails("numbered from 1 to 2, but the numbers go from 1 to 3", indexed(1, 3));
    assertFails("several rows with the number 2", indexed(1, 2, 2, 4));
    assertFails("expected whole numbers from 1 on in the column __INDEX", indexed(0, 1));
    assertFails("row 2 of X has 1 cells", new double[][] {{1, 2}, {3}});
    assertFails("found a value of java.util.", new ArrayList<>());
    assertFails(
        "the column value of the matrix X must hold numbers",
        spark
            .createDataset(List.of("a"), Encoders.STRING())
            .toDF()
            .withColumn("n", org.apache.spark.sql.functions.lit(1)));
    ScriptError error =
        assertThrows(
            ScriptError.class, () -> ml.execute(Script.dml("y = foo(x)").in("x", 1).out("y")));
    assertTrue(error.getMessage().contains("foo"), error.getMessage());
  }

  private Dataset<Row> indexed(Integer... numbers) {
    return spark.createDataFrame(
        Arrays.stream(numbers).map(i -> RowFactory.create(i, 1.0)).toList(),
        DataTypes.createStructType(
            List.of(field("__INDEX", DataTypes.IntegerType), field("a", DataTypes.DoubleType))));
  }

  @Test
  void emptyData() {
    MLResults results =
        ml.execute(Script.dml("n = nrow(X); Y = X").in("X", doubles().limit(0)).out("n", "Y"));
    assertEquals(0, results.getLong("n"));
    assertEquals(0, results.getDataFrame("Y").count());
  }
}
