package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.api.Linden;
import dev.linden.base.Source;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A matrix that lists and variables share never changes under the hands of the others. */
class ListSharingTest {
  private static String run(String script) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Linden linden =
        Linden.builder().output(new PrintStream(bytes, true, StandardCharsets.UTF_8)).build()) {
      linden.engine().compile(new Source("<script>", script), Map.of()).run();
    }
    return bytes.toString(StandardCharsets.UTF_8).strip();
  }

  @Test
  void changingAnUnwrappedMatrixLeavesTheListAlone() {
    assertEquals(
        "1.000",
        run(
            "L = list(matrix(1, 1, 1), 2); M = as.matrix(L[1]); M[1,1] = 99; M = M + 1;"
                + " print(as.matrix(L[1]))"));
  }

  @Test
  void changingABoundListLeavesItsElementAlone() {
    assertEquals(
        "1.000", run("A = matrix(1, 1, 1); K = rbind(list(A)); K[1,1] = 5; K = K * 2; print(A)"));
  }

  @Test
  void changingAVariableLeavesTheListAlone() {
    assertEquals(
        "1.000",
        run("A = matrix(1, 1, 1); L = list(A); A[1,1] = 5; A = A * 2; print(as.matrix(L[1]))"));
  }

  @Test
  void changingAResultOfEvalListLeavesTheOthersAlone() {
    assertEquals(
        "1.000",
        run(
            "f = function(double a) return (matrix[double] X, matrix[double] Y) { X = matrix(a, 1,"
                + " 1); Y = X }\n"
                + "L = evalList(\"f\", list(1)); M = as.matrix(L[1]); M[1,1] = 7;"
                + " print(as.matrix(L[2]))"));
  }
}
