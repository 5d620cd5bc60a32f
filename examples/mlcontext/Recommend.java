import dev.linden.spark.mlcontext.Format;
import dev.linden.spark.mlcontext.MLContext;
import dev.linden.spark.mlcontext.MLResults;
import dev.linden.spark.mlcontext.Script;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Ratings to recommendations with titles: data frames go into two scripts, and what comes out is
 * joined with another data frame. docs/mlcontext.md tells how to run it.
 */
public final class Recommend {
  public static void main(String[] arguments) {
    String folder = arguments.length > 0 ? arguments[0] : "examples/mlcontext";
    SparkSession spark = SparkSession.builder().appName("Recommend").getOrCreate();
    try (MLContext ml = new MLContext(spark)) {
      for (Row row : recommend(spark, ml, folder).collectAsList()) {
        System.out.println(row.getString(0) + ", " + Math.round(10 * row.getDouble(1)) / 10.0);
      }
    }
    spark.stop();
  }

  /** Titles and expected ratings for the first user. */
  public static Dataset<Row> recommend(SparkSession spark, MLContext ml, String folder) {
    Dataset<Row> ratings = csv(spark, folder + "/ratings.csv").drop("timestamp");
    MLResults model =
        ml.execute(
            Script.dmlFromFile(folder + "/als.dml")
                .in("X", ratings, Format.IJV)
                .in("$rank", 2)
                .in("$lambda", 0.1)
                .in("$maxiter", 20)
                .out("U", "V"));
    MLResults predictions =
        ml.execute(
            Script.dmlFromFile(folder + "/als-predict.dml")
                .in("X", ratings, Format.IJV)
                .in("U", model.value("U"))
                .in("V", model.value("V"))
                .in("user", 1)
                .in("n", 3)
                .out("best"));
    Dataset<Row> best = predictions.getDataFrame("best");
    Dataset<Row> movies = csv(spark, folder + "/movies.csv");
    return best.join(movies, best.col("C1").equalTo(movies.col("movieId")))
        .orderBy("__INDEX")
        .select("title", "C2");
  }

  private static Dataset<Row> csv(SparkSession spark, String path) {
    return spark.read().option("header", "true").option("inferSchema", "true").csv(path);
  }
}
