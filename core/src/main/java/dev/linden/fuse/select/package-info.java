/**
 * Chooses among the ways to fuse. In: the memo table of {@code fuse.explore}; out: a DAG in which
 * fused operators stand in place of the hops they cover. {@code Selector} cuts the table into
 * partitions of connected hops and finds the interesting points of each: values that may be
 * computed once and kept, or again inside each consumer. {@code Enumeration} goes through the
 * assignments of these points and skips those that can't be best, by the seconds that {@code
 * CostModel} expects on this {@code Machine}; {@code Passes} joins operators that read the same
 * data, {@code ProgramBuilder} writes their programs, {@code SelectedPlans} puts them into the DAG.
 * Start reading at {@link dev.linden.fuse.select.Selector}.
 */
package dev.linden.fuse.select;
