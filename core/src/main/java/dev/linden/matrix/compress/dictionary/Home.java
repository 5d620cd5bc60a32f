package dev.linden.matrix.compress.dictionary;

import java.io.Serializable;

/**
 * Where other processes find a dictionary that many matrices have in common: they are sent its
 * home, and not the tuples once more with each of the matrices.
 */
public interface Home extends Serializable {}
