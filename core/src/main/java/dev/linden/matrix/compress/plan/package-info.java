/**
 * Which columns are coded, and which of them together, from a sample of rows.
 *
 * <pre>
 *   Sample      rows chosen with a fixed seed, each with the one below it
 *   Candidate   some columns as one group: codes in the sample, estimates, bytes
 *   CoCoding    one-of-k columns, then a queue of the smallest, then the best of all pairs
 *   Planner     what is left plain, and whether all of it pays
 * </pre>
 *
 * <p>The data decides, never a clock: the same matrix gets the same plan on any machine.
 */
package dev.linden.matrix.compress.plan;
