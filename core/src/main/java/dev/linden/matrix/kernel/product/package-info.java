/**
 * Products of matrices in all pairs of representations, chains of them, and weighted forms that
 * compute a product at the cells of a sparse matrix only.
 */
package dev.linden.matrix.kernel.product;
