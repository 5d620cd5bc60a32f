package dev.linden.hop;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The operators of one straight-line block or of the predicate of a control structure. Roots are in
 * the order of the statements, which is the order of effects; values that are not roots may be
 * computed at any time.
 */
public record Dag(List<Root> roots) implements Serializable {
  /** The DAG with these roots: itself if they are the ones it has. */
  public Dag withRoots(List<Root> others) {
    boolean same = others.size() == roots.size();
    for (int i = 0; same && i < others.size(); i++) {
      same = others.get(i) == roots.get(i);
    }
    return same ? this : new Dag(List.copyOf(others));
  }

  /** Why a value is computed. */
  public sealed interface Root extends Serializable {
    Hop hop();

    /** The same purpose for another value. */
    Root with(Hop other);
  }

  /**
   * The variable has this value when the DAG has ended. A later binding of the same variable
   * replaces an earlier one.
   */
  public record Bind(String variable, Hop hop) implements Root {
    @Override
    public Bind with(Hop other) {
      return new Bind(variable, other);
    }
  }

  /** A call for its effect, or whose results may all be dropped. */
  public record Effect(Hop hop) implements Root {
    @Override
    public Effect with(Hop other) {
      return new Effect(other);
    }
  }

  /** A value that the control structure needs: predicate, bound or step. */
  public record Needed(Hop hop) implements Root {
    @Override
    public Needed with(Hop other) {
      return new Needed(other);
    }
  }

  /**
   * The DAG with other hops in the place of some; what depends on them is made anew.
   *
   * @param replacement gives null for hops that stay
   */
  public Dag replacing(UnaryOperator<Hop> replacement) {
    return Rebuild.replacing(replacement).of(this);
  }

  /**
   * What makes sure that the values of these bindings are computed before the roots that follow,
   * even if it is only later that something needs them.
   */
  public static List<Root> pins(List<Root> bindings) {
    return pinned(
        bindings.stream().filter(root -> root instanceof Bind).map(Root::hop).distinct().toList());
  }

  static List<Root> pinned(List<Hop> values) {
    List<Root> pins = new ArrayList<>();
    for (Hop value : values) {
      // a call keeps its turn by itself, but an inlined one is no call any more
      boolean computed =
          value instanceof Hop.Compute
              || value instanceof Hop.Result
              || value instanceof Hop.Invoke;
      if (computed && !value.isBarrier()) {
        pins.add(new Effect(value));
      }
    }
    return pins;
  }

  /** Some root must not be reached before all that stands in front of it is computed. */
  public boolean hasBarrier() {
    return roots.stream().anyMatch(root -> root.hop().isBarrier());
  }

  /** Variables that get a value. */
  public void addAssigned(Collection<String> into) {
    for (Root root : roots) {
      if (root instanceof Bind bind) {
        into.add(bind.variable());
      }
    }
  }
}
