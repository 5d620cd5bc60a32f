/**
 * Task-parallel loops as {@code run} executes them: tasks, slices of matrices, the body as it is
 * sent to other machines, and the merge of results. How a loop runs is decided in {@code decide};
 * {@link dev.linden.parfor.ParforPlan} tells the outcome.
 */
package dev.linden.parfor;
