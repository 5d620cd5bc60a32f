/**
 * OpenBLAS behind the interfaces of {@code dev.linden.matrix.lapack}. Core finds {@link
 * dev.linden.nativeblas.OpenBlas} by ServiceLoader when the first large operation runs, and works
 * without this module.
 */
package dev.linden.nativeblas;
