package dev.linden.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.matrix.Dense;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InputsTest {
  /** Large enough for its array to be recycled. */
  private static final int ROWS = 100;

  @Test
  void matricesOfTheCallerStayAsTheyAre() {
    double[] cells = new double[ROWS * ROWS];
    Arrays.fill(cells, 1);
    Dense matrix = Dense.of(ROWS, ROWS, cells);
    Map<String, Value> inputs = Map.of("X", new MatrixValue(matrix));
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (Linden linden =
        Linden.builder().output(new PrintStream(output, true, StandardCharsets.UTF_8)).build()) {
      Compiled compiled =
          linden
              .engine()
              .compile(
                  new Source("<script>", "X = X + 1\nX[1,1] = 7\nprint(sum(X))"),
                  Map.of(),
                  Map.of("X", Info.matrix(ROWS, ROWS)));
      compiled.run(inputs);
      compiled.run(inputs);
    }
    assertEquals("20005.0\n20005.0\n", output.toString(StandardCharsets.UTF_8));
    assertEquals(Dense.of(ROWS, ROWS, cells).toString(), matrix.toString());
    assertEquals(1, matrix.get(0, 0));
    assertEquals(1, matrix.get(ROWS - 1, ROWS - 1));
  }
}
