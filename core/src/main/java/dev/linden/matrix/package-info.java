/**
 * Matrix blocks as values: dense row panels, sparse rows and triples, when to switch between them,
 * and the cell functions. Kernels that work on them live in {@code matrix.kernel}, vector
 * primitives in {@code matrix.simd}. Start at {@link dev.linden.matrix.Matrix}.
 */
package dev.linden.matrix;
