/** Rows and cells of other programs' collections as blocks of matrices, and back. */
package dev.linden.spark.exchange;
