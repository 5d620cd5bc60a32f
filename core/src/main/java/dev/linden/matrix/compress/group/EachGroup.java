package dev.linden.matrix.compress.group;

import dev.linden.matrix.Workers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** Something of each group of a matrix, in their order. */
public final class EachGroup {
  /** Cells of dictionaries that one thread is through with before others have begun. */
  private static final long FEW_CELLS = 1 << 15;

  private static final int GROUPS_PER_RANGE = 4;

  private EachGroup() {}

  /** Dictionaries are looked at by several threads if they are large. */
  public static <T> List<T> of(
      List<Group> groups,
      Workers workers,
      Function<CodedGroup, T> ofCoded,
      Function<PlainGroup, T> ofPlain) {
    List<T> results = new ArrayList<>(Collections.nCopies(groups.size(), null));
    long cells = 0;
    for (int g = 0; g < results.size(); g++) {
      if (groups.get(g) instanceof PlainGroup plain) {
        results.set(g, ofPlain.apply(plain)); // which has threads for its own cells
      } else {
        cells += ((CodedGroup) groups.get(g)).dictionary().stored();
      }
    }
    workers.forRanges(
        results.size(),
        cells <= FEW_CELLS ? results.size() : GROUPS_PER_RANGE,
        (start, end) -> {
          for (int g = start; g < end; g++) {
            if (groups.get(g) instanceof CodedGroup coded) {
              results.set(g, ofCoded.apply(coded));
            }
          }
        });
    return results;
  }
}
