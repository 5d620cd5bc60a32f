package dev.linden.matrix.compress.codes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bytes of eight groups against the groups one by one, on stretches that begin anywhere. */
class JoinedBitsTest {
  private static final int ROWS = 1003;

  private static List<Codes> groups(int count, Random random) {
    List<Codes> groups = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      // one group in three has more tuples than a bit tells
      int size = g % 3 == 1 ? 5 : 2;
      groups.add(
          DenseCodes.of(IntStream.range(0, ROWS).map(i -> random.nextInt(size)).toArray(), size));
    }
    return groups;
  }

  @Test
  void groupsOfOneBitAreJoinedByEights() {
    List<JoinedBits> joined = JoinedBits.of(groups(20, new Random(1)));
    assertEquals(2, joined.size());
    assertArrayEquals(new int[] {0, 2, 3, 5, 6, 8, 9, 11}, joined.get(0).members());
    assertEquals(5, joined.get(1).members().length);
    assertEquals(0, JoinedBits.of(groups(2, new Random(2))).size(), "one is none");
  }

  @Test
  void productsAreThoseOfTheGroups() {
    Random random = new Random(3);
    for (int round = 0; round < 50; round++) {
      List<Codes> groups = groups(3 + random.nextInt(25), random);
      int start = random.nextInt(ROWS);
      int end = start + random.nextInt(ROWS - start + 1);
      double[] a = new double[end - start + 3];
      Arrays.setAll(a, i -> random.nextInt(100) - 50);
      List<double[]> tables = new ArrayList<>();
      groups.forEach(codes -> tables.add(new double[] {random.nextInt(9), random.nextInt(9)}));
      byte[] room = JoinedBits.room(new byte[0], end - start);
      for (JoinedBits joined : JoinedBits.of(groups)) {
        double[] sums = JoinedBits.sums();
        joined.collect(a, 3, start, end, sums, room);
        double[][] found = new double[groups.size()][2];
        joined.spread(sums, found);
        double[] out = new double[end - start + 1];
        joined.add(joined.table(tables), start, end, out, 1, room);
        double[] expected = new double[out.length];
        for (int g : joined.members()) {
          double[] own = new double[2];
          groups.get(g).collect(a, 3, start, end, own);
          assertArrayEquals(own, found[g]);
          groups.get(g).add(tables.get(g), start, end, expected, 1);
        }
        assertArrayEquals(expected, out);
      }
    }
  }
}
