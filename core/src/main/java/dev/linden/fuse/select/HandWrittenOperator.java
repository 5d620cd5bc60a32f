package dev.linden.fuse.select;

import dev.linden.hop.Hop;
import java.util.Set;

/**
 * An operator written by hand that does the work of several hops.
 *
 * @param covered all hops that it does the work of
 * @param driver the sparse matrix whose non-zeros are all that it visits, or null
 */
public record HandWrittenOperator(Set<Hop> covered, Hop driver) {}
