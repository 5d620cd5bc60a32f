/**
 * How long a script is going to take, before anything runs. In: a program of operators, the plan of
 * each DAG ({@link dev.linden.plan.distribute.Placement.Selector}), and the {@link
 * dev.linden.plan.cost.Rates} of the machines. Out: a {@link dev.linden.plan.cost.Prediction},
 * which is a tree of {@link dev.linden.plan.cost.Seconds}.
 *
 * <pre>
 *   facts of operators (dev.linden.op) ──► Work: bytes and operations of a call
 *                                      ──► OnOneMachine, OnCluster: their seconds, at the rates
 *   blocks, loops, calls               ──► Walk: what is where, how often everything runs
 * </pre>
 */
package dev.linden.plan.cost;
