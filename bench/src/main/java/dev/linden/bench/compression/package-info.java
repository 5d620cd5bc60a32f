/**
 * What compression makes of data like that of the published experiments; {@code bench/compression}
 * runs it.
 */
package dev.linden.bench.compression;
