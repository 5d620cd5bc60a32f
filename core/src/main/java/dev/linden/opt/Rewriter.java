package dev.linden.opt;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.base.LindenBug;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopFactory;
import dev.linden.hop.NameFlow;
import dev.linden.op.Info;
import dev.linden.op.Op;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rewrites one DAG until no rule applies any more. A pass rebuilds the DAG bottom-up: equal calls
 * become one node, calls with a constant result become literals, and at each call the rules of its
 * operator are tried. Calls with effects and random ones keep their identity.
 */
final class Rewriter {
  /** Far more passes than any chain of rewrites needs: beyond, two rules undo each other. */
  private static final int MAX_PASSES = 50;

  private final Map<Op, List<Rule>> rules;
  private final boolean keepsNames;
  private final HopFactory factory;
  private final RewriteReport report;

  /** DAGs in which no call stands twice, because they come from here. */
  private final Set<Dag> merged = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param keepsNames whether rules must leave the names of rows and columns as they are
   */
  Rewriter(List<Rule> rules, boolean keepsNames, HopFactory factory, RewriteReport report) {
    this(index(rules), keepsNames, factory, report);
  }

  private Rewriter(
      Map<Op, List<Rule>> rules, boolean keepsNames, HopFactory factory, RewriteReport report) {
    this.rules = rules;
    this.keepsNames = keepsNames;
    this.factory = factory;
    this.report = report;
  }

  /** Other rules for DAGs that this one may have seen before. */
  Rewriter followedBy(List<Rule> others) {
    Rewriter next = new Rewriter(others, keepsNames, factory, report);
    next.merged.addAll(merged);
    return next;
  }

  /** The same rules with another report. */
  Rewriter reportingTo(RewriteReport other) {
    return new Rewriter(rules, keepsNames, factory, other);
  }

  private static Map<Op, List<Rule>> index(List<Rule> rules) {
    Map<Op, List<Rule>> byRoot = new HashMap<>();
    for (Rule rule : rules) {
      for (Op op : rule.pattern().rootOperators()) {
        byRoot.computeIfAbsent(op, o -> new ArrayList<>()).add(rule);
      }
    }
    return byRoot;
  }

  /**
   * A rewrite may reveal that a call can't succeed, for instance because an index has become a
   * constant. The script need not get there, so the DAG then stays as it is and fails where and
   * when it would have failed anyway.
   */
  Dag rewrite(Dag dag) {
    RewriteReport fired = report.another();
    try {
      Dag rewritten = toTheEnd(dag, fired);
      merged.add(rewritten);
      report.add(fired);
      return rewritten;
    } catch (InputError revealed) {
      return dag;
    }
  }

  private Dag toTheEnd(Dag dag, RewriteReport counts) {
    // Rules ask for the very same operand and for single consumers: equal calls must be one first.
    Dag current = merged.contains(dag) ? dag : new Pass(dag, Map.of(), counts).run();
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      Pass rewriting = new Pass(current, rules, counts);
      current = rewriting.run();
      if (rewriting.fired.isEmpty()) {
        return current;
      }
      if (pass == MAX_PASSES - 1) {
        throw new LindenBug("rewrites do not come to an end: " + rewriting.fired);
      }
    }
    return current;
  }

  /**
   * What makes two pure calls the same: operator, arguments and their names. Nodes are equal to
   * themselves alone. Written out, since what javac makes for a record is slow until it is warm.
   */
  private record Key(Object what, List<Hop> inputs, List<String> names) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key that
          && what.equals(that.what)
          && inputs.equals(that.inputs)
          && names.equals(that.names);
    }

    @Override
    public int hashCode() {
      int hash = what.hashCode();
      for (Hop input : inputs) {
        hash = 31 * hash + System.identityHashCode(input);
      }
      return hash;
    }
  }

  private final class Pass {
    private final Dag dag;
    private final Map<Op, List<Rule>> rules;
    private final RewriteReport counts;
    private final Map<Hop, Integer> consumers;
    private final Map<Hop, Hop> rewritten = new IdentityHashMap<>();
    private final Map<Hop, Hop> replaced = new IdentityHashMap<>();
    private final Map<Key, Hop> unique = new HashMap<>();
    private final TreeSet<String> fired = new TreeSet<>();
    private final NameFlow names = NameFlow.ofDag();

    Pass(Dag dag, Map<Op, List<Rule>> rules, RewriteReport counts) {
      this.dag = dag;
      this.rules = rules;
      this.counts = counts;
      this.consumers = DagView.uses(dag);
    }

    Dag run() {
      List<Dag.Root> roots = new ArrayList<>(dag.roots().size());
      boolean changed = false;
      for (Dag.Root root : dag.roots()) {
        Hop hop = rewrite(root.hop());
        changed |= hop != root.hop();
        roots.add(hop == root.hop() ? root : root.with(hop));
      }
      return changed ? new Dag(List.copyOf(roots)) : dag;
    }

    private Hop rewrite(Hop hop) {
      Hop done = rewritten.get(hop);
      if (done == null) {
        done = replaced.computeIfAbsent(unify(rebuild(hop), hop), this::applyRules);
        rewritten.put(hop, done);
      }
      return done;
    }

    /** The node over rewritten inputs. */
    private Hop rebuild(Hop hop) {
      List<Hop> inputs = new ArrayList<>(hop.inputs().size());
      for (Hop input : hop.inputs()) {
        inputs.add(input == null ? null : rewrite(input));
      }
      return factory.over(hop, inputs);
    }

    /**
     * The node that stands for this one and all equal ones; {@code original} is what it was before.
     */
    private Hop unify(Hop hop, Hop original) {
      Hop one = constantOr(hop);
      Key key = key(one);
      Hop known = key == null ? one : unique.computeIfAbsent(key, k -> one);
      consumers.merge(
          known, known == original ? 0 : consumers.getOrDefault(original, 1), Integer::sum);
      return known;
    }

    private Hop constantOr(Hop hop) {
      Info info = hop.info();
      boolean pure =
          hop instanceof Hop.Read
              || (hop instanceof Hop.Compute c && c.op().isPure() && c.results().size() == 1);
      return pure && info != null && info.isConstant()
          ? new Hop.Literal(info.constant(), hop.span())
          : hop;
    }

    private Key key(Hop hop) {
      if (hop instanceof Hop.Literal literal) {
        return new Key(literal.value(), List.of(), List.of());
      } else if (hop instanceof Hop.Read read) {
        return new Key(read.variable(), List.of(), List.of());
      } else if (hop instanceof Hop.Compute call && call.op().isPure()) {
        return new Key(call.op(), call.inputs(), call.names());
      } else if (hop instanceof Hop.Result result) {
        return new Key(result.index(), result.inputs(), List.of());
      }
      return null;
    }

    private Hop applyRules(Hop hop) {
      Cancellation.checkThread();
      if (!(hop instanceof Hop.Compute call)) {
        return hop;
      }
      List<Rule> candidates = rules.get(call.op());
      if (candidates == null) {
        return hop;
      }
      Match match = new Match(hop, h -> consumers.getOrDefault(h, 1));
      for (Rule rule : candidates) {
        match.clear();
        if (rule.pattern().matches(hop, match)) {
          Optional<Hop> replacement = rule.apply(match, new RuleContext(factory, hop.span()));
          if (replacement.isPresent() && isAllowed(hop, replacement.get())) {
            checkKind(rule, hop.info(), replacement.get().info());
            fired.add(rule.name());
            counts.fired(rule.name(), hop, replacement.get());
            countConsumers(replacement.get());
            return unify(replacement.get(), hop);
          }
        }
      }
      return hop;
    }

    private boolean isAllowed(Hop hop, Hop replacement) {
      return RandomCalls.sameOrder(hop, replacement)
          && (!keepsNames || names.same(hop, replacement));
    }

    /** Nodes that a rule has made use others once more; what it took away is not subtracted. */
    private void countConsumers(Hop hop) {
      if (consumers.putIfAbsent(hop, 0) != null) {
        return;
      }
      for (Hop input : hop.inputs()) {
        if (input != null) {
          countConsumers(input);
          consumers.merge(input, 1, Integer::sum);
        }
      }
    }
  }

  /** Guards against rules that return something else than what they replace. */
  private static void checkKind(Rule rule, Info before, Info after) {
    boolean sameKind =
        before.data() == after.data()
            && (before.isMatrix()
                ? fit(before.size().rows(), after.size().rows())
                    && fit(before.size().cols(), after.size().cols())
                : before.value() == after.value());
    if (!sameKind) {
      throw new LindenBug(
          rule.name() + " replaces " + before.describeOne() + " by " + after.describeOne());
    }
  }

  private static boolean fit(long a, long b) {
    return a == b || a < 0 || b < 0;
  }
}
