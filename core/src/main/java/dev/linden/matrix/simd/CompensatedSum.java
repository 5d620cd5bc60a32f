package dev.linden.matrix.simd;

/**
 * A running sum that carries the rounding errors of its additions (Knuth's two-sum, as in
 * Neumaier's variant of Kahan summation): accurate to the last bit or two however many terms there
 * are and in whatever order. Once the sum has overflowed or met an infinity or NaN it behaves as
 * plain addition.
 */
public final class CompensatedSum {
  private double sum;
  private double compensation;

  /** Where vector loops put their lanes: an array per call would cost as much as a short row. */
  private double[] lanes;

  public void add(double x) {
    double next = sum + x;
    double taken = next - sum;
    compensation += (sum - (next - taken)) + (x - taken);
    sum = next;
  }

  /** Adds a partial sum and its own compensation. */
  public void add(double partialSum, double partialCompensation) {
    add(partialSum);
    compensation += partialCompensation;
  }

  public void add(CompensatedSum partial) {
    add(partial.sum, partial.compensation);
  }

  /** Room for this many lanes of sums and as many compensations behind them. */
  double[] lanes(int count) {
    if (lanes == null) {
      lanes = new double[2 * count];
    }
    return lanes;
  }

  /** Adds the partial sums in {@link #lanes}. */
  void addLanes(int count) {
    for (int lane = 0; lane < count; lane++) {
      add(lanes[lane], lanes[count + lane]);
    }
  }

  public void reset() {
    sum = 0;
    compensation = 0;
  }

  public double value() {
    return value(sum, compensation);
  }

  /** Adds to one of many sums, whose compensations are in another array. */
  public static void add(double[] sums, double[] compensations, int at, double x) {
    double sum = sums[at];
    double next = sum + x;
    double taken = next - sum;
    compensations[at] += (sum - (next - taken)) + (x - taken);
    sums[at] = next;
  }

  /** The compensation of an infinite sum is NaN (Inf - Inf), and must not spoil it. */
  public static double value(double sum, double compensation) {
    return Double.isFinite(sum) ? sum + compensation : sum;
  }
}
