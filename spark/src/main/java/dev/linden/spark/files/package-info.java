/**
 * Distributed file systems: {@link dev.linden.spark.files.HadoopFileStore} gives scripts whatever
 * Hadoop has a driver for, by the interface of {@code storage.store} that local files have as well.
 */
package dev.linden.spark.files;
