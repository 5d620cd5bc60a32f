package dev.linden.fuse.program;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.kernel.fold.Aggregate;
import java.io.Serializable;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * A value per row of a fused operator, computed from inputs and the nodes before it.
 *
 * <p>Nodes compare themselves by methods that are written out here: those that records have
 * otherwise are made by the JVM when they are first called, which takes the first fused operator of
 * a process 40 ms.
 */
public sealed interface Node extends Serializable {
  /** Cells per row; 1 for a column vector, 0 for a scalar. */
  int width();

  /** Numbers of the nodes that it is computed from. */
  default List<Integer> arguments() {
    return List.of();
  }

  /** The same with other numbers for its arguments. */
  default Node renamed(IntUnaryOperator number) {
    return this;
  }

  /** As plans show it; {@code nested}: in brackets where another operation could take its parts. */
  String text(ProgramText texts, boolean nested);

  /** Row i is row i of an input. */
  record Source(int input, int width) implements Node, Wide {
    @Override
    public boolean equals(Object other) {
      return other instanceof Source that && input == that.input && width == that.width;
    }

    @Override
    public int hashCode() {
      return 31 * input + width;
    }

    @Override
    public Source withWidth(int cells) {
      return new Source(input, cells);
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      return texts.input(input);
    }
  }

  /** Every row is the one row of an input. */
  record RowVector(int input, int width) implements Node, Wide {
    @Override
    public boolean equals(Object other) {
      return other instanceof RowVector that && input == that.input && width == that.width;
    }

    @Override
    public int hashCode() {
      return 31 * input + width;
    }

    @Override
    public RowVector withWidth(int cells) {
      return new RowVector(input, cells);
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      return texts.input(input);
    }
  }

  /** A scalar or 1x1 input. */
  record Number(int input) implements Node {
    @Override
    public boolean equals(Object other) {
      return other instanceof Number that && input == that.input;
    }

    @Override
    public int hashCode() {
      return input;
    }

    @Override
    public int width() {
      return 0;
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      return texts.input(input);
    }
  }

  /**
   * The cells of {@code u %*% t(v)} that an Outer template visits: cell (i,j) is row i of input
   * {@code u} times row j of input {@code v}.
   */
  record OuterCell(int u, int v, int width) implements Node {
    @Override
    public boolean equals(Object other) {
      return other instanceof OuterCell that && u == that.u && v == that.v && width == that.width;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * u + v) + width;
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      String text = texts.input(u) + "%*%t(" + texts.input(v) + ")";
      return nested ? "(" + text + ")" : text;
    }
  }

  /** A node that exists for any stretch of its columns. */
  sealed interface Wide {
    Node withWidth(int cells);
  }

  /** Computed cell by cell; operands of width 1 or 0 are the same for all cells of a row. */
  sealed interface Cell extends Node, Wide {}

  record Unary(UnaryFunction function, int x, int width) implements Cell {
    @Override
    public boolean equals(Object other) {
      return other instanceof Unary that
          && function.equals(that.function)
          && x == that.x
          && width == that.width;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * function.hashCode() + x) + width;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }

    @Override
    public Unary renamed(IntUnaryOperator number) {
      return new Unary(function, number.applyAsInt(x), width);
    }

    @Override
    public Unary withWidth(int cells) {
      return new Unary(function, x, cells);
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      String name = function.name();
      return Character.isLetter(name.charAt(0))
          ? name + "(" + texts.node(x, false) + ")"
          : name + texts.node(x, true);
    }
  }

  record Binary(BinaryFunction function, int x, int y, int width) implements Cell {
    @Override
    public boolean equals(Object other) {
      return other instanceof Binary that
          && function.equals(that.function)
          && x == that.x
          && y == that.y
          && width == that.width;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * (31 * function.hashCode() + x) + y) + width;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(x, y);
    }

    @Override
    public Binary renamed(IntUnaryOperator number) {
      return new Binary(function, number.applyAsInt(x), number.applyAsInt(y), width);
    }

    @Override
    public Binary withWidth(int cells) {
      return new Binary(function, x, y, cells);
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      String name = function.name();
      if (Character.isLetter(name.charAt(0))) {
        return name + "(" + texts.node(x, false) + "," + texts.node(y, false) + ")";
      }
      String text = texts.node(x, true) + name + texts.node(y, true);
      return nested ? "(" + text + ")" : text;
    }
  }

  record Select(int condition, int yes, int no, int width) implements Cell {
    @Override
    public boolean equals(Object other) {
      return other instanceof Select that
          && condition == that.condition
          && yes == that.yes
          && no == that.no
          && width == that.width;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * (31 * condition + yes) + no) + width;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(condition, yes, no);
    }

    @Override
    public Select renamed(IntUnaryOperator number) {
      return new Select(
          number.applyAsInt(condition), number.applyAsInt(yes), number.applyAsInt(no), width);
    }

    @Override
    public Select withWidth(int cells) {
      return new Select(condition, yes, no, cells);
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      return "ifelse("
          + texts.node(condition, false)
          + ","
          + texts.node(yes, false)
          + ","
          + texts.node(no, false)
          + ")";
    }
  }

  /** One aggregate of each row. */
  record RowFold(Aggregate.Kind kind, int x) implements Node {
    @Override
    public boolean equals(Object other) {
      return other instanceof RowFold that && kind == that.kind && x == that.x;
    }

    @Override
    public int hashCode() {
      return 31 * kind.hashCode() + x;
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }

    @Override
    public RowFold renamed(IntUnaryOperator number) {
      return new RowFold(kind, number.applyAsInt(x));
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      return "row" + ProgramText.title(kind) + "s(" + texts.node(x, false) + ")";
    }
  }

  /** 1-based column of the extreme cell of each row. */
  record RowExtreme(boolean largest, int x) implements Node {
    @Override
    public boolean equals(Object other) {
      return other instanceof RowExtreme that && largest == that.largest && x == that.x;
    }

    @Override
    public int hashCode() {
      return 31 * Boolean.hashCode(largest) + x;
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }

    @Override
    public RowExtreme renamed(IntUnaryOperator number) {
      return new RowExtreme(largest, number.applyAsInt(x));
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      return "rowIndex" + (largest ? "Max(" : "Min(") + texts.node(x, false) + ")";
    }
  }

  /** Row times a whole matrix. */
  record Product(int x, int matrix, int width) implements Node {
    @Override
    public boolean equals(Object other) {
      return other instanceof Product that
          && x == that.x
          && matrix == that.matrix
          && width == that.width;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * x + matrix) + width;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }

    @Override
    public Product renamed(IntUnaryOperator number) {
      return new Product(number.applyAsInt(x), matrix, width);
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      String text = texts.node(x, true) + "%*%" + texts.input(matrix);
      return nested ? "(" + text + ")" : text;
    }
  }

  /** Columns from {@code from} on (0-based). */
  record Columns(int x, int from, int width) implements Node {
    @Override
    public boolean equals(Object other) {
      return other instanceof Columns that
          && x == that.x
          && from == that.from
          && width == that.width;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * x + from) + width;
    }

    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }

    @Override
    public Columns renamed(IntUnaryOperator number) {
      return new Columns(number.applyAsInt(x), from, width);
    }

    @Override
    public String text(ProgramText texts, boolean nested) {
      return texts.node(x, true) + "[," + (from + 1) + ":" + (from + width) + "]";
    }
  }
}
