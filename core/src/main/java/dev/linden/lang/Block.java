package dev.linden.lang;

import dev.linden.base.Span;
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * A node of the control-flow hierarchy. Identity matters: facts and liveness are kept per block
 * object.
 */
public abstract sealed class Block {
  private final Span span;

  Block(Span span) {
    this.span = span;
  }

  public Span span() {
    return span;
  }

  /** Straight-line statements: one DAG. */
  public static final class Basic extends Block {
    private final List<Stmt> statements;

    public Basic(List<Stmt> statements, Span span) {
      super(span);
      this.statements = List.copyOf(statements);
    }

    public List<Stmt> statements() {
      return statements;
    }
  }

  public static final class If extends Block {
    private final Expr predicate;
    private final List<Block> then;
    private final List<Block> otherwise;

    public If(Expr predicate, List<Block> then, List<Block> otherwise, Span span) {
      super(span);
      this.predicate = predicate;
      this.then = List.copyOf(then);
      this.otherwise = List.copyOf(otherwise);
    }

    public Expr predicate() {
      return predicate;
    }

    public List<Block> then() {
      return then;
    }

    public List<Block> otherwise() {
      return otherwise;
    }
  }

  public static final class While extends Block {
    private final Expr predicate;
    private final List<Block> body;

    public While(Expr predicate, List<Block> body, Span span) {
      super(span);
      this.predicate = predicate;
      this.body = List.copyOf(body);
    }

    public Expr predicate() {
      return predicate;
    }

    public List<Block> body() {
      return body;
    }
  }

  /**
   * {@code for} and {@code parfor}; {@code step} is null when the direction follows from the
   * bounds.
   */
  public static final class For extends Block {
    private final boolean parallel;
    private final String variable;
    private final Expr from;
    private final Expr to;
    private final Expr step;
    private final ParforOptions options;
    private final List<Block> body;

    public For(
        boolean parallel,
        String variable,
        Expr from,
        Expr to,
        Expr step,
        ParforOptions options,
        List<Block> body,
        Span span) {
      super(span);
      this.parallel = parallel;
      this.variable = variable;
      this.from = from;
      this.to = to;
      this.step = step;
      this.options = options;
      this.body = List.copyOf(body);
    }

    public boolean parallel() {
      return parallel;
    }

    public String variable() {
      return variable;
    }

    public Expr from() {
      return from;
    }

    public Expr to() {
      return to;
    }

    public Expr step() {
      return step;
    }

    public ParforOptions options() {
      return options;
    }

    public List<Block> body() {
      return body;
    }
  }

  /** Variables whose values are needed when the block starts, and when it has ended. */
  public record Liveness(Set<String> in, Set<String> out) implements Serializable {}
}
