package dev.linden.matrix.compress.encode;

import dev.linden.matrix.compress.codes.Codes;

/**
 * Codes of tuples and their cells, one tuple behind the other; of one column to begin with.
 *
 * @param tuples cells, {@code tuples.length / codes.size()} for each code
 */
record CodedColumn(Codes codes, double[] tuples) {}
