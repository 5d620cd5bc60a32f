package dev.linden.matrix.compress.codes;

import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.IOException;
import java.util.Arrays;

/** Where each run of equal rows begins, and its code; sorted columns have few. */
public final class RunCodes extends Codes {
  private static final long serialVersionUID = 1L;

  /** Ascending, the first is row 0. */
  private final int[] starts;

  private final DenseCodes codes;

  RunCodes(int rows, int[] starts, DenseCodes codes) {
    super(rows, codes.size());
    this.starts = starts;
    this.codes = codes;
  }

  /** Bytes for so many runs. */
  public static double bytes(double runs, double size) {
    return Integer.BYTES * runs + DenseCodes.bytes(runs, size);
  }

  private int runOf(int row) {
    int found = Arrays.binarySearch(starts, row);
    return found >= 0 ? found : -found - 2;
  }

  private int endOf(int run) {
    return run + 1 < starts.length ? starts[run + 1] : rows();
  }

  /** What is done with the part of a run that lies within a stretch of rows. */
  private interface Visitor {
    void visit(int start, int end, int code);
  }

  private void forEach(int start, int end, Visitor visitor) {
    int next;
    int run = start < end ? runOf(start) : 0;
    for (int row = start; row < end; row = next) {
      next = Math.min(end, endOf(run));
      visitor.visit(row, next, codes.get(run));
      run++;
    }
  }

  @Override
  int[] count() {
    int[] result = new int[size()];
    forEach(0, rows(), (from, to, code) -> result[code] += to - from);
    return result;
  }

  @Override
  public int get(int row) {
    return codes.get(runOf(row));
  }

  @Override
  public void decode(int start, int end, int[] into, int at) {
    int shift = at - start;
    forEach(start, end, (from, to, code) -> Arrays.fill(into, from + shift, to + shift, code));
  }

  @Override
  public void add(double[] table, int start, int end, double[] out, int at) {
    forEach(
        start,
        end,
        (from, to, code) ->
            ConstantCodes.addConstant(table[code], out, at + from - start, to - from));
  }

  @Override
  public void collect(double[] a, int at, int start, int end, double[] sums) {
    forEach(
        start,
        end,
        (from, to, code) -> sums[code] += ConstantCodes.sum(a, at + from - start, to - from));
  }

  @Override
  public Codes slice(int start, int end) {
    if (start == end) {
      return new RunCodes(0, new int[0], DenseCodes.of(new int[0], size()));
    }
    int first = runOf(start);
    int runs = runOf(end - 1) + 1 - first;
    int[] part = new int[runs];
    int[] found = new int[runs];
    for (int r = 0; r < runs; r++) {
      part[r] = Math.max(0, starts[first + r] - start);
      found[r] = codes.get(first + r);
    }
    return new RunCodes(end - start, part, DenseCodes.of(found, size()));
  }

  @Override
  public long bytes() {
    return 4L * starts.length + codes.bytes() + 64;
  }

  @Override
  public String kind() {
    return "runs";
  }

  @Override
  void write(GroupsOutput out) throws IOException {
    out.putInt(starts.length);
    for (int r = 0; r < starts.length; r++) {
      out.putInt(starts[r]);
      out.putInt(codes.get(r));
    }
  }
}
