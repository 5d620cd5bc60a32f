/**
 * Operator fusion: several operators of a DAG become one pass over the data. {@code explore} finds
 * what can be fused, {@code select} what should be, {@code program} says what a fused operator
 * computes, {@code code} turns its cell functions into Java classes, {@code skeleton} runs it.
 */
package dev.linden.fuse;
