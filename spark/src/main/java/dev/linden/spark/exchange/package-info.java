/** Rows and cells of other programs' collections as blocks of matrices, and back (A3). */
package dev.linden.spark.exchange;
