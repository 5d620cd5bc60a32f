package dev.linden.hop;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Copies of DAGs in which some nodes are replaced: what depends on one is made anew, all else is
 * shared. What was made of a node stands for it wherever it is found again.
 */
public final class Rebuild {
  /** Makes the copy of a node over new inputs, which may be the old ones. */
  @FunctionalInterface
  public interface Copy {
    Hop of(Hop hop, List<Hop> inputs);
  }

  private final UnaryOperator<Hop> instead;
  private final Copy copy;
  private final Map<Hop, Hop> done = new IdentityHashMap<>();

  private Rebuild(UnaryOperator<Hop> instead, Copy copy) {
    this.instead = instead;
    this.copy = copy;
  }

  /**
   * From the roots down: the inputs of what is replaced are not looked at, and what depends on it
   * has the sizes it had.
   *
   * @param instead what stands for a node; null where it stays
   */
  public static Rebuild replacing(UnaryOperator<Hop> instead) {
    return new Rebuild(instead, Hop::withInputs);
  }

  /** The same, but sizes of what depends on replaced nodes are inferred anew. */
  public static Rebuild replacing(UnaryOperator<Hop> instead, HopFactory factory) {
    return new Rebuild(instead, factory::over);
  }

  /** Operands first: every node is copied, over the copies of its inputs. */
  public static Rebuild copying(Copy copy) {
    return new Rebuild(hop -> null, copy);
  }

  /** Takes {@code to} for a node without looking at its inputs. */
  public void preset(Hop from, Hop to) {
    done.put(from, to);
  }

  /** Something stands for the node already. */
  public boolean hasSeen(Hop hop) {
    return done.containsKey(hop);
  }

  public Hop of(Hop hop) {
    Hop known = done.get(hop);
    if (known == null) {
      known = instead.apply(hop);
      if (known == null) {
        known = over(hop);
      }
      done.put(hop, known);
    }
    return known;
  }

  /** A node over what stands for its inputs. */
  public Hop over(Hop hop) {
    return copy.of(hop, of(hop.inputs()));
  }

  /** What stands for all of these, null where one is absent. */
  public List<Hop> of(List<Hop> hops) {
    List<Hop> rebuilt = new ArrayList<>(hops.size());
    for (Hop hop : hops) {
      rebuilt.add(hop == null ? null : of(hop));
    }
    return rebuilt;
  }

  public List<Dag.Root> roots(List<Dag.Root> roots) {
    List<Dag.Root> rebuilt = new ArrayList<>(roots.size());
    for (Dag.Root root : roots) {
      Hop hop = of(root.hop());
      rebuilt.add(hop == root.hop() ? root : root.with(hop));
    }
    return rebuilt;
  }

  /** The DAG itself if nothing in it is different. */
  public Dag of(Dag dag) {
    return dag.withRoots(roots(dag.roots()));
  }
}
