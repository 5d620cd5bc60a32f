/**
 * Cells that move and keep their values: transposition, sorting, indexing, appending, triangles,
 * removing empty rows.
 */
package dev.linden.matrix.kernel.reorg;
