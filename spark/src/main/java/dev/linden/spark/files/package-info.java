/** Distributed file systems: whatever Hadoop knows, for reading and writing by scripts. */
package dev.linden.spark.files;
