package dev.linden.plan.cost;

/**
 * The machines that a time is predicted for.
 *
 * @param threads of operators in this process, or on the driver
 */
public record Hardware(int threads, Rates rates) {}
