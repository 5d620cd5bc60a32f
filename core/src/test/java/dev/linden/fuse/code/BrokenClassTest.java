package dev.linden.fuse.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Cells;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Classes that can't be made or are wrong: errors in tests, one warning in production. */
@Isolated
class BrokenClassTest {
  private static final int CELLS = 2048;

  /** Calls after which a body asks for its class, with some to spare. */
  private static final int CALLS = 1000;

  private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();

  @AfterEach
  void restore() {
    Bodies.edit(UnaryOperator.identity());
    Bodies.changeAfter(Long.MAX_VALUE);
    Bodies.warnings(message -> System.err.println("linden: warning: " + message));
  }

  /** {@code (a0 * s) + a0}, with a number of its own in it so that no class of it is there. */
  private static CellProgram program(double number) {
    return new CellProgram(
        1,
        1,
        List.of(
            new CellProgram.Binary(Cells.TIMES, 0, 1),
            new CellProgram.Binary(Cells.PLUS, 2, 0),
            new CellProgram.Unary(new Shifted(number), 3)),
        List.of(4));
  }

  /** Adds a number. */
  private static final class Shifted extends dev.linden.matrix.UnaryFunction {
    private final double number;

    Shifted(double number) {
      super("shift" + (int) number);
      this.number = number;
    }

    @Override
    public double apply(double x) {
      return x + number;
    }
  }

  private static double[] run(CellBody body) {
    double[] in = new double[CELLS];
    Arrays.fill(in, 2);
    double[] out = new double[CELLS];
    double[][] temporaries = new double[body.temporaries()][CELLS];
    body.run(
        new double[][] {in},
        new int[1],
        new double[] {3},
        new double[][] {out},
        new int[1],
        temporaries,
        CELLS);
    return out;
  }

  private void assertWarnsOnce(CellProgram program, double expected) throws InterruptedException {
    Bodies.warnings(warnings::add);
    Bodies.changeAfter(1 << 20);
    double[] all = new double[CELLS];
    Arrays.fill(all, expected);
    CellBody body = Bodies.of(program, Bodies.Mode.ADAPTIVE);
    for (int call = 0; call < CALLS; call++) {
      run(body);
    }
    assertArrayEquals(all, run(body));
    String warning = warnings.poll(60, TimeUnit.SECONDS);
    assertTrue(warning.contains(program.describe(4)), warning);
    assertTrue(warning.contains("runs interpreted"), warning);
    for (int call = 0; call < CALLS; call++) {
      run(Bodies.of(program, Bodies.Mode.ADAPTIVE));
    }
    assertArrayEquals(all, run(body));
    assertEquals(List.of(), List.copyOf(warnings));
  }

  private static void assertFails(CellProgram program) {
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> Bodies.of(program, Bodies.Mode.AT_ONCE));
    assertTrue(error.getMessage().contains(program.describe(4)), error.getMessage());
  }

  @Test
  void classThatCantBeLoaded() throws InterruptedException {
    Bodies.edit(bytes -> Arrays.copyOf(bytes, bytes.length - 1));
    assertFails(program(101));
    assertWarnsOnce(program(101), 109);
  }

  @Test
  void classThatComputesSomethingElse() throws InterruptedException {
    CellProgram other =
        new CellProgram(1, 1, List.of(new CellProgram.Binary(Cells.MINUS, 0, 1)), List.of(2));
    Bodies.edit(bytes -> new LoopCode(other, Bodies.usesVectors()).of("Other"));
    assertFails(program(102));
    assertWarnsOnce(program(102), 110);
  }

  /** Seen by the warning about a class that can't be made. */
  @Test
  void classForMuchWorkIsMadeBeforeTheWorkBegins() throws InterruptedException {
    Bodies.edit(bytes -> Arrays.copyOf(bytes, bytes.length - 1));
    Bodies.warnings(warnings::add);
    CellProgram small = program(103);
    Bodies.of(small, Bodies.Mode.ADAPTIVE).expect(1e5);
    CellProgram large = program(104);
    Bodies.of(large, Bodies.Mode.ADAPTIVE).expect(1e8);
    String warning = warnings.poll(60, TimeUnit.SECONDS);
    assertTrue(warning.contains(large.describe(4)), warning);
    assertEquals(List.of(), List.copyOf(warnings));
  }
}
