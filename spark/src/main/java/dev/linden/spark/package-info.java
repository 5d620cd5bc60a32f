/**
 * The distributed backend: {@link dev.linden.spark.SparkBackend} finds the implementation of an
 * operator in {@code operator}; these work on matrices in blocks, of which {@code block} knows how
 * they are cut, sent and put together.
 */
package dev.linden.spark;
