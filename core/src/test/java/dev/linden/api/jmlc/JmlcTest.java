package dev.linden.api.jmlc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names that users of JMLC know. */
class JmlcTest {
  private static final String SCORE =
      """
      X = read("X", rows=-1, cols=-1)
      w = read("w", rows=-1, cols=-1)
      b = read("b", data_type="scalar", value_type="double")
      F = read("F", data_type="frame")
      p = X %*% w + b * $factor
      n = nrow(F)
      label = as.scalar(F[1, 1])
      good = sum(p) > 0
      write(p, "p")
      """;
  private static final String[] INPUTS = {"X", "w", "b", "F"};
  private static final String[] OUTPUTS = {"p", "n", "label", "good"};

  @Test
  void scriptsInPydml() {
    String script = "X = load(\"X\")\np = dot(X, X.T)\nsave(p, \"p\")\n";
    try (Connection connection = new Connection()) {
      PreparedScript prepared =
          connection.prepareScript(script, new String[] {"X"}, new String[] {"p"}, true);
      prepared.setMatrix("X", new double[][] {{1, 2}});
      assertArrayEquals(new double[][] {{5}}, prepared.executeScript().getMatrix("p"));
    }
  }

  @Test
  void scoresAgainAndAgain(@TempDir Path folder) throws Exception {
    try (Connection connection =
        new Connection(dev.linden.api.Linden.builder().directory(folder).build())) {
      PreparedScript script =
          connection.prepareScript(SCORE, Map.of("$factor", "2"), INPUTS, OUTPUTS);
      script.setMatrix("w", new double[][] {{1}, {10}}, true);
      script.setScalar("b", 0.5, true);
      script.setFrame("F", new String[][] {{"yes", "no"}, {"a", "b"}});
      script.setMatrix("X", new double[][] {{1, 2}});
      ResultVariables results = script.executeScript();
      assertArrayEquals(new double[][] {{22}}, results.getMatrix("p"));
      assertEquals(22, results.results().cells("p")[0]);
      assertEquals(2, results.getLong("n"));
      assertEquals(2.0, results.getDouble("n"));
      assertEquals("yes", results.getString("label"));
      assertTrue(results.getBoolean("good"));
      assertEquals(Set.of(OUTPUTS), results.getVariableNames());
      assertEquals(4, results.size());

      assertEquals(
          "no value is bound to X, F",
          assertThrows(InputError.class, script::executeScript).getMessage());
      PreparedScript other = script.clone();
      other.setMatrix("X", new double[][] {{0, 1}, {1, 0}});
      other.setFrame("F", new String[][] {{"z"}}, new String[] {"name"});
      assertArrayEquals(new double[][] {{11}, {2}}, other.executeScript().getMatrix("p"));
      script.clearParameters();
      assertEquals(
          "no value is bound to X, w, b, F",
          assertThrows(InputError.class, script::executeScript).getMessage());
      try (Stream<Path> files = Files.list(folder)) {
        assertEquals(List.of(), files.toList(), "outputs are not written");
      }
      assertTrue(script.explain().contains("%*%"));
      assertTrue(script.statistics().contains("heaviest operators"), script.statistics());
    }
  }

  @Test
  void readsFiles(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("m.csv"), "1,2\n3,4\n");
    Path text = Files.writeString(folder.resolve("f.csv"), "a,b\nc,d\n");
    Path script = Files.writeString(folder.resolve("s.dml"), "y = 1\n");
    try (Connection connection = new Connection()) {
      assertArrayEquals(
          new double[][] {{1, 2}, {3, 4}}, connection.readDoubleMatrix(file.toString()));
      assertArrayEquals(new String[] {"c", "d"}, connection.readStringFrame(text.toString())[1]);
      assertEquals("y = 1\n", connection.readScript(script.toString()));
      assertThrows(InputError.class, () -> connection.readScript("nothing"));
    }
  }

  @Test
  void wrongScriptsFailWhenTheyArePrepared() {
    try (Connection connection = new Connection()) {
      ScriptError error =
          assertThrows(
              ScriptError.class,
              () ->
                  connection.prepareScript(
                      "X = read(\"X\")\ny = X %*% Z", new String[] {"X"}, new String[] {"y"}));
      assertEquals(2, error.problems().get(0).span().line());
    }
  }
}
