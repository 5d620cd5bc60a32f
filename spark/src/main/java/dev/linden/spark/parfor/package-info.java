/**
 * Parfor loops on executors: {@link dev.linden.spark.parfor.SparkParfor} sends the body, the inputs
 * and the tasks of a loop and collects what these leave; {@link dev.linden.spark.parfor.LoopTask}
 * runs tasks on an executor, whose engine keeps compiled bodies and inputs for the next ones.
 */
package dev.linden.spark.parfor;
