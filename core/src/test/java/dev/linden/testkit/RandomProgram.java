package dev.linden.testkit;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.testkit.OracleValue.Grid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A script as a tree that can be made smaller. Pieces of text alternate with expressions, so that
 * neither generator nor shrinker need to know the grammar.
 */
record RandomProgram(
    long seed, List<Input> inputs, List<Function> functions, List<Statement> statements) {
  enum Type {
    MATRIX,
    DOUBLE,
    INT,
    BOOLEAN,
    STRING
  }

  /** A variable that exists before the script starts. */
  record Input(String name, Grid grid, boolean sparse) {}

  /**
   * {@code pieces} are strings and expressions; {@code rows} and {@code cols} are those of a
   * matrix.
   */
  record Expr(Type type, int rows, int cols, List<Object> pieces) {
    String text() {
      return render(pieces);
    }
  }

  /** A simple statement has no body (null); an else part may be missing (null) as well. */
  record Statement(List<Object> head, List<Statement> body, List<Statement> otherwise) {}

  record Function(String name, String header, List<Statement> body) {}

  /** The script. */
  String text() {
    StringBuilder out = new StringBuilder();
    for (Function function : functions) {
      out.append(function.header()).append(" {\n");
      append(out, function.body(), "  ");
      out.append("}\n");
    }
    append(out, statements, "");
    return out.toString();
  }

  private static void append(StringBuilder out, List<Statement> statements, String indent) {
    for (Statement statement : statements) {
      out.append(indent).append(render(statement.head()));
      if (statement.body() != null) {
        out.append(" {\n");
        append(out, statement.body(), indent + "  ");
        out.append(indent).append("}");
        if (statement.otherwise() != null) {
          out.append(" else {\n");
          append(out, statement.otherwise(), indent + "  ");
          out.append(indent).append("}");
        }
      }
      out.append('\n');
    }
  }

  static String render(List<Object> pieces) {
    StringBuilder out = new StringBuilder();
    for (Object piece : pieces) {
      out.append(piece instanceof Expr expr ? expr.text() : piece);
    }
    return out.toString();
  }

  Map<String, Grid> grids() {
    Map<String, Grid> grids = new LinkedHashMap<>();
    inputs.forEach(input -> grids.put(input.name(), input.grid()));
    return grids;
  }

  Map<String, Matrix> matrices() {
    Map<String, Matrix> matrices = new LinkedHashMap<>();
    for (Input input : inputs) {
      Grid grid = input.grid();
      double[] cells = new double[grid.rows() * grid.cols()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = grid.get(i / grid.cols(), i % grid.cols());
      }
      Matrix dense = Dense.of(grid.rows(), grid.cols(), cells);
      matrices.put(input.name(), input.sparse() ? GoldenInput.sparse(dense) : dense);
    }
    return matrices;
  }

  /** As a block of a golden file, for reports and to keep. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (Input input : inputs) {
      Grid grid = input.grid();
      out.append("input ").append(input.name()).append(input.sparse() ? " sparse " : " ");
      out.append(grid.shape()).append(" =");
      for (double[] row : grid.cells()) {
        for (double cell : row) {
          out.append(' ').append(cell);
        }
        out.append(' ');
      }
      out.append('\n');
    }
    return out.append("\nrun\n").append(text()).append("----\n").toString();
  }
}
