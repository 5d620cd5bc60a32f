package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.group.ValueOrder;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.spark.block.BlockIndex;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Finds values of a column by their place in the sorted order, without sorting it: cells are
 * counted in ranges between random ones of them, which are cut again where a wanted place lies,
 * until so few cells are left in question that the driver can take them.
 */
final class RankSearch {
  /** Cells that the driver takes. */
  private static final int MOST_FETCHED = 1 << 20;

  /** Random cells between which others are counted; more where many places are wanted. */
  private static final int SAMPLES = 4096;

  private static final int SAMPLES_PER_PLACE = 8;

  private final JavaPairRDD<BlockIndex, Matrix[]> cells;
  private final Column column;
  private final Session session;
  private double total;

  RankSearch(JavaPairRDD<BlockIndex, Matrix[]> cells, Column column, Session session) {
    this.cells = cells;
    this.column = column;
    this.session = session;
  }

  /**
   * A value that occurs.
   *
   * @param below weight of all smaller ones
   * @param reached that of all up to and including it
   */
  record Found(long key, double below, double reached) {
    double value() {
      return ValueOrder.value(key);
    }
  }

  /** Weight of all cells; known after a search. */
  double total() {
    return total;
  }

  /**
   * For each share the first value with which so much of the total weight is reached; null if no
   * cell has any weight.
   */
  List<Found> at(double... shares) {
    int most = session.fetchedCells(MOST_FETCHED);
    int samples = Math.max(Math.min(SAMPLES, most), SAMPLES_PER_PLACE * shares.length);
    Counts counts = null;
    boolean[] wanted = {true};
    long[] bounds = {};
    long inQuestion = column.grid().rows();
    for (int round = 0; inQuestion > most; round++) {
      bounds = cut(bounds, wanted, (double) samples / inQuestion, round);
      counts = count(bounds);
      total = counts.total();
      wanted = new boolean[2 * bounds.length + 1];
      for (double share : shares) {
        int slot = counts.slotAt(share * total);
        if (slot >= 0) {
          wanted[slot] = true;
        }
      }
      inQuestion = counts.inQuestion(wanted);
    }
    Runs fetched = inQuestion > 0 ? fetch(bounds, wanted) : Runs.NONE;
    List<Found> known = known(counts, bounds, wanted, fetched);
    List<Found> found = new ArrayList<>();
    for (double share : shares) {
      found.add(first(known, share * total));
    }
    return found;
  }

  /**
   * Slots between bounds have even numbers, those of cells that equal a bound odd ones.
   *
   * @param bounds ascending
   */
  private static int slot(long[] bounds, long key) {
    int found = Arrays.binarySearch(bounds, key);
    return found >= 0 ? 2 * found + 1 : 2 * (-found - 1);
  }

  /** A slot of several values of which one is wanted. */
  private static boolean isOpen(boolean[] wanted, int slot) {
    return wanted[slot] && slot % 2 == 0;
  }

  /** The bounds that are wanted, those of open slots, and random cells in these. */
  private long[] cut(long[] bounds, boolean[] wanted, double share, int round) {
    JavaPairRDD<BlockIndex, Matrix> values = cells.mapValues(operands -> operands[0]);
    long[] within =
        Samples.keys(values, share, key -> isOpen(wanted, slot(bounds, key)), round, session);
    LongStream.Builder kept = LongStream.builder();
    for (int k = 0; k < bounds.length; k++) {
      if (wanted[2 * k] || wanted[2 * k + 1] || wanted[2 * k + 2]) {
        kept.add(bounds[k]);
      }
    }
    return LongStream.concat(kept.build(), Arrays.stream(within)).sorted().distinct().toArray();
  }

  // ---- counting

  /** How many cells are in each slot, and what they weigh. */
  private static final class Counts implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long[] cells;
    private final double[] weights;
    private final double[] compensations;

    private Counts(int slots) {
      cells = new long[slots];
      weights = new double[slots];
      compensations = new double[slots];
    }

    private void add(int slot, double weight) {
      cells[slot]++;
      CompensatedSum.add(weights, compensations, slot, weight);
    }

    private Counts merge(Counts other) {
      for (int s = 0; s < cells.length; s++) {
        cells[s] += other.cells[s];
        CompensatedSum.add(weights, compensations, s, other.weights[s]);
        compensations[s] += other.compensations[s];
      }
      return this;
    }

    private double total() {
      return reached()[cells.length - 1];
    }

    /** Weight up to and including each slot. */
    private double[] reached() {
      double[] reached = new double[cells.length];
      CompensatedSum sum = new CompensatedSum();
      for (int s = 0; s < cells.length; s++) {
        sum.add(weights[s], compensations[s]);
        reached[s] = sum.value();
      }
      return reached;
    }

    /** The first slot with cells with which the weight is reached, else the last; -1 for none. */
    private int slotAt(double weight) {
      double[] reached = reached();
      int slot = -1;
      for (int s = 0; s < cells.length; s++) {
        if (cells[s] > 0) {
          slot = s;
          if (reached[s] >= weight) {
            return s;
          }
        }
      }
      return slot;
    }

    private long inQuestion(boolean[] wanted) {
      long sum = 0;
      for (int s = 0; s < wanted.length; s++) {
        sum += isOpen(wanted, s) ? cells[s] : 0;
      }
      return sum;
    }
  }

  private Counts count(long[] bounds) {
    Column reading = column;
    JavaRDD<Counts> partials =
        cells.mapPartitions(blocks -> List.of(count(blocks, reading, bounds)).iterator());
    return session.job("count in ranges", () -> Partials.reduced(partials, Counts::merge));
  }

  private static Counts count(
      Iterator<Tuple2<BlockIndex, Matrix[]>> blocks, Column column, long[] bounds) {
    Counts counts = new Counts(2 * bounds.length + 1);
    while (blocks.hasNext()) {
      Tuple2<BlockIndex, Matrix[]> block = blocks.next();
      column.read(block._1(), block._2(), (key, weight) -> counts.add(slot(bounds, key), weight));
    }
    return counts;
  }

  // ---- the cells that are left

  private Runs fetch(long[] bounds, boolean[] wanted) {
    Column reading = column;
    JavaRDD<Runs> partials =
        cells.mapPartitions(
            blocks ->
                List.of(runs(blocks, reading, key -> isOpen(wanted, slot(bounds, key))))
                    .iterator());
    return Runs.merged(session.job("fetch ranges", partials::collect));
  }

  static Runs runs(
      Iterator<Tuple2<BlockIndex, Matrix[]>> blocks, Column column, Samples.KeyTest test) {
    List<Runs> parts = new ArrayList<>();
    while (blocks.hasNext()) {
      Tuple2<BlockIndex, Matrix[]> block = blocks.next();
      Runs.Builder cells = new Runs.Builder();
      column.read(
          block._1(),
          block._2(),
          (key, weight) -> {
            if (test.test(key)) {
              cells.add(key, weight);
            }
          });
      parts.add(cells.build());
    }
    return Runs.merged(parts);
  }

  /** All values of which the weight below is known, ascending: those fetched and the bounds. */
  private List<Found> known(Counts counts, long[] bounds, boolean[] wanted, Runs fetched) {
    List<Found> known = new ArrayList<>();
    double[] reached = counts == null ? null : counts.reached();
    int next = 0;
    for (int slot = 0; slot < wanted.length; slot++) {
      double below = slot == 0 || reached == null ? 0 : reached[slot - 1];
      if (isOpen(wanted, slot)) {
        CompensatedSum sum = new CompensatedSum();
        sum.add(below);
        for (; next < fetched.size() && slot(bounds, fetched.key(next)) == slot; next++) {
          double before = sum.value();
          sum.add(fetched.weight(next));
          boolean last = next + 1 == fetched.size() || slot(bounds, fetched.key(next + 1)) != slot;
          double now = sum.value();
          if (reached != null) {
            now = last ? reached[slot] : Math.min(now, reached[slot]);
          }
          known.add(new Found(fetched.key(next), before, now));
        }
        if (reached == null) {
          total = sum.value();
        }
      } else if (slot % 2 == 1 && counts.cells[slot] > 0) {
        known.add(new Found(bounds[slot / 2], below, reached[slot]));
      }
    }
    return known;
  }

  private static Found first(List<Found> known, double weight) {
    int low = 0;
    int high = known.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (known.get(middle).reached() >= weight) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return known.isEmpty() ? null : known.get(low);
  }
}
