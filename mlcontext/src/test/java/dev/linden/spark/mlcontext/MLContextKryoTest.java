package dev.linden.spark.mlcontext;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** MLContext in a session that serializes with Kryo. */
class MLContextKryoTest extends MLContextSuite {
  @Override
  Map<String, String> properties() {
    return Map.of(
        "spark.serializer", "org.apache.spark.serializer.KryoSerializer",
        "spark.kryo.registrator", "dev.linden.spark.block.Registrator");
  }

  @Test
  void kryoMustKnowBlocks() {
    spark.stop();
    spark = session(Map.of("spark.serializer", "org.apache.spark.serializer.KryoSerializer"));
    InputError error =
        assertThrows(
            InputError.class, () -> new MLContext(spark).execute(Script.dml("x = 1").out("x")));
    assertTrue(error.getMessage().contains("spark.kryo.registrator"), error.getMessage());
    spark.stop();
    spark = session(properties());
  }

  private static SparkSession session(Map<String, String> properties) {
    return started(properties);
  }
}
