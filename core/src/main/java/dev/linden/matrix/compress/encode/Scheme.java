package dev.linden.matrix.compress.encode;

import java.io.Serializable;
import java.util.List;

/**
 * What is to become of the columns of a matrix.
 *
 * @param coded columns of each coded group, ascending
 * @param rest columns that stay plain, ascending
 * @param mostDistinct columns with more values than this stay plain after all
 * @param bytes of the groups, as far as known beforehand
 * @param visited codes that a product looks at, of all coded groups together; one that is listed
 *     with its row counts as several
 * @param tuples cells of all dictionaries together
 */
public record Scheme(
    List<int[]> coded, int[] rest, int mostDistinct, double bytes, double visited, double tuples)
    implements Serializable {}
