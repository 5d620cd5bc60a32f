/**
 * Vector primitives behind one interface, as plain loops and on the Vector API, and the elementary
 * functions both share. Start at {@link dev.linden.matrix.simd.Simd}. Uses the JDK only.
 */
package dev.linden.matrix.simd;
