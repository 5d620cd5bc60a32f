package dev.linden.op;

import java.util.List;
import java.util.Set;

/** Names that functions of the library use for the same parameter: a call may use either. */
public final class ParameterNames {
  /** A function never has two of one group. */
  private static final List<Set<String>> SAME =
      List.of(Set.of("icpt", "intercept"), Set.of("y", "Y"));

  private ParameterNames() {}

  /** Where a library function has the parameter, by this or another name for it; -1 if nowhere. */
  public static int position(String name, List<String> parameters) {
    int position = parameters.indexOf(name);
    for (Set<String> group : SAME) {
      if (position < 0 && group.contains(name)) {
        for (String other : group) {
          position = Math.max(position, parameters.indexOf(other));
        }
      }
    }
    return position;
  }
}
