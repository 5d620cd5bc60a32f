/**
 * How a parfor loop runs (Boehm et al.: Hybrid Parallelization Strategies for Large-Scale Machine
 * Learning in SystemML, section 4). In: the operators of a loop with the sizes that are known, and
 * the machines that may run it. Out: a {@link dev.linden.parfor.ParforPlan}.
 *
 * <p>{@link dev.linden.parfor.decide.PlanTree} makes a tree of the loop with operations as leaves.
 * Each decision is a value with a function that computes it from the tree; a decision that changes
 * estimates also gives the tree with those changed. {@link dev.linden.parfor.decide.Decisions} has
 * their order; start reading there.
 */
package dev.linden.parfor.decide;
