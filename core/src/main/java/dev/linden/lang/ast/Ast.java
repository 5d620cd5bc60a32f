package dev.linden.lang.ast;

import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.op.DataType;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.List;

/** The syntax of a script, exactly as written: no names resolved, nothing folded. */
public final class Ast {
  /** The namespace of a call that means a built-in, whatever functions the script defines. */
  public static final String BUILT_IN = "";

  private Ast() {}

  /** A whole file: statements and function definitions in the order of the text. */
  public record Script(Source source, List<Function> functions, List<Statement> statements) {}

  /**
   * {@code name = function(params) return (results) { body }}; external functions have a null body.
   */
  public record Function(
      String name,
      Span nameSpan,
      List<FunctionParameter> parameters,
      List<TypedName> results,
      List<Statement> body,
      List<Argument> implementedIn,
      Span span) {}

  public record TypedName(DataType data, ValueType value, String name, Span span) {}

  /** A parameter; {@code defaultValue} may be null. */
  public record FunctionParameter(TypedName typed, Expression defaultValue) {}

  public sealed interface Statement
      permits Assign,
          Accumulate,
          MultiAssign,
          CallStatement,
          If,
          While,
          For,
          Import,
          SetWorkingDirectory {
    Span span();
  }

  /** {@code target = value}. */
  public record Assign(Target target, Expression value, Span span) implements Statement {}

  /** {@code target += value}. */
  public record Accumulate(Target target, Expression value, Span span) implements Statement {}

  /** {@code [a, b] = f(...)}. */
  public record MultiAssign(List<Target> targets, Call call, Span span) implements Statement {}

  public record CallStatement(Call call, Span span) implements Statement {}

  /** {@code otherwise} is empty when there is no else. */
  public record If(Expression predicate, List<Statement> then, List<Statement> otherwise, Span span)
      implements Statement {}

  public record While(Expression predicate, List<Statement> body, Span span) implements Statement {}

  /**
   * {@code for} or {@code parfor (variable in from:to)}, or {@code in seq(from, to, step)}. {@code
   * step} is null when absent.
   */
  public record For(
      boolean parallel,
      String variable,
      Span variableSpan,
      Expression from,
      Expression to,
      Expression step,
      List<Argument> options,
      List<Statement> body,
      Span span)
      implements Statement {}

  /** {@code source("path") as namespace}. */
  public record Import(String path, String namespace, Span span) implements Statement {}

  public record SetWorkingDirectory(String path, Span span) implements Statement {}

  /** What may stand left of an assignment: a name, perhaps indexed ({@code index} may be null). */
  public record Target(String name, Index index, Span span) {}

  /**
   * {@code [rows, cols]}: a null range stands for all. {@code hasComma} is false for {@code X[i]},
   * and for lists only that form is allowed.
   */
  public record Index(Range rows, Range cols, boolean hasComma, Span span) {}

  /** {@code from:to}, or a single position when {@code to} is null. */
  public record Range(Expression from, Expression to) {}

  public sealed interface Expression
      permits Literal, ScriptArgument, IfDefined, Name, Indexed, Unary, Binary, Call, Vector {
    Span span();
  }

  /** A number, boolean or string. */
  public record Literal(Scalar value, Span span) implements Expression {}

  /** {@code $name} or {@code $1}; the name without the dollar sign. */
  public record ScriptArgument(String name, Span span) implements Expression {}

  /** {@code ifdef($name, default)}. */
  public record IfDefined(ScriptArgument argument, Expression defaultValue, Span span)
      implements Expression {}

  public record Name(String name, Span span) implements Expression {}

  public record Indexed(String name, Span nameSpan, Index index, Span span) implements Expression {}

  /** {@code operator} is {@code -}, {@code +} or {@code !}. */
  public record Unary(String operator, Span operatorSpan, Expression operand, Span span)
      implements Expression {}

  /** {@code operator} is the sign as written. */
  public record Binary(
      String operator, Span operatorSpan, Expression left, Expression right, Span span)
      implements Expression {}

  /** {@code namespace::name(arguments)}; {@code namespace} is null without qualifier. */
  public record Call(
      String namespace, String name, Span nameSpan, List<Argument> arguments, Span span)
      implements Expression {}

  /** {@code [e1, e2]} as an argument of certain built-ins. */
  public record Vector(List<Expression> elements, Span span) implements Expression {}

  /** An argument; {@code name} is null when given by position. */
  public record Argument(String name, Span nameSpan, Expression value, Span span) {}
}
