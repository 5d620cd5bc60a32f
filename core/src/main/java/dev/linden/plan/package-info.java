/**
 * Plans: program blocks and instructions over numbered slots, as plain data. In: {@link
 * dev.linden.hop.HopProgram}; out: {@link dev.linden.plan.Plan}, which {@code run} executes and
 * EXPLAIN shows: {@code Views} describe programs and plans, {@link dev.linden.plan.Explain} and
 * {@link dev.linden.plan.ExplainData} print that for people and programs.
 */
package dev.linden.plan;
