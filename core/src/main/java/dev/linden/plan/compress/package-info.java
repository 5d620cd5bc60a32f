/**
 * Which matrices a program had better compress: a pass over blocks whose sizes are known as far as
 * they will be before the script runs.
 *
 * <pre>
 *   loops and what they read ──► Workloads: how often, by which operators
 *                            ──► CompressedLoops: X = compress for X "right 20, left 20" in front
 * </pre>
 *
 * <p>The operator decides when it runs, by a sample of the cells ({@link
 * dev.linden.matrix.compress.plan.Gain}).
 */
package dev.linden.plan.compress;
