/**
 * Which tuple of a dictionary each row of a group has, in four kinds:
 *
 * <pre>
 *   ConstantCodes   all rows have tuple 0
 *   DenseCodes      a code for each row, in 1, 8, 16 or 32 bits
 *   SparseCodes     tuple 0 unless listed: ascending rows, and their codes
 *   RunCodes        where each run of equal rows begins, and its code
 * </pre>
 *
 * <p>Codes never change, and groups share them. {@link dev.linden.matrix.compress.codes.Codes#of}
 * chooses the kind that takes the fewest bytes.
 */
package dev.linden.matrix.compress.codes;
