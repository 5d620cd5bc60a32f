package dev.linden.opt;

import dev.linden.hop.Hop;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/** What the parts of a pattern have matched. */
public final class Match {
  private final Hop root;
  private final ToIntFunction<Hop> consumers;
  private final Map<Capture, Hop> captured = new IdentityHashMap<>();

  Match(Hop root, ToIntFunction<Hop> consumers) {
    this.root = root;
    this.consumers = consumers;
  }

  /** The call that the rule may replace. */
  public Hop.Compute root() {
    return (Hop.Compute) root;
  }

  public Hop get(Capture capture) {
    return captured.get(capture);
  }

  /** How many operators and variables need the value. */
  public int consumers(Hop hop) {
    return consumers.applyAsInt(hop);
  }

  void put(Capture capture, Hop hop) {
    captured.put(capture, hop);
  }
}
