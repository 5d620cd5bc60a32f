package dev.linden.fuse.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.UnaryFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Generated loops compute what the interpreted ones compute, to the bit. */
class CellBodyTest {
  private static final List<UnaryFunction> UNARY =
      List.of(
          Cells.NEGATE,
          Cells.ABS,
          Cells.SQRT,
          Cells.NOT,
          Cells.EXP,
          Cells.LOG,
          Cells.SIGN,
          Cells.ROUND,
          Cells.TANH,
          Cells.SIGMOID,
          Cells.IS_NAN);

  private static final List<BinaryFunction> BINARY =
      List.of(
          Cells.PLUS,
          Cells.MINUS,
          Cells.TIMES,
          Cells.DIVIDE,
          Cells.MIN,
          Cells.MAX,
          Cells.LESS,
          Cells.LESS_EQUAL,
          Cells.GREATER,
          Cells.GREATER_EQUAL,
          Cells.EQUAL,
          Cells.NOT_EQUAL,
          Cells.AND,
          Cells.OR,
          Cells.POWER,
          Cells.MODULUS);

  private static final double[] SPECIAL = {
    0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-310, 1e300
  };

  @Test
  void generatedAgreesWithInterpreted() {
    generatedAgreesWithInterpreted(false);
    generatedAgreesWithInterpreted(Bodies.usesVectors());
  }

  private static void generatedAgreesWithInterpreted(boolean vectors) {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      CellProgram program = program(random);
      CellBody interpreted = new InterpretedBody(program);
      CellBody generated = Bodies.compile(program, vectors);
      for (int n : new int[] {1, 7, 8, 9, 64, 300, CellBody.MOST_CELLS}) {
        double[][] in = new double[program.arrays()][];
        int[] at = new int[in.length];
        for (int a = 0; a < in.length; a++) {
          at[a] = random.nextInt(5);
          in[a] = numbers(random, n + at[a]);
        }
        double[] scalars = numbers(random, program.scalars());
        double[][] expected = run(interpreted, program, in, at, scalars, n);
        double[][] found = run(generated, program, in, at, scalars, n);
        for (int o = 0; o < expected.length; o++) {
          for (int i = 0; i < expected[o].length; i++) {
            assertEquals(
                Double.doubleToLongBits(expected[o][i]),
                Double.doubleToLongBits(found[o][i]),
                "seed " + seed + ", output " + o + ", cell " + i);
          }
        }
      }
    }
  }

  private static double[][] run(
      CellBody body, CellProgram program, double[][] in, int[] at, double[] scalars, int n) {
    double[][] out = new double[program.outputs().size()][n + 3];
    int[] outAt = new int[out.length];
    Arrays.fill(outAt, 3);
    double[][] temporaries = new double[body.temporaries()][CellBody.MOST_CELLS];
    body.run(in, at, scalars, out, outAt, temporaries, n);
    return out;
  }

  private static double[] numbers(Random random, int n) {
    double[] numbers = new double[n];
    for (int i = 0; i < n; i++) {
      numbers[i] =
          random.nextInt(6) == 0
              ? SPECIAL[random.nextInt(SPECIAL.length)]
              : random.nextGaussian() * 3;
    }
    return numbers;
  }

  private static CellProgram program(Random random) {
    int arrays = 1 + random.nextInt(3);
    int scalars = random.nextInt(3);
    int count = 1 + random.nextInt(12);
    List<CellProgram.Step> steps = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int values = arrays + scalars + k;
      int x = random.nextInt(values);
      int y = random.nextInt(values);
      switch (random.nextInt(5)) {
        case 0, 1 -> steps.add(new CellProgram.Unary(UNARY.get(random.nextInt(UNARY.size())), x));
        case 2 -> steps.add(new CellProgram.Select(x, y, random.nextInt(values)));
        default ->
            steps.add(new CellProgram.Binary(BINARY.get(random.nextInt(BINARY.size())), x, y));
      }
    }
    List<Integer> outputs = new ArrayList<>();
    outputs.add(arrays + scalars + count - 1);
    outputs.add(random.nextInt(arrays + scalars + count));
    return new CellProgram(arrays, scalars, steps, outputs);
  }

  @Test
  void equalProgramsShareOneBody() {
    CellProgram first = times();
    int before = Bodies.counters().hits();
    CellBody body = Bodies.of(first, Bodies.Mode.ADAPTIVE);
    assertEquals(body, Bodies.of(times(), Bodies.Mode.ADAPTIVE));
    assertTrue(Bodies.counters().hits() > before);
  }

  private static CellProgram times() {
    return new CellProgram(
        2,
        1,
        List.of(
            new CellProgram.Binary(Cells.TIMES, 0, 2), new CellProgram.Binary(Cells.PLUS, 3, 1)),
        List.of(4));
  }

  @Test
  void zerosOfADriverSpread() {
    CellProgram program =
        new CellProgram(
            2,
            0,
            List.of(
                new CellProgram.Binary(Cells.NOT_EQUAL, 0, 0),
                new CellProgram.Binary(Cells.TIMES, 2, 1),
                new CellProgram.Unary(Cells.EXP, 0),
                new CellProgram.Binary(Cells.PLUS, 3, 4)),
            List.of(5));
    boolean[] zero = program.zerosWhere(0, new double[0]);
    assertTrue(zero[2] && zero[3]);
    assertTrue(!zero[4] && !zero[5] && !zero[1]);
  }
}
