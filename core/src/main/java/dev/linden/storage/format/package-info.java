/**
 * What a file format is: {@link dev.linden.storage.format.FileFormat}, with the file to read
 * ({@link dev.linden.storage.format.FileSource}) or to write ({@link
 * dev.linden.storage.format.FileTarget}), the three ways in which many machines read one file
 * ({@link dev.linden.storage.format.SplitRead}), and what formats share: rows and cells on their
 * way into a matrix. The formats themselves are in the folders below; nobody but the list in {@code
 * dev.linden.storage.FileFormats} names them.
 */
package dev.linden.storage.format;
