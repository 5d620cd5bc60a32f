package dev.linden.spark.block;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Which partition each of some parts of a matrix goes to, so that no task lags behind the others.
 * How long an operator takes for a block depends on what is in it or on its cells: {@code abs(X)}
 * passes over the zeros of a sparse block, {@code exp(X)} does not. So partitions are alike in
 * both.
 */
final class Balance {
  /** Largest partition by that in the middle up to which partitions are alike. */
  private static final double ALIKE = 2.5;

  /** Share of the partitions that remains when they turn out to be too many for one heavy block. */
  private static final double FEWER = 0.9;

  private final double[] stored;
  private final double[] cells;

  /** The sum of both, each as its share of the whole. */
  private final double[] weights;

  /** Heaviest first. */
  private final int[] order;

  /**
   * @param stored bytes of each part
   * @param cells of each part
   */
  Balance(double[] stored, double[] cells) {
    this.stored = stored;
    this.cells = cells;
    double allStored = Arrays.stream(stored).sum();
    double allCells = Arrays.stream(cells).sum();
    this.weights =
        IntStream.range(0, stored.length)
            .mapToDouble(k -> stored[k] / allStored + cells[k] / allCells)
            .toArray();
    this.order =
        IntStream.range(0, stored.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer k) -> -weights[k]))
            .mapToInt(k -> k)
            .toArray();
  }

  /**
   * The partition of each part. A block is not divided: where few of them have nearly all non-zeros
   * there are fewer partitions, each with one of those, since more would only wait.
   *
   * @param usual what it is if that is even
   * @param partitions of the usual ones
   * @param fewest partitions there must be, even or not
   */
  int[] of(int[] usual, int partitions, int fewest) {
    if (isEven(usual, partitions)) {
      return usual;
    }
    int count = partitions;
    int[] targets = heaviestFirst(count);
    while (count > fewest && !isEven(targets, count)) {
      count = Math.max(fewest, Math.min(count - 1, (int) (FEWER * count)));
      targets = heaviestFirst(count);
    }
    return targets;
  }

  /** Each part goes where the least is so far. */
  private int[] heaviestFirst(int partitions) {
    double[] loads = new double[partitions];
    PriorityQueue<Integer> lightest =
        new PriorityQueue<>(
            Comparator.comparingDouble((Integer p) -> loads[p]).thenComparingInt(p -> p));
    IntStream.range(0, partitions).forEach(lightest::add);
    int[] targets = new int[weights.length];
    for (int part : order) {
      int partition = lightest.remove();
      targets[part] = partition;
      loads[partition] += weights[part];
      lightest.add(partition);
    }
    return targets;
  }

  private boolean isEven(int[] targets, int partitions) {
    return isEven(stored, targets, partitions) && isEven(cells, targets, partitions);
  }

  private static boolean isEven(double[] sizes, int[] targets, int partitions) {
    double[] loads = new double[partitions];
    for (int k = 0; k < sizes.length; k++) {
      loads[targets[k]] += sizes[k];
    }
    Arrays.sort(loads);
    return loads[partitions - 1] <= ALIKE * loads[(partitions - 1) / 2];
  }
}
