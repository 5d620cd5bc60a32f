/**
 * Factorisations of dense matrices in flat row-major arrays: {@link
 * dev.linden.matrix.lapack.Lapack} says what there is, {@link dev.linden.matrix.lapack.JavaLapack}
 * computes it in Java, and a {@link dev.linden.matrix.lapack.NativeLibrary} on the class path may
 * do so for large matrices. Start reading at {@code Lapack}.
 */
package dev.linden.matrix.lapack;
