/**
 * What tests are built from: the runner of the golden files, the oracle (a naive interpreter that
 * judges the engine), random programs with their shrinker, and the one place that says when two
 * results agree. Start reading at {@link dev.linden.testkit.GoldenTest} and {@link
 * dev.linden.testkit.RandomProgramTest}.
 */
package dev.linden.testkit;
