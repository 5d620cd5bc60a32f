/**
 * Operators on blocks of distributed matrices, one class for each family. In: a call whose operands
 * are values with blocks on executors, values of the driver, or both, and the method that {@link
 * dev.linden.plan.distribute.Chooser} has chosen for them; operators decide nothing by size
 * themselves. Out: a value whose blocks are computed when they are needed, or a result of the
 * driver. Start at {@link dev.linden.spark.operator.Session}, which brings operands into the form
 * that an operator needs, and {@link dev.linden.spark.operator.Operators}, the list; {@code
 * Alignment} is how blocks of several operands meet. Matrix products are in {@link
 * dev.linden.spark.operator.product}.
 */
package dev.linden.spark.operator;
