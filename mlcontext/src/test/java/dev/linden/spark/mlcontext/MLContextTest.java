package dev.linden.spark.mlcontext;

/** MLContext in a session with Spark's defaults, as in spark-shell. */
class MLContextTest extends MLContextSuite {}
