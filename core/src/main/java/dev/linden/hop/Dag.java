package dev.linden.hop;

import java.io.Serializable;
import java.util.Collection;
import java.util.List;

/**
 * The operators of one straight-line block or of the predicate of a control structure. Roots are in
 * the order of the statements, which is the order of effects; values that are not roots may be
 * computed at any time.
 */
public record Dag(List<Root> roots) implements Serializable {
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

  /** Variables that get a value. */
  public void addAssigned(Collection<String> into) {
    for (Root root : roots) {
      if (root instanceof Bind bind) {
        into.add(bind.variable());
      }
    }
  }
}
