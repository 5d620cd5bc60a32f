/**
 * Values made from nothing: constants, sequences, random matrices whose cells depend on seed and
 * position only, samples.
 */
package dev.linden.matrix.kernel.random;
