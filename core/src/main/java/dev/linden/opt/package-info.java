/**
 * Rewrites of operator DAGs: one class per rule, an engine that applies them until nothing changes,
 * common subexpressions, constants. In and out: {@link dev.linden.hop.HopProgram}. Start at {@link
 * dev.linden.opt.Optimizer}.
 */
package dev.linden.opt;
