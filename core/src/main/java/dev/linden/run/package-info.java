/**
 * Executes plans. In: a {@link dev.linden.plan.Plan}; out: effects and values. {@code Linker} makes
 * a {@code Step} of every instruction and a {@code Routine} of every function, and {@link
 * dev.linden.run.Executable} runs them over a {@code Frame}, whose slots hold the values of
 * variables. A {@code KernelStep} asks the buffer pool for admission, calls the kernel of its
 * operator and releases what dies; a {@code SparkStep} hands operands to the {@link
 * dev.linden.run.Backend}; a {@code RecompilingStep} goes back to the compiler with the sizes that
 * are known by then; {@code ParforStep} has a loop planned, and its iterations run by workers or
 * executors. Start reading at {@code Executable}, then {@code Step} and {@code KernelStep}.
 */
package dev.linden.run;
