package dev.linden.matrix.compress.codes;

import dev.linden.matrix.compress.wire.GroupsInput;
import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.IOException;
import java.util.Arrays;

/** A code for each row, in as many bits as the largest needs: 1, 8, 16 or 32. */
public abstract sealed class DenseCodes extends Codes {
  private static final long serialVersionUID = 1L;

  private DenseCodes(int rows, int size) {
    super(rows, size);
  }

  public final DenseCodes done() {
    return this;
  }

  /** These codes in as few bits as {@code size} allows. */
  public static DenseCodes of(int[] codes, int size) {
    return of(codes, codes.length, size);
  }

  static DenseCodes of(int[] codes, int rows, int size) {
    Writable result = writable(rows, size);
    result.put(0, codes, rows);
    return result.done();
  }

  /** What a new object's codes are written to, each once. */
  public interface Writable {
    /** Several threads may put stretches of rows that begin at multiples of 64. */
    void put(int start, int[] codes, int count);

    /** All codes have been put. */
    DenseCodes done();
  }

  /** For codes below {@code size}. */
  public static Writable writable(int rows, int size) {
    if (size <= 2) {
      return new Bits(rows, size, new long[(int) ((rows + 63L) >> 6)]);
    }
    if (size <= 1 << 8) {
      return new Bytes(rows, size, new byte[rows]);
    }
    return size <= 1 << 16
        ? new Chars(rows, size, new char[rows])
        : new Ints(rows, size, new int[rows]);
  }

  /** Of byte codes that somebody has filled; the array is taken over. */
  public static DenseCodes ofBytes(byte[] codes, int size) {
    return new Bytes(codes.length, size, codes);
  }

  public static DenseCodes ofChars(char[] codes, int size) {
    return new Chars(codes.length, size, codes);
  }

  public static DenseCodes ofInts(int[] codes, int size) {
    return new Ints(codes.length, size, codes);
  }

  /** Other numbers for the codes: {@code numbers[c]}, below {@code size}, instead of c. */
  public final DenseCodes renumbered(int[] numbers, int size) {
    return copied(
        rows(),
        size,
        (start, n, tile) -> {
          decode(start, start + n, tile);
          for (int i = 0; i < n; i++) {
            tile[i] = numbers[tile[i]];
          }
        });
  }

  /** The codes of these rows, in this order. */
  public static DenseCodes gathered(Codes from, int[] rows) {
    return copied(
        rows.length,
        from.size(),
        (start, n, tile) -> {
          for (int i = 0; i < n; i++) {
            tile[i] = from.get(rows[start + i]);
          }
        });
  }

  /** A code for each row, whatever the kind was. */
  public static DenseCodes of(Codes codes) {
    return codes instanceof DenseCodes dense
        ? dense
        : copied(
            codes.rows(), codes.size(), (start, n, tile) -> codes.decode(start, start + n, tile));
  }

  /** In as few bits as the number of codes allows. */
  final DenseCodes narrow() {
    boolean tooWide = size() <= 2 && !(this instanceof Bits);
    return tooWide
        ? copied(rows(), size(), (start, n, tile) -> decode(start, start + n, tile))
        : this;
  }

  /** Tells the codes of {@code n} rows from {@code start} on. */
  @FunctionalInterface
  public interface Source {
    void read(int start, int n, int[] tile);
  }

  public static DenseCodes copied(int rows, int size, Source source) {
    Writable result = writable(rows, size);
    int[] tile = new int[Math.min(rows, TILE)];
    for (int start = 0; start < rows; start += TILE) {
      int n = Math.min(TILE, rows - start);
      source.read(start, n, tile);
      result.put(start, tile, n);
    }
    return result.done();
  }

  /** Bytes that the codes of so many rows take. */
  public static double bytes(double rows, double size) {
    return size <= 2 ? rows / 8 : size <= 1 << 8 ? rows : size <= 1 << 16 ? 2 * rows : 4 * rows;
  }

  @Override
  public final Codes slice(int start, int end) {
    return copied(
        end - start, size(), (from, n, tile) -> decode(start + from, start + from + n, tile));
  }

  @Override
  public final long bytes() {
    return (long) bytes(rows(), size()) + 56;
  }

  static DenseCodes read(GroupsInput in, int rows, int size) throws IOException {
    in.expect(Narrow.bytes(rows, size), 1);
    Writable result = writable(rows, size);
    int[] tile = new int[Math.min(rows, TILE)];
    byte[] raw = new byte[4 * TILE];
    for (int start = 0; start < rows; start += TILE) {
      int n = Math.min(TILE, rows - start);
      Narrow.read(in, tile, n, size, raw);
      result.put(start, tile, n);
    }
    return result.done();
  }

  @Override
  final void write(GroupsOutput out) throws IOException {
    int[] tile = new int[Math.min(rows(), TILE)];
    byte[] raw = new byte[4 * TILE];
    for (int start = 0; start < rows(); start += TILE) {
      int n = Math.min(TILE, rows() - start);
      decode(start, start + n, tile);
      Narrow.write(out, tile, n, size(), raw);
    }
  }

  /** One bit a row; {@link JoinedBits} looks at several of them. */
  static final class Bits extends DenseCodes implements Writable {
    private static final long serialVersionUID = 1L;

    final long[] words;

    Bits(int rows, int size, long[] words) {
      super(rows, size);
      this.words = words;
    }

    @Override
    public void put(int start, int[] codes, int count) {
      for (int i = 0; i < count; i++) {
        words[(start + i) >> 6] |= (long) codes[i] << (start + i);
      }
    }

    @Override
    int[] count() {
      int ones = Arrays.stream(words).mapToInt(Long::bitCount).sum();
      return Arrays.copyOf(new int[] {rows() - ones, ones}, size());
    }

    @Override
    public int get(int row) {
      return (int) (words[row >> 6] >>> row) & 1;
    }

    @Override
    public void decode(int start, int end, int[] into, int at) {
      for (int i = start; i < end; i++) {
        into[at + i - start] = (int) (words[i >> 6] >>> i) & 1;
      }
    }

    @Override
    public void add(double[] table, int start, int end, double[] out, int at) {
      for (int i = start; i < end; i++) {
        out[at + i - start] += table[(int) (words[i >> 6] >>> i) & 1];
      }
    }

    @Override
    public void collect(double[] a, int at, int start, int end, double[] sums) {
      // both sums in registers: each addition to an array would wait for the last one
      double zeros0 = 0;
      double zeros1 = 0;
      double ones0 = 0;
      double ones1 = 0;
      int shift = at - start;
      int i = start;
      for (; i + 1 < end; i += 2) {
        double x0 = a[shift + i];
        double x1 = a[shift + i + 1];
        long mask0 = -(words[i >> 6] >>> i & 1);
        long mask1 = -(words[i + 1 >> 6] >>> i + 1 & 1);
        zeros0 += masked(x0, ~mask0);
        ones0 += masked(x0, mask0);
        zeros1 += masked(x1, ~mask1);
        ones1 += masked(x1, mask1);
      }
      if (i < end) {
        long mask = -(words[i >> 6] >>> i & 1);
        zeros0 += masked(a[shift + i], ~mask);
        ones0 += masked(a[shift + i], mask);
      }
      sums[0] += zeros0 + zeros1;
      if (sums.length > 1) {
        sums[1] += ones0 + ones1;
      }
    }

    /** The number, or zero. */
    private static double masked(double x, long mask) {
      return Double.longBitsToDouble(Double.doubleToRawLongBits(x) & mask);
    }

    @Override
    public String kind() {
      return "dense 1";
    }
  }

  /** One byte a row; {@link ByteTables} has loops over several of them. */
  static final class Bytes extends DenseCodes implements Writable {
    private static final long serialVersionUID = 1L;

    final byte[] codes;

    Bytes(int rows, int size, byte[] codes) {
      super(rows, size);
      this.codes = codes;
    }

    @Override
    public void put(int start, int[] values, int count) {
      for (int i = 0; i < count; i++) {
        codes[start + i] = (byte) values[i];
      }
    }

    @Override
    int[] count() {
      // of even and odd rows: the next count need not wait for the one before if codes are equal
      int[] even = new int[1 << 8];
      int[] odd = new int[1 << 8];
      int i = 0;
      for (; i < codes.length - 1; i += 2) {
        even[codes[i] & 0xff]++;
        odd[codes[i + 1] & 0xff]++;
      }
      if (i < codes.length) {
        even[codes[i] & 0xff]++;
      }
      for (int code = 0; code < even.length; code++) {
        even[code] += odd[code];
      }
      return Arrays.copyOf(even, size());
    }

    @Override
    public int get(int row) {
      return codes[row] & 0xff;
    }

    @Override
    public void decode(int start, int end, int[] into, int at) {
      for (int i = start; i < end; i++) {
        into[at + i - start] = codes[i] & 0xff;
      }
    }

    @Override
    public void add(double[] table, int start, int end, double[] out, int at) {
      for (int i = start; i < end; i++) {
        out[at + i - start] += table[codes[i] & 0xff];
      }
    }

    @Override
    public void collect(double[] a, int at, int start, int end, double[] sums) {
      for (int i = start; i < end; i++) {
        sums[codes[i] & 0xff] += a[at + i - start];
      }
    }

    @Override
    public String kind() {
      return "dense 8";
    }
  }

  private static final class Chars extends DenseCodes implements Writable {
    private static final long serialVersionUID = 1L;

    private final char[] codes;

    Chars(int rows, int size, char[] codes) {
      super(rows, size);
      this.codes = codes;
    }

    @Override
    public void put(int start, int[] values, int count) {
      for (int i = 0; i < count; i++) {
        codes[start + i] = (char) values[i];
      }
    }

    @Override
    public int get(int row) {
      return codes[row];
    }

    @Override
    public void decode(int start, int end, int[] into, int at) {
      for (int i = start; i < end; i++) {
        into[at + i - start] = codes[i];
      }
    }

    @Override
    public void add(double[] table, int start, int end, double[] out, int at) {
      for (int i = start; i < end; i++) {
        out[at + i - start] += table[codes[i]];
      }
    }

    @Override
    public void collect(double[] a, int at, int start, int end, double[] sums) {
      for (int i = start; i < end; i++) {
        sums[codes[i]] += a[at + i - start];
      }
    }

    @Override
    public String kind() {
      return "dense 16";
    }
  }

  private static final class Ints extends DenseCodes implements Writable {
    private static final long serialVersionUID = 1L;

    private final int[] codes;

    Ints(int rows, int size, int[] codes) {
      super(rows, size);
      this.codes = codes;
    }

    @Override
    public void put(int start, int[] values, int count) {
      System.arraycopy(values, 0, codes, start, count);
    }

    @Override
    public int get(int row) {
      return codes[row];
    }

    @Override
    public void decode(int start, int end, int[] into, int at) {
      System.arraycopy(codes, start, into, at, end - start);
    }

    @Override
    public void add(double[] table, int start, int end, double[] out, int at) {
      for (int i = start; i < end; i++) {
        out[at + i - start] += table[codes[i]];
      }
    }

    @Override
    public void collect(double[] a, int at, int start, int end, double[] sums) {
      for (int i = start; i < end; i++) {
        sums[codes[i]] += a[at + i - start];
      }
    }

    @Override
    public String kind() {
      return "dense 32";
    }
  }
}
