package dev.linden.opt;

import dev.linden.hop.Hop;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/** What the parts of a pattern have matched. */
public final class Match {
  private final Hop root;
  private final ToIntFunction<Hop> consumers;
  private Capture[] names = new Capture[4];
  private Hop[] captured = new Hop[4];
  private int count;

  public Match(Hop root, ToIntFunction<Hop> consumers) {
    this.root = root;
    this.consumers = consumers;
  }

  /** The call that the rule may replace. */
  public Hop.Compute root() {
    return (Hop.Compute) root;
  }

  /** Null if nothing was captured under this name. */
  public Hop get(Capture capture) {
    int at = find(capture);
    return at < 0 ? null : captured[at];
  }

  /** Patterns have a handful of names: looking at each beats hashing. */
  private int find(Capture capture) {
    for (int i = 0; i < count; i++) {
      if (names[i] == capture) {
        return i;
      }
    }
    return -1;
  }

  /** How many operators and variables need the value. */
  public int consumers(Hop hop) {
    return consumers.applyAsInt(hop);
  }

  void put(Capture capture, Hop hop) {
    int at = find(capture);
    if (at < 0) {
      if (count == names.length) {
        names = Arrays.copyOf(names, 2 * count);
        captured = Arrays.copyOf(captured, 2 * count);
      }
      at = count++;
      names[at] = capture;
    }
    captured[at] = hop;
  }

  /** Ready for the next pattern at the same root. */
  public void clear() {
    count = 0;
  }
}
