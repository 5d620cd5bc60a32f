package dev.linden.parfor.decide;

import dev.linden.plan.distribute.Cluster;

/**
 * Where a loop may run.
 *
 * @param threads of this process
 * @param budget bytes for operations in this process
 * @param cluster null if there is none
 */
public record Machine(int threads, double budget, Cluster cluster) {}
