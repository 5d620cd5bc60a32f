/**
 * Code for loops and functions over scalars, single cells and small matrices. In: instructions of a
 * plan as {@link dev.linden.run.compiled.Node}s, each with the step by which the interpreter runs
 * it; out: a {@link dev.linden.run.compiled.Code} that goes on from the variables of a frame and
 * leaves them as the interpreter would. Scalars live in local variables of the code, by the types
 * that the slots have when it is made; cells are read and written in the array of the matrix;
 * whatever else there is, and all that fails, is left to the step, for which variables return to
 * the frame. Start reading at {@link dev.linden.run.compiled.RegionWriter}.
 */
package dev.linden.run.compiled;
