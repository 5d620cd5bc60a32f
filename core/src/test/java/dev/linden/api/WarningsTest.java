package dev.linden.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Warnings of scripts and of the library reach who listens, and never what scripts print. */
class WarningsTest {
  private final List<String> warnings = new ArrayList<>();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void scriptsWarn() {
    run("warning(\"odd: \" + 3); print(1)");
    assertEquals(List.of("odd: 3"), warnings);
    assertEquals("1", printed.toString(StandardCharsets.UTF_8).strip());
  }

  @Test
  void iterationsThatEndTooEarlyWarn() {
    String data =
        "X = rand(rows=60, cols=4, seed=1); y = X %*% seq(1, 4) + rand(rows=60, cols=1, seed=2)\n"
            + "z = 1 + (y > mean(y))\n";
    String[][] calls = {
      {"lmCG", "r = lmCG(X=X, y=y, maxi=1, verbose=FALSE)"},
      {"glm", "r = glm(X=X, Y=y > mean(y), dfam=2, moi=1, verbose=FALSE)"},
      {"multiLogReg", "r = multiLogReg(X=X, Y=z, maxi=1, reg=0, verbose=FALSE)"},
      {"l2svm", "r = l2svm(X=X, Y=2 * z - 3, maxIterations=1)"},
      {"kmeans", "[C, r] = kmeans(X=X, k=3, runs=1, max_iter=1, seed=1)"},
      {"lasso", "r = lasso(X=X, y=y, maxi=1, verbose=FALSE)"},
      {"alsDS", "[r, V] = alsDS(X=X, rank=2, maxi=1, check=TRUE, verbose=FALSE)"},
      {"alsCG", "[r, V] = alsCG(X=X, rank=2, maxi=1, check=TRUE, verbose=FALSE)"},
      {"ppca", "[r, M] = ppca(X=X, K=2, maxi=1, verbose=FALSE)"},
      {"cspline", "r = csplineCG(X=seq(1, 60), Y=y, inp_x=4.5, maxi=1)"},
      {
        "components",
        "r = components(G=diag(matrix(1, 9, 1)) + rbind(cbind(matrix(0, 8, 1),"
            + " diag(matrix(1, 8, 1))), matrix(0, 1, 9)) + t(rbind(cbind(matrix(0, 8, 1),"
            + " diag(matrix(1, 8, 1))), matrix(0, 1, 9))), maxi=1, verbose=FALSE)"
      },
    };
    for (String[] call : calls) {
      warnings.clear();
      run(data + call[1] + "\nprint(sum(r) == sum(r))");
      assertEquals(1, warnings.size(), call[0] + " " + warnings);
      assertTrue(warnings.get(0).startsWith(call[0] + ": "), warnings.get(0));
      assertEquals("TRUE", printed.toString(StandardCharsets.UTF_8).strip());
    }
    warnings.clear();
    run(
        data
            + "r = lmCG(X=X, y=y, verbose=FALSE)\n[C, r] = kmeans(X=X, k=3, seed=1)\n"
            + "for (n in 2:20) { p = csplineCG(X=seq(1, n), Y=y[1:n, ], inp_x=1.5) }");
    assertEquals(List.of(), warnings);
  }

  private void run(String script) {
    printed.reset();
    try (Linden linden =
        Linden.builder().output(new PrintStream(printed, true)).warnings(warnings::add).build()) {
      linden.prepare(script, List.of(), List.of()).call().execute();
    }
  }
}
