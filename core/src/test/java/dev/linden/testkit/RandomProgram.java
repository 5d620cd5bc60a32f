package dev.linden.testkit;

import dev.linden.matrix.Matrix;
import dev.linden.testkit.OracleValue.Grid;
import dev.linden.testkit.RandomMatrices.Form;
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
    STRING,
    LIST
  }

  /** A variable that exists before the script starts. */
  record Input(String name, Grid grid, Form form, String text) {
    static Input of(String name, Grid grid, Form form) {
      StringBuilder text = new StringBuilder(GoldenInput.word(form, ""));
      text.append(form == Form.DENSE ? "" : " ").append(grid.shape()).append(" =");
      for (double[] row : grid.cells()) {
        for (double cell : row) {
          text.append(' ').append(cell);
        }
        text.append(' ');
      }
      return new Input(name, grid, form, text.toString());
    }

    /** {@code text} as in a golden file. */
    static Input of(String name, String text) {
      Matrix matrix = GoldenInput.parse(text);
      return new Input(name, OracleRunner.grid(matrix), GoldenInput.form(text), text);
    }
  }

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
    inputs.forEach(input -> matrices.put(input.name(), GoldenInput.parse(input.text())));
    return matrices;
  }

  /** Cells of the largest input. */
  long largestInput() {
    return inputs.stream()
        .mapToLong(input -> (long) input.grid().rows() * input.grid().cols())
        .max()
        .orElse(0);
  }

  /** As a block of a golden file, for reports and to keep. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (Input input : inputs) {
      out.append("input ").append(input.name()).append(' ').append(input.text()).append('\n');
    }
    return out.append("\nrun\n").append(text()).append("----\n").toString();
  }
}
