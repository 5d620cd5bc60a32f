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
   * @throws dev.linden.base.InputError if its serializer does not know blocks of matrices
   */
  public static Exchange lend(JavaSparkContext context, Settings settings) {
    Connection connection = Connection.borrow(context);
    Registry registry = new SparkBackend.Jobs(context);
    Session session = new Session(context, registry, connection.cluster(settings));
    return new Exchange(session, registry);
  }
}
