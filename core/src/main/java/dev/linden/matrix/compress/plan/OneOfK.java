package dev.linden.matrix.compress.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds neighbouring columns of which at most one is not zero in any row of the sample. Two of them
 * together often take more than two alone (a byte instead of two bits), so pairs would never find
 * them.
 */
final class OneOfK {
  /** Tuples of such a group: a byte tells them. */
  private static final int MOST_TUPLES = 256;

  private OneOfK() {}

  /** A column and the sampled rows in which it is not zero. */
  record Column(Candidate candidate, BitSet nonZeros) {}

  static List<Candidate> join(List<Column> columns) {
    List<Candidate> result = new ArrayList<>();
    int next;
    for (int first = 0; first < columns.size(); first = next) {
      BitSet taken = (BitSet) columns.get(first).nonZeros().clone();
      int tuples = columns.get(first).candidate().inSample();
      for (next = first + 1; next < columns.size(); next++) {
        Column column = columns.get(next);
        tuples += column.candidate().inSample() - 1;
        if (tuples > MOST_TUPLES || taken.intersects(column.nonZeros())) {
          break;
        }
        taken.or(column.nonZeros());
      }
      Candidate all = columns.get(first).candidate();
      for (int k = first + 1; k < next; k++) {
        all = all.with(columns.get(k).candidate());
      }
      result.add(all);
    }
    return result;
  }
}
