/**
 * Sparse rows with labels; {@link dev.linden.storage.format.libsvm.LibsvmFormat} is the entrance.
 */
package dev.linden.storage.format.libsvm;
