package dev.linden.fuse.select;

import dev.linden.hop.Hop;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the choice of fused operators goes by.
 *
 * @param smallest cells of the largest input below which fusing does not pay
 * @param budget bytes of inputs and result with which an operator can run here
 * @param handWritten operators that compete with generated ones, by the hop with their result
 * @param distributed hops that run on other machines if they are not fused
 * @param side rows and columns of the blocks there
 * @param plans that were found for DAGs before
 */
public record Selection(
    Policy policy,
    Machine machine,
    long smallest,
    double budget,
    Map<Hop, HandWrittenOperator> handWritten,
    Predicate<Hop> distributed,
    int side,
    PlanCache plans) {}
