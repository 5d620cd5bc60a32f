package dev.linden.storage;

import java.io.Serializable;

/** The file of a matrix for many machines, each of which reads some of it. */
public sealed interface SplitRead extends Serializable permits SplitRows, SplitCells, SplitBlocks {}
