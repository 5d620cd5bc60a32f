package dev.linden.fuse.select;

/**
 * What the choice of fused operators goes by.
 *
 * @param smallest cells of the largest input below which fusing does not pay
 * @param alternatives to them in the DAG at hand
 * @param plans that were found for DAGs before
 */
public record Selection(
    Policy policy, Machine machine, long smallest, Alternatives alternatives, PlanCache plans) {}
