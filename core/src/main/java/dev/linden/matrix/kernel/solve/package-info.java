/** Linear systems, decompositions, roots and transforms of whole matrices. */
package dev.linden.matrix.kernel.solve;
