package dev.linden.storage.format;

import java.io.Serializable;

/**
 * The file of a matrix for many machines, each of which reads some of it. What a piece of a file
 * holds decides how the pieces become blocks, whatever the format.
 */
public sealed interface SplitRead extends Serializable permits SplitRows, SplitCells, SplitBlocks {}
