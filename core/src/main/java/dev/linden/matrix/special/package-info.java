/**
 * Distribution functions and their inverses, accurate to a few units of the thirteenth digit in the
 * far tails too. Start at {@link dev.linden.matrix.special.Distributions}. Uses the JDK only.
 */
package dev.linden.matrix.special;
