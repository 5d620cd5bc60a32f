/** Distributed operators, one class per family. */
package dev.linden.spark.operator;
