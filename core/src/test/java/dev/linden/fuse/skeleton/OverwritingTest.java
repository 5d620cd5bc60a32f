package dev.linden.fuse.skeleton;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Binary;
import dev.linden.fuse.program.Node.Product;
import dev.linden.fuse.program.Node.RowFold;
import dev.linden.fuse.program.Node.RowVector;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Node.Unary;
import dev.linden.fuse.program.Sink.Fold;
import dev.linden.fuse.program.Sink.Rows;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Aggregate;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A fused operator writes its result over an operand that nobody needs any more. */
class OverwritingTest {
  private static final long SEED = 20261116;
  private static final double[] NO_NUMBERS = new double[3];
  private static final Workers WORKERS = new Workers(2, ArrayPool.none(), false);

  /** {@code exp(X - rowMaxs(X)) / rowSums(abs(X - Y)) - v}: X is read by three of the steps. */
  private static FusedProgram program(int width) {
    return new FusedProgram(
        3,
        List.of(
            new Source(0, width),
            new Source(1, width),
            new RowVector(2, width),
            new RowFold(Aggregate.Kind.MAX, 0),
            new Binary(Cells.MINUS, 0, 3, width),
            new Unary(Cells.EXP, 4, width),
            new Binary(Cells.MINUS, 0, 1, width),
            new Unary(Cells.ABS, 6, width),
            new RowFold(Aggregate.Kind.SUM, 7),
            new Binary(Cells.DIVIDE, 5, 8, width),
            new Binary(Cells.MINUS, 9, 2, width)),
        List.of(new Rows(10)));
  }

  /** {@code abs(X - Y) * v}. */
  private static FusedProgram cellwise(int width) {
    return new FusedProgram(
        3,
        List.of(
            new Source(0, width),
            new Source(1, width),
            new RowVector(2, width),
            new Binary(Cells.MINUS, 0, 1, width),
            new Unary(Cells.ABS, 3, width),
            new Binary(Cells.TIMES, 4, 2, width)),
        List.of(new Rows(5)));
  }

  @Test
  void theSameCells() {
    for (int width : new int[] {1, 7, 300, 5000, 20000}) {
      for (FusedProgram program : List.of(program(width), cellwise(width))) {
        for (int overwritten : new int[] {0, 1}) {
          check(program, 60, width, overwritten);
        }
      }
    }
  }

  private static void check(FusedProgram program, int rows, int width, int overwritten) {
    for (Bodies.Mode mode : new Bodies.Mode[] {Bodies.Mode.OFF, Bodies.Mode.AT_ONCE}) {
      FusedKernel kernel = new FusedKernel(program, mode);
      Matrix[] operands = operands(rows, width);
      Dense expected = (Dense) kernel.run(operands, NO_NUMBERS, WORKERS)[0];
      double[] cells = expected.toArray().clone();
      Object result = kernel.run(operands, NO_NUMBERS, i -> i == overwritten, WORKERS)[0];
      assertSame(operands[overwritten], result, "seed " + SEED);
      assertArrayEquals(cells, ((Dense) result).toArray(), 0, "seed " + SEED);
    }
  }

  private static Matrix[] operands(int rows, int width) {
    Random random = new Random(SEED);
    return new Matrix[] {
      Dense.of(rows, width, random.doubles((long) rows * width, -1, 1).toArray()),
      Dense.of(rows, width, random.doubles((long) rows * width, -1, 1).toArray()),
      Dense.of(1, width, random.doubles(width, -1, 1).toArray())
    };
  }

  @Test
  void aMatrixThatIsAlsoAnotherOperandIsKept() {
    Matrix[] operands = operands(50, 50);
    operands[1] = operands[0];
    FusedKernel kernel = new FusedKernel(cellwise(50), Bodies.Mode.OFF);
    assertNotSame(operands[0], kernel.run(operands, NO_NUMBERS, i -> true, WORKERS)[0]);
  }

  @Test
  void onlyOperandsReadRowByRowAndSingleResults() {
    assertArrayEquals(new int[] {0, 1}, program(9).overwritable());
    Node.Source x = new Source(0, 9);
    Unary abs = new Unary(Cells.ABS, 0, 9);
    FusedProgram twoResults =
        new FusedProgram(1, List.of(x, abs), List.of(new Rows(1), new Fold(Aggregate.Kind.SUM, 0)));
    assertArrayEquals(new int[0], twoResults.overwritable());
    FusedProgram factorToo =
        new FusedProgram(
            1,
            List.of(x, new Product(0, 0, 9), new Binary(Cells.PLUS, 0, 1, 9)),
            List.of(new Rows(2)));
    assertArrayEquals(new int[0], factorToo.overwritable());
    FusedProgram product =
        new FusedProgram(2, List.of(x, new Product(0, 1, 9)), List.of(new Rows(1)));
    assertArrayEquals(new int[0], product.overwritable());
  }
}
