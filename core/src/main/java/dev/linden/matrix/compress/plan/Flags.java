package dev.linden.matrix.compress.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Puts groups of two tuples together, eight in a byte. That takes no fewer bytes than a bit for
 * each, so it is not found by what it saves, but one look-up of a row then stands for eight.
 */
final class Flags {
  private static final int BITS = 8;

  /** For the dictionary, which has up to 256 tuples. */
  private static final double MOST_GROWTH = 1.2;

  private Flags() {}

  static List<Candidate> join(List<Candidate> groups) {
    List<Candidate> result = new ArrayList<>();
    List<Candidate> flags = new ArrayList<>();
    for (Candidate group : groups) {
      if (group.distinct() > 2 || group.distinct() < 2) {
        result.add(group);
        continue;
      }
      flags.add(group);
      if (flags.size() == BITS) {
        result.addAll(joined(flags));
        flags.clear();
      }
    }
    result.addAll(joined(flags));
    return result;
  }

  private static List<Candidate> joined(List<Candidate> flags) {
    if (flags.size() < 2) {
      return List.copyOf(flags);
    }
    Candidate all = flags.get(0);
    double apart = all.bytes();
    for (Candidate flag : flags.subList(1, flags.size())) {
      all = all.with(flag);
      apart += flag.bytes();
    }
    Candidate together = all.undivided();
    return together.bytes() <= MOST_GROWTH * apart ? List.of(together) : List.copyOf(flags);
  }
}
