/**
 * Task-parallel loops: tasks, the merge of results, and the optimizer that chooses how a parfor
 * loop runs. {@code run} executes what is decided here. Start reading at {@link
 * dev.linden.parfor.ParforOptimizer}.
 */
package dev.linden.parfor;
