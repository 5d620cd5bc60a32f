/**
 * From plain cells to groups: codes for the values of each column, in the order in which they first
 * appear, then codes for tuples of columns that a {@link dev.linden.matrix.compress.encode.Scheme}
 * puts together. Columns are independent, so the result does not depend on threads. Start reading
 * at {@link dev.linden.matrix.compress.encode.Encoder}.
 */
package dev.linden.matrix.compress.encode;
