/**
 * How loops see rows, whatever the representation, divide them among threads and build sparse
 * results row by row.
 */
package dev.linden.matrix.kernel.rows;
