package dev.linden.testkit;

import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.matrix.Matrix;
import dev.linden.testkit.OracleValue.Grid;
import java.util.LinkedHashMap;
import java.util.Map;

/** The oracle in the role of the engine. Configurations mean nothing to it. */
final class OracleRunner implements ScriptRunner {
  @Override
  public RunResult run(
      String script, Map<String, String> args, RunConfig config, Map<String, Matrix> inputs) {
    try {
      Source source = new Source("<script>", script, config.syntax());
      String output = Oracle.run(Syntaxes.parse(source), args, grids(inputs)).output();
      return new RunResult(output, null, 0);
    } catch (ScriptError e) {
      return new RunResult("", e.render(), 1);
    } catch (OracleError e) {
      return new RunResult("", e.getMessage(), 1);
    }
  }

  static Map<String, Grid> grids(Map<String, Matrix> inputs) {
    Map<String, Grid> grids = new LinkedHashMap<>();
    inputs.forEach((name, matrix) -> grids.put(name, grid(matrix)));
    return grids;
  }

  static Grid grid(Matrix matrix) {
    Grid grid = Grid.zeros(matrix.rows(), matrix.cols());
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.cols(); j++) {
        grid.cells()[i][j] = matrix.get(i, j);
      }
    }
    return grid;
  }
}
