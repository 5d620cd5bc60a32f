/**
 * Distributed matrix products, one class for each {@link dev.linden.plan.distribute.Method.Product}
 * with its data movement drawn. In: the operands of a call, as blocks or as matrices of the driver.
 * Out: a matrix whose blocks are computed when they are needed, or, if it is one block, a matrix on
 * the driver. Start at {@link dev.linden.spark.operator.product.Products}, which lists them, then
 * {@link dev.linden.spark.operator.product.CpMm}, the general one. Which of them runs has been
 * decided before, by {@link dev.linden.plan.distribute.Chooser}.
 *
 * <p>In the drawings {@code A1 A2} are blocks, {@code ==>} is a shuffle, {@code -->} stays on the
 * executor, and {@code [v]} is a matrix that all executors have.
 */
package dev.linden.spark.operator.product;
