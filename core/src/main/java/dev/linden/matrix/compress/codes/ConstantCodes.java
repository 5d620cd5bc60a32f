package dev.linden.matrix.compress.codes;

import dev.linden.matrix.compress.wire.GroupsOutput;
import java.util.Arrays;

/** All rows have tuple 0. */
public final class ConstantCodes extends Codes {
  private static final long serialVersionUID = 1L;

  public ConstantCodes(int rows) {
    super(rows, 1);
  }

  @Override
  int[] count() {
    return new int[] {rows()};
  }

  @Override
  public int get(int row) {
    return 0;
  }

  @Override
  public void decode(int start, int end, int[] into, int at) {
    Arrays.fill(into, at, at + end - start, 0);
  }

  @Override
  public void add(double[] table, int start, int end, double[] out, int at) {
    addConstant(table[0], out, at, end - start);
  }

  static void addConstant(double x, double[] out, int at, int n) {
    for (int i = 0; i < n; i++) {
      out[at + i] += x;
    }
  }

  @Override
  public void collect(double[] a, int at, int start, int end, double[] sums) {
    sums[0] += sum(a, at, end - start);
  }

  /** Four sums side by side: one alone waits for each addition. */
  static double sum(double[] a, int at, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
      s0 += a[at + i];
      s1 += a[at + i + 1];
      s2 += a[at + i + 2];
      s3 += a[at + i + 3];
    }
    for (; i < n; i++) {
      s0 += a[at + i];
    }
    return s0 + s1 + (s2 + s3);
  }

  @Override
  public Codes slice(int start, int end) {
    return new ConstantCodes(end - start);
  }

  @Override
  public long bytes() {
    return 32;
  }

  @Override
  public String kind() {
    return "constant";
  }

  @Override
  void write(GroupsOutput out) {
    // there is nothing to say
  }
}
