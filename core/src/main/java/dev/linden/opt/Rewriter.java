package dev.linden.opt;

import dev.linden.base.LindenBug;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopFactory;
import dev.linden.op.Info;
import dev.linden.op.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final HopFactory factory;
  private final RewriteReport report;

  Rewriter(List<Rule> rules, HopFactory factory, RewriteReport report) {
    this.rules = index(rules);
    this.factory = factory;
    this.report = report;
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

  Dag rewrite(Dag dag) {
    Dag current = dag;
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      Pass rewriting = new Pass(current);
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

  /** What makes two pure calls the same: operator, arguments and their names. */
  private record Key(Object what, List<Identity> inputs, List<String> names) {}

  /** A node as a key: equal to itself alone. */
  private record Identity(Hop hop) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Identity that && hop == that.hop;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(hop);
    }
  }

  private final class Pass {
    private final Dag dag;
    private final Map<Hop, Integer> consumers = new IdentityHashMap<>();
    private final Map<Hop, Hop> rewritten = new IdentityHashMap<>();
    private final Map<Key, Hop> unique = new HashMap<>();
    private final TreeSet<String> fired = new TreeSet<>();

    Pass(Dag dag) {
      this.dag = dag;
    }

    Dag run() {
      Map<Hop, Boolean> seen = new IdentityHashMap<>();
      for (Dag.Root root : dag.roots()) {
        count(root.hop(), seen);
        consumers.merge(root.hop(), 1, Integer::sum);
      }
      List<Dag.Root> roots = new ArrayList<>();
      for (Dag.Root root : dag.roots()) {
        roots.add(root.with(rewrite(root.hop())));
      }
      return new Dag(List.copyOf(roots));
    }

    private void count(Hop hop, Map<Hop, Boolean> seen) {
      if (seen.put(hop, true) != null) {
        return;
      }
      for (Hop input : hop.inputs()) {
        if (input != null) {
          consumers.merge(input, 1, Integer::sum);
          count(input, seen);
        }
      }
    }

    private Hop rewrite(Hop hop) {
      Hop done = rewritten.get(hop);
      if (done == null) {
        done = applyRules(unify(rebuild(hop), hop));
        rewritten.put(hop, done);
      }
      return done;
    }

    /** The node over rewritten inputs. */
    private Hop rebuild(Hop hop) {
      List<Hop> inputs = new ArrayList<>(hop.inputs().size());
      boolean changed = false;
      for (Hop input : hop.inputs()) {
        Hop other = input == null ? null : rewrite(input);
        changed |= other != input;
        inputs.add(other);
      }
      if (!changed) {
        return hop;
      } else if (hop instanceof Hop.Compute compute) {
        return factory.withInputs(compute, inputs);
      } else if (hop instanceof Hop.Invoke invoke) {
        return new Hop.Invoke(invoke.function(), inputs, invoke.results(), invoke.span());
      }
      Hop.Result result = (Hop.Result) hop;
      return new Hop.Result(inputs.get(0), result.index(), result.info());
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
        return new Key(call.op(), call.inputs().stream().map(Identity::new).toList(), call.names());
      } else if (hop instanceof Hop.Result result) {
        return new Key(result.index(), List.of(new Identity(result.call())), List.of());
      }
      return null;
    }

    private Hop applyRules(Hop hop) {
      if (!(hop instanceof Hop.Compute call)) {
        return hop;
      }
      for (Rule rule : rules.getOrDefault(call.op(), List.of())) {
        Match match = new Match(hop, h -> consumers.getOrDefault(h, 1));
        if (rule.pattern().matches(hop, match)) {
          Optional<Hop> replacement = rule.apply(match, new RuleContext(factory, hop.span()));
          if (replacement.isPresent()) {
            fired.add(rule.name());
            report.fired(rule.name());
            return unify(replacement.get(), hop);
          }
        }
      }
      return hop;
    }
  }
}
