package dev.linden.fuse.select;

import dev.linden.hop.Hop;
import java.util.Map;
import java.util.Set;

/**
 * What the choice of fused operators goes by.
 *
 * @param smallest cells of the largest input below which fusing does not pay
 * @param budget bytes of inputs and result with which an operator can run here
 * @param handWritten hops for which there is a hand-written operator, with all hops that it covers
 * @param plans that were found for DAGs before
 */
public record Selection(
    Policy policy,
    Machine machine,
    long smallest,
    double budget,
    Map<Hop, Set<Hop>> handWritten,
    PlanCache plans) {}
