package dev.linden.fuse.select;

import dev.linden.hop.Hop;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the choice of fused operators goes by.
 *
 * @param smallest cells of the largest input below which fusing does not pay
 * @param budget bytes of inputs and result with which an operator can run here
 * @param handWritten hops for which there is a hand-written operator, with all hops that it covers
 * @param distributed hops that run on other machines if they are not fused
 * @param side rows and columns of the blocks there
 * @param plans that were found for DAGs before
 */
public record Selection(
    Policy policy,
    Machine machine,
    long smallest,
    double budget,
    Map<Hop, Set<Hop>> handWritten,
    Predicate<Hop> distributed,
    int side,
    PlanCache plans) {}
