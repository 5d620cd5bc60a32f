/**
 * Scripts inside Spark programs: {@link dev.linden.spark.mlcontext.MLContext} runs them on the data
 * frames and RDDs of a {@code SparkSession}.
 */
package dev.linden.spark.mlcontext;
