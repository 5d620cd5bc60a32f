/**
 * What scripts do with files. {@link dev.linden.storage.Files} is the entrance; a call is a {@code
 * ReadJob} or a {@code WriteJob}, which finds the {@link dev.linden.storage.format.FileFormat} of a
 * file in {@code FileFormats} and leaves the bytes to it. Links, pipes, temporary names, metadata,
 * lists and scalars are the same for all formats and are handled here.
 *
 * <p>Below: {@code store} (file systems), {@code text} (files as lines for many threads and
 * machines, numbers as bytes), {@code format} (the interface of a format, and a folder for each),
 * {@code pool} (memory, which knows nothing of files). Each uses those before it only.
 */
package dev.linden.storage;
