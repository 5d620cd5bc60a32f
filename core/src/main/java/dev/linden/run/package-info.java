/**
 * Executes plans: frames of slots, steps made from instructions, functions, statistics. In: {@link
 * dev.linden.plan.Plan}; out: effects and values. Start at {@link dev.linden.run.Executable}.
 */
package dev.linden.run;
