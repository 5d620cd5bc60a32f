/**
 * Operations on single cells: arithmetic, comparisons and functions of one matrix, of two, or of a
 * matrix and a scalar or vector.
 */
package dev.linden.matrix.kernel.cells;
