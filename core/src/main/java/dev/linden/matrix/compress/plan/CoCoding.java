package dev.linden.matrix.compress.plan;

import dev.linden.matrix.Workers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Puts columns together while that costs less: first neighbours that are never non-zero in the same
 * row (one-of-k columns), then from a queue of groups with the fewest tuples, each with the best of
 * those that follow; with few groups left, always the best of all pairs.
 */
final class CoCoding {
  /** From so many groups on all pairs are too many. */
  private static final int FEW = 64;

  /** Groups of the queue that the first one is tried with. */
  private static final int TRIED = 8;

  private static final Comparator<Candidate> SMALLEST_FIRST =
      Comparator.comparingDouble(Candidate::distinct)
          .thenComparingInt(candidate -> candidate.columns()[0]);

  private CoCoding() {}

  static List<Candidate> join(List<Candidate> candidates, Workers workers) {
    List<Candidate> groups = fromQueue(candidates);
    return greedy(groups, workers);
  }

  private static double gain(Candidate a, Candidate b, Candidate both) {
    return a.cost() + b.cost() - both.cost();
  }

  private static List<Candidate> fromQueue(List<Candidate> candidates) {
    PriorityQueue<Candidate> queue = new PriorityQueue<>(SMALLEST_FIRST);
    queue.addAll(candidates);
    List<Candidate> done = new ArrayList<>();
    while (queue.size() + done.size() > FEW && queue.size() > 1) {
      Candidate first = queue.poll();
      List<Candidate> next = new ArrayList<>();
      Candidate best = null;
      int partner = -1;
      while (next.size() < TRIED && !queue.isEmpty()) {
        Candidate other = queue.poll();
        next.add(other);
        Candidate both = first.mayJoin(other) ? first.with(other) : null;
        if (both != null
            && gain(first, other, both) > 0
            && (best == null || gain(first, other, both) > gain(first, next.get(partner), best))) {
          best = both;
          partner = next.size() - 1;
        }
      }
      if (best == null) {
        done.add(first);
      } else {
        next.remove(partner);
        queue.add(best);
      }
      queue.addAll(next);
    }
    done.addAll(queue);
    done.sort(SMALLEST_FIRST);
    return done;
  }

  private static List<Candidate> greedy(List<Candidate> candidates, Workers workers) {
    List<Candidate> groups = new ArrayList<>(candidates);
    if (groups.size() > FEW) {
      return groups;
    }
    List<List<Candidate>> joined = new ArrayList<>(Collections.nCopies(groups.size(), null));
    workers.forRanges(
        groups.size(),
        1,
        (start, end) -> {
          for (int a = start; a < end; a++) {
            joined.set(a, row(groups, a, groups.get(a)));
          }
        });
    while (groups.size() > 1) {
      int bestA = -1;
      int bestB = -1;
      double most = 0;
      for (int a = 0; a < groups.size(); a++) {
        for (int b = 0; b < a; b++) {
          Candidate both = joined.get(a).get(b);
          double gain = both == null ? 0 : gain(groups.get(a), groups.get(b), both);
          if (gain > most) {
            most = gain;
            bestA = a;
            bestB = b;
          }
        }
      }
      if (bestA < 0) {
        break;
      }
      Candidate both = joined.get(bestA).get(bestB);
      remove(groups, joined, bestA);
      remove(groups, joined, bestB);
      joined.add(row(groups, groups.size(), both));
      groups.add(both);
    }
    return groups;
  }

  /** A candidate with each of the groups before place {@code a}; null where nothing is to gain. */
  private static List<Candidate> row(List<Candidate> groups, int a, Candidate candidate) {
    List<Candidate> row = new ArrayList<>(a);
    for (int b = 0; b < a; b++) {
      Candidate other = groups.get(b);
      row.add(candidate.mayJoin(other) ? candidate.with(other) : null);
    }
    return row;
  }

  private static void remove(List<Candidate> groups, List<List<Candidate>> joined, int at) {
    groups.remove(at);
    joined.remove(at);
    for (int a = at; a < joined.size(); a++) {
      joined.get(a).remove(at);
    }
  }
}
