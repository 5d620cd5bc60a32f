/**
 * What runs on a cluster, and how. In: a DAG of operators with sizes, and the {@link
 * dev.linden.plan.distribute.Resources} of a plan. Out: for each operator an {@link
 * dev.linden.plan.distribute.Exec}, local or on Spark by a {@link
 * dev.linden.plan.distribute.Method}; and operators put into the program that tell executors what
 * to keep ({@link dev.linden.plan.distribute.Placement}). Start at {@link
 * dev.linden.plan.distribute.Chooser}: it is the only place where sizes, budgets and the block size
 * become a method, for EXPLAIN, recompilation and the backend alike.
 */
package dev.linden.plan.distribute;
