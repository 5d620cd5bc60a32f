/**
 * The distinct tuples of a group: as cells ({@link dev.linden.matrix.compress.dictionary.Tuples}),
 * or as unit vectors that take no storage ({@link dev.linden.matrix.compress.dictionary.Indicator},
 * for one-of-k columns).
 *
 * <p>A cell function is applied to the values of the dictionary, which gives the very bits that it
 * gives cell by cell. There is no scale and no offset beside the values: composing {@code x*s+o}
 * would round differently from the function itself, and applying it costs no more than the distinct
 * values.
 */
package dev.linden.matrix.compress.dictionary;
