/**
 * Plans: program blocks and instructions over numbered slots, as plain data. In: {@link
 * dev.linden.hop.HopProgram}; out: {@link dev.linden.plan.Plan}, which {@code run} executes and
 * {@link dev.linden.plan.Explain} prints.
 */
package dev.linden.plan;
