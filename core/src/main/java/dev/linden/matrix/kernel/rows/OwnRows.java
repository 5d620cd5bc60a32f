package dev.linden.matrix.kernel.rows;

import java.util.function.Supplier;

/**
 * For packed matrices that hand out their rows, some at a time, to loops that go through tiles of
 * rows, and multiply them without unpacking. All cells must be finite ({@link #multipliesRows}) for
 * the products.
 */
public interface OwnRows {
  /** Writes rows {@code [start, end)} as cells, one row behind the other. */
  void cells(int start, int end, double[] to, int at);

  /** Whether {@link #times} and {@link #sums} may be asked. */
  boolean multipliesRows();

  /** X %*% B, where {@code b} has a row of {@code n} cells for each column; a writer a thread. */
  Supplier<Writer> times(double[] b, int n);

  /** t(X) %*% W for W of {@code n} columns; sums for each range of rows. */
  Supplier<Sums> sums(int n);

  /** A range of rows should have so many, since each has sums of its own. */
  int leastRowsOfSums();

  /** Writes rows {@code [start, end)} of a result. */
  interface Writer {
    void write(int start, int end, double[] out, int at);
  }

  /** What has been summed up of a range of rows. */
  interface Sums {
    /** Takes rows {@code [start, end)} of W, which begin at {@code w[at]}. */
    void collect(double[] w, int at, int start, int end);

    /** Adds the sums of later rows. */
    void add(Sums later);

    /** A row of n cells for each column of X; null: they are not finite, so unpack. */
    double[] result();
  }
}
