package dev.linden.fuse.skeleton;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Binary;
import dev.linden.fuse.program.Node.Number;
import dev.linden.fuse.program.Node.OuterCell;
import dev.linden.fuse.program.Node.Product;
import dev.linden.fuse.program.Node.RowFold;
import dev.linden.fuse.program.Node.RowVector;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Node.Unary;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.program.Sink.ColumnFold;
import dev.linden.fuse.program.Sink.Fold;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.fuse.program.Sink.TimesMatrix;
import dev.linden.fuse.program.Sink.TransposedProduct;
import dev.linden.fuse.program.Sink.TransposedTimesMatrix;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.AlwaysCompressed;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.op.GroupUse;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Fused operators over compressed matrices, against the same over plain ones. */
class PackedInputTest {
  private static final long SEED = 20261118;
  private static final int WIDTH = 23;

  /**
   * {@code sum(Z), max(Z), sum(Z^2), colSums(Z), colMins(X), Z} for {@code Z = exp((X - v) * s)}.
   */
  private static final FusedProgram OF_TUPLES =
      new FusedProgram(
          3,
          List.of(
              new Source(0, WIDTH),
              new RowVector(1, WIDTH),
              new Number(2),
              new Binary(Cells.MINUS, 0, 1, WIDTH),
              new Binary(Cells.TIMES, 3, 2, WIDTH),
              new Unary(Cells.EXP, 4, WIDTH)),
          List.of(
              new Fold(Aggregate.Kind.SUM, 5),
              new Fold(Aggregate.Kind.MAX, 5),
              new Fold(Aggregate.Kind.SUM_OF_SQUARES, 5),
              new ColumnFold(Aggregate.Kind.SUM, 5),
              new ColumnFold(Aggregate.Kind.MIN, 0),
              new Rows(5)));

  /** {@code t(X) %*% (w * abs(X %*% B)), t(abs(X %*% B)) %*% X} and the rows of the product. */
  private static FusedProgram ofRows(int n, boolean cellsToo) {
    List<Node> nodes =
        List.of(
            new Source(0, WIDTH),
            new Source(3, 1),
            new Product(0, 1, n),
            new Unary(Cells.ABS, 2, n),
            new Binary(Cells.TIMES, 1, 3, n),
            new RowFold(Aggregate.Kind.SUM, cellsToo ? 0 : 4));
    List<Sink> sinks =
        List.of(
            new TransposedProduct(0, 4),
            new TransposedProduct(3, 0),
            new Rows(3),
            new Fold(Aggregate.Kind.SUM, 5));
    return new FusedProgram(4, nodes, sinks);
  }

  private static Plain matrix(int rows, int cols, double zeros, int values, Random random) {
    Dense result = Dense.zeros(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        double x = (random.nextInt(values) - 1) * 0.25;
        result.set(i, j, random.nextDouble() < zeros ? 0 : x);
      }
    }
    return (Plain) Formats.adapt(result, Workers.serial());
  }

  private static void check(FusedProgram program, Matrix[] plain, double[] numbers) {
    Matrix[] packed = plain.clone();
    packed[0] = packed(plain[0]);
    check(program, plain, packed, numbers);
  }

  private static Matrix packed(Matrix plain) {
    Matrix packed = new AlwaysCompressed().pack((Plain) plain, Workers.serial());
    return assertInstanceOf(Packed.class, packed);
  }

  /** The results for packed inputs, after they have been compared with those for plain ones. */
  private static Object[] check(
      FusedProgram program, Matrix[] plain, Matrix[] packed, double[] numbers) {
    FusedKernel kernel = new FusedKernel(program, Bodies.Mode.AT_ONCE);
    Object[] expected = kernel.run(plain, numbers, Workers.serial());
    Object[] first = null;
    for (int threads : new int[] {1, 2, 5}) {
      Workers workers = new Workers(threads, ArrayPool.none());
      Object[] found = kernel.run(packed, numbers, workers);
      for (int k = 0; k < found.length; k++) {
        double[] cells = cells(found[k]);
        double[] known = cells(expected[k]);
        assertEquals(known.length, cells.length);
        for (int i = 0; i < cells.length; i++) {
          double distance = 1e-9 * Math.max(1, Math.abs(known[i]));
          assertWithin(known[i], cells[i], distance, "sink " + k + " cell " + i);
        }
        if (first != null) {
          assertArrayEquals(cells(first[k]), cells);
        }
      }
      first = found;
    }
    return first;
  }

  private static GroupUse usesOfInput(FusedProgram program) {
    return new FusedKernel(program, Bodies.Mode.OFF).groupUses()[0];
  }

  private static double[] cells(Object result) {
    return result instanceof Double number
        ? new double[] {number}
        : Formats.toDense((Matrix) result, Workers.serial()).toArray();
  }

  @Test
  void functionsOfCellsSeeTuples() {
    Random random = new Random(SEED);
    for (double zeros : new double[] {0.1, 0.95}) {
      Plain x = matrix(5000, WIDTH, zeros, 5, random);
      assertEquals(zeros > 0.5, x.isSparse());
      Matrix[] inputs = {x, matrix(1, WIDTH, 0, 9, random), null};
      double[] numbers = {0, 0, 0.5};
      TupleSkeleton tuples = TupleSkeleton.of(OF_TUPLES, Bodies.Mode.AT_ONCE);
      assertNotNull(tuples);
      Matrix[] packed = inputs.clone();
      packed[0] = new AlwaysCompressed().pack(x, Workers.serial());
      Object[] results = tuples.run(packed, numbers, Workers.serial());
      assertNotNull(results, "few tuples suffice");
      assertInstanceOf(Packed.class, results[5]);
      check(OF_TUPLES, inputs, numbers);
    }
  }

  @Test
  void programsThatNeedRowsAreNotOfTuples() {
    assertNull(TupleSkeleton.of(ofRows(1, false), Bodies.Mode.OFF));
  }

  /** {@code sum(X * w), abs(X), sum(X^2), rowSums(abs(X)), rowMaxs(X), colMeans(X), sum(w)}. */
  @Test
  void eachSinkSeesTuplesIfTheyAreEnoughForIt() {
    FusedProgram program =
        new FusedProgram(
            2,
            List.of(
                new Source(0, WIDTH),
                new Source(1, 1),
                new Binary(Cells.TIMES, 0, 1, WIDTH),
                new Unary(Cells.ABS, 0, WIDTH),
                new RowFold(Aggregate.Kind.SUM, 3),
                new RowFold(Aggregate.Kind.MAX, 0)),
            List.of(
                new Fold(Aggregate.Kind.SUM, 2),
                new Rows(3),
                new Fold(Aggregate.Kind.SUM_OF_SQUARES, 0),
                new Rows(4),
                new Rows(5),
                new ColumnFold(Aggregate.Kind.MEAN, 0),
                new Fold(Aggregate.Kind.SUM, 1)));
    // a column and a matrix have no tuples in common
    Set<Integer> x = Set.of(0);
    assertEquals(
        List.of(Set.of(), x, x, x, x, x, Set.of(1)),
        program.sinks().stream().map(sink -> TupleSkeleton.sources(program, sink)).toList());
    assertEquals(
        List.of(GroupUse.VALUES, GroupUse.PLAIN, GroupUse.PLAIN),
        List.of(usesOfInput(OF_TUPLES), usesOfInput(program), usesOfInput(ofRows(1, true))));
    FusedProgram ofFold = program.withSinks(List.of(new Rows(4), new Rows(3)));
    assertEquals(GroupUse.ROWS, usesOfInput(ofFold));
    Random random = new Random(SEED);
    for (double zeros : new double[] {0.1, 0.95}) {
      Matrix[] inputs = {matrix(5000, WIDTH, zeros, 5, random), matrix(5000, 1, 0.1, 7, random)};
      Matrix[] packed = {packed(inputs[0]), inputs[1]};
      assertInstanceOf(Packed.class, check(program, inputs, packed, new double[2])[1]);
      Matrix[] both = {packed[0], packed(inputs[1])};
      assertInstanceOf(Packed.class, check(program, inputs, both, new double[2])[1]);
      Matrix[] column = {inputs[0], both[1]};
      check(program, inputs, column, new double[2]);
    }
  }

  /** {@code sum(X * Y), X - Y, rowMins(X - Y)} for Y that is a function of X, and for another Y. */
  @Test
  void matricesWithTheSameCodesMeetTupleByTuple() {
    FusedProgram program =
        new FusedProgram(
            2,
            List.of(
                new Source(0, WIDTH),
                new Source(1, WIDTH),
                new Binary(Cells.TIMES, 0, 1, WIDTH),
                new Binary(Cells.MINUS, 0, 1, WIDTH),
                new RowFold(Aggregate.Kind.MIN, 3)),
            List.of(new Fold(Aggregate.Kind.SUM, 2), new Rows(3), new Rows(4)));
    Random random = new Random(SEED);
    for (double zeros : new double[] {0.1, 0.95}) {
      Plain x = matrix(5000, WIDTH, zeros, 5, random);
      Matrix packed = packed(x);
      Matrix like = Elementwise.unary(Cells.EXP, packed, false, Workers.serial());
      Matrix[] alike = {packed, like};
      Matrix[] plain = {x, like.plain(Workers.serial())};
      assertInstanceOf(Packed.class, check(program, plain, alike, new double[2])[1]);
      Plain y = matrix(5000, WIDTH, zeros, 5, random);
      Matrix[] others = {packed, packed(y)};
      Object result = check(program, new Matrix[] {x, y}, others, new double[2])[1];
      assertInstanceOf(Plain.class, result);
    }
  }

  @Test
  void rowsAreMultipliedAsTheyAre() {
    Random random = new Random(SEED);
    assertTrue(PackedTile.isOnlyMultiplied(ofRows(1, false), 0));
    assertFalse(PackedTile.isOnlyMultiplied(ofRows(1, true), 0));
    for (int rows : new int[] {1, 40, 40_000}) {
      for (int n : new int[] {1, 3, 20}) {
        for (double zeros : new double[] {0.1, 0.95}) {
          Plain x = matrix(rows, WIDTH, zeros, 5, random);
          Matrix[] inputs = {x, matrix(WIDTH, n, 0, 50, random), null, null};
          inputs[3] = matrix(rows, 1, 0, 30, random);
          check(ofRows(n, false), inputs, new double[4]);
          check(ofRows(n, true), inputs, new double[4]);
        }
      }
    }
  }

  /** {@code sum(C), C %*% V, t(C) %*% U} for {@code C = X * exp(U %*% t(V)) * w}, or C itself. */
  private static FusedProgram ofOuterProduct(boolean cells) {
    List<Node> nodes =
        List.of(
            new Source(0, WIDTH),
            new OuterCell(1, 2, WIDTH),
            new Unary(Cells.EXP, 1, WIDTH),
            new Binary(Cells.TIMES, 0, 2, WIDTH),
            new Source(3, 1),
            new Binary(Cells.TIMES, 3, 4, WIDTH));
    List<Sink> sinks =
        cells
            ? List.of(new Rows(5))
            : List.of(
                new Fold(Aggregate.Kind.SUM, 5),
                new TimesMatrix(5, 2),
                new TransposedTimesMatrix(5, 1));
    return new FusedProgram(4, nodes, sinks, 0);
  }

  @Test
  void driversOfOuterProductsAreUnpackedRangeByRange() {
    Random random = new Random(SEED);
    for (int rows : new int[] {1, 40, 20_000}) {
      for (double zeros : new double[] {0.1, 0.95}) {
        Matrix[] inputs = {
          matrix(rows, WIDTH, zeros, 5, random),
          matrix(rows, 4, 0, 9, random),
          matrix(WIDTH, 4, 0, 9, random),
          matrix(rows, 1, 0, 9, random)
        };
        check(ofOuterProduct(false), inputs, new double[4]);
        check(ofOuterProduct(true), inputs, new double[4]);
      }
    }
  }

  @Test
  void whatIsNotFiniteMeetsCells() {
    Random random = new Random(SEED);
    Plain x = matrix(300, WIDTH, 0.1, 5, random);
    Matrix[] inputs = {x, matrix(WIDTH, 2, 0, 50, random), null, null};
    Dense weights = Dense.zeros(300, 1);
    weights.set(7, 0, Double.POSITIVE_INFINITY);
    inputs[3] = weights;
    check(ofRows(2, false), inputs, new double[4]);
    ((Dense) x).set(9, 3, Double.NaN);
    check(ofRows(2, false), inputs, new double[4]);
    check(OF_TUPLES, new Matrix[] {x, matrix(1, WIDTH, 0, 9, random), null}, new double[3]);
  }
}
