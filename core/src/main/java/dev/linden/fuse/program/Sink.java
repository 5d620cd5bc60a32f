package dev.linden.fuse.program;

import dev.linden.matrix.kernel.fold.Aggregate;
import java.io.Serializable;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** A result of a fused operator: what becomes of the rows of a node. */
public sealed interface Sink extends Serializable {
  /** Numbers of the nodes that it is made of. */
  List<Integer> arguments();

  /** The same with other numbers for its arguments. */
  Sink renamed(IntUnaryOperator number);

  /** As plans show it. */
  String text(ProgramText texts);

  /** All rows: a matrix. */
  record Rows(int x) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }

    @Override
    public Rows renamed(IntUnaryOperator number) {
      return new Rows(number.applyAsInt(x));
    }

    @Override
    public String text(ProgramText texts) {
      return texts.node(x, false);
    }
  }

  /** All cells folded: a scalar. */
  record Fold(Aggregate.Kind kind, int x) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }

    @Override
    public Fold renamed(IntUnaryOperator number) {
      return new Fold(kind, number.applyAsInt(x));
    }

    @Override
    public String text(ProgramText texts) {
      return ProgramText.word(kind) + "(" + texts.node(x, false) + ")";
    }
  }

  /** Each column folded: a row vector. */
  record ColumnFold(Aggregate.Kind kind, int x) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }

    @Override
    public ColumnFold renamed(IntUnaryOperator number) {
      return new ColumnFold(kind, number.applyAsInt(x));
    }

    @Override
    public String text(ProgramText texts) {
      return "col" + ProgramText.title(kind) + "s(" + texts.node(x, false) + ")";
    }
  }

  /** {@code t(x) %*% y}. */
  record TransposedProduct(int x, int y) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x, y);
    }

    @Override
    public TransposedProduct renamed(IntUnaryOperator number) {
      return new TransposedProduct(number.applyAsInt(x), number.applyAsInt(y));
    }

    @Override
    public String text(ProgramText texts) {
      return "t(" + texts.node(x, false) + ")%*%" + texts.node(y, true);
    }
  }

  /** Outer templates only: {@code cells %*% matrix}, the matrix having a row per column. */
  record TimesMatrix(int x, int matrix) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }

    @Override
    public TimesMatrix renamed(IntUnaryOperator number) {
      return new TimesMatrix(number.applyAsInt(x), matrix);
    }

    @Override
    public String text(ProgramText texts) {
      return texts.node(x, true) + "%*%" + texts.input(matrix);
    }
  }

  /** Outer templates only: {@code t(cells) %*% matrix}, the matrix having a row per row. */
  record TransposedTimesMatrix(int x, int matrix) implements Sink {
    @Override
    public List<Integer> arguments() {
      return List.of(x);
    }

    @Override
    public TransposedTimesMatrix renamed(IntUnaryOperator number) {
      return new TransposedTimesMatrix(number.applyAsInt(x), matrix);
    }

    @Override
    public String text(ProgramText texts) {
      return "t(" + texts.node(x, false) + ")%*%" + texts.input(matrix);
    }
  }
}
