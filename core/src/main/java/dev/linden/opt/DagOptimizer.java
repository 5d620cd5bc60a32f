package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.HopFactory;
import dev.linden.op.Environment;
import java.util.Set;

/**
 * Rewrites single DAGs of a program that {@link Optimizer} has seen already, when more has become
 * known about their sizes: chains of products are ordered, then all rules are applied.
 */
public final class DagOptimizer {
  /** What could fail for want of a value was kept when the whole program was looked at. */
  private static final Set<String> NONE = Set.of();

  private final HopFactory factory;
  private final Rewriter rewriter;
  private final boolean orderChains;

  public DagOptimizer(Environment environment, RuleSet rules) {
    this.factory = new HopFactory(environment);
    this.orderChains = rules.has(Optimizer.CHAIN_ORDERING);
    this.rewriter = new Rewriter(rules.all(), rules.keepsNames(), factory, new RewriteReport());
  }

  /**
   * @param liveOut variables that are needed after a straight-line block; null for a predicate
   * @param report receives what has fired
   */
  public Dag optimize(Dag dag, Set<String> liveOut, RewriteReport report) {
    Dag current = liveOut == null ? dag : DeadBindings.remove(dag, liveOut, NONE);
    if (orderChains) {
      current = new ChainOrdering(factory, report).order(current);
    }
    return rewriter.reportingTo(report).rewrite(current);
  }
}
