/**
 * Blocks of cells with checksums; {@link dev.linden.storage.format.binary.BinaryFormat} is the
 * entrance, {@link dev.linden.storage.format.binary.BinaryLayout} shows the bytes.
 */
package dev.linden.storage.format.binary;
