/**
 * Operators with kernels of their own that stand for several: a rule per expression, applied to a
 * DAG before its instructions are planned. In: a rewritten DAG; out: the same DAG with physical
 * operators. {@link dev.linden.plan.physical.OuterProducts} come first, then fusion, which leaves
 * to the others what they do at the same cost, then the rules of {@link
 * dev.linden.plan.physical.PhysicalRules}; start there.
 */
package dev.linden.plan.physical;
