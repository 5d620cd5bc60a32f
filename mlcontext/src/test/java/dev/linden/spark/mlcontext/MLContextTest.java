package dev.linden.spark.mlcontext;

/** A3 in a session with Spark's defaults, as in spark-shell. */
class MLContextTest extends MLContextSuite {}
