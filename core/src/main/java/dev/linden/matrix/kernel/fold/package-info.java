/**
 * Aggregates: sums, extremes, moments and quantiles over all cells, rows or columns, and their
 * running forms.
 */
package dev.linden.matrix.kernel.fold;
