/**
 * Files: readers and writers of matrices and scalars, their metadata, and the file systems they
 * live on. {@link dev.linden.storage.Files} is the entrance.
 */
package dev.linden.storage;
