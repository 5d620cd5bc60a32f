package dev.linden.matrix.kernel.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.RecyclingArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.group.GroupedAggregate.Kind;
import dev.linden.testkit.Matrices;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import dev.linden.testkit.RandomTests;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GroupedAggregateTest {
  private static final int[][] SHAPES = {{0, 1}, {1, 1}, {40, 1}, {40, 0}, {60, 8}, {300, 20}};

  private final RandomMatrices matrices = new RandomMatrices(RandomTests.SEED);
  private final Random random = new Random(RandomTests.SEED);

  @Test
  void agreesWithTheDefinitionInAllForms() {
    for (int[] shape : SHAPES) {
      for (double density : new double[] {0, 0.1, 1}) {
        Dense x = matrices.dense(shape[0], shape[1], density);
        Dense groups = Dense.zeros(shape[0], 1);
        Dense weights = Dense.zeros(shape[0], 1);
        double largest = 0;
        for (int i = 0; i < shape[0]; i++) {
          groups.set(i, 0, 1 + random.nextInt(7) + 0.5 * random.nextInt(2));
          weights.set(i, 0, random.nextInt(4));
          largest = Math.max(largest, Math.floor(groups.get(i, 0)));
        }
        for (int count : new int[] {-1, 0, 3, 12}) {
          int rows = count < 0 ? (int) largest : count;
          for (Kind kind : Kind.values()) {
            for (Dense w : new Dense[] {null, weights}) {
              check(kind, x, groups, w, count, rows);
            }
          }
        }
      }
    }
  }

  @Test
  void agreesWithTheDefinitionForManyGroups() {
    Dense x = matrices.dense(300, 20, 0.5);
    Dense groups = Dense.zeros(300, 1);
    for (int i = 0; i < 300; i++) {
      groups.set(i, 0, 1 + random.nextInt(900));
    }
    check(Kind.SUM, x, groups, null, 900, 900);
    check(Kind.MEAN, x, groups, null, 900, 900);
  }

  private void check(Kind kind, Dense x, Dense groups, Dense weights, int count, int rows) {
    int order = kind == Kind.CENTRAL_MOMENT ? 2 + random.nextInt(3) : 0;
    double[][] expected = new double[rows][x.cols()];
    for (int g = 0; g < rows; g++) {
      for (int j = 0; j < x.cols(); j++) {
        expected[g][j] = ofGroup(kind, order, x, groups, weights, g + 1, j);
      }
    }
    for (Form form : Form.values()) {
      for (int threads : new int[] {1, 7}) {
        Matrix result =
            GroupedAggregate.aggregate(
                kind,
                order,
                form.of(x),
                groups,
                weights,
                count,
                new Workers(threads, Forms.TWO.arrays()));
        Matrices.assertCells(
            rows,
            x.cols(),
            (i, j) -> expected[i][j],
            1e-12,
            result,
            kind + " " + order + " " + form + " " + x.shape() + ", " + matrices);
      }
    }
  }

  /** A row of weight w stands for w rows. */
  private static double ofGroup(
      Kind kind, int order, Dense x, Dense groups, Dense weights, int group, int col) {
    List<Double> members = new ArrayList<>();
    for (int i = 0; i < x.rows(); i++) {
      if ((int) groups.get(i, 0) == group) {
        for (int k = 0; k < (weights == null ? 1 : weights.get(i, 0)); k++) {
          members.add(x.get(i, col));
        }
      }
    }
    if (members.isEmpty()) {
      return 0;
    }
    double n = members.size();
    double sum = members.stream().mapToDouble(v -> v).sum();
    double mean = sum / n;
    double squares = members.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    return switch (kind) {
      case SUM -> sum;
      case COUNT -> n;
      case MEAN -> mean;
      case MIN -> members.stream().mapToDouble(v -> v).min().getAsDouble();
      case MAX -> members.stream().mapToDouble(v -> v).max().getAsDouble();
      case VARIANCE -> n == 1 ? 0 : squares / (n - 1);
      case CENTRAL_MOMENT -> members.stream().mapToDouble(v -> Math.pow(v - mean, order)).sum() / n;
    };
  }

  @Test
  void sameBitsForAnyNumberOfThreads() {
    sameBitsForAnyNumberOfThreads(250_000, 50);
    sameBitsForAnyNumberOfThreads(20_000, 5_000);
  }

  private void sameBitsForAnyNumberOfThreads(int rows, int count) {
    Dense x = matrices.dense(rows, 5, 0.5);
    Dense groups = Dense.zeros(rows, 1);
    for (int i = 0; i < rows; i++) {
      groups.set(i, 0, 1 + random.nextInt(count));
    }
    for (Form form : Form.values()) {
      Matrix a = form.of(x);
      for (Kind kind : Kind.values()) {
        Matrix expected =
            GroupedAggregate.aggregate(kind, 3, a, groups, null, -1, Workers.serial());
        Workers seven = new Workers(7, new RecyclingArrayPool(1 << 24));
        Matrices.assertSameBits(
            expected,
            GroupedAggregate.aggregate(kind, 3, a, groups, null, -1, seven),
            kind + " " + form);
      }
    }
  }

  @Test
  void equalCellsHaveNoVarianceAndSpecialsPropagate() {
    Matrix equal = Dense.of(3, 1, 0.1, 0.1, 0.1);
    Matrix one = Dense.of(3, 1, 1, 1, 1);
    assertEquals(0.0, run(Kind.VARIANCE, equal, one).get(0, 0));
    Matrix x = Dense.of(4, 1, 1, Double.NaN, Double.POSITIVE_INFINITY, 2);
    Matrix groups = Dense.of(4, 1, 1, 1, 2, 2);
    for (Kind kind : new Kind[] {Kind.SUM, Kind.MEAN, Kind.MIN, Kind.MAX, Kind.VARIANCE}) {
      assertEquals(Double.NaN, run(kind, x, groups).get(0, 0), kind.toString());
    }
    assertEquals(Double.POSITIVE_INFINITY, run(Kind.SUM, x, groups).get(1, 0));
    assertEquals(Double.POSITIVE_INFINITY, run(Kind.MEAN, x, groups).get(1, 0));
    assertEquals(2, run(Kind.MIN, x, groups).get(1, 0));
    assertEquals(2, run(Kind.COUNT, x, groups).get(1, 0));
  }

  private static Matrix run(Kind kind, Matrix x, Matrix groups) {
    return GroupedAggregate.aggregate(kind, 0, x, groups, null, -1, Forms.TWO);
  }

  @Test
  void rejectsGroupsBelowOneAndOtherShapes() {
    Matrix x = Dense.of(2, 1, 1, 2);
    for (double wrong : new double[] {0, 0.9, -1, Double.NaN, 1e12}) {
      assertThrows(InputError.class, () -> run(Kind.SUM, x, Dense.of(2, 1, 1, wrong)));
    }
    assertThrows(InputError.class, () -> run(Kind.SUM, x, Dense.of(1, 2, 1, 1)));
    assertThrows(
        InputError.class,
        () ->
            GroupedAggregate.aggregate(Kind.SUM, 0, x, x, Dense.of(3, 1, 1, 1, 1), -1, Forms.TWO));
  }
}
