/**
 * High-level operators: a DAG per straight-line block and predicate, with types, sizes and memory
 * estimates. In: a checked {@link dev.linden.lang.Program}; out: a {@link
 * dev.linden.hop.HopProgram}. Start at {@link dev.linden.hop.Hop}.
 */
package dev.linden.hop;
