/**
 * Cells that meet by their values: contingency tables, grouped aggregates, distinct values, sets,
 * searching.
 */
package dev.linden.matrix.kernel.group;
