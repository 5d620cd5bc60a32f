/**
 * Finds all ways to fuse the operators of a DAG. In: a {@link dev.linden.hop.Dag}; out: a {@link
 * dev.linden.fuse.explore.MemoTable} that has, for every hop, the templates in which it can be
 * computed and which of its inputs could be computed inside. Nothing is decided: {@code
 * fuse.select} does that. One {@code TemplateRules} per template says when a fused operator opens
 * at a hop, takes in another, merges with that of an input, and ends, and what the hops are in its
 * program. Start reading at {@code Explorer}.
 */
package dev.linden.fuse.explore;
