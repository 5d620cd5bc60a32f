package dev.linden.spark;

import dev.linden.base.Settings;
import dev.linden.spark.block.Registry;
import dev.linden.spark.exchange.Exchange;
import dev.linden.spark.operator.Session;
import org.apache.spark.api.java.JavaSparkContext;

/** The Spark of a program that uses Linden: engines use it too, and leave it running. */
public final class BorrowedSpark {
  private BorrowedSpark() {}

  /**
   * @param localBudget bytes that one operation may take on the driver
   * @throws dev.linden.base.InputError if its serializer does not know blocks of matrices
   */
  public static Exchange lend(JavaSparkContext context, Settings settings, double localBudget) {
    Cluster.borrow(context);
    Registry registry = new SparkBackend.Jobs(context);
    Session session =
        new Session(
            context,
            registry,
            settings.get(Settings.SPARK_BLOCK_SIZE),
            localBudget,
            localBudget,
            null,
            Double.POSITIVE_INFINITY);
    return new Exchange(session, registry);
  }
}
